//! The runtime contract, as this build keeps it.

use crate::shapes::{
    ApiMapping, CONTRACT_ID, CONTRACT_VERSION, EXPERIMENTAL_LAYERS, ExperimentalLayer, Guarantee,
    KnownGap, ObjectKind, RuntimeContract, STABLE_SEMANTICS, StableSemantic,
};

/// What each of [`STABLE_SEMANTICS`] promises, and where.
const PROMISED: [(&str, &[&str]); 5] = [
    (
        "A memory belongs to one namespace; no answer crosses it without a grant.",
        &["/v1/store", "/v1/recall", "/v1/memories", "/v1/export"],
    ),
    (
        "A memory says who told it by the id of a key, never by the key, and how far it is believed.",
        &["/v1/inspect/{id}", "/v1/export"],
    ),
    (
        "A memory that another took the place of stays, points at it, and is not recalled as true.",
        &[
            "/v1/feedback",
            "/v1/admin/review/action",
            "/v1/history/{id}",
        ],
    ),
    (
        "Memories that say the same become one that names what it was made of.",
        &["/v1/consolidate", "/v1/history/{id}"],
    ),
    (
        "What is taken along names this contract and its version, and has no vectors in it.",
        &["/v1/export", "/v1/history/{id}/bundle"],
    ),
];

/// What each of [`EXPERIMENTAL_LAYERS`] is, and where it shows.
const LAYERS: [(&str, &[&str]); 4] = [
    (
        "Whether a memory is sure enough to be put before a model.",
        &["/v1/admin/query-explain", "/proxy/v1/chat/completions"],
    ),
    (
        "A question that names a path, an endpoint or a setting looks for that first.",
        &["/v1/recall", "/v1/admin/query-explain"],
    ),
    (
        "A memory told in a sentence, with the next one as evidence.",
        &["/v1/recall", "/proxy/v1/chat/completions"],
    ),
    (
        "Memories taken apart into rules, incidents and dependencies; off, and not in this build.",
        &["/v1/admin/query-explain"],
    ),
];

/// Kind, support, what it is, where it is, what is missing.
type Kind = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const HISTORY: &[&str] = &[
    "/v1/history/{id}",
    "/v1/history/{id}/bundle",
    "/v1/history/replay",
];

const KINDS: [Kind; 10] = [
    (
        "project_memory",
        "stable",
        "What is known of a piece of work.",
        &["memory", "namespace"],
        &[],
    ),
    (
        "user_memory",
        "partial",
        "What is known of somebody.",
        &["agent", "session", "tags"],
        &["told apart by tags, not by a type"],
    ),
    (
        "team_memory",
        "partial",
        "What several share.",
        &["namespace", "/v1/sharing/accessible"],
        &["no owners and no branches yet"],
    ),
    (
        "evidence",
        "partial",
        "What speaks for a memory.",
        &["evidence_count", "last_verified_at", "summaries.evidence"],
        &["no type of its own"],
    ),
    (
        "policy",
        "partial",
        "What is to be done or not.",
        &["tags", "policy_firewall"],
        &["no type of its own"],
    ),
    (
        "provenance",
        "stable",
        "Who told it, and by which door.",
        &["source_key", "source_key_id"],
        &[],
    ),
    (
        "merge",
        "stable",
        "One made of several.",
        &["derived_from"],
        &[],
    ),
    (
        "supersede",
        "stable",
        "One in the place of another.",
        &["superseded_by", "status"],
        &[],
    ),
    (
        "branch",
        "partial",
        "A history told again in another namespace.",
        HISTORY,
        &["nothing brings two branches together"],
    ),
    (
        "replay",
        "partial",
        "A history told again as it was.",
        HISTORY,
        &["into a namespace without memories only"],
    ),
];

const GUARANTEES: [(&str, &str); 4] = [
    (
        "opaque_source_provenance",
        "A source is the first 16 hex digits of a hash; no key is ever stored or returned.",
    ),
    (
        "lineage_preservation",
        "What was merged, superseded or contradicted keeps its links, there and after a replay.",
    ),
    (
        "namespace_isolation",
        "A caller reads and writes its own namespace, and what was granted to it.",
    ),
    (
        "contract_tagged_export",
        "Everything that is taken along carries contract_id and version.",
    ),
];

