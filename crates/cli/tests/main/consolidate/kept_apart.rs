//! What looks alike and is not the same.

use serde_json::json;

use super::{ONE, SAME, consolidate};
use crate::support::{hashed, shared};

#[test]
fn g_090_facts_that_differ_in_a_name_a_number_or_a_not_stay_two() {
    let server = hashed();
    let mut admin = server.admin("merge-apart");
    for text in [
        "The gateway of the staging cluster listens on port 8000.",
        "The gateway of the staging cluster listens on port 8001.",
        "Production deploys require staging approval from the lead.",
        "Production deploys do not require staging approval from the lead.",
        "The release of the billing service is signed by Maria.",
        "The release of the billing service is signed by Peter.",
    ] {
        admin.remember(text);
    }
    server.settled();
    let done = consolidate(&mut admin, &json!({ "threshold": 0.3 }));
    assert_eq!(done["groups"], json!([]), "{done}");
}

#[test]
fn g_090_facts_that_differ_in_any_word_of_their_own_stay_apart() {
    let server = hashed();
    let mut admin = server.admin("merge-words");
    for what in ["auth", "cart", "mail"] {
        admin.remember(&format!(
            "deploy the {what} service with a rolling restart at night"
        ));
    }
    for fruit in ["apples", "pears"] {
        admin.remember(&format!(
            "when the harbour freezes, the crew carries the {fruit} from the old pier to the \
             warm shed, counts them by lamp light, writes both sums into the blue book, rings \
             the small bell twice and waits for an answer"
        ));
    }
    server.settled();
    let done = consolidate(&mut admin, &json!({ "threshold": 0.3 }));
    assert_eq!(done["groups"], json!([]), "{done}");
}

#[test]
fn g_090_what_is_pinned_doubted_or_of_another_agent_is_left_alone() {
    let mut admin = shared().admin("merge-left");
    let pinned = admin.remember(ONE);
    admin.post("/v1/pin", &json!({ "id": pinned })).ok();
    let doubted = admin.remember(SAME);
    let reject = json!({ "id": doubted, "action": "reject" });
    admin.post("/v1/feedback", &reject).ok();
    admin.store(
        &json!({ "content": "Deploys need an approval from Maria; before noon!", "agent": "a" }),
    );
    admin.store(
        &json!({ "content": "Deploys need: an approval from Maria before noon", "agent": "b" }),
    );
    let done = consolidate(&mut admin, &json!({}));
    assert_eq!(done["groups"], json!([]), "{done}");
}

#[test]
fn only_an_administrator_consolidates() {
    let server = shared();
    let mut writer = server.room("merge-role");
    let key = server.key("merge-role", "writer");
    writer.remember(ONE);
    let mut writer = crate::support::Client::new(server.http(), Some(&key));
    let refused = writer.post("/v1/consolidate", &json!({}));
    refused.refused(403, "role_too_low");
}
