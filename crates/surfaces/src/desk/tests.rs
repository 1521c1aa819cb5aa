//! Every operation of the catalogue as every role, with no door in front that could refuse.

use mneme_access::{AllowLists, Range};
use mneme_model::Clock;
use mneme_wire::operations::{CATALOGUE, Permission};
use serde_json::json;

use super::*;

struct Still;

impl Clock for Still {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

async fn desk(dir: &std::path::Path) -> Desk {
    with_lists(dir, Default::default()).await
}

async fn with_lists(dir: &std::path::Path, allowed: AllowLists) -> Desk {
    let store = mneme_store::Settings::at(dir);
    let mut settings = mneme_engine::Settings::default();
    settings.access.allowed = allowed;
    let engine = Engine::open(&store, settings, Arc::new(Still)).await;
    Desk {
        engine: Arc::new(engine.unwrap()),
        house: House::default(),
        notebook: Arc::default(),
        spools: Arc::default(),
    }
}

fn args(name: &str) -> Value {
    match name {
        "store" => json!({ "content": "x" }),
        "store_batch" => json!({ "memories": [{ "content": "x" }] }),
        "recall" | "query_explain" => json!({ "query": "x" }),
        "recall_batch" => json!({ "queries": [{ "query": "x" }] }),
        "update" => json!({ "id": "x", "content": "y" }),
        "forget" | "forget_certified" => json!({ "id": "x" }),
        "inspect" | "key_revoke" => json!({ "id": "x", "key_id": "x" }),
        "ingest" => json!({ "events": [{ "session": "s", "text": "x" }] }),
        "key_new" | "token_new" => json!({ "role": "reader", "namespace": "n" }),
        // A place no backup can be written to.
        "backup" => json!({ "path": "/" }),
        "import" => json!({ "memories": [{ "id": "i", "content": "x" }] }),
        "notebook_import" => json!({ "document": { "memories": [] } }),
        "supersede" => json!({ "id": "x", "superseded_by": "y" }),
        "pin" => json!({ "id": "x", "pinned": true }),
        "feedback" => json!({ "id": "x", "action": "confirm" }),
        "token_trade" => json!({ "api_key": "x" }),
        "tool" => json!({ "name": "memory_save", "arguments": { "content": "x" } }),
        "grip" => json!({ "grip": "x" }),
        "receipt_show" | "peek" | "data_key_revoke" => json!({ "id": "x" }),
        "review_action" => json!({ "review_key": "x", "action": "confirm" }),
        "review_queue" | "lifecycle" | "recent" | "hud" | "space_stats" | "idf_stats"
        | "index_health" | "cache_stats" | "cache_flush" | "intent_stats" | "intent_flush"
        | "prefetch_stats" | "decay" | "share_list" | "share_accessible" | "key_rotate"
        | "data_keys" | "consolidate" => json!({}),
        "share_create" | "share_delete" | "share_grants" => json!({ "name": "x" }),
        "share_revoke" => json!({ "name": "x", "grant_id": "y" }),
        "share_grant" => {
            json!({ "name": "x", "grantee_namespace": "y", "permission": "read" })
        }
        "history" | "history_bundle" => json!({ "id": "x" }),
        "history_replay" => json!({ "bundle": HistoryBundle::default() }),
        "receipt_check" => json!({ "receipt": Receipt::default() }),
        "brief" => json!({ "on_behalf": { "subject": "x", "namespace": "n" }, "ask": {} }),
        "learn" => json!({ "on_behalf": { "subject": "x", "namespace": "n" }, "facts": [] }),
        "holder" => json!({ "credential": "mk_0" }),
        "standing" => json!({ "on_behalf": { "subject": "x", "namespace": "n" } }),
        "exchanged" => {
            json!({ "on_behalf": { "subject": "x", "namespace": "n" }, "exchange": { "session": "s" } })
        }
        "list" | "events" | "export" | "notebook_export" | "receipt_key" | "receipt_list"
        | "audit" | "debug_dump" | "stats" | "timeline_stats" | "compact" | "toc_rebuild"
        | "verify" | "index_check" | "rebuild" | "migrate_embeddings" | "key_list"
        | "trust_stats" | "toc" | "view" | "runtime_contract" => json!({}),
        other => panic!("say here what {other} takes"),
    }
}

async fn code(desk: &Desk, caller: &Caller, name: &str, args: Value) -> String {
    let called = desk.call(caller, name, args, Arc::new(|_, _| ())).await;
    called.err().map_or(String::from("ok"), |fault| fault.code)
}

fn caller(role: Role) -> Caller {
    Caller {
        namespace: "n".into(),
        role,
        ..local_caller(Door::Rest)
    }
}

#[test]
fn the_engine_itself_asks_for_the_role_of_every_operation() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let dir = tempfile::tempdir().unwrap();
        let desk = desk(dir.path()).await;
        for row in CATALOGUE {
            let need = match row.permission {
                Permission::Open | Permission::Local | Permission::Read => Role::Reader,
                Permission::Write => Role::Writer,
                Permission::Administer => Role::Admin,
            };
            for role in Role::ALL {
                let code = code(&desk, &caller(role), row.name, args(row.name)).await;
                let refused = code == "role_too_low";
                assert_eq!(refused, role < need, "{} as {role:?}: {code}", row.name);
            }
        }
    });
}

