//! Upkeep of the timeline.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_wire::shapes::*;

use super::{Desk, Told};

impl Desk {
    pub async fn timeline_stats(
        &self,
        caller: &Caller,
        request: TimelineStatsRequest,
    ) -> Result<TimelineStatsReply> {
        let namespace = request.namespace.as_deref();
        let parts = self.engine.timeline_parts(caller, namespace).await?;
        let family = |part: mneme_engine::timeline::Part| Family {
            name: part.name.to_owned(),
            entries: part.entries,
            bytes: part.bytes,
        };
        let families: Vec<Family> = parts.into_iter().map(family).collect();
        let (bytes, log_bytes) = self.engine.disk_bytes();
        let waiting = self.engine.waiting(caller, namespace).await?;
        let (waiting_sessions, waiting_events) = waiting;
        Ok(TimelineStatsReply {
            path: self.house.data_dir.clone(),
            bytes,
            pending: families.last().map_or(0, |outbox| outbox.entries),
            families,
            log_bytes,
            waiting_events,
            waiting_sessions,
        })
    }

    pub async fn compact(&self, caller: &Caller, request: CompactRequest) -> Result<CompactReply> {
        let (bytes_before, _) = self.engine.disk_bytes();
        let parts = self
            .engine
            .compact(caller, request.family.as_deref())
            .await?;
        let (bytes_after, _) = self.engine.disk_bytes();
        Ok(CompactReply {
            families: parts.into_iter().map(str::to_owned).collect(),
            bytes_before,
            bytes_after,
        })
    }

    pub async fn toc_rebuild(
        &self,
        caller: &Caller,
        request: RebuildTocRequest,
        told: Told,
    ) -> Result<RebuildTocReply> {
        let (from, named) = (request.from_date.as_deref(), request.namespace.as_deref());
        let engine = &self.engine;
        let rebuilt = engine.rebuild_toc(caller, named, from, request.dry_run, told);
        let rebuilt = rebuilt.await?;
        Ok(RebuildTocReply {
            events: rebuilt.events,
            sessions: rebuilt.sessions,
            segments: rebuilt.segments,
            segments_before: rebuilt.segments_before,
            periods: rebuilt.periods,
            waiting_events: rebuilt.waiting,
        })
    }
}
