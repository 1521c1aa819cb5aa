//! The service: one line a call.

use mneme_wire::Fault;
use mneme_wire::proto::memory_service_server::MemoryService;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status, async_trait};

use super::{events, refusal, scheduler, toc};
use crate::desk::Desk;

pub struct Timeline {
    /// The desk, or why there is none.
    pub desk: Result<Desk, Fault>,
}

// === impl Timeline ===

impl Timeline {
    pub fn desk(&self) -> Result<&Desk, Status> {
        self.desk.as_ref().map_err(refusal::status)
    }
}

macro_rules! calls {
    ($($name:ident: $request:ident => $reply:ident, $handler:path;)*) => {
        #[async_trait]
        impl MemoryService for Timeline {
            $(async fn $name(&self, request: Request<$request>) -> Result<Response<$reply>, Status> {
                $handler(self, request).await
            })*
        }
    };
}

/// Not in this build yet.
async fn later<T, R>(_: &Timeline, _: Request<T>) -> Result<Response<R>, Status> {
    Err(Status::unimplemented("not in this build yet"))
}

calls! {
    ingest_event: IngestEventRequest => IngestEventResponse, events::ingest;
    get_toc_root: GetTocRootRequest => GetTocRootResponse, toc::root;
    get_node: GetNodeRequest => GetNodeResponse, toc::node;
    browse_toc: BrowseTocRequest => BrowseTocResponse, toc::browse;
    get_events: GetEventsRequest => GetEventsResponse, events::get;
    expand_grip: ExpandGripRequest => ExpandGripResponse, toc::expand;
    get_scheduler_status: GetSchedulerStatusRequest => GetSchedulerStatusResponse, scheduler::status;
    pause_job: PauseJobRequest => PauseJobResponse, scheduler::pause;
    resume_job: ResumeJobRequest => ResumeJobResponse, scheduler::resume;
    search_node: SearchNodeRequest => SearchNodeResponse, later;
    search_children: SearchChildrenRequest => SearchChildrenResponse, later;
    teleport_search: TeleportSearchRequest => TeleportSearchResponse, later;
    vector_teleport: VectorTeleportRequest => VectorTeleportResponse, later;
    hybrid_search: HybridSearchRequest => HybridSearchResponse, later;
    get_vector_index_status: GetVectorIndexStatusRequest => VectorIndexStatus, later;
    get_topic_graph_status: GetTopicGraphStatusRequest => GetTopicGraphStatusResponse, later;
    get_topics_by_query: GetTopicsByQueryRequest => GetTopicsByQueryResponse, later;
    get_related_topics: GetRelatedTopicsRequest => GetRelatedTopicsResponse, later;
    get_top_topics: GetTopTopicsRequest => GetTopTopicsResponse, later;
    prune_vector_index: PruneVectorIndexRequest => PruneVectorIndexResponse, later;
    prune_bm25_index: PruneBm25IndexRequest => PruneBm25IndexResponse, later;
    get_ranking_status: GetRankingStatusRequest => GetRankingStatusResponse, later;
    get_dedup_status: GetDedupStatusRequest => GetDedupStatusResponse, later;
    get_retrieval_capabilities: GetRetrievalCapabilitiesRequest => GetRetrievalCapabilitiesResponse, later;
    classify_query_intent: ClassifyQueryIntentRequest => ClassifyQueryIntentResponse, later;
    route_query: RouteQueryRequest => RouteQueryResponse, later;
    list_agents: ListAgentsRequest => ListAgentsResponse, later;
    get_agent_activity: GetAgentActivityRequest => GetAgentActivityResponse, later;
    start_episode: StartEpisodeRequest => StartEpisodeResponse, later;
    record_action: RecordActionRequest => RecordActionResponse, later;
    complete_episode: CompleteEpisodeRequest => CompleteEpisodeResponse, later;
    get_similar_episodes: GetSimilarEpisodesRequest => GetSimilarEpisodesResponse, later;
}
