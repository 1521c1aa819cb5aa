//! What this memory promises to any other.

use mneme_wire::operations::is_route;
use serde_json::{Value, json};

use crate::support::{Client, shared};

const ID: &str = "memoryoss.runtime.v1alpha1";
const VERSION: &str = "2026-03-13";
const LAYERS: [&str; 4] = [
    "retrieval_confidence_gate",
    "identifier_first_routing",
    "summary_evidence_recall",
    "primitive_algebra",
];
const SEMANTICS: [&str; 5] = [
    "namespace_scope",
    "provenance",
    "supersede",
    "merge",
    "portable_export",
];

fn reader(namespace: &str) -> Client {
    let server = shared();
    Client::new(server.http(), Some(&server.key(namespace, "reader")))
}

/// One field of everything in a list.
fn each(list: &Value, name: &str) -> Vec<Value> {
    let list = list.as_array().unwrap().iter();
    list.map(|one| one[name].clone()).collect()
}

#[test]
fn g_139_g_217_the_contract_is_told_with_its_id_its_version_and_its_names() {
    let told = reader("contract").get("/v1/runtime/contract").ok();
    assert_eq!([&told["contract_id"], &told["version"]], [ID, VERSION]);
    assert!(told["runtime_name"].is_string(), "{told}");
    assert_eq!(each(&told["stable_semantics"], "name"), SEMANTICS);
    let kinds = each(&told["object_model"], "kind");
    let levels = each(&told["object_model"], "support_level");
    let levels: Vec<_> = kinds.into_iter().zip(levels).collect();
    let level = |kind: &str, level: &str| (json!(kind), json!(level));
    assert_eq!(
        levels,
        [
            level("project_memory", "stable"),
            level("user_memory", "partial"),
            level("team_memory", "partial"),
            level("evidence", "partial"),
            level("policy", "partial"),
            level("provenance", "stable"),
            level("merge", "stable"),
            level("supersede", "stable"),
            level("branch", "partial"),
            level("replay", "partial"),
        ]
    );
    assert_eq!(
        each(&told["guarantees"], "name"),
        [
            "opaque_source_provenance",
            "lineage_preservation",
            "namespace_isolation",
            "contract_tagged_export",
        ]
    );
    assert_eq!(
        each(&told["api_mappings"], "runtime_operation"),
        [
            "write_memory",
            "read_memory",
            "inspect_lineage",
            "transition_memory",
            "portability_export",
            "history_read",
            "history_replay",
        ]
    );
    for routes in each(&told["api_mappings"], "routes") {
        for route in routes.as_array().unwrap() {
            assert!(is_route(route.as_str().unwrap()), "{route}");
        }
    }
    assert_eq!(
        each(&told["known_gaps"], "area"),
        [
            "import",
            "branch",
            "replay",
            "typed_policy_and_evidence_objects",
        ]
    );
    let nobody = shared().stranger().get("/v1/runtime/contract");
    nobody.refused(401, "no_credential");
}

#[test]
fn g_140_what_is_taken_along_names_the_contract_that_can_be_read() {
    let mut admin = shared().admin("contract-export");
    let id = admin.remember("The buoy is green.");
    let export = admin.get("/v1/export").ok();
    let bundle = admin.get(&format!("/v1/history/{id}/bundle")).ok();
    for tag in [&export["runtime_contract"], &bundle["runtime_contract"]] {
        let route = tag["document_route"].as_str().unwrap();
        let contract = admin.get(route).ok();
        assert_eq!(tag["contract_id"], contract["contract_id"]);
        assert_eq!(tag["version"], contract["version"]);
        assert_eq!(
            tag["stable_semantics"],
            json!(each(&contract["stable_semantics"], "name"))
        );
        assert_eq!(tag["experimental_layers_excluded"], json!(LAYERS));
    }
    let one = &export["memories"][0];
    assert!(one["source_key_id"].is_string() && one["namespace"] == "contract-export");
}

#[test]
fn g_141_what_may_change_is_told_as_no_part_of_the_contract() {
    let told = reader("contract-layers").get("/v1/runtime/contract").ok();
    assert_eq!(each(&told["experimental_layers"], "name"), LAYERS);
    let excluded = each(&told["experimental_layers"], "excluded_from_contract");
    assert_eq!(excluded, vec![json!(true); LAYERS.len()]);
}