#[test]
fn the_engine_itself_keeps_callers_in_their_namespace() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let dir = tempfile::tempdir().unwrap();
        let desk = desk(dir.path()).await;
        let plain = ["store", "recall", "update", "list", "ingest", "events"];
        let later = [
            "forget",
            "export",
            "supersede",
            "feedback",
            "trust_stats",
            "key_new",
            "token_new",
            "inspect",
            "audit",
            "import",
            "notebook_export",
            "notebook_import",
            "peek",
            "review_queue",
            "review_action",
            "lifecycle",
            "recent",
            "hud",
            "query_explain",
            "space_stats",
            "idf_stats",
            "index_health",
            "prefetch_stats",
            "decay",
            "share_create",
            "share_list",
            "share_delete",
            "share_grant",
            "share_grants",
            "share_revoke",
            "share_accessible",
            "consolidate",
            "history",
            "history_bundle",
            "history_replay",
        ];
        for name in plain.into_iter().chain(later) {
            let mut args = args(name);
            args["namespace"] = json!("theirs");
            let code = code(&desk, &caller(Role::Admin), name, args).await;
            assert_eq!(code, "foreign_namespace", "{name}");
        }
        let owner = local_caller(Door::Control);
        for name in plain.into_iter().chain(later) {
            let mut args = args(name);
            args["namespace"] = json!("theirs");
            let code = code(&desk, &owner, name, args).await;
            assert_ne!(code, "foreign_namespace", "{name}");
        }
        let mixed =
            json!({ "memories": [{ "content": "x" }, { "content": "y", "namespace": "theirs" }] });
        assert_eq!(code(&desk, &owner, "store_batch", mixed).await, "bad_batch");
    });
}

/// Those a gateway asks for others: it owns the machine, and says for whom.
const ON_BEHALF: [&str; 4] = ["brief", "learn", "standing", "exchanged"];

#[test]
fn the_engine_itself_asks_where_callers_are() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let dir = tempfile::tempdir().unwrap();
        let mut lists = AllowLists::default();
        lists.set("n", vec![Range::parse("10.0.0.0/8").unwrap()]);
        let desk = with_lists(dir.path(), lists).await;
        let at = |address: &str| Caller {
            peer: Peer::At(address.parse().unwrap()),
            ..caller(Role::Admin)
        };
        // A key is looked at by itself, and what we speak is no secret.
        let alone = ["token_trade", "holder", "runtime_contract"];
        for row in CATALOGUE.iter().filter(|row| !alone.contains(&row.name)) {
            for (address, refused) in [("127.0.0.1", true), ("10.1.2.3", false)] {
                let mut args = args(row.name);
                let caller = match ON_BEHALF.contains(&row.name) {
                    true => local_caller(Door::Control),
                    false => at(address),
                };
                if ON_BEHALF.contains(&row.name) {
                    args["on_behalf"]["peer"] = json!(address);
                }
                let code = code(&desk, &caller, row.name, args).await;
                let told = format!("{} from {address}: {code}", row.name);
                assert_eq!(code == "address_not_allowed", refused, "{told}");
            }
        }
        let (here, asked) = (caller(Role::Admin), json!({ "query": "x" }));
        assert_eq!(code(&desk, &here, "recall", asked).await, "ok");
    });
}
