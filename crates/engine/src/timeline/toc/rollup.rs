//! Periods: what each was about, from what stands below it; from days up to years.

use mneme_model::Kind;
use mneme_store::tables::cursors;
use mneme_store::tables::toc::{self, Node, NodeId};
use mneme_store::{Tx, View};
use mneme_timeline::calendar::{Level, NodeName, node_id};
use mneme_timeline::digest::{self, Child, anchor};
use mneme_timeline::segment::Turn;
use mneme_timeline::ulid;

use super::{ERASED, Passed, Summariser, Toc, Told};
use crate::{Error, Result};

/// Periods told in one go.
const TOGETHER: usize = 50;

const LEVELS: [Level; 4] = [Level::Day, Level::Week, Level::Month, Level::Year];

/// What became of a period.
enum Rolled {
    /// Nothing stands below it any more.
    Empty,
    Same {
        events: i64,
    },
    Other {
        told: Told,
        events: i64,
        /// What a model is asked about, and what holds it.
        parts: Vec<Told>,
    },
}

/// Which periods are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those below which something changed.
    Changed,
    /// Those that say nothing any more.
    Bare,
}

pub async fn run(toc: &Toc, which: Which) -> Result<Passed> {
    let mut passed = Passed::default();
    for level in LEVELS {
        while let Some(changed) = some(toc, level, which).await? {
            passed.periods += changed;
        }
    }
    Ok(passed)
}

/// Tells of some periods of a level; `None` when none is left.
async fn some(toc: &Toc, level: Level, which: Which) -> Result<Option<u64>> {
    let level = level as u8;
    let read = move |view: &View<'_>| {
        let erased = cursors::get(view, ERASED)?;
        let stale = match which {
            Which::Changed => toc::stale(view, level, TOGETHER)?,
            Which::Bare => toc::bare(view, level, TOGETHER)?,
        };
        let rolled = stale.into_iter().map(|node| Ok((roll(view, &node)?, node)));
        Ok::<_, Error>((rolled.collect::<Result<Vec<_>>>()?, erased))
    };
    let (mut rolled, erased) = toc.store.read(read).await?;
    if rolled.is_empty() {
        return Ok(None);
    }
    if let Some(summariser) = &toc.summariser {
        for (rolled, _) in &mut rolled {
            rolled.retell(summariser).await;
        }
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
    let (told, parts) = Told::of_children(view, &children)?;
    // One that cannot be read is told again.
    Ok(match Told::read(view, node).ok().flatten() {
        Some(old) if old == told => Rolled::Same { events },
        _ => Rolled::Other {
            told,
            events,
            parts,
        },
    })
}

// === impl Rolled ===

impl Rolled {
    /// Lets a model tell it instead, if it can. Each of its lines is held by what holds the line
    /// below that says most of it.
    async fn retell(&mut self, summariser: &Summariser) {
        let Rolled::Other { told, parts, .. } = self else {
            return;
        };
        let titled = parts
            .iter()
            .map(|part| (part.digest.title.clone(), part.digest.clone()));
        let Some(mut digest) = summariser.of_children(&titled.collect::<Vec<_>>()).await else {
            return;
        };
        digest.title.clone_from(&told.digest.title);
        let lines: Vec<(&str, &[String])> = parts.iter().flat_map(Told::lines).collect();
        let turns: Vec<Turn<'_>> = lines.iter().map(|(text, _)| line(text)).collect();
        let held = |text: &str| {
            let (first, last) = anchor::find(text, &turns)?;
            Some(
                lines
                    .get(first..=last)?
                    .iter()
                    .flat_map(|(_, grips)| grips.iter().cloned())
                    .collect(),
            )
        };
        told.grips = digest
            .bullets
            .iter()
            .map(|b| held(&b.text).unwrap_or_default())
            .collect();
        told.digest = digest;
    }
}

fn line(text: &str) -> Turn<'_> {
    Turn {
        id: "",
        kind: Kind::Message,
        role: None,
        occurred_ms: 0,
        text,
    }
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
        (Rolled::Other { told, events, .. }, Some(namespace)) => {
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
    /// Each line with what holds it.
    fn lines(&self) -> impl Iterator<Item = (&str, &[String])> {
        let lines = self.digest.bullets.iter().zip(&self.grips);
        lines.map(|(bullet, grips)| (bullet.text.as_str(), grips.as_slice()))
    }

    /// What the children say together, and what each of them says.
    fn of_children(view: &View<'_>, children: &[Node]) -> Result<(Self, Vec<Self>)> {
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
            let grips = from
                .iter()
                .filter_map(|(child, n)| told.get(*child)?.0.grips.get(*n));
            let mut grips: Vec<String> = grips.flatten().cloned().collect();
            grips.sort_unstable();
            grips.dedup();
            grips
        };
        let grips = rollup
            .bullets
            .iter()
            .map(|merged| held(&merged.from))
            .collect();
        let names: Vec<&str> = children.iter().map(|child| child.name.as_str()).collect();
        let all = Self {
            grips,
            digest: rollup.into_digest(),
            below: ulid::derived(0, &names),
        };
        Ok((all, told.into_iter().map(|(said, _)| said).collect()))
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
