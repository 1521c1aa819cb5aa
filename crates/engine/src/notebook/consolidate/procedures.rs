//! Procedures that patterns of several sessions come to.

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Moment, Seq};
use mneme_notebook::consolidate::{Group, PATTERNS, Procedure, SEEN_IN, listed};
use mneme_notebook::memory::Memory;
use mneme_notebook::{cut, ids};
use mneme_store::tables::journal;
use serde::Deserialize;

use super::Observed;
use crate::notebook::Notes;
use crate::notebook::made::{self, From, Ids};
use crate::notebook::mind::Mind;
use crate::notebook::shelf;
use crate::{Engine, Error, Result};

/// What a model says.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    procedures: Vec<One>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct One {
    name: String,
    steps: Vec<String>,
    trigger_condition: String,
    /// Numbers of the patterns it comes from.
    patterns: Vec<usize>,
}

/// Patterns that are looked at, the latest.
const MOST: usize = 50;
const STEPS: usize = 12;
const LINE: usize = 240;
const TASK: &str = "These are patterns seen in several sessions of coding agents, each with its \
     number. Write down the procedures they show, as {\"procedures\": [{\"name\": 2 to 8 words, \
     \"steps\": list of sentences, \"triggerCondition\": when to follow it, \"patterns\": \
     numbers}]}.";

/// A procedure, the memories it comes from, and where it was seen.
struct Made {
    procedure: Procedure,
    patterns: Vec<String>,
    seen: Vec<Seq>,
}

/// What was observed, and what of it belongs together.
type Seen<'s> = (&'s Observed, &'s [Group<'s>]);

impl Engine {
    /// How many procedures are new, and of how many patterns.
    pub(super) async fn tell_procedures(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: Option<&str>,
        seen: Seen<'_>,
    ) -> Result<(usize, usize)> {
        let wanted = Notes {
            latest: true,
            kind: Some(String::from("pattern")),
            project: project.map(str::to_owned),
            limit: MOST,
            ..Notes::default()
        };
        let mut patterns = self.notes(caller, namespace, wanted).await?;
        patterns.retain(|pattern| {
            let seen = caller.sees(pattern.agent_id.as_deref());
            seen && pattern.kept.session_ids.len() >= SEEN_IN
        });
        if patterns.len() < PATTERNS {
            return Ok((0, patterns.len()));
        }
        let mut new = 0;
        for made in made_of(self.mind.as_deref(), &patterns, seen).await {
            let (named, origin) = self.writing(caller, namespace).await?;
            let (ids, now) = (self.two_ids()?, Moment::from_ms(self.store.now_ms()));
            let agent = caller.only.clone();
            let kept = self.journal.run(named, origin, &[], move |intake| {
                keep(intake, ids, made, agent, now)
            });
            new += usize::from(kept.await?);
        }
        Ok((new, patterns.len()))
    }
}

/// Whether it is new. One that says the same as before is left as it is.
fn keep(
    intake: &Intake<'_>,
    ids: Ids,
    made: Made,
    agent: Option<String>,
    now: Moment,
) -> Result<bool> {
    let told = made.procedure;
    let known = shelf::get::<Procedure>(intake.tx, intake.namespace, &told.id)?;
    let same = |known: &Procedure| {
        known.steps == told.steps && known.source_session_ids == told.source_session_ids
    };
    if known.as_ref().is_some_and(same) {
        return Ok(false);
    }
    let new = known.is_none();
    let procedure = Procedure {
        created_at: known.map_or_else(|| now.rfc3339(), |known| known.created_at),
        updated_at: now.rfc3339(),
        ..told
    };
    let mut from = From {
        agent,
        of: made.seen,
    };
    for id in &made.patterns {
        from.of.extend(journal::find(intake.tx, intake.ns(), id)?);
    }
    let kept = made::put(intake, ids, &procedure, &from)?;
    Ok::<_, Error>(new && kept.is_some())
}

async fn made_of(mind: Option<&Mind>, patterns: &[Memory], seen: Seen<'_>) -> Vec<Made> {
    if let Some(mind) = mind
        && let Some(made) = by_model(mind, patterns).await
    {
        return made;
    }
    let made = patterns.iter().filter_map(|pattern| by_rule(pattern, seen));
    made.collect()
}

/// Of what the same sessions did. None if no two did, or if what the pattern was made of is not
/// looked at any more: then what is known of it stays.
fn by_rule(pattern: &Memory, (observed, groups): Seen<'_>) -> Option<Made> {
    let kept = &pattern.kept;
    let one = |steps| One {
        name: kept.title.clone(),
        steps,
        trigger_condition: match kept.concepts.first() {
            Some(concept) => format!("when working on {concept}"),
            None => String::from("when it comes up again"),
        },
        ..One::default()
    };
    if kept.source_observation_ids.is_empty() {
        let sessions = kept.session_ids.clone();
        return procedure(one(listed(&pattern.content)), &[pattern], sessions);
    }
    let mut groups = groups.iter();
    let group = groups.find(|group| {
        kept.concepts.first() == Some(&group.concept) && kept.project.as_deref() == group.project
    })?;
    let sessions = group.shared.sessions.iter().map(|name| (*name).to_owned());
    let made = procedure(
        one(group.shared.steps.clone()),
        &[pattern],
        sessions.collect(),
    )?;
    Some(Made {
        seen: observed.seqs(group.shared.seen.clone()),
        ..made
    })
}

async fn by_model(mind: &Mind, patterns: &[Memory]) -> Option<Vec<Made>> {
    let lines = patterns.iter().enumerate().map(|(n, pattern)| {
        let said = cut::collapsed(&pattern.content);
        format!("{}. {}: {said}", n + 1, pattern.kept.title)
    });
    let told: Told = mind.ask(TASK, lines.collect::<Vec<_>>()).await?;
    let made = told.procedures.into_iter().filter_map(|one| {
        let named = |n: &usize| patterns.get(n.checked_sub(1)?);
        let mut of: Vec<&Memory> = one.patterns.iter().filter_map(named).collect();
        if of.is_empty() {
            of = patterns.iter().collect();
        }
        let sessions = of.iter().flat_map(|pattern| &pattern.kept.session_ids);
        procedure(one, &of, sessions.cloned().collect())
    });
    Some(made.collect())
}

/// The one all of them belong to, if there is one.
fn project(of: &[&Memory]) -> String {
    let project = of.first().and_then(|memory| memory.kept.project.clone());
    let alone = of.iter().all(|memory| memory.kept.project == project);
    project.filter(|_| alone).unwrap_or_default()
}

/// None if it has no name or no steps.
fn procedure(one: One, of: &[&Memory], mut sessions: Vec<String>) -> Option<Made> {
    let line = |text: &String| cut::ellipsis(&cut::collapsed(text), LINE);
    let steps = one.steps.iter().map(line).filter(|step| !step.is_empty());
    let steps: Vec<String> = steps.take(STEPS).collect();
    let name = line(&one.name);
    if name.is_empty() || steps.is_empty() {
        return None;
    }
    sessions.sort();
    sessions.dedup();
    let frequency = sessions.len();
    let project = project(of);
    let procedure = Procedure {
        id: ids::derived("proc", &format!("{project}\n{}", name.to_lowercase())),
        name,
        project,
        steps,
        trigger_condition: line(&one.trigger_condition),
        frequency,
        strength: (0.3 + 0.1 * frequency as f64).min(1.0),
        source_session_ids: sessions,
        ..Procedure::default()
    };
    Some(Made {
        procedure,
        patterns: of.iter().map(|memory| memory.id.clone()).collect(),
        seen: Vec::new(),
    })
}
