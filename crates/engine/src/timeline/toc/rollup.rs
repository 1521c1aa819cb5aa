//! Periods: what each was about, from what stands below it; from days up to years.

use mneme_store::tables::toc::{self, Node, NodeId};
use mneme_store::tables::cursors;
use mneme_store::{Tx, View};
use mneme_timeline::calendar::{Level, NodeName, node_id};
use mneme_timeline::digest::{self, Child};
use mneme_timeline::ulid;

use super::{ERASED, Passed, Toc, Told};
use crate::{Error, Result};

/// Periods told in one go.
const TOGETHER: usize = 50;

const LEVELS: [Level; 4] = [Level::Day, Level::Week, Level::Month, Level::Year];

/// What became of a period.
enum Rolled {
    /// Nothing stands below it any more.
    Empty,
    Same { events: i64 },
    Other { told: Told, events: i64 },
}

pub async fn run(toc: &Toc) -> Result<Passed> {
    let mut passed = Passed::default();
    for level in LEVELS {
        while let Some(changed) = some(toc, level).await? {
            passed.periods += changed;
        }
    }
    Ok(passed)
}

/// Tells of some periods of a level; `None` when none is left.
async fn some(toc: &Toc, level: Level) -> Result<Option<u64>> {
    let level = level as u8;
    let read = move |view: &View<'_>| {
        let erased = cursors::get(view, ERASED)?;
        let stale = toc::stale(view, level, TOGETHER)?;
        let rolled = stale.into_iter().map(|node| Ok((roll(view, &node)?, node)));
        Ok::<_, Error>((rolled.collect::<Result<Vec<_>>>()?, erased))
    };
    let (rolled, erased) = toc.store.read(read).await?;
    if rolled.is_empty() {
        return Ok(None);
    }
    let store = toc.store.clone();
    let write = move |tx: &Tx<'_>| {
        if cursors::get(tx, ERASED)? != erased {
            return Ok::<_, Error>(Some(0));
        }
        let mut changed = 0;
        for (rolled, node) in rolled {
            let namespace = store.namespace_by_id(node.ns);
            changed += settle(tx, namespace.as_ref(), &node, rolled)?;
        }
        Ok(Some(changed))
    };
    toc.store.write(TOGETHER * 2_048, write).await
}

fn roll(view: &View<'_>, node: &Node) -> Result<Rolled> {
    let children = toc::children(view, node.id, 0, usize::MAX >> 1)?;
    if children.is_empty() {
        return Ok(Rolled::Empty);
    }
    let events = children.iter().map(|child| child.events).sum();
    let told = Told::of_children(view, node, &children)?;
    // One that cannot be read is told again.
    Ok(match Told::read(view, node).ok().flatten() {
        Some(old) if old == told => Rolled::Same { events },
        _ => Rolled::Other { told, events },
    })
}

fn settle(
    tx: &Tx<'_>,
    namespace: Option<&mneme_store::names::Namespace>,
    node: &Node,
    rolled: Rolled,
) -> Result<u64> {
    match (rolled, namespace) {
        (Rolled::Empty, _) | (_, None) => {
            toc::remove(tx, node.id)?;
            above(tx, node.parent)?;
            Ok(1)
        }
        (Rolled::Same { events }, _) => {
            toc::set_events(tx, node.id, events)?;
            toc::set_stale(tx, node.id, false)?;
            Ok(0)
        }
        (Rolled::Other { told, events }, Some(namespace)) => {
            toc::set_events(tx, node.id, events)?;
            toc::tell(tx, namespace, node.id, &told.bytes()?)?;
            above(tx, node.parent)?;
            Ok(1)
        }
    }
}

fn above(tx: &Tx<'_>, parent: Option<NodeId>) -> Result<()> {
    if let Some(parent) = parent {
        toc::set_stale(tx, parent, true)?;
    }
    Ok(())
}

// === impl Told ===

impl Told {
    fn of_children(view: &View<'_>, node: &Node, children: &[Node]) -> Result<Self> {
        let mut told: Vec<(Told, f32)> = Vec::new();
        for child in children {
            // One that lost its words is told again first; until then it says nothing.
            if let Some(said) = Told::read(view, child)? {
                told.push((said, child.events as f32));
            }
        }
        let parts = told.iter().map(|(said, weight)| Child {
            title: &said.digest.title,
            digest: &said.digest,
            weight: *weight,
        });
        let rollup = digest::of_children(&parts.collect::<Vec<_>>());
        let held = |from: &[(usize, usize)]| {
            let grips = from.iter().filter_map(|(child, n)| told.get(*child)?.0.grips.get(*n));
            let mut grips: Vec<String> = grips.flatten().cloned().collect();
            grips.sort_unstable();
            grips.dedup();
            grips
        };
        let grips = rollup.bullets.iter().map(|merged| held(&merged.from)).collect();
        let names: Vec<&str> = children.iter().map(|child| child.name.as_str()).collect();
        Ok(Self {
            grips,
            digest: rollup.into_digest(&title(node)),
            below: ulid::derived(0, &names),
        })
    }
}

/// A period keeps the title the calendar gives it.
pub fn title(node: &Node) -> String {
    let level = Level::from_code(node.level.into());
    match level.and_then(|level| NodeName::parse(&node_id(level, &node.name))) {
        Some(NodeName::Period(period)) => period.title(),
        _ => node.name.clone(),
    }
}
