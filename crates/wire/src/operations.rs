//! The catalogue: every operation, what it needs, and at which doors it is offered.

use std::future::Future;
use std::pin::Pin;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Fault;
use crate::shapes::*;

/// Who may call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Anybody, counted by address. Say why beside the row.
    Open,
    /// Whoever asks from this machine; from elsewhere, or for a page, with a credential.
    Local,
    Read,
    Write,
    Administer,
}

/// A row of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    pub permission: Permission,
    /// Method and path at the REST door; `None` where it is not offered there, on purpose.
    pub rest: Option<(&'static str, &'static str)>,
    /// What its request and its reply look like.
    pub request: Describe,
    pub reply: Describe,
}

/// Tells what a type looks like outside.
pub type Describe = fn(&mut SchemaGenerator) -> Schema;

/// A request type that knows its name and its reply.
pub trait Operation: Serialize + DeserializeOwned + JsonSchema + Send {
    const NAME: &'static str;
    type Reply: Serialize + DeserializeOwned + JsonSchema;
}

/// Told while a long operation runs: done, of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Send + Sync);

pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value, Fault>> + Send + 'a>>;

/// Somebody who carries operations out: the engine in this process, or a server at the other
/// end of the control socket. Commands hold one and do not know which.
pub trait Port: Send + Sync {
    fn call<'a>(&'a self, name: &'static str, args: Value, progress: Progress<'a>) -> Answer<'a>;
}

/// Calls an operation by its request type.
pub async fn ask<O: Operation>(port: &dyn Port, request: &O) -> Result<O::Reply, Fault> {
    ask_with(port, request, &|_, _| ()).await
}

/// As [`ask`], told how far it is.
pub async fn ask_with<O: Operation>(
    port: &dyn Port,
    request: &O,
    progress: Progress<'_>,
) -> Result<O::Reply, Fault> {
    let broken =
        |error: serde_json::Error| Fault::new(mneme_model::Code::Internal, error.to_string());
    let args = serde_json::to_value(request).map_err(broken)?;
    let reply = port.call(O::NAME, args, progress).await?;
    serde_json::from_value(reply).map_err(broken)
}

pub(crate) fn described<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

macro_rules! catalogue {
    ($($request:ident => $reply:ident, $name:literal, $permission:ident, $rest:expr;)*) => {
        pub const CATALOGUE: &[Row] = &[
            $(Row {
                name: $name,
                permission: Permission::$permission,
                rest: $rest,
                request: described::<$request>,
                reply: described::<$reply>,
            },)*
        ];

        $(impl Operation for $request {
            const NAME: &'static str = $name;
            type Reply = $reply;
        })*
    };
}

