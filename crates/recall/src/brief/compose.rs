//! From what was found to what is said: is it worth it, is it allowed, what of it, in which words.

use mneme_model::MemoryStatus;

use super::budget::Room;
use super::render::{self, Entry};
use super::state::{self, TaskState};
use super::{Filter, Filtered, Gist, Injected, TaskKind, exact, gist};
use crate::gate::{Bar, Considered, Gate, lowered};
use crate::guard::{PolicyVerdict, Request, Rule, Stop, decide};
use crate::question::Question;

/// A memory that was found, as it may be shown.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub id: String,
    pub text: String,
    pub tags: Vec<String>,
    pub source: String,
    /// By which channels it was found.
    pub provenance: Vec<String>,
    /// What is to be told beside its words.
    pub remark: Option<String>,
    pub status: MemoryStatus,
    /// It tells what happened, not what is so.
    pub episodic: bool,
    /// It was stored to be kept to; what was only said rules nobody.
    pub binds: bool,
    pub considered: Considered,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    pub bar: Bar,
    pub budget_tokens: usize,
    /// Whoever asks has confirmed what a policy wants confirmed.
    pub confirmed: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Composed {
    pub block: Option<String>,
    pub injected: Vec<Injected>,
    /// Memories nobody confirmed yet that the block asks about, by id.
    pub asked_about: Vec<String>,
    pub filtered: Vec<Filtered>,
    pub gate: Gate,
    pub policy: PolicyVerdict,
    pub stop: Option<Stop>,
    pub task_state: Option<TaskState>,
    pub tokens: usize,
}

/// `request` is everything somebody said, and what of it is risky; `found` is best first; `sought` are rules
/// that were looked for beside it.
pub fn compose(
    question: &Question,
    (request, risky): (&str, &Request),
    found: &[Piece],
    sought: &[Piece],
    wish: Wish,
) -> Composed {
    let task = TaskKind::of(&question.text);
    let bar = Bar {
        many: task.is_some(),
        ..wish.bar
    };
    let considered: Vec<Considered> = found.iter().map(|one| one.considered.clone()).collect();
    let bar = lowered(question, bar, &considered);
    let gate = Gate::of(question, bar, &considered);
    let policy = decide(request, risky.clone(), &rules(found, sought));
    let stop = policy.stops(wish.confirmed);
    let good: Vec<&Piece> = (found.iter())
        .filter(|one| one.considered.qualifies(bar.min_score))
        .collect();
    let task_state = task
        .filter(|_| gate.opens() && !good.is_empty())
        .map(|vote| state::build(&vote, found, &good));
    let told = match gate.opens() && stop.is_none() {
        true => tell(question, &good, task_state.as_ref(), wish.budget_tokens),
        false => Told::default(),
    };
    let injected: Vec<Injected> = good
        .iter()
        .filter(|one| told.ids.contains(&one.id))
        .map(|one| injected(one))
        .collect();
    let held = !gate.opens() || stop.is_some();
    Composed {
        filtered: filtered(found, &injected, bar.min_score, held),
        tokens: told.block.as_deref().map_or(0, tokens),
        asked_about: match told.has_state {
            true => state::unconfirmed(found),
            false => Vec::new(),
        },
        block: told.block,
        injected,
        gate,
        policy,
        stop,
        task_state,
    }
}

/// As the budget counts them.
pub fn tokens(text: &str) -> usize {
    text.len().div_ceil(super::budget::BYTES)
}

fn rules(found: &[Piece], sought: &[Piece]) -> Vec<Rule> {
    let rule = |sought: bool| {
        move |piece: &Piece| Rule {
            id: piece.id.clone(),
            text: piece.text.clone(),
            tags: piece.tags.clone(),
            score: piece.considered.score,
            trust: piece.considered.trust,
            low_trust: piece.considered.low_trust,
            status: piece.status,
            sought,
        }
    };
    let ruling = |one: &&Piece| one.considered.safe && one.binds;
    let found = found.iter().filter(ruling);
    let sought = sought.iter().filter(ruling);
    found
        .map(rule(false))
        .chain(sought.map(rule(true)))
        .collect()
}

/// The block and whose words stand in it.
#[derive(Default)]
struct Told {
    block: Option<String>,
    ids: Vec<String>,
    /// The state of a task stands in it.
    has_state: bool,
}

fn tell(
    question: &Question,
    good: &[&Piece],
    state: Option<&TaskState>,
    budget_tokens: usize,
) -> Told {
    let mut room = Room::of(budget_tokens);
    let exact = exact::entries(question, good, &mut room);
    let stated = state.and_then(|state| render::state(state, &mut room));
    let has_state = stated.is_some();
    let (entries, omitted) = match stated {
        Some(entry) => (vec![entry], 0),
        None => render::summaries(good, &mut room),
    };
    let mut ids: Vec<String> = Vec::new();
    for entry in exact.iter().chain(&entries) {
        ids.extend(entry.ids.iter().cloned());
    }
    let mut all: Vec<Entry> = exact;
    all.extend(entries);
    Told {
        block: render::block(&all, omitted, &mut room),
        ids,
        has_state,
    }
}

// === impl Piece ===

impl Piece {
    /// Its words in one sentence, as a model reads them.
    pub(super) fn told(&self) -> Gist {
        let gist = gist(&self.text);
        match &self.remark {
            Some(remark) => Gist {
                summary: format!("{} [{remark}]", gist.summary),
                ..gist
            },
            None => gist,
        }
    }
}

fn injected(piece: &Piece) -> Injected {
    Injected {
        memory_id: piece.id.clone(),
        summary: gist(&piece.text).summary,
        source: piece.source.clone(),
        score: piece.considered.score,
    }
}

fn filtered(found: &[Piece], injected: &[Injected], least: f64, held: bool) -> Vec<Filtered> {
    let shown = |piece: &&Piece| injected.iter().all(|one| one.memory_id != piece.id);
    let left = found.iter().filter(shown);
    left.map(|piece| {
        let one = &piece.considered;
        let why = match () {
            () if !one.safe => Filter::Unsafe,
            () if !one.eligible => Filter::Ineligible,
            () if one.low_trust => Filter::LowTrust,
            () if one.score < least => Filter::BelowThreshold,
            () if held => Filter::Held,
            () => Filter::Omitted,
        };
        Filtered {
            memory_id: piece.id.clone(),
            why,
        }
    })
    .collect()
}

#[cfg(test)]
mod tests;
