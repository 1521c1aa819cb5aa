//! Every reply is what the document says of it, when there is little to tell and when there is
//! much; and so is every refusal.

use serde_json::{Value, json};

use super::described;
use crate::access::route::{self, Sample};
use crate::support::{Client, Description, HASHED, HURRIED, Home, Reply, Server, eventually};

/// A client whose every answer is compared with the document.
struct Reader {
    client: Client,
    description: Description,
}

impl Reader {
    fn send(&mut self, method: &str, route: &str, path: &str, body: &Value) -> Value {
        let text = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let reply = self.client.send(method, path, text.as_bytes());
        assert_fits(&self.description, method, route, &reply);
        reply.body
    }

    fn get(&mut self, route: &str, path: &str) -> Value {
        self.send("GET", route, path, &Value::Null)
    }

    fn post(&mut self, route: &str, body: &Value) -> Value {
        self.send("POST", route, route, body)
    }
}

/// Whether a reply is what its operation is described with, refused or not.
fn assert_fits(description: &Description, method: &str, path: &str, reply: &Reply) {
    let place = format!("{method} {path}: {}", reply.status);
    if reply.status == 200 {
        let kind = reply.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        let schema = described(description, method, path, kind);
        assert!(schema.is_object(), "{place} is not described as {kind}");
        if kind != "application/json" {
            return;
        }
        let misfits = description.misfits(schema, &reply.body);
        return assert!(misfits.is_empty(), "{place}: {misfits:#?}");
    }
    let told = &description.0["paths"][path][method.to_lowercase()]["responses"];
    let told = description.resolved(&told[reply.status.to_string()]);
    assert!(told.is_object(), "{place} is not described: {}", reply.text);
    let schema = &told["content"]["application/json"]["schema"];
    let misfits = description.misfits(schema, &reply.body);
    assert!(misfits.is_empty(), "{place}: {misfits:#?}");
    let codes = told["x-codes"].as_array().unwrap();
    assert!(
        codes.contains(&reply.body["code"]),
        "{place}: {}",
        reply.text
    );
}

fn server() -> Server {
    Server::start(&Home::with_settings(&format!("{HASHED}{HURRIED}")))
}

fn reader(server: &Server, namespace: &str) -> (Reader, Sample) {
    let key = server.key(namespace, "admin");
    let mut client = Client::new(server.http(), Some(&key));
    let id = client.remember("Deploys of billing need the word of Chidi.");
    let description = Description::new();
    (
        Reader {
            client,
            description,
        },
        Sample { id, key },
    )
}

#[test]
fn every_route_answers_as_it_is_described() {
    let server = server();
    let (mut reader, sample) = reader(&server, "fits");
    for route in route::all() {
        let reply = route.ask(&mut reader.client, &sample);
        assert_fits(&reader.description, route.method, route.path, &reply);
        let nobody = route.ask(&mut server.stranger(), &sample);
        assert_fits(&reader.description, route.method, route.path, &nobody);
    }
}

