//! Everything tied to a memory, whichever way the ties run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mneme_model::{Code, MemoryStatus, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{contradictions, journal};

use super::{Edge, EdgeKind, MOST, Node, wordings};
use crate::memories::{said_of, succession};
use crate::{Error, Record, Result};

/// Which memories gave way to which, over a namespace.
type Gave = HashMap<Seq, Vec<Seq>>;

/// What one memory is tied to.
#[derive(Default)]
struct Ties {
    derived_from: Vec<Seq>,
    contradicts: Vec<Seq>,
    /// The other ends, all of them.
    all: Vec<Seq>,
}

/// The memories of a history in the order they were first told; `None` where the root is no
/// memory, or not one's to see.
pub fn nodes(view: &View<'_>, space: &Namespace, root: &str) -> Result<Option<Vec<Node>>> {
    let Some(root) = journal::find(view, space.ns, root)? else {
        return Ok(None);
    };
    let gave = gave(view, space)?;
    let (mut found, mut next) = (BTreeMap::new(), vec![root]);
    let mut seen = BTreeSet::from([root]);
    while let Some(seq) = next.pop() {
        let Some((node, ties)) = node(view, space, &gave, seq)? else {
            continue;
        };
        next.extend(ties.all.into_iter().filter(|seq| seen.insert(*seq)));
        found.insert(seq, node);
        if found.len() > MOST {
            let message = format!("this history has more than {MOST} memories");
            return Err(Error::refused(Code::BadBatch, message));
        }
    }
    if !found.contains_key(&root) {
        let row = memories::get(view, root)?.filter(|row| row.ns == space.ns);
        // Damaged is not the same as gone.
        row.map(|row| journal::load(&view.exact(), row.head_seq))
            .transpose()?;
        return Ok(None);
    }
    let mut nodes: Vec<Node> = found.into_values().collect();
    let key = |node: &Node| (node.record.created_ms, node.record.id.clone());
    nodes.sort_by_cached_key(key);
    Ok(Some(only_known(nodes)))
}

/// What one may not see, or what is no more, is named by nobody.
fn only_known(mut nodes: Vec<Node>) -> Vec<Node> {
    let ids: BTreeSet<String> = nodes.iter().map(|node| node.record.id.clone()).collect();
    for node in &mut nodes {
        node.derived_from.retain(|id| ids.contains(id));
        node.contradicts.retain(|id| ids.contains(id));
        for review in &mut node.reviews {
            let by = review.superseded_by.take();
            review.superseded_by = by.filter(|id| ids.contains(id));
        }
        let by = node.record.superseded_by.take();
        node.record.superseded_by = by.filter(|id| ids.contains(id));
        if node.record.superseded_by.is_none() && !node.record.status.is_found() {
            // Its successor is gone: it is kept, and not found.
            node.archived_ms = node.archived_ms.or(node.superseded_ms);
            node.superseded_ms = None;
        }
    }
    nodes
}

fn node(view: &View<'_>, space: &Namespace, gave: &Gave, seq: Seq) -> Result<Option<(Node, Ties)>> {
    let Some(row) = memories::get(view, seq)?.filter(|row| row.ns == space.ns) else {
        return Ok(None);
    };
    let record = Record::of_memory(view, space, row.clone())?;
    let Some(record) = record.filter(|record| space.sees(record.agent.as_deref())) else {
        return Ok(None);
    };
    let first = journal::load(view, seq)?;
    let brought = first.as_ref().and_then(|event| event.body.brought.as_ref());
    let governance = brought.and_then(|brought| brought.governance.clone());
    let superseding = succession::superseding(view, &row)?;
    let mut ties = Ties {
        derived_from: first
            .map(|event| event.body.derived_from)
            .unwrap_or_default(),
        contradicts: contradictions::of(view, seq)?,
        ..Ties::default()
    };
    ties.all.extend(&ties.derived_from);
    ties.all.extend(&ties.contradicts);
    ties.all.extend(contradictions::doubted_for(view, seq)?);
    ties.all.extend(versions::acts(view, seq, Why::Derives)?);
    ties.all.extend(superseding.and_then(|(_, by)| by));
    ties.all.extend(gave.get(&seq).into_iter().flatten());
    let node = Node {
        wordings: wordings::of(view, seq)?,
        reviews: said_of(view, seq)?,
        derived_from: names(view, &ties.derived_from)?,
        contradicts: names(view, &ties.contradicts)?,
        superseded_ms: occurred(view, superseding.map(|(act, _)| act))?,
        archived_ms: archived(view, &row)?,
        governance,
        record,
    };
    Ok(Some((node, ties)))
}

/// In the order of the alphabet.
fn names<'a>(view: &View<'_>, seqs: impl IntoIterator<Item = &'a Seq>) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for seq in seqs {
        names.extend(journal::ext_id(view, *seq)?);
    }
    names.sort_unstable();
    Ok(names)
}

fn occurred(view: &View<'_>, act: Option<Seq>) -> Result<Option<i64>> {
    let event = act.map(|act| journal::load(view, act)).transpose()?;
    Ok(event.flatten().map(|event| event.occurred.ms))
}

/// When a memory that is put away was.
fn archived(view: &View<'_>, row: &MemoryRow) -> Result<Option<i64>> {
    if row.status != MemoryStatus::Archived {
        return Ok(None);
    }
    let last = versions::acts(view, row.seq, Why::Moves)?.pop();
    Ok(occurred(view, last)?.or(Some(row.updated_ms)))
}

fn gave(view: &View<'_>, space: &Namespace) -> Result<Gave> {
    let mut gave = Gave::new();
    for (act, old) in versions::superseded_after(view, space.ns, 0)? {
        let Some(row) = memories::get(view, old)? else {
            continue;
        };
        // One that was told anew since is believed again.
        if let Some((last, Some(by))) = succession::superseding(view, &row)?
            && last == act
        {
            gave.entry(by).or_default().push(old);
        }
    }
    Ok(gave)
}

/// Every tie once; two that speak against each other are told with the smaller name first.
pub fn edges(nodes: &[Node]) -> Vec<Edge> {
    let mut edges = BTreeSet::new();
    for node in nodes {
        let id = &node.record.id;
        let edge = |to: &String, kind| Edge {
            from: id.clone(),
            to: to.clone(),
            kind,
        };
        let derived = node.derived_from.iter();
        edges.extend(derived.map(|to| edge(to, EdgeKind::DerivedFrom)));
        let by = node.record.superseded_by.iter();
        edges.extend(by.map(|to| edge(to, EdgeKind::SupersededBy)));
        for other in &node.contradicts {
            // Either of the two may say so alone.
            let (from, to) = (id.min(other).clone(), id.max(other).clone());
            let kind = EdgeKind::ContradictsWith;
            edges.insert(Edge { from, to, kind });
        }
    }
    edges.into_iter().collect()
}
