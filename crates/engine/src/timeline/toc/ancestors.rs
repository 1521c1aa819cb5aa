//! The periods above a segment.

use mneme_model::NsId;
use mneme_store::Tx;
use mneme_store::tables::toc::{self, NewNode, Node, NodeId};
use mneme_timeline::calendar::{Period, Zone};

use crate::Result;

/// The node of a period, made with everything above it if it is new.
pub fn make(tx: &Tx<'_>, ns: NsId, period: &Period, zone: &Zone) -> Result<NodeId> {
    let (level, name) = (period.level.code() as u8, period.name());
    if let Some(node) = toc::find(tx, ns, level, &name)? {
        return Ok(node.id);
    }
    let parent = match period.parent() {
        Some(parent) => Some(make(tx, ns, &parent, zone)?),
        None => None,
    };
    let (start_ms, end_ms) = period.range(zone);
    let node = NewNode {
        level,
        name: &name,
        parent,
        start_ms,
        end_ms,
        stretch: None,
    };
    let id = toc::insert(tx, ns, &node)?;
    if let Some(parent) = parent {
        toc::set_stale(tx, parent, true)?;
    }
    Ok(id)
}

/// A node and everything above it, from below.
pub fn chain(tx: &Tx<'_>, node: Node) -> mneme_store::Result<Vec<NodeId>> {
    let (mut chain, mut parent) = (vec![node.id], node.parent);
    while let Some(id) = parent {
        chain.push(id);
        parent = toc::get(tx, id)?.and_then(|node| node.parent);
    }
    Ok(chain)
}
