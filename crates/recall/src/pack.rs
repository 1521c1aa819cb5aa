//! Packing evidence into a token budget. A line is worth its score for the tokens it takes:
//! the worthiest are chosen, and shown best first. Into what is left go lines of context
//! around them. Each line says when, who and where it came from.

use std::collections::HashSet;

use mneme_model::{Event, MemoryStatus, Seq};
use mneme_store::View;
use mneme_store::tables::journal::{self, Beside, Position};
use mneme_store::tables::memories::MemoryRow;

use crate::candidates::{self, Candidate};
use crate::{Evidence, Result, signals, tokens, weights};

/// Context lines on each side of a piece of evidence, at most.
const REACH: usize = 2;
/// Places looked at on each side to find them: versions that were replaced are passed over.
const LOOKED_AT: usize = 32;
/// A line that had to be cut ends in this.
const CUT: &str = " …";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRole {
    Evidence,
    Context,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub id: String,
    pub role: LineRole,
    pub text: String,
    pub tokens: usize,
}

/// What fits, as lines and as one text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    pub lines: Vec<Line>,
    pub tokens: usize,
    pub budget: usize,
}

/// Evidence with the context that was added around it.
struct Group {
    before: Vec<Line>,
    evidence: Line,
    after: Vec<Line>,
}

// === impl LineRole ===

impl LineRole {
    pub fn name(self) -> &'static str {
        match self {
            LineRole::Evidence => "evidence",
            LineRole::Context => "context",
        }
    }
}

// === impl Packed ===

impl Packed {
    pub fn text(&self) -> String {
        self.lines
            .iter()
            .map(|line| line.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// One line as a model reads it.
pub fn line(event: &Event, id: &str, speaker: Option<&str>) -> String {
    marked(event, None, id, speaker)
}

/// The same of a memory, which says so before its words if nobody vouches for them: an end may be cut off.
fn marked(event: &Event, memory: Option<&MemoryRow>, id: &str, speaker: Option<&str>) -> String {
    let who = speaker
        .or(event.body.role.map(|role| role.name()))
        .unwrap_or(event.label());
    let text = event
        .body
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mark = memory.map_or("", |memory| mark(memory.status));
    format!("[{}] {who}{mark}: {text} ({id})", event.occurred.minute())
}

fn mark(status: MemoryStatus) -> &'static str {
    match status {
        MemoryStatus::Candidate => " (unconfirmed)",
        MemoryStatus::Contested => " (contested)",
        _ => "",
    }
}

/// What somebody said is wrong is no evidence, nor what stands around it.
fn is_told(memory: Option<&MemoryRow>) -> bool {
    memory.is_none_or(|memory| memory.status != MemoryStatus::Rejected)
}

/// `as_of` keeps what came later, and what was not believed then, out of the context.
pub fn pack(
    view: &View<'_>,
    ranked: &[Evidence],
    budget: usize,
    as_of: Option<Seq>,
) -> Result<Packed> {
    let mut left = budget;
    let groups = choose(ranked, &mut left);
    let shown = groups.iter().map(|(hit, _)| hit.event.seq).collect();
    let mut surroundings = Surroundings {
        view,
        as_of,
        shown,
        left,
    };
    let mut lines = Vec::new();
    let mut groups = groups;
    for (hit, group) in &mut groups {
        surroundings.add(hit, group)?;
    }
    for (_, group) in groups {
        lines.extend(group.before);
        lines.push(group.evidence);
        lines.extend(group.after);
    }
    let tokens = budget - surroundings.left;
    signals::PACKED.add(tokens as u64);
    Ok(Packed {
        lines,
        tokens,
        budget,
    })
}

/// The same without anything around it.
pub fn pack_alone(ranked: &[Evidence], budget: usize) -> Packed {
    let mut left = budget;
    let groups = choose(ranked, &mut left);
    signals::PACKED.add((budget - left) as u64);
    Packed {
        lines: groups
            .into_iter()
            .map(|(_, group)| group.evidence)
            .collect(),
        tokens: budget - left,
        budget,
    }
}

/// The evidence to show, best first.
fn choose<'e>(ranked: &'e [Evidence], left: &mut usize) -> Vec<(&'e Evidence, Group)> {
    let mut offers: Vec<Offer<'_>> = ranked
        .iter()
        .filter(|hit| is_told(hit.memory.as_ref()))
        .enumerate()
        .filter(|(rank, hit)| *rank == 0 || hit.score >= weights::WORTH_A_LINE)
        .map(|(rank, hit)| Offer::of(rank, hit))
        .collect();
    // The best comes first whatever it costs; it is what was asked for.
    offers.sort_by(|a, b| {
        (b.rank == 0)
            .cmp(&(a.rank == 0))
            .then(b.worth.total_cmp(&a.worth))
    });
    let mut chosen: Vec<(usize, &Evidence, Group)> = Vec::new();
    for offer in offers {
        let (rank, hit, first) = (offer.rank, offer.hit, chosen.is_empty());
        if let Some(line) = fit(
            &hit.id,
            LineRole::Evidence,
            offer.text,
            offer.tokens,
            left,
            first,
        ) {
            chosen.push((rank, hit, Group::around(line)));
        }
    }
    chosen.sort_by_key(|(rank, ..)| *rank);
    chosen
        .into_iter()
        .map(|(_, hit, group)| (hit, group))
        .collect()
}

/// A line that could be shown.
struct Offer<'e> {
    rank: usize,
    hit: &'e Evidence,
    text: String,
    tokens: usize,
    worth: f64,
}

