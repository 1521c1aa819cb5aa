//! What is known about a piece of work, sorted: what is so, what must be kept to, what was done,
//! what is open. Every choice is written down, so that it can be looked up why.

use mneme_model::MemoryStatus;
use serde::{Deserialize, Serialize};

use super::compose::Piece;
use super::task::{TaskKind, Vote};
use super::{gist, sorts};

/// In its published shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskState {
    pub kind: TaskKind,
    pub goal: String,
    pub facts: Vec<Bucketed>,
    pub constraints: Vec<Bucketed>,
    pub recent_actions: Vec<Bucketed>,
    pub open_questions: Vec<String>,
    pub evidence: Vec<Quoted>,
    pub inputs: Inputs,
    pub decisions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bucketed {
    pub memory_id: String,
    pub summary: String,
    pub score: f64,
    pub trust_score: f64,
    pub status: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quoted {
    pub memory_id: String,
    pub preview: String,
    /// On whose word it is.
    pub source: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
    /// What the summary does not say already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    pub candidate_memory_ids: Vec<String>,
    pub selected_memory_ids: Vec<String>,
    pub omitted_memory_ids: Vec<String>,
}

const BUCKET: usize = 2;
const EVIDENCE: usize = 4;
const DOUBTED: usize = 2;
/// What is found worse than this does not bear on it.
const BEARS: f64 = 0.3;

/// Of what was found and what of it may be shown, best first.
pub(super) fn build((kind, words): &Vote, found: &[Piece], good: &[&Piece]) -> TaskState {
    let mut state = TaskState {
        kind: *kind,
        goal: kind.goal().to_owned(),
        facts: Vec::new(),
        constraints: Vec::new(),
        recent_actions: Vec::new(),
        open_questions: Vec::new(),
        evidence: Vec::new(),
        inputs: Inputs {
            candidate_memory_ids: found.iter().map(|one| one.id.clone()).collect(),
            ..Inputs::default()
        },
        decisions: vec![format!("kind:{}:{}", kind.name(), words.join(","))],
    };
    good.iter().for_each(|piece| state.place(piece));
    state.doubt(found);
    state.ask_for_what_is_missing();
    let shown = |id: &String| state.inputs.selected_memory_ids.contains(id);
    let omitted = state
        .inputs
        .candidate_memory_ids
        .iter()
        .filter(|id| !shown(id));
    state.inputs.omitted_memory_ids = omitted.cloned().collect();
    state
}

// === impl TaskState ===

impl TaskState {
    fn place(&mut self, piece: &Piece) {
        let sort = sorts::of(&piece.text, &piece.tags, piece.episodic);
        let bucket = match sort {
            sorts::Sort::Fact => &mut self.facts,
            sorts::Sort::Constraint => &mut self.constraints,
            sorts::Sort::Action => &mut self.recent_actions,
        };
        if bucket.len() >= BUCKET {
            self.decisions
                .push(format!("omitted:{}:{}_full", piece.id, sort.name()));
            return;
        }
        bucket.push(bucketed(piece));
        self.decisions.push(format!("{}:{}", sort.name(), piece.id));
        self.inputs.selected_memory_ids.push(piece.id.clone());
        if self.evidence.len() < EVIDENCE {
            self.evidence.push(quoted(piece));
        }
    }

    /// What nobody confirmed is not told: only that it is there, and open.
    fn doubt(&mut self, found: &[Piece]) {
        let mut doubted = doubted(found);
        doubted.sort_unstable_by(|(a, _), (b, _)| a.id.cmp(&b.id));
        for (id, asks) in doubted.into_iter().map(|(piece, asks)| (&piece.id, asks)) {
            self.open_questions
                .push(format!("Memory {id} bears on this and {asks}"));
            self.decisions.push(format!("open_question:{id}"));
        }
    }

    fn ask_for_what_is_missing(&mut self) {
        let missing = [
            (self.constraints.is_empty(), "constraint"),
            (self.facts.is_empty(), "fact"),
        ];
        for (_, what) in missing.into_iter().filter(|(is, _)| *is) {
            let question = format!("No {what} is on record for this: is there one?");
            self.open_questions.push(question);
            self.decisions.push(format!("open_question:no_{what}"));
        }
    }
}

/// What bears on it and nobody confirmed, or somebody doubts, with what is open about each.
fn doubted(found: &[Piece]) -> Vec<(&Piece, &'static str)> {
    let asks = |piece: &Piece| match piece.status {
        MemoryStatus::Candidate => Some("is not confirmed yet: is it right?"),
        MemoryStatus::Contested | MemoryStatus::Rejected => Some("is doubted: does it hold?"),
        _ => None,
    };
    found
        .iter()
        .filter(|piece| piece.considered.safe && piece.considered.score >= BEARS)
        // Told already, with what speaks against it.
        .filter(|piece| piece.remark.is_none())
        .filter_map(|piece| Some((piece, asks(piece)?)))
        .take(DOUBTED)
        .collect()
}

/// Those of them that only wait for somebody's word.
pub(super) fn unconfirmed(found: &[Piece]) -> Vec<String> {
    let waiting = doubted(found).into_iter().map(|(piece, _)| piece);
    let waiting = waiting.filter(|piece| piece.status == MemoryStatus::Candidate);
    waiting.map(|piece| piece.id.clone()).collect()
}

fn bucketed(piece: &Piece) -> Bucketed {
    Bucketed {
        memory_id: piece.id.clone(),
        summary: piece.told().summary,
        score: piece.considered.score,
        trust_score: piece.considered.trust,
        status: piece.status.name().to_owned(),
        tags: piece.tags.clone(),
        provenance: piece.provenance.clone(),
    }
}

fn quoted(piece: &Piece) -> Quoted {
    let gist = gist(&piece.text);
    Quoted {
        memory_id: piece.id.clone(),
        preview: gist.evidence.clone().unwrap_or(gist.summary),
        source: piece.source.clone(),
        provenance: piece.provenance.clone(),
        quote: gist.evidence,
    }
}
