//! The table of contents, from the years down to what was said.

use mneme_access::Caller;
use mneme_engine::timeline::{TocBullet, TocNode};
use mneme_engine::{Error, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{limited, memory};

const MOST_CHILDREN: usize = 100;
const BESIDE: usize = 3;
const MOST_BESIDE: usize = 100;

impl Desk {
    pub async fn toc(&self, caller: &Caller, request: TocRequest) -> Result<TocReply> {
        let caller = self.engine.within(caller, request.namespace.as_deref())?;
        let limit = limited(request.limit, MOST_CHILDREN, MOST_CHILDREN)?;
        let Some(parent) = request.parent else {
            let years = self.engine.toc_root(&caller).await?;
            let nodes = years.into_iter().map(entry).collect();
            return Ok(TocReply { nodes, next: None });
        };
        let offset = request.offset.unwrap_or(0);
        let branch = self.engine.toc_branch(&caller, &parent, offset, limit);
        let branch = branch.await?;
        Ok(TocReply {
            nodes: branch.children.into_iter().map(entry).collect(),
            next: branch.next,
        })
    }

    pub async fn grip(&self, caller: &Caller, request: GripRequest) -> Result<GripReply> {
        let caller = self.engine.within(caller, request.namespace.as_deref())?;
        let reach = |n: Option<usize>| n.unwrap_or(BESIDE).min(MOST_BESIDE);
        let (before, after) = (reach(request.before), reach(request.after));
        let found = self
            .engine
            .expand_grip(&caller, &request.grip, before, after)
            .await?;
        let found = found.ok_or_else(|| Error::refused(Code::NoSuchGrip, "no such grip"))?;
        let events = |records: Vec<mneme_engine::Record>| records.into_iter().map(memory).collect();
        Ok(GripReply {
            grip: found.id,
            excerpt: found.excerpt,
            before: events(found.before),
            events: events(found.events),
            after: events(found.after),
        })
    }
}

fn entry(node: TocNode) -> TocEntry {
    let line = |bullet: TocBullet| TocLine {
        text: bullet.text,
        grips: bullet.grips,
    };
    TocEntry {
        id: node.id,
        level: node.level.name().to_owned(),
        title: node.title,
        summary: node.summary,
        bullets: node.bullets.into_iter().map(line).collect(),
        keywords: node.keywords,
        children: node.children,
        from: Moment::from_ms(node.start_ms).rfc3339(),
        to: Moment::from_ms(node.end_ms).rfc3339(),
        events: node.events.unsigned_abs(),
        pinned: node.pinned,
    }
}
