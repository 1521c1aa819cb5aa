//! From the years down to segments, each time into the nodes whose words suit the question best.

use mneme_model::{NameId, NsId};
use mneme_store::View;
use mneme_store::tables::toc::{self, Node};
use mneme_timeline::terms::Terms;

use super::Asked;
use crate::Result;
use crate::timeline::TocNode;
use crate::timeline::docs::{Doc, agents_of};
use crate::timeline::search::{FoundNode, NodeSearch, children};

/// A node that was looked at.
struct Seen {
    node: Node,
    found: FoundNode,
}

/// The deepest nodes that match, those of one agent only if one is named.
pub fn walk(view: &View<'_>, ns: NsId, asked: &Asked, agent: Option<NameId>) -> Result<Vec<Doc>> {
    let (terms, stop) = (Terms::of(&asked.query), &asked.stop);
    let mut level = toc::years(view, ns)?;
    let (mut room, mut deepest) = (stop.max_nodes, Vec::new());
    for _ in 0..stop.max_depth {
        level.truncate(room);
        room -= level.len();
        let mut seen = look(view, level, &terms)?;
        seen.sort_by(|a, b| b.found.relevance().total_cmp(&a.found.relevance()));
        let matching = seen
            .iter()
            .take_while(|seen| !seen.found.matches.is_empty());
        let docs = matching
            .map(|seen| doc(view, seen, agent))
            .collect::<Result<Vec<_>>>()?;
        let docs: Vec<Doc> = docs.into_iter().flatten().collect();
        if !docs.is_empty() {
            deepest = docs;
        }
        // Where nothing matches, the newest are the likeliest.
        seen.truncate(stop.beam_width.max(1));
        let parents: Vec<Node> = seen.into_iter().map(|seen| seen.node).collect();
        level = children(view, &parents)?;
        level.reverse();
    }
    Ok(deepest)
}

fn look(view: &View<'_>, nodes: Vec<Node>, terms: &Terms) -> Result<Vec<Seen>> {
    let all = NodeSearch::default();
    let one = |node: Node| {
        let shown = TocNode::read(view, node.clone())?;
        let found = FoundNode {
            matches: all.all(&shown, terms),
            node: shown,
        };
        Ok(Seen { node, found })
    };
    nodes.into_iter().map(one).collect()
}

/// `None` if it is not of the agent that is asked for. Only segments are of agents.
fn doc(view: &View<'_>, seen: &Seen, agent: Option<NameId>) -> Result<Option<Doc>> {
    let agents = agents_of(view, &seen.node)?;
    if agent.is_some_and(|agent| !agents.contains(&agent)) {
        return Ok(None);
    }
    let shown = match (agent, agents.as_slice()) {
        (Some(agent), _) => Some(agent),
        (None, [only]) => Some(*only),
        (None, _) => None,
    };
    let name = shown.map(|id| view.word(id)).transpose()?;
    let name = name.as_deref().map(str::to_owned);
    Ok(Some(Doc::walked(
        &seen.found.node,
        seen.found.relevance(),
        name,
    )))
}