catalogue! {
    StoreRequest => StoreReply, "store", Write, Some(("POST", "/v1/store"));
    StoreBatchRequest => StoreBatchReply, "store_batch", Write, Some(("POST", "/v1/store/batch"));
    RecallRequest => RecallReply, "recall", Read, Some(("POST", "/v1/recall"));
    RecallBatchRequest => RecallBatchReply, "recall_batch", Read, Some(("POST", "/v1/recall/batch"));
    UpdateRequest => UpdateReply, "update", Write, Some(("PATCH", "/v1/update"));
    ListRequest => ListReply, "list", Read, Some(("GET", "/v1/memories"));
    InspectRequest => Value, "inspect", Read, Some(("GET", "/v1/inspect/{id}"));
    IngestRequest => IngestReply, "ingest", Write, Some(("POST", "/v1/events"));
    EventsRequest => EventsReply, "events", Read, Some(("GET", "/v1/events"));
    TocRequest => TocReply, "toc", Read, Some(("GET", "/v1/toc"));
    GripRequest => GripReply, "grip", Read, Some(("GET", "/v1/grip"));
    ForgetRequest => ForgetReply, "forget", Administer, Some(("DELETE", "/v1/forget"));
    CertifiedRequest => Receipt, "forget_certified", Administer, Some(("DELETE", "/v1/forget/certified"));
    ListReceiptsRequest => ListReceiptsReply, "receipt_list", Administer, Some(("GET", "/v1/receipts"));
    ShowReceiptRequest => Receipt, "receipt_show", Administer, Some(("GET", "/v1/receipts/{id}"));
    ReceiptKeyRequest => ReceiptKeyReply, "receipt_key", Read, None;
    CheckReceiptRequest => CheckReceiptReply, "receipt_check", Read, None;
    FeedbackRequest => FeedbackReply, "feedback", Write, Some(("POST", "/v1/feedback"));
    PinRequest => PinReply, "pin", Write, Some(("POST", "/v1/pin"));
    TrustStatsRequest => TrustStatsReply, "trust_stats", Administer, Some(("GET", "/v1/admin/trust-stats"));
    PeekRequest => PeekReply, "peek", Read, Some(("GET", "/v1/peek/{id}"));
    ReviewQueueRequest => ReviewQueueReply, "review_queue", Administer, Some(("GET", "/v1/admin/review-queue"));
    ReviewActionRequest => ReviewActionReply, "review_action", Administer, Some(("POST", "/v1/admin/review/action"));
    LifecycleRequest => LifecycleReply, "lifecycle", Administer, Some(("GET", "/v1/admin/lifecycle"));
    RecentRequest => Value, "recent", Administer, Some(("GET", "/v1/admin/recent"));
    HudRequest => Value, "hud", Administer, Some(("GET", "/v1/admin/hud"));
    ExplainRequest => Value, "query_explain", Read, Some(("POST", "/v1/admin/query-explain"));
    SpaceStatsRequest => SpaceStatsReply, "space_stats", Read, Some(("GET", "/v1/admin/space-stats"));
    IdfStatsRequest => IdfStatsReply, "idf_stats", Administer, Some(("GET", "/v1/admin/idf-stats"));
    IndexHealthRequest => IndexHealthReply, "index_health", Administer, Some(("GET", "/v1/admin/index-health"));
    CacheStatsRequest => CacheStatsReply, "cache_stats", Administer, Some(("GET", "/v1/admin/cache/stats"));
    CacheFlushRequest => FlushReply, "cache_flush", Administer, Some(("POST", "/v1/admin/cache/flush"));
    IntentStatsRequest => IntentStatsReply, "intent_stats", Administer, Some(("GET", "/v1/admin/intent-cache/stats"));
    IntentFlushRequest => FlushReply, "intent_flush", Administer, Some(("POST", "/v1/admin/intent-cache/flush"));
    PrefetchStatsRequest => PrefetchStatsReply, "prefetch_stats", Administer, Some(("GET", "/v1/admin/prefetch/stats"));
    ShareRequest => ShareReply, "share_create", Administer, Some(("POST", "/v1/admin/sharing/create"));
    ListSharedRequest => ListSharedReply, "share_list", Administer, Some(("GET", "/v1/admin/sharing/list"));
    UnshareRequest => UnshareReply, "share_delete", Administer, Some(("DELETE", "/v1/admin/sharing/{name}"));
    GrantRequest => GrantShape, "share_grant", Administer, Some(("POST", "/v1/admin/sharing/{name}/grants/add"));
    ListGrantsRequest => ListGrantsReply, "share_grants", Administer, Some(("GET", "/v1/admin/sharing/{name}/grants/list"));
    UngrantRequest => UngrantReply, "share_revoke", Administer, Some(("DELETE", "/v1/admin/sharing/{name}/grants/{grant_id}"));
    AccessibleRequest => AccessibleReply, "share_accessible", Read, Some(("GET", "/v1/sharing/accessible"));
    DecayRequest => DecayReply, "decay", Administer, None;
    ConsolidateRequest => ConsolidateReply, "consolidate", Administer, Some(("POST", "/v1/consolidate"));
    HistoryRequest => HistoryView, "history", Read, Some(("GET", "/v1/history/{id}"));
    HistoryBundleRequest => HistoryBundle, "history_bundle", Read, Some(("GET", "/v1/history/{id}/bundle"));
    ReplayRequest => ReplayReply, "history_replay", Write, Some(("POST", "/v1/history/replay"));
    RuntimeContractRequest => RuntimeContract, "runtime_contract", Read, Some(("GET", "/v1/runtime/contract"));
    ExportRequest => ExportReply, "export", Read, Some(("GET", "/v1/export"));
    ImportRequest => ImportReply, "import", Write, None;
    NotebookExportRequest => Value, "notebook_export", Read, None;
    NotebookImportRequest => Value, "notebook_import", Write, None;
    SupersedeRequest => SupersedeReply, "supersede", Write, None;
    AuditRequest => AuditReply, "audit", Administer, None;
    DumpRequest => DumpReply, "debug_dump", Administer, None;
    StatsRequest => StatsReply, "stats", Read, None;
    VerifyRequest => VerifyReply, "verify", Administer, None;
    IndexCheckRequest => IndexCheckReply, "index_check", Administer, None;
    RebuildRequest => RebuildReply, "rebuild", Administer, None;
    TimelineStatsRequest => TimelineStatsReply, "timeline_stats", Read, None;
    CompactRequest => CompactReply, "compact", Administer, None;
    RebuildTocRequest => RebuildTocReply, "toc_rebuild", Administer, None;
    ToolRequest => ToolReply, "tool", Write, None;
    BackupRequest => BackupReply, "backup", Administer, None;
    MigrateRequest => MigrateReply, "migrate_embeddings", Administer, None;
    NewKeyRequest => KeyReply, "key_new", Administer, None;
    ListKeysRequest => ListKeysReply, "key_list", Administer, Some(("GET", "/v1/admin/keys"));
    RevokeKeyRequest => RevokeKeyReply, "key_revoke", Administer, None;
    RotateKeyRequest => RotateKeyReply, "key_rotate", Administer, Some(("POST", "/v1/admin/keys/rotate"));
    RevokeDataKeyRequest => RevokeKeyReply, "data_key_revoke", Administer, Some(("DELETE", "/v1/admin/keys/{id}"));
    DataKeysRequest => DataKeysReply, "data_keys", Administer, None;
    NewTokenRequest => NewTokenReply, "token_new", Administer, Some(("POST", "/v1/admin/tokens"));
    ViewRequest => ViewReply, "view", Administer, None;
    // Only for a gateway in another process of whoever owns this machine.
    BriefRequest => Value, "brief", Administer, None;
    LearnRequest => Value, "learn", Administer, None;
    ExchangeRequest => Value, "exchanged", Administer, None;
    StandingRequest => Value, "standing", Administer, None;
    HolderRequest => HolderReply, "holder", Administer, None;
    // The key in the body is the credential.
    TradeKeyRequest => TradeKeyReply, "token_trade", Open, Some(("POST", "/v1/auth/token"));
}

