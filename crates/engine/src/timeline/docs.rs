//! From events that were found to the segments and grips that hold them.

use std::collections::HashSet;

use mneme_model::{NameId, Seq};
use mneme_store::View;
use mneme_store::tables::toc::{self, Node, NodeId};
use mneme_store::tables::{grips, journal, pins};
use mneme_timeline::likeness::Bag;
use mneme_timeline::salience::{self, Statement};

use super::TocNode;
use super::grips::excerpt;
use super::prune::Limits;
use crate::{Remembered, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocType {
    Node,
    Grip,
}

/// A segment or a grip that answers.
#[derive(Clone, Debug)]
pub struct Doc {
    pub id: String,
    pub doc_type: DocType,
    pub score: f64,
    /// What it says, in short.
    pub text: String,
    pub keywords: Vec<String>,
    /// When what was found in it occurred.
    pub at_ms: i64,
    pub agent: Option<String>,
    pub statement: Statement,
    pub salience: f32,
    /// Somebody wants it kept at hand.
    pub pinned: bool,
}

/// A preview has no more characters.
const PREVIEW: usize = 200;
/// So many of the best are compared with each other.
const COMPARED: usize = 50;

/// Docs of a list of hits, each once, the best first: about as many as there is room for, because
/// each has to be opened. Hits that are in no segment yet have none.
pub fn of_hits(
    view: &View<'_>,
    hits: &[Remembered],
    wanted: Option<DocType>,
    limits: &Limits,
    room: usize,
) -> Result<Vec<Doc>> {
    let (mut docs, mut known): (Vec<Doc>, HashSet<NodeId>) = Default::default();
    // Hits come the best first, so the first of a doc is its best.
    for hit in hits.iter().filter(|hit| hit.score > 0.0) {
        if docs.len() >= room {
            break;
        }
        let Some(segment) = segment_of(view, hit.record.seq)? else {
            continue;
        };
        let (id, again) = (segment.id, known.contains(&segment.id));
        let held = held(view, hit, segment, again, wanted, limits)?;
        if held.iter().any(|doc| doc.doc_type == DocType::Node) {
            known.insert(id);
        }
        docs.extend(held);
    }
    weigh(&mut docs);
    Ok(docs)
}

/// Docs to open for so many answers: salience and age change the order of those that come near.
pub fn room(limit: usize) -> usize {
    limit.saturating_mul(2).saturating_add(10)
}

/// The segment an event is in.
pub fn segment_of(view: &View<'_>, seq: Seq) -> Result<Option<Node>> {
    let Some((Some(session), place)) = journal::place_of(view, seq)? else {
        return Ok(None);
    };
    let last = toc::segments_until(view, session, place, 1)?.pop();
    Ok(last.filter(|node| node.end() >= Some(place)))
}

/// Who did something in a segment; nobody in a period.
pub fn agents_of(view: &View<'_>, node: &Node) -> Result<Vec<NameId>> {
    let (Some(stretch), Some(first), Some(last)) = (node.stretch, node.start(), node.end()) else {
        return Ok(Vec::new());
    };
    let session = stretch.session;
    Ok(journal::agents_between(view, session, first, last)?)
}

/// What holds a hit: its segment, unless that was shown before, and its grips.
fn held(
    view: &View<'_>,
    hit: &Remembered,
    segment: Node,
    again: bool,
    wanted: Option<DocType>,
    limits: &Limits,
) -> Result<Vec<Doc>> {
    let mut docs = Vec::new();
    let wants = |doc_type| wanted.is_none_or(|wanted| wanted == doc_type);
    let seq = hit.record.seq;
    let (ns, shown) = (segment.ns, limits.shows_segment(segment.end_ms, seq));
    if wants(DocType::Node) && !again {
        let node = TocNode::read(view, segment)?;
        docs.extend((shown || node.pinned).then(|| Doc::of_node(hit, node)));
    }
    let shown = limits.shows_grip(hit.record.occurred.ms, seq);
    if wants(DocType::Grip) {
        for grip in grips::at(view, seq)? {
            let id = format!("grip:{}", grip.name);
            let pinned = pins::has_name(view, ns, &id)?;
            let text = excerpt(&grip, &hit.record.text);
            let doc = Doc::of_grip(hit, id, &text, pinned);
            docs.extend((shown || pinned).then_some(doc));
        }
    }
    Ok(docs)
}

/// Scores with how much each text matters and how old it is beside the newest; then the order.
pub fn weigh(docs: &mut [Doc]) {
    let newest = docs.iter().map(|doc| doc.at_ms).max().unwrap_or(0);
    for doc in docs.iter_mut() {
        let older = newest - doc.at_ms;
        doc.score = salience::weighed(doc.score, doc.salience, doc.lasts(), older);
    }
    sort(docs);
    supersede(docs);
    sort(docs);
}

/// Of docs that say the same the newest counts most. Only the best are compared.
fn supersede(docs: &mut [Doc]) {
    let best = docs.len().min(COMPARED);
    let docs = &mut docs[..best];
    let bags: Vec<Bag> = docs.iter().map(|doc| Bag::of(&doc.text)).collect();
    let said_again = |one: usize| {
        let newer = |other: &usize| {
            let (doc, other) = (&docs[one], &docs[*other]);
            doc.doc_type == other.doc_type && doc.at_ms < other.at_ms
        };
        let mut newer = (0..best).filter(newer);
        newer.any(|other| bags[one].likeness(&bags[other]) >= salience::SAME)
    };
    let old: Vec<usize> = (0..best).filter(|one| said_again(*one)).collect();
    for one in old {
        docs[one].score = salience::superseded(docs[one].score, docs[one].lasts());
    }
}

pub fn sort(docs: &mut [Doc]) {
    docs.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
}

/// The beginning of a text.
pub fn preview(text: &str) -> String {
    match text.char_indices().nth(PREVIEW) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

// === impl Doc ===

impl Doc {
    /// What holds until it is taken back, or is pinned, does not grow old.
    fn lasts(&self) -> bool {
        self.pinned || self.statement.lasts()
    }

    fn of_grip(hit: &Remembered, id: String, text: &str, pinned: bool) -> Self {
        let statement = Statement::of(text);
        Self {
            id,
            doc_type: DocType::Grip,
            score: hit.score,
            keywords: Vec::new(),
            at_ms: hit.record.occurred.ms,
            agent: hit.record.agent.as_deref().map(str::to_owned),
            statement,
            salience: salience::salience(text, statement, pinned),
            pinned,
            text: preview(text),
        }
    }

    fn of_node(hit: &Remembered, node: TocNode) -> Self {
        let agent = hit.record.agent.as_deref().map(str::to_owned);
        Self {
            score: hit.score,
            at_ms: hit.record.occurred.ms,
            ..Self::walked(&node, 0.0, agent)
        }
    }

    /// A node that was found by walking to it.
    pub fn walked(node: &TocNode, score: f32, agent: Option<String>) -> Self {
        let text = node.summary.as_deref().unwrap_or(&node.title);
        Self {
            id: node.id.clone(),
            doc_type: DocType::Node,
            score: f64::from(score),
            text: preview(text),
            keywords: node.keywords.clone(),
            at_ms: node.start_ms,
            agent,
            statement: node.statement,
            salience: node.salience,
            pinned: node.pinned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doc(id: &str, text: &str, at_ms: i64) -> Doc {
        let statement = Statement::of(text);
        Doc {
            id: id.to_owned(),
            doc_type: DocType::Grip,
            score: 0.8,
            text: text.to_owned(),
            keywords: Vec::new(),
            at_ms,
            agent: None,
            statement,
            salience: salience::salience(text, statement, false),
            pinned: false,
        }
    }

    fn scores(mut docs: Vec<Doc>) -> Vec<(String, f64)> {
        weigh(&mut docs);
        docs.into_iter().map(|doc| (doc.id, doc.score)).collect()
    }

    #[test]
    fn what_a_newer_text_says_again_counts_less() {
        let said = "The harbour office opens its port at eight";
        let again = "The harbour office opens its port at nine";
        let found = scores(vec![doc("old", said, 1), doc("new", again, 2)]);
        assert_eq!(found[0].0, "new");
        assert!((found[1].1 / found[0].1 - 0.85).abs() < 0.02, "{found:?}");
        let other = "Nobody knows the way through these woods";
        let found = scores(vec![doc("old", said, 1), doc("new", other, 2)]);
        assert!((found[1].1 / found[0].1 - 1.0).abs() < 0.02, "{found:?}");
        let rule = "The harbour office must open its port at eight";
        let newer = "The harbour office did open its port at eight";
        let found = scores(vec![doc("rule", rule, 1), doc("new", newer, 2)]);
        assert_eq!(found[0].0, "rule", "{found:?}");
    }

    #[test]
    fn t_083_what_is_pinned_outranks_its_equal_and_does_not_grow_old() {
        let said = "The harbour office opens its port at eight";
        let pinned = |id: &str, at_ms| Doc {
            pinned: true,
            salience: salience::salience(said, Statement::Observation, true),
            ..doc(id, said, at_ms)
        };
        let year = 365 * 86_400_000;
        let found = scores(vec![doc("plain", said, year), pinned("pinned", 1)]);
        assert_eq!(
            found[0].0, "pinned",
            "older and said again since: {found:?}"
        );
        let young = scores(vec![pinned("pinned", 1)]);
        assert_eq!(found[0].1, young[0].1, "nothing is taken from it");
    }
}
