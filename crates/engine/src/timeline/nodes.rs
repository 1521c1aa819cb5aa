//! Reading the table of contents.

use mneme_access::Caller;
use mneme_model::{Code, NsId};
use mneme_store::View;
use mneme_store::tables::pins;
use mneme_store::tables::toc::{self, Node};
use mneme_timeline::calendar::{Level, NodeName, node_id};
use mneme_timeline::salience::{Statement, salience};

use super::toc::{Told, title};
use crate::{Engine, Error, Result};

/// A node as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct TocNode {
    pub id: String,
    pub level: Level,
    pub title: String,
    /// Absent until something was told of it.
    pub summary: Option<String>,
    pub bullets: Vec<TocBullet>,
    pub keywords: Vec<String>,
    pub children: Vec<String>,
    pub start_ms: i64,
    pub end_ms: i64,
    pub version: i64,
    pub events: i64,
    /// What sort of statement it makes, and how much it matters.
    pub statement: Statement,
    pub salience: f32,
    /// Somebody wants it kept at hand.
    pub pinned: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TocBullet {
    pub text: String,
    /// Ids of grips.
    pub grips: Vec<String>,
}

/// Some children, and where the next ones begin.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    pub children: Vec<TocNode>,
    pub next: Option<u64>,
}

impl Engine {
    /// The years, the newest first.
    pub async fn toc_root(&self, caller: &Caller) -> Result<Vec<TocNode>> {
        let Some(namespace) = self.reading_all(caller)? else {
            return Ok(Vec::new());
        };
        self.store
            .read(move |view| all(view, toc::years(view, namespace.ns)?))
            .await
    }

    /// A node by its id; nothing for an id nobody has, however it is spelt.
    pub async fn toc_node(&self, caller: &Caller, id: &str) -> Result<Option<TocNode>> {
        let (name, namespace) = (NodeName::parse(id), self.reading_all(caller)?);
        let (Some(name), Some(namespace)) = (name, namespace) else {
            return Ok(None);
        };
        self.store
            .read(move |view| {
                let node = find(view, namespace.ns, &name)?;
                node.map(|node| TocNode::read(view, node)).transpose()
            })
            .await
    }

    /// Children of a node in the order of time, from an offset.
    pub async fn toc_branch(
        &self,
        caller: &Caller,
        id: &str,
        offset: u64,
        limit: usize,
    ) -> Result<Branch> {
        let (name, namespace) = (NodeName::parse(id), self.reading_all(caller)?);
        let (Some(name), Some(namespace)) = (name, namespace) else {
            return Ok(Branch::default());
        };
        self.store
            .read(move |view| {
                let Some(parent) = find(view, namespace.ns, &name)? else {
                    return Ok(Branch::default());
                };
                let mut found = toc::children(view, parent.id, offset, limit + 1)?;
                let more = found.len() > limit;
                found.truncate(limit);
                Ok(Branch {
                    children: all(view, found)?,
                    next: more.then(|| offset + limit as u64),
                })
            })
            .await
    }
}

pub(crate) fn find(view: &View<'_>, ns: NsId, name: &NodeName) -> Result<Option<Node>> {
    Ok(toc::find(view, ns, name.level() as u8, &name.name())?)
}

fn all(view: &View<'_>, nodes: Vec<Node>) -> Result<Vec<TocNode>> {
    let read = |node| TocNode::read(view, node);
    nodes.into_iter().map(read).collect()
}

pub(super) fn level(code: u8) -> Result<Level> {
    let level = Level::from_code(code.into());
    level.ok_or_else(|| Error::refused(Code::StorageCorrupt, format!("no level {code}")))
}

// === impl TocNode ===

impl TocNode {
    pub(super) fn read(view: &View<'_>, node: Node) -> Result<Self> {
        let told = Told::read(view, &node)?;
        let id = node_id(level(node.level)?, &node.name);
        let pinned = pins::has_name(view, node.ns, &id)?;
        let children = toc::names(view, node.id)?;
        let child = |(code, name): &(u8, String)| Ok(node_id(level(*code)?, name));
        Ok(Self {
            id,
            level: level(node.level)?,
            title: match &told {
                Some(told) if node.level == Level::Segment as u8 => told.digest.title.clone(),
                _ => title(&node),
            },
            children: children.iter().map(child).collect::<Result<_>>()?,
            start_ms: node.start_ms,
            end_ms: node.end_ms,
            version: node.version.max(1),
            events: node.events,
            ..Self::said(told.unwrap_or_default(), pinned)
        })
    }

    fn said(told: Told, pinned: bool) -> Self {
        let mut grips = told.grips.into_iter();
        let bullets = told.digest.bullets.into_iter().map(|bullet| TocBullet {
            text: bullet.text,
            grips: grips
                .next()
                .unwrap_or_default()
                .iter()
                .map(|name| format!("grip:{name}"))
                .collect(),
        });
        let keywords = told.digest.keywords.into_iter();
        let bullets: Vec<TocBullet> = bullets.collect();
        let text = text(&told.digest.summary, &bullets);
        let statement = Statement::of(&text);
        Self {
            id: String::new(),
            level: Level::Year,
            title: String::new(),
            summary: Some(told.digest.summary).filter(|text| !text.is_empty()),
            bullets,
            keywords: keywords.map(|keyword| keyword.word).collect(),
            children: Vec::new(),
            start_ms: 0,
            end_ms: 0,
            version: 0,
            events: 0,
            statement,
            salience: salience(&text, statement, pinned),
            pinned,
        }
    }
}

/// All that a node says.
fn text(summary: &str, bullets: &[TocBullet]) -> String {
    let bullets = bullets.iter().map(|bullet| bullet.text.as_str());
    let parts: Vec<&str> = std::iter::once(summary).chain(bullets).collect();
    parts.join(" ")
}
