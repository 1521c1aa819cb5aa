//! What happened to the memories of a history, in order. It follows from what is kept of them, so
//! that a replayed history tells the same.

use std::collections::HashMap;

use super::Node;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MomentKind {
    Created,
    Derived,
    Contradicted,
    Review,
    Superseded,
    Archived,
    StateSnapshot,
}

#[derive(Clone, Debug)]
pub struct Moment {
    pub at_ms: i64,
    pub memory: String,
    pub kind: MomentKind,
    pub summary: String,
    pub to_status: Option<&'static str>,
    pub actor: Option<String>,
    pub via: Option<String>,
    pub related: Vec<String>,
}

/// In the order of time, of names, of words.
pub fn of(nodes: &[Node]) -> Vec<Moment> {
    let told = nodes.iter().map(|node| (node.record.id.as_str(), node));
    let told: HashMap<&str, &Node> = told.collect();
    let mut all: Vec<Moment> = nodes.iter().flat_map(|node| life(node, &told)).collect();
    all.sort_by(|a, b| {
        let key = |one: &Moment| (one.at_ms, one.memory.clone(), one.summary.clone());
        key(a).cmp(&key(b)).then(a.kind.cmp(&b.kind))
    });
    all
}

fn life(node: &Node, told: &HashMap<&str, &Node>) -> Vec<Moment> {
    let (record, born) = (&node.record, node.record.created_ms);
    let mut life = vec![node.moment(born, MomentKind::Created, String::from("created"), &[])];
    if !node.derived_from.is_empty() {
        let summary = format!("derived from {}", counted(node.derived_from.len()));
        life.push(node.moment(born, MomentKind::Derived, summary, &node.derived_from));
    }
    if !node.contradicts.is_empty() {
        // They speak against each other since the later of them is there.
        let others = node
            .contradicts
            .iter()
            .filter_map(|id| told.get(id.as_str()));
        let since = others
            .map(|other| other.record.created_ms)
            .fold(born, i64::max);
        let summary = format!("contradicted by {}", counted(node.contradicts.len()));
        life.push(node.moment(since, MomentKind::Contradicted, summary, &node.contradicts));
    }
    life.extend(reviews(node));
    if let (Some(at), Some(by)) = (node.superseded_ms, &record.superseded_by) {
        let by = std::slice::from_ref(by);
        let summary = String::from("superseded by another memory");
        life.push(node.moment(at, MomentKind::Superseded, summary, by));
    }
    if let Some(at) = node.archived_ms {
        life.push(node.moment(at, MomentKind::Archived, String::from("archived"), &[]));
    }
    let (status, version) = (record.status.name(), record.version);
    let summary = format!("stands as {status} in version {version}");
    life.push(Moment {
        to_status: Some(status),
        ..node.moment(record.updated_ms, MomentKind::StateSnapshot, summary, &[])
    });
    life
}

fn reviews(node: &Node) -> impl Iterator<Item = Moment> + '_ {
    node.reviews.iter().map(|review| {
        let summary = format!("review: {}", review.verdict.name());
        let by: Vec<String> = review.superseded_by.iter().cloned().collect();
        Moment {
            actor: Some(review.actor.to_string()),
            via: Some(review.via.clone()),
            ..node.moment(review.at_ms, MomentKind::Review, summary, &by)
        }
    })
}

fn counted(n: usize) -> String {
    match n {
        1 => String::from("1 memory"),
        n => format!("{n} memories"),
    }
}

// === impl Node ===

impl Node {
    fn moment(&self, at_ms: i64, kind: MomentKind, summary: String, to: &[String]) -> Moment {
        Moment {
            at_ms,
            memory: self.record.id.clone(),
            kind,
            summary,
            to_status: None,
            actor: None,
            via: None,
            related: to.to_vec(),
        }
    }
}

// === impl MomentKind ===

impl MomentKind {
    pub fn name(self) -> &'static str {
        match self {
            MomentKind::Created => "created",
            MomentKind::Derived => "derived",
            MomentKind::Contradicted => "contradicted",
            MomentKind::Review => "review",
            MomentKind::Superseded => "superseded",
            MomentKind::Archived => "archived",
            MomentKind::StateSnapshot => "state_snapshot",
        }
    }
}
