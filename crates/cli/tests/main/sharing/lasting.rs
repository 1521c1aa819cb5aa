//! What was granted survives a kill and a rebuild, and so does what was taken back.

use serde_json::{Value, json};

use super::{accessible, create, grant};
use crate::support::{Home, Server, texts};

#[test]
fn g_179_grants_survive_a_kill_and_a_rebuild() {
    let home = Home::with_settings("[embeddings]\nmodel = \"off\"\n");
    let server = Server::start(&home);
    let mut owner = server.admin("owner");
    owner.remember("The harbour opens at six.");
    create(&mut owner, "open");
    create(&mut owner, "closed");
    create(&mut owner, "deleted");
    let to =
        |who: &str| json!({ "grantee_namespace": who, "permission": "read", "tag_filter": null });
    grant(&mut owner, "open", &to("guest")).ok();
    grant(&mut owner, "deleted", &to("other")).ok();
    let taken = grant(&mut owner, "closed", &to("other")).ok();
    let path = format!(
        "/v1/admin/sharing/closed/grants/{}",
        taken["id"].as_str().unwrap()
    );
    owner.delete(&path, &Value::Null).ok();
    owner.delete("/v1/admin/sharing/deleted", &Value::Null).ok();
    server.kill();
    let look = |server: &Server| {
        let [mut guest, mut other] = ["guest", "other"].map(|name| server.admin(name));
        assert_eq!(accessible(&mut guest), json!(["open"]));
        assert_eq!(accessible(&mut other), json!([]));
        let question = json!({ "query": "harbour", "namespace": "owner" });
        assert_eq!(
            texts(&guest.recall(&question)),
            ["The harbour opens at six."]
        );
        other
            .post("/v1/recall", &question)
            .refused(403, "foreign_namespace");
        let mut owner = server.admin("owner");
        let listed = owner.get("/v1/admin/sharing/list").ok();
        let names: Vec<&Value> = listed["shared_namespaces"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["name"])
            .collect();
        assert_eq!(names, [&json!("open"), &json!("closed")]);
    };
    let server = Server::start(&home);
    look(&server);
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    look(&server);
    server.stop();
    home.run(&["rebuild"]).ok();
    home.run(&["verify"]).ok();
    look(&Server::start(&home));
    let acts = home
        .json(&["audit", "--namespace", "owner", "--json"])
        .to_string();
    for act in [
        "share_create",
        "share_delete",
        "share_grant",
        "share_revoke",
        "recall",
    ] {
        assert!(acts.contains(act), "{act} in {acts}");
    }
}
