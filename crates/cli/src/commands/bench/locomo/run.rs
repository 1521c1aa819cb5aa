//! One layout: load it, ask every question of every arm, add up.

use std::path::Path;

use mneme_engine::Engine;
use mneme_recall::Ranking;
use mneme_wire::Fault;
use serde::Serialize;

use super::arms::{Arm, Lines};
use super::data::Conversation;
use super::features::Features;
use super::figures::{Reached, Tally};
use super::talk::{Layout, Talk};
use crate::commands::bench::load::open_with;
use crate::commands::bench::settle::{load, settle};
use crate::progress::bar;

/// What a layout came to.
#[derive(Debug, Serialize)]
pub struct Measured {
    pub layout: &'static str,
    #[serde(skip)]
    pub model: Option<String>,
    pub arms: Vec<Reached>,
}

/// Where stores are made, and how they read.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    pub dir: &'p Path,
    pub settings: &'p mneme_engine::Settings,
}

/// A store in which everything was said.
struct Stage<'d> {
    engine: Engine,
    talks: Vec<(Talk<'d>, Lines)>,
}

pub async fn measure(
    layout: Layout,
    conversations: &[Conversation],
    place: Place<'_>,
    ranking: Option<Ranking>,
    features: Option<&mut Features>,
) -> Result<Measured, Fault> {
    let engine = open_with(&place.dir.join(layout.name()), place.settings).await?;
    let model = engine.model();
    let arms = Arm::chosen(ranking, model.is_some())?;
    let stage = Stage::set(engine, layout, conversations).await?;
    let mut reached = Vec::with_capacity(arms.len());
    for arm in arms {
        reached.push(stage.ask(arm).await?);
    }
    if let Some(features) = features {
        stage.note(features).await?;
    }
    Ok(Measured {
        layout: layout.name(),
        model,
        arms: reached,
    })
}

// === impl Stage ===

impl<'d> Stage<'d> {
    async fn set(
        engine: Engine,
        layout: Layout,
        conversations: &'d [Conversation],
    ) -> Result<Self, Fault> {
        let bar = bar("loading");
        bar.set_length(conversations.len() as u64);
        let mut talks = Vec::with_capacity(conversations.len());
        for (number, conversation) in conversations.iter().enumerate() {
            let talk = Talk::new(layout, number, conversation);
            load(&engine, &talk.caller, &talk.events()).await?;
            let lines = Lines::new(&talk);
            talks.push((talk, lines));
            bar.inc(1);
        }
        bar.finish_and_clear();
        for (talk, _) in &talks {
            settle(&engine, &talk.caller).await?;
        }
        Ok(Self { engine, talks })
    }

    fn questions(&self) -> u64 {
        let questions = |(talk, _): &(Talk<'_>, _)| talk.conversation.questions.len() as u64;
        self.talks.iter().map(questions).sum()
    }

    async fn ask(&self, arm: Arm) -> Result<Reached, Fault> {
        let bar = bar("asking");
        bar.set_length(self.questions());
        let mut tally = Tally::default();
        for (talk, lines) in &self.talks {
            for question in &talk.conversation.questions {
                let answer = arm.answer(&self.engine, talk, lines, question).await?;
                tally.add(talk, question, &answer);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(tally.reached(arm))
    }

    async fn note(&self, features: &mut Features) -> Result<(), Fault> {
        let bar = bar("noting features");
        bar.set_length(self.questions());
        for (talk, _) in &self.talks {
            for question in &talk.conversation.questions {
                features.note(&self.engine, talk, question).await?;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}
