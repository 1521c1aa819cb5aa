//! What was made of several goes with each of them, and is not made again.

use serde_json::json;

use super::{SAME, consolidate, derived, twins};
use crate::support::{Home, Server, hashed, shared};

#[test]
fn g_090_forgetting_a_source_takes_what_was_made_of_it_and_the_other_is_believed_anew() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let [first, second] = twins(&mut admin);
    let made = derived(&consolidate(&mut admin, &json!({})));
    assert_eq!(
        admin.forget(&json!({ "ids": [first] })),
        2,
        "and what was made of it"
    );
    for gone in [&first, &made] {
        admin
            .get(&format!("/v1/inspect/{gone}"))
            .refused(404, "no_such_memory");
    }
    assert_eq!(
        admin.ask("approval"),
        [SAME],
        "nobody asked to forget this one"
    );
    let seen = admin.inspect(&second);
    assert_eq!(
        (&seen["status"], &seen["archived"]),
        (&json!("active"), &json!(false))
    );
    server.stop();
    assert_eq!(home.run(&["verify"]).code, 0);
}

#[test]
fn g_090_forgetting_a_source_undoes_no_correction() {
    let mut admin = shared().admin("merge-corrected");
    let [first, second] = twins(&mut admin);
    let made = derived(&consolidate(&mut admin, &json!({})));
    let peter = "Deploys need an approval from Peter before noon.";
    let body = json!({ "id": made, "content": peter });
    let changed = admin.send("PATCH", "/v1/update", body.to_string().as_bytes());
    changed.ok();
    admin.forget(&json!({ "ids": [first] }));
    assert_eq!(admin.inspect(&second)["archived"], true);
    assert_eq!(admin.ask("approval"), Vec::<String>::new());
}

#[test]
fn g_090_forgetting_what_was_made_takes_its_sources() {
    let mut admin = shared().admin("merge-whole");
    let [first, second] = twins(&mut admin);
    let made = derived(&consolidate(&mut admin, &json!({})));
    assert_eq!(admin.forget(&json!({ "ids": [made] })), 3);
    for gone in [&first, &second] {
        admin
            .get(&format!("/v1/inspect/{gone}"))
            .refused(404, "no_such_memory");
    }
    assert_eq!(admin.ask("approval"), Vec::<String>::new());
}

#[test]
fn g_090_what_was_forgotten_is_not_made_again() {
    let server = hashed();
    let mut admin = server.admin("merge-tomb");
    let known = [
        "Deploys need an approval from Maria. Maria deploys.",
        "deploys need an approval from Maria. The list hangs in the office.",
    ];
    // What these two come to together.
    let fused = format!("{} Maria deploys.", known[1]);
    let forgotten = admin.remember(&fused);
    admin.forget(&json!({ "id": forgotten }));
    for text in known {
        admin.remember(text);
    }
    server.settled();
    let wish = |dry_run| json!({ "threshold": 0.3, "dry_run": dry_run });
    let would = consolidate(&mut admin, &wish(true));
    assert_eq!(would["total_merged"], 1, "they are alike: {would}");
    let done = consolidate(&mut admin, &wish(false));
    assert_eq!(done["groups"], json!([]), "{done}");
    let mut left = admin.ask("approval");
    left.sort();
    assert_eq!(left, known);
}

#[test]
fn g_090_what_was_merged_twice_goes_with_its_first_sources() {
    let mut admin = shared().admin("merge-twice");
    let [first, second] = twins(&mut admin);
    let made = derived(&consolidate(&mut admin, &json!({})));
    let third = admin.remember("Deploys need: an approval from Maria before noon!");
    let done = consolidate(&mut admin, &json!({}));
    let last = derived(&done);
    let mut leaves = vec![first.clone(), second.clone(), third.clone()];
    leaves.sort();
    let mut sources: Vec<String> =
        serde_json::from_value(done["groups"][0]["source_ids"].clone()).unwrap();
    sources.sort();
    assert_eq!(sources, leaves, "leaves, not what was made of them: {done}");
    admin.forget(&json!({ "id": third }));
    assert_eq!(admin.ask("approval"), [SAME], "the first two are one again");
    assert_eq!(admin.inspect(&made)["status"], "active");
    admin
        .get(&format!("/v1/inspect/{last}"))
        .refused(404, "no_such_memory");
    admin.forget(&json!({ "id": first }));
    assert_eq!(admin.ask("approval"), [SAME]);
    admin
        .get(&format!("/v1/inspect/{made}"))
        .refused(404, "no_such_memory");
}
