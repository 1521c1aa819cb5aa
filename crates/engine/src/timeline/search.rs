//! Looking for words inside the table of contents.

use mneme_access::Caller;
use mneme_model::NsId;
use mneme_store::View;
use mneme_store::tables::toc::{self, Node};
use mneme_timeline::calendar::{Level, NodeName};
use mneme_timeline::terms::Terms;

use super::TocNode;
use super::nodes::find;
use crate::{Engine, Result};

/// Where in a node something was found. Codes are those of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Title = 1,
    Summary = 2,
    Bullets = 3,
    Keywords = 4,
}

/// What to look for in nodes.
#[derive(Clone, Debug, Default)]
pub struct NodeSearch {
    pub query: String,
    /// Empty means all.
    pub fields: Vec<Field>,
    pub limit: usize,
    /// Room for what is shown, if it is bounded.
    pub tokens: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TocMatch {
    pub field: Field,
    pub text: String,
    /// Ids of the grips that hold it.
    pub grips: Vec<String>,
    pub score: f32,
}

/// A node with what was found in it, the best first.
#[derive(Clone, Debug)]
pub struct FoundNode {
    pub node: TocNode,
    pub matches: Vec<TocMatch>,
}

/// Nodes that were looked at below one, at most.
const MOST_NODES: usize = 5_000;
const CHARS_PER_TOKEN: usize = 4;

impl Engine {
    /// `None` for a node nobody has.
    pub async fn search_node(
        &self,
        caller: &Caller,
        id: &str,
        search: NodeSearch,
    ) -> Result<Option<FoundNode>> {
        let Some(node) = self.toc_node(caller, id).await? else {
            return Ok(None);
        };
        Ok(Some(FoundNode {
            matches: search.matches(&node, &Terms::of(&search.query)),
            node,
        }))
    }

    /// Nodes below one (below all, if its id is empty) that match, the best first, and whether
    /// there are more. `None` if nobody has it.
    pub async fn search_children(
        &self,
        caller: &Caller,
        parent: &str,
        level: Option<Level>,
        search: NodeSearch,
    ) -> Result<Option<(Vec<FoundNode>, bool)>> {
        let (name, namespace) = (NodeName::parse(parent), self.reading(caller, None)?);
        let Some(namespace) = namespace else {
            return Ok(parent.is_empty().then(Default::default));
        };
        if name.is_none() && !parent.is_empty() {
            return Ok(None);
        }
        self.store
            .read(move |view| {
                let Some(nodes) = below(view, namespace.ns, name.as_ref(), level)? else {
                    return Ok(None);
                };
                search.among(view, nodes).map(Some)
            })
            .await
    }
}

/// The nodes of a level below one; its children if none is named.
fn below(
    view: &View<'_>,
    ns: NsId,
    parent: Option<&NodeName>,
    level: Option<Level>,
) -> Result<Option<Vec<Node>>> {
    let mut nodes = match parent {
        None => toc::years(view, ns)?,
        Some(name) => match find(view, ns, name)? {
            Some(parent) => children(view, &[parent])?,
            None => return Ok(None),
        },
    };
    while let (Some(level), Some(first)) = (level, nodes.first()) {
        match first.level.cmp(&(level as u8)) {
            std::cmp::Ordering::Less => nodes = children(view, &nodes)?,
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => nodes.clear(),
        }
    }
    Ok(Some(nodes))
}

/// Children of nodes, those of later ones first when there are too many.
pub(super) fn children(view: &View<'_>, parents: &[Node]) -> Result<Vec<Node>> {
    let mut found: Vec<Node> = Vec::new();
    for parent in parents.iter().rev() {
        let room = MOST_NODES.saturating_sub(found.len());
        found.extend(toc::children(view, parent.id, 0, room)?);
    }
    found.sort_by(|a, b| (a.start_ms, &a.name).cmp(&(b.start_ms, &b.name)));
    Ok(found)
}

// === impl NodeSearch ===

impl NodeSearch {
    fn among(&self, view: &View<'_>, nodes: Vec<Node>) -> Result<(Vec<FoundNode>, bool)> {
        let (terms, mut found) = (Terms::of(&self.query), Vec::new());
        for node in nodes {
            let node = TocNode::read(view, node)?;
            let matches = self.all(&node, &terms);
            if !matches.is_empty() {
                found.push(FoundNode { node, matches });
            }
        }
        let newest = |found: &FoundNode| std::cmp::Reverse(found.node.start_ms);
        found.sort_by(|a, b| {
            let best = b.relevance().total_cmp(&a.relevance());
            best.then(newest(a).cmp(&newest(b)))
        });
        let all = found.len();
        found.truncate(self.limit);
        let mut room = self.room();
        found.retain_mut(|found| {
            found.matches.truncate(self.limit);
            found.matches = fitting(std::mem::take(&mut found.matches), &mut room);
            !found.matches.is_empty()
        });
        let more = all > found.len();
        Ok((found, more))
    }

    fn room(&self) -> usize {
        self.tokens
            .map_or(usize::MAX, |n| n.saturating_mul(CHARS_PER_TOKEN))
    }

    /// What fits into the room there is.
    fn matches(&self, node: &TocNode, terms: &Terms) -> Vec<TocMatch> {
        let mut matches = self.all(node, terms);
        matches.truncate(self.limit);
        fitting(matches, &mut self.room())
    }

    /// Everything in a node that matches, the best first.
    pub(super) fn all(&self, node: &TocNode, terms: &Terms) -> Vec<TocMatch> {
        let wanted = |field| self.fields.is_empty() || self.fields.contains(&field);
        let mut matches = Vec::new();
        let mut look = |field, text: &str, grips: &[String], score: Option<f32>| {
            if let Some(score) = score.filter(|_| wanted(field)) {
                matches.push(TocMatch {
                    field,
                    text: text.to_owned(),
                    grips: grips.to_vec(),
                    score,
                });
            }
        };
        look(Field::Title, &node.title, &[], terms.in_text(&node.title));
        if let Some(summary) = &node.summary {
            look(Field::Summary, summary, &[], terms.in_text(summary));
        }
        for bullet in &node.bullets {
            let score = terms.in_text(&bullet.text);
            look(Field::Bullets, &bullet.text, &bullet.grips, score);
        }
        for word in &node.keywords {
            look(Field::Keywords, word, &[], terms.is_keyword(word));
        }
        matches.sort_by(|a, b| b.score.total_cmp(&a.score));
        matches
    }
}

/// The first ones that fit into so many characters, which become fewer.
fn fitting(matches: Vec<TocMatch>, room: &mut usize) -> Vec<TocMatch> {
    let fits = |found: &TocMatch| match room.checked_sub(found.text.chars().count()) {
        Some(left) => {
            *room = left;
            true
        }
        None => false,
    };
    matches.into_iter().take_while(fits).collect()
}

// === impl FoundNode ===

impl FoundNode {
    /// The best of its matches: a node is not worse for having more of them.
    pub fn relevance(&self) -> f32 {
        let scores = self.matches.iter().map(|found| found.score);
        scores.fold(0.0, f32::max)
    }
}