const OPERATIONS: [(&str, &[&str], &[&str]); 7] = [
    (
        "write_memory",
        &["/v1/store", "/v1/store/batch", "/v1/update"],
        &["content", "tags", "memory_type", "version"],
    ),
    (
        "read_memory",
        &[
            "/v1/recall",
            "/v1/recall/batch",
            "/v1/memories",
            "/v1/peek/{id}",
        ],
        &["memory", "score", "provenance", "trust_score"],
    ),
    (
        "inspect_lineage",
        &["/v1/inspect/{id}", "/v1/history/{id}"],
        &[
            "derived_from",
            "superseded_by",
            "contradicts_with",
            "review_events",
        ],
    ),
    (
        "transition_memory",
        &[
            "/v1/feedback",
            "/v1/admin/review/action",
            "/v1/consolidate",
            "/v1/forget",
        ],
        &["status", "confidence", "evidence_count"],
    ),
    (
        "portability_export",
        &["/v1/export", "/v1/history/{id}/bundle"],
        &["runtime_contract", "content_hash", "source_key_id"],
    ),
    (
        "history_read",
        &["/v1/history/{id}", "/v1/history/{id}/bundle"],
        &["nodes", "edges", "timeline"],
    ),
    (
        "history_replay",
        &["/v1/history/replay"],
        &["bundle", "preview", "imported_ids"],
    ),
];

const GAPS: [(&str, &str, &str); 4] = [
    (
        "import",
        "partial",
        "Histories come in over HTTP, exports with the command; passports and adapters are not there yet.",
    ),
    (
        "branch",
        "partial",
        "A branch is a copy of a history in a namespace of its own.",
    ),
    (
        "replay",
        "partial",
        "Only a namespace without memories takes a history.",
    ),
    (
        "typed_policy_and_evidence_objects",
        "partial",
        "Policies and evidence are memories, known by their tags and words.",
    ),
];

/// The whole of it.
pub fn document() -> RuntimeContract {
    let stable = STABLE_SEMANTICS.iter().zip(PROMISED);
    let layers = EXPERIMENTAL_LAYERS.iter().zip(LAYERS);
    RuntimeContract {
        contract_id: CONTRACT_ID.to_owned(),
        version: CONTRACT_VERSION.to_owned(),
        runtime_name: String::from("mneme"),
        stable_semantics: stable.map(semantic).collect(),
        experimental_layers: layers.map(layer).collect(),
        object_model: KINDS.into_iter().map(kind).collect(),
        guarantees: GUARANTEES.into_iter().map(guarantee).collect(),
        api_mappings: OPERATIONS.into_iter().map(mapping).collect(),
        known_gaps: GAPS.into_iter().map(gap).collect(),
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn semantic((name, (guarantee, surfaces)): (&&str, (&str, &[&str]))) -> StableSemantic {
    StableSemantic {
        name: (*name).to_owned(),
        guarantee: guarantee.to_owned(),
        current_surfaces: texts(surfaces),
    }
}

fn layer((name, (description, surfaces)): (&&str, (&str, &[&str]))) -> ExperimentalLayer {
    ExperimentalLayer {
        name: (*name).to_owned(),
        description: description.to_owned(),
        current_surfaces: texts(surfaces),
        excluded_from_contract: true,
    }
}

fn kind((kind, support, description, mapping, gaps): Kind) -> ObjectKind {
    ObjectKind {
        kind: kind.to_owned(),
        support_level: support.to_owned(),
        description: description.to_owned(),
        current_mapping: texts(mapping),
        known_gaps: texts(gaps),
    }
}

fn guarantee((name, description): (&str, &str)) -> Guarantee {
    Guarantee {
        name: name.to_owned(),
        description: description.to_owned(),
    }
}

fn mapping((operation, routes, fields): (&str, &[&str], &[&str])) -> ApiMapping {
    ApiMapping {
        runtime_operation: operation.to_owned(),
        routes: texts(routes),
        data_model_fields: texts(fields),
    }
}

fn gap((area, status, note): (&str, &str, &str)) -> KnownGap {
    KnownGap {
        area: area.to_owned(),
        status: status.to_owned(),
        note: note.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::is_route;

    /// Whatever looks like a route of the memory API is one.
    #[test]
    fn no_route_is_named_that_is_not_there() {
        let document = serde_json::to_value(document()).unwrap();
        let mut found = 0;
        each(&document, &mut |text| {
            if text.starts_with("/v1/") {
                assert!(is_route(text), "{text}");
                found += 1;
            }
        });
        assert!(found > 20, "{found}");
    }

    fn each(value: &serde_json::Value, look: &mut impl FnMut(&str)) {
        match value {
            serde_json::Value::String(text) => look(text),
            serde_json::Value::Array(list) => list.iter().for_each(|one| each(one, look)),
            serde_json::Value::Object(fields) => fields.values().for_each(|one| each(one, look)),
            _ => {}
        }
    }
}
