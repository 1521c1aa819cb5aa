//! The service: one line a call.

use mneme_wire::Fault;
use mneme_wire::proto::memory_service_server::MemoryService;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status, async_trait};

use super::{
    agents, episodes, events, lifecycle, pins, refusal, route, scheduler, search, teleport, toc,
    topics,
};
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
    search_node: SearchNodeRequest => SearchNodeResponse, search::node;
    search_children: SearchChildrenRequest => SearchChildrenResponse, search::children;
    teleport_search: TeleportSearchRequest => TeleportSearchResponse, teleport::words;
    vector_teleport: VectorTeleportRequest => VectorTeleportResponse, teleport::vectors;
    hybrid_search: HybridSearchRequest => HybridSearchResponse, teleport::both;
    get_vector_index_status: GetVectorIndexStatusRequest => VectorIndexStatus, teleport::status;
    get_topic_graph_status: GetTopicGraphStatusRequest => GetTopicGraphStatusResponse, topics::status;
    get_topics_by_query: GetTopicsByQueryRequest => GetTopicsByQueryResponse, topics::about;
    get_related_topics: GetRelatedTopicsRequest => GetRelatedTopicsResponse, topics::related;
    get_top_topics: GetTopTopicsRequest => GetTopTopicsResponse, topics::top;
    prune_vector_index: PruneVectorIndexRequest => PruneVectorIndexResponse, lifecycle::prune_vectors;
    prune_bm25_index: PruneBm25IndexRequest => PruneBm25IndexResponse, lifecycle::prune_words;
    get_ranking_status: GetRankingStatusRequest => GetRankingStatusResponse, lifecycle::ranking;
    get_dedup_status: GetDedupStatusRequest => GetDedupStatusResponse, lifecycle::repeats;
    get_retrieval_capabilities: GetRetrievalCapabilitiesRequest => GetRetrievalCapabilitiesResponse, route::capabilities;
    classify_query_intent: ClassifyQueryIntentRequest => ClassifyQueryIntentResponse, route::intent;
    route_query: RouteQueryRequest => RouteQueryResponse, route::query;
    list_agents: ListAgentsRequest => ListAgentsResponse, agents::list;
    get_agent_activity: GetAgentActivityRequest => GetAgentActivityResponse, agents::activity;
    start_episode: StartEpisodeRequest => StartEpisodeResponse, episodes::start;
    record_action: RecordActionRequest => RecordActionResponse, episodes::act;
    complete_episode: CompleteEpisodeRequest => CompleteEpisodeResponse, episodes::complete;
    get_similar_episodes: GetSimilarEpisodesRequest => GetSimilarEpisodesResponse, episodes::similar;
    set_pinned: SetPinnedRequest => SetPinnedResponse, pins::set;
}
