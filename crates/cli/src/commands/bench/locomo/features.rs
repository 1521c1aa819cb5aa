//! What the ranking knew of each candidate, one JSON line each: the weights are fitted from it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use mneme_engine::{Engine, Recall, Remembered};
use mneme_model::Code;
use mneme_recall::Ranking;
use mneme_surfaces::desk::fault;
use mneme_wire::Fault;
use serde::Serialize;
use serde_json::json;

use super::data::Question;
use super::talk::Talk;
use crate::commands::bench::load::trouble;

/// Candidates noted for a question.
const CANDIDATES: usize = 100;

pub struct Features {
    out: BufWriter<File>,
}

#[derive(Serialize)]
struct Line<'a> {
    layout: &'static str,
    conversation: &'a str,
    question: usize,
    category: u8,
    id: &'a str,
    relevant: bool,
    /// Place in the ranking, from 0.
    rank: usize,
    score: f64,
    features: BTreeMap<&'static str, f64>,
}

// === impl Features ===

impl Features {
    pub fn create(path: &Path) -> Result<Self, Fault> {
        let file = File::create(path).map_err(|error| {
            let message = format!("{} cannot be written: {error}", path.display());
            Fault::new(Code::BadFile, message)
        })?;
        Ok(Self {
            out: BufWriter::new(file),
        })
    }

    pub async fn note(
        &mut self,
        engine: &Engine,
        talk: &Talk<'_>,
        question: &Question,
    ) -> Result<(), Fault> {
        self.write(&json!({
            "layout": talk.layout.name(),
            "conversation": talk.conversation.name,
            "question": question.number,
            "category": question.category,
            "evidence": question.evidence.len(),
        }))?;
        for (rank, hit) in candidates(engine, talk, question).await?.iter().enumerate() {
            let turn = talk.turn(&hit.record.id)?;
            let reasons = hit.reasons.iter();
            self.write(&Line {
                layout: talk.layout.name(),
                conversation: &talk.conversation.name,
                question: question.number,
                category: question.category,
                id: &talk.conversation.turns[turn].id,
                relevant: question.evidence.contains(&turn),
                rank,
                score: hit.score,
                features: reasons
                    .map(|reason| (reason.feature, reason.value))
                    .collect(),
            })?;
        }
        Ok(())
    }

    fn write<T: Serialize>(&mut self, line: &T) -> Result<(), Fault> {
        serde_json::to_writer(&mut self.out, line).map_err(trouble)?;
        self.out.write_all(b"\n").map_err(trouble)
    }

    pub fn finish(mut self) -> Result<(), Fault> {
        self.out.flush().map_err(trouble)
    }
}

/// The first candidates of the ranking, in as many pages as it takes.
async fn candidates(
    engine: &Engine,
    talk: &Talk<'_>,
    question: &Question,
) -> Result<Vec<Remembered>, Fault> {
    let page = CANDIDATES.min(engine.limits().recall_limit);
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let ask = Recall {
            cursor: cursor.take(),
            ..talk.ask(question, Ranking::Mneme, page)
        };
        let recalled = engine.recall(&talk.caller, None, ask).await;
        let recalled = recalled.map_err(|error| fault(&error))?;
        found.extend(recalled.hits);
        cursor = recalled.next;
        if cursor.is_none() || found.len() >= CANDIDATES {
            found.truncate(CANDIDATES);
            return Ok(found);
        }
    }
}
