//! Histories: to look at, to take along, to tell again.

mod bundle;
mod replay;

use mneme_access::Caller;
use mneme_engine::history::{Edge, History, Moment as Happened, Node, Wording};
use mneme_engine::{Error, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::preview;

impl Desk {
    pub async fn history(&self, caller: &Caller, request: HistoryRequest) -> Result<HistoryView> {
        let namespace = request.namespace.as_deref();
        let found = self.engine.history(caller, namespace, &request.id).await?;
        Ok(view(found))
    }

    pub async fn history_bundle(
        &self,
        caller: &Caller,
        request: HistoryBundleRequest,
    ) -> Result<HistoryBundle> {
        let namespace = request.namespace.as_deref();
        let found = self.engine.export_history(caller, namespace, &request.id);
        bundle::of(found.await?)
    }

    pub async fn replay(&self, caller: &Caller, request: ReplayRequest) -> Result<ReplayReply> {
        replay::run(&self.engine, caller, request).await
    }
}

fn view(history: History) -> HistoryView {
    let visible = history.nodes.iter().filter(|node| is_visible(node));
    HistoryView {
        namespace: history.namespace,
        root_id: history.root,
        visible_memory_ids: visible.map(|node| node.record.id.clone()).collect(),
        edges: history.edges.into_iter().map(edge).collect(),
        timeline: history.timeline.into_iter().map(happened).collect(),
        nodes: history.nodes.into_iter().map(node).collect(),
        branch_safe: true,
    }
}

fn is_visible(node: &Node) -> bool {
    node.record.status.is_found()
}

fn node(node: Node) -> HistoryNode {
    HistoryNode {
        visible: is_visible(&node),
        archived: node.is_archived(),
        preview: preview(&node.record.text),
        status: node.record.status.name().to_owned(),
        created_at: rfc3339(node.record.created_ms),
        updated_at: rfc3339(node.record.updated_ms),
        superseded_by: node.record.superseded_by,
        derived_from: node.derived_from,
        contradicts_with: node.contradicts,
        review_event_count: node.reviews.len() as u64,
        versions: versions(node.wordings),
        id: node.record.id,
        content: node.record.text,
    }
}

/// One that never changed is told by its node alone.
fn versions(wordings: Vec<Wording>) -> Vec<HistoryVersion> {
    if wordings.len() < 2 {
        return Vec::new();
    }
    let told = wordings.into_iter().map(|one| HistoryVersion {
        version: one.version,
        content: one.text,
        tags: one.tags,
        at: rfc3339(one.at_ms),
        actor: one.actor.to_string(),
        change: one.change.name().to_owned(),
    });
    told.collect()
}

fn edge(edge: Edge) -> HistoryEdge {
    HistoryEdge {
        from: edge.from,
        to: edge.to,
        kind: edge.kind.name().to_owned(),
    }
}

fn happened(one: Happened) -> HistoryMoment {
    HistoryMoment {
        at: rfc3339(one.at_ms),
        memory_id: one.memory,
        kind: one.kind.name().to_owned(),
        summary: one.summary,
        from_status: None,
        to_status: one.to_status.map(str::to_owned),
        actor: one.actor,
        via: one.via,
        related_ids: one.related,
    }
}

fn rfc3339(ms: i64) -> String {
    Moment::from_ms(ms).rfc3339()
}

fn broken(error: serde_json::Error) -> Error {
    Error::refused(Code::Internal, error.to_string())
}