impl<'e> Offer<'e> {
    fn of(rank: usize, hit: &'e Evidence) -> Self {
        let speaker = hit.speaker.as_deref();
        let text = marked(&hit.event, hit.memory.as_ref(), &hit.id, speaker);
        let tokens = tokens_of(&text);
        Self {
            worth: hit.score / (tokens as f64).powf(weights::THRIFT),
            rank,
            hit,
            text,
            tokens,
        }
    }
}

impl Group {
    fn around(evidence: Line) -> Self {
        Self {
            before: Vec::new(),
            evidence,
            after: Vec::new(),
        }
    }
}

/// One more for the line break.
fn tokens_of(text: &str) -> usize {
    tokens::count(text) + 1
}

/// The line if it fits; the very first is cut rather than left out.
fn fit(
    id: &str,
    role: LineRole,
    mut text: String,
    mut tokens: usize,
    left: &mut usize,
    first: bool,
) -> Option<Line> {
    if tokens > *left {
        if !first || *left < 8 {
            return None;
        }
        let room = left.saturating_sub(1 + tokens::count(CUT));
        text = format!("{}{CUT}", tokens::cut(&text, room));
        tokens = tokens_of(&text).min(*left);
    }
    *left -= tokens;
    Some(Line {
        id: id.to_owned(),
        role,
        text,
        tokens,
    })
}

/// What is left of the budget, and what was shown already.
struct Surroundings<'v, 'c> {
    view: &'v View<'c>,
    as_of: Option<Seq>,
    shown: HashSet<Seq>,
    left: usize,
}

// === impl Surroundings ===

impl Surroundings<'_, '_> {
    /// Adds the nearest lines of the session, alternating before and after, while they fit.
    fn add(&mut self, hit: &Evidence, group: &mut Group) -> Result<()> {
        let Some(session) = hit.event.session else {
            return Ok(());
        };
        let at = Position {
            occurred_ms: hit.event.occurred.ms,
            seq: hit.event.seq,
        };
        let near = journal::neighbours(self.view, session, at, LOOKED_AT, Beside::Anything)?;
        let (mut before, mut after) = (near.0.into_iter().rev(), near.1.into_iter());
        for _ in 0..REACH {
            if let Some(line) = self.next_line(&mut before)? {
                group.before.insert(0, line);
            }
            if let Some(line) = self.next_line(&mut after)? {
                group.after.push(line);
            }
        }
        Ok(())
    }

    /// The nearest record on one side that may be shown, and whether it fits.
    fn next_line(&mut self, places: &mut impl Iterator<Item = Position>) -> Result<Option<Line>> {
        for at in places {
            let near = candidates::load(self.view, at.seq, self.as_of)?;
            if let Some(near) = near.filter(|near| is_told(near.memory.as_ref())) {
                return self.line(at, &near);
            }
        }
        Ok(None)
    }

    /// A line of context: loaded by the same rules as evidence, so that nothing retired and
    /// nothing from a later time slips in beside it.
    fn line(&mut self, at: Position, near: &Candidate) -> Result<Option<Line>> {
        if self.shown.contains(&at.seq) || near.event.body.text.is_empty() {
            return Ok(None);
        }
        let id = near.id(self.view)?;
        let speaker = near.speaker.as_deref();
        let text = marked(&near.event, near.memory.as_ref(), &id, speaker);
        let tokens = tokens_of(&text);
        let line = fit(&id, LineRole::Context, text, tokens, &mut self.left, false);
        if line.is_some() {
            self.shown.insert(at.seq);
        }
        Ok(line)
    }
}
