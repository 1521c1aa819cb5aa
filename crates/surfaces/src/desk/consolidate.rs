//! Several memories that say the same.

use mneme_access::{Caller, Need};
use mneme_engine::Result;
use mneme_engine::memories::{Merge, MergedGroup};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::round;

const THRESHOLD: f64 = 0.9;
const CLUSTERS: usize = 50;

impl Desk {
    pub async fn consolidate(
        &self,
        caller: &Caller,
        request: ConsolidateRequest,
    ) -> Result<ConsolidateReply> {
        let namespace = request.namespace.as_deref();
        self.engine.scope(caller, Need::Administer, namespace)?;
        let wish = Merge {
            threshold: request.threshold.unwrap_or(THRESHOLD),
            most: request.max_clusters.unwrap_or(CLUSTERS),
            dry_run: request.dry_run,
        };
        let done = self.engine.merge(caller, namespace, wish).await?;
        let merged: usize = done.groups.iter().map(|group| group.merged.len()).sum();
        let made = done.groups.iter().filter(|group| group.derived.is_some());
        let made = made.count();
        // Each group leaves one where there were several.
        let after = done.looked_at.saturating_sub(merged);
        Ok(ConsolidateReply {
            total_merged: merged as u64,
            derived_created: made as u64,
            active_before: done.active_before,
            active_after: done.active_after,
            active_reduction: done.active_before.saturating_sub(done.active_after),
            duplicate_rate_before: rate(done.repeats_before, done.looked_at),
            duplicate_rate_after: rate(done.repeats_after, after),
            dry_run: wish.dry_run,
            merged_count: merged as u64,
            groups: done.groups.into_iter().map(group).collect(),
        })
    }
}

fn rate(repeats: usize, of: usize) -> f64 {
    round(repeats as f64 / of.max(1) as f64)
}

fn group(group: MergedGroup) -> ConsolidatedGroup {
    let similarity = round(group.similarity);
    ConsolidatedGroup {
        representative_id: group.kept.clone(),
        merged_ids: group.merged.clone(),
        similarity,
        kept: group.kept,
        merged: group.merged,
        avg_similarity: similarity,
        derived_id: group.derived,
        source_ids: group.sources,
    }
}