/// Requests that say enough by being made.
pub const BODY_MAY_BE_LEFT_OUT: [&str; 2] = [RotateKeyRequest::NAME, ConsolidateRequest::NAME];

/// What the REST door answers beside operations: method, path, and who may ask.
pub const FIXED: &[(&str, &str, Permission)] = &[
    // Whether somebody is there; a monitor has no key.
    ("GET", "/health", Permission::Open),
    ("GET", "/metrics", Permission::Read),
    // Under which licence this is, and where it comes from.
    ("GET", "/v1/source", Permission::Open),
    // What this API looks like: nothing of what is kept.
    ("GET", "/openapi.json", Permission::Local),
    ("GET", "/v1/openapi.json", Permission::Local),
];

/// Every route of the REST door: method, path, and who may ask.
pub fn routes() -> impl Iterator<Item = (&'static str, &'static str, Permission)> {
    let rows = CATALOGUE.iter().filter_map(|row| {
        let (method, path) = row.rest?;
        Some((method, path, row.permission))
    });
    rows.chain(FIXED.iter().copied())
}

/// Who may call a route; `None` where there is no such route.
pub fn permission(method: &str, path: &str) -> Option<Permission> {
    let mut found = routes().filter(|(m, p, _)| (*m, *p) == (method, path));
    found.next().map(|(.., permission)| permission)
}

/// Whether a path is a route under any method.
pub fn is_route(path: &str) -> bool {
    routes().any(|(_, known, _)| known == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_routes_are_unique() {
        for row in CATALOGUE {
            assert_eq!(
                CATALOGUE
                    .iter()
                    .filter(|other| other.name == row.name)
                    .count(),
                1
            );
            let same = CATALOGUE
                .iter()
                .filter(|other| row.rest.is_some() && other.rest == row.rest);
            assert!(same.count() <= 1, "{}", row.name);
        }
        assert_eq!(permission("GET", "/health"), Some(Permission::Open));
        assert_eq!(permission("POST", "/v1/store"), Some(Permission::Write));
        assert_eq!(permission("GET", "/v1/store"), None);
    }
}