/// Memories that were doubted, followed, pinned, judged and made one of.
fn lived(reader: &mut Reader) -> Vec<String> {
    let said = [
        "The gate opens at six.",
        "The gate opens at seven.",
        "The gate opens at eight.",
    ];
    let ids: Vec<String> = said
        .map(|content| {
            let more = json!({
                "content": content, "tags": ["gate"], "agent": "porter", "session": "s",
                "speaker": "Ann", "occurred_at": "2026-03-01T08:00:00Z", "metadata": { "n": [1] },
            });
            reader.post("/v1/store", &more)["id"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .into();
    let judged = [
        json!({ "id": ids[0], "action": "confirm" }),
        json!({ "id": ids[1], "action": "reject" }),
        json!({ "id": ids[2], "action": "supersede", "superseded_by": ids[0] }),
    ];
    judged
        .iter()
        .for_each(|word| drop(reader.post("/v1/feedback", word)));
    reader.post("/v1/pin", &json!({ "id": ids[0] }));
    let change = json!({ "id": ids[0], "content": "The gate opens at five." });
    reader.send("PATCH", "/v1/update", "/v1/update", &change);
    ids
}

#[test]
fn what_there_is_much_of_is_told_as_it_is_described() {
    let server = server();
    let (mut reader, _) = reader(&server, "fits-much");
    let ids = lived(&mut reader);
    for id in &ids {
        for route in [
            "/v1/inspect/{id}",
            "/v1/history/{id}",
            "/v1/history/{id}/bundle",
        ] {
            reader.get(route, &route::filled(route, id));
        }
        reader.get("/v1/peek/{id}", &format!("/v1/peek/{id}?content_chars=4"));
    }
    let question = json!({
        "query": "when does gate ABC-123 open", "explain": true, "budget": 200, "tags": ["gate"],
    });
    for ranking in ["mneme", "memoryoss"] {
        let mut question = question.clone();
        question["ranking"] = json!(ranking);
        for route in ["/v1/recall", "/v1/admin/query-explain"] {
            let told = reader.post(route, &question);
            let hits =
                ["memories", "final_results"].map(|name| told[name].as_array().map(Vec::len));
            assert!(
                hits.iter().flatten().any(|hits| *hits > 0),
                "{route}: {told}"
            );
        }
    }
    reader.post("/v1/recall/batch", &json!({ "queries": [question] }));
    reader.post("/v1/consolidate", &json!({ "threshold": 0.5 }));
    for path in [
        "/v1/admin/lifecycle?include_archived=true",
        "/v1/admin/recent?limit=100",
    ] {
        reader.get(path.split('?').next().unwrap(), path);
    }
    for path in [
        "/v1/admin/hud?limit=25",
        "/v1/admin/hud?format=html",
        "/v1/export?events=true",
        "/v1/export?full=true&include_archived=true",
    ] {
        reader.get(path.split('?').next().unwrap(), path);
    }
    for path in [
        "/v1/admin/review-queue",
        "/v1/admin/space-stats",
        "/v1/admin/idf-stats",
    ] {
        reader.get(path, path);
    }
    let waiting =
        json!({ "review_key": ids[1], "action": "supersede", "supersede_with_review_key": ids[0] });
    reader.post("/v1/admin/review/action", &waiting);
}

#[test]
fn spaces_receipts_and_the_table_of_contents_are_told_as_described() {
    let server = server();
    let (mut reader, sample) = reader(&server, "fits-more");
    reader.post("/v1/admin/sharing/create", &json!({ "name": "gatehouse" }));
    let grant = json!({
        "grantee_namespace": "next-door", "permission": "write", "tag_filter": "gate",
        "agent_filter": ["porter"], "expires_at": "2099-01-01T00:00:00Z",
    });
    let add = "/v1/admin/sharing/{name}/grants/add";
    let given = reader.send("POST", add, &add.replace("{name}", "gatehouse"), &grant);
    let list = "/v1/admin/sharing/{name}/grants/list";
    reader.get(list, &list.replace("{name}", "gatehouse"));
    reader.get("/v1/admin/sharing/list", "/v1/admin/sharing/list");
    let one = "/v1/admin/sharing/{name}/grants/{grant_id}";
    let path = one.replace("{name}", "gatehouse");
    let path = path.replace("{grant_id}", given["id"].as_str().unwrap());
    reader.send("DELETE", one, &path, &Value::Null);
    let space = "/v1/admin/sharing/{name}";
    reader.send(
        "DELETE",
        space,
        &space.replace("{name}", "gatehouse"),
        &Value::Null,
    );
    let certified = "/v1/forget/certified";
    reader.send("DELETE", certified, certified, &json!({ "id": sample.id }));
    let kept = reader.get("/v1/receipts", "/v1/receipts");
    let id = kept["receipts"][0]["id"].as_str().unwrap().to_owned();
    reader.get(
        "/v1/receipts/{id}",
        &format!("/v1/receipts/{id}?namespace=fits-more"),
    );
    let dry = json!({ "all": true, "dry_run": true });
    reader.send("DELETE", "/v1/forget", "/v1/forget", &dry);
    reader.post("/v1/admin/keys/rotate", &json!({}));
    reader.get("/v1/admin/keys", "/v1/admin/keys");
    contents(&mut reader);
}

fn contents(reader: &mut Reader) {
    let turn = |n: i32, at: &str| json!({ "session": "talk", "text": format!("Turn {n} about the gate of the house."), "occurred_at": at, "role": "user", "speaker": "Ann" });
    let events = [
        turn(1, "2026-03-01T08:00:00Z"),
        turn(2, "2026-03-01T08:01:00Z"),
        turn(3, "2026-03-02T09:00:00Z"),
    ];
    reader.post("/v1/events", &json!({ "events": events }));
    reader.get("/v1/events", "/v1/events?session=talk&limit=2");
    let years = eventually("a table of contents", || {
        let told = reader.get("/v1/toc", "/v1/toc");
        (!told["nodes"].as_array().unwrap().is_empty()).then_some(told)
    });
    let mut open: Vec<String> = vec![years["nodes"][0]["id"].as_str().unwrap().to_owned()];
    let mut grips = Vec::new();
    while let Some(id) = open.pop() {
        let told = reader.get(
            "/v1/toc",
            &format!("/v1/toc?parent={}", id.replace('/', "%2F")),
        );
        for node in told["nodes"].as_array().unwrap() {
            open.push(node["id"].as_str().unwrap().to_owned());
            let lines = node["bullets"].as_array().unwrap().iter();
            let found = lines.flat_map(|line| line["grips"].as_array().unwrap().clone());
            grips.extend(found.map(|grip| grip.as_str().unwrap().to_owned()));
        }
    }
    let grip = grips.first().expect("a grip");
    reader.get(
        "/v1/grip",
        &format!("/v1/grip?grip={}", grip.replace(':', "%3A")),
    );
}
