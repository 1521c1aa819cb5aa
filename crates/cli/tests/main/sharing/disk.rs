//! What of a space and its grants can be read on the disk, and what cannot.

use std::path::PathBuf;

use serde_json::json;

use crate::support::{Home, Server, having};

const SETTINGS: &str = "[sharing]\nallow_private_webhooks = true\n";
const SEALED: [&str; 3] = ["quibblehook", "quibbletag", "quibbleagent"];
const READABLE: [&str; 2] = ["quibblespace", "quibbleguest"];

#[test]
fn filters_and_webhooks_lie_sealed_and_only_names_can_be_read() {
    let home = Home::with_settings(SETTINGS);
    let server = Server::start(&home);
    let mut owner = server.admin("quibbleowner");
    let space = json!({ "name": "quibblespace", "webhook_url": "http://127.0.0.1:9/quibblehook" });
    let made = owner.post("/v1/admin/sharing/create", &space).ok();
    let secret = made["webhook_secret"].as_str().unwrap().to_owned();
    let grant = json!({
        "grantee_namespace": "quibbleguest", "permission": "read",
        "tag_filter": "quibbletag", "agent_filter": ["quibbleagent"],
    });
    let path = "/v1/admin/sharing/quibblespace/grants/add";
    owner.post(path, &grant).ok();
    owner.store(&json!({ "content": "Told to the hook." }));
    let look = |when: &str| {
        for word in SEALED.into_iter().chain([secret.to_lowercase().as_str()]) {
            assert_eq!(
                having(&home.data(), word),
                Vec::<PathBuf>::new(),
                "{word}, {when}"
            );
        }
        for word in READABLE {
            assert!(
                !having(&home.data(), word).is_empty(),
                "{word}, {when}: the search is blind"
            );
        }
    };
    look("while it runs");
    let log = server.errors();
    assert!(
        !log.contains(&secret) && !log.contains("quibblehook"),
        "{log}"
    );
    let audit = home
        .run(&["audit", "--json", "--namespace", "quibbleowner"])
        .ok();
    assert!(
        !audit.contains(&secret) && !audit.contains("quibblehook"),
        "{audit}"
    );
    server.stop();
    look("at rest");
}
