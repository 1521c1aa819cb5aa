//! Memories opened to other namespaces: never more than was granted, and not a moment longer.

mod chance;
mod command;
mod disk;
mod grants;
mod lasting;
mod reading;
mod spaces;
mod webhooks;
mod writing;

use serde_json::{Value, json};

use crate::support::{Client, Server, texts, unique};

/// An owner with a space, and somebody who may be let in.
struct Neighbours {
    owner: Client,
    guest: Client,
    owner_name: String,
    guest_name: String,
    space: String,
}

impl Neighbours {
    fn new(server: &Server) -> Self {
        let [owner_name, guest_name, space] =
            ["share-owner", "share-guest", "share-space"].map(unique);
        let mut owner = server.admin(&owner_name);
        create(&mut owner, &space);
        Self {
            guest: server.admin(&guest_name),
            owner,
            owner_name,
            guest_name,
            space,
        }
    }

    /// Lets the guest in; the rest of the grant comes along.
    fn let_in(&mut self, more: Value) -> String {
        let mut body = json!({ "grantee_namespace": self.guest_name, "permission": "read" });
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        let given = grant(&mut self.owner, &self.space, &body).ok();
        given["id"].as_str().unwrap().to_owned()
    }

    fn put_out(&mut self, id: &str) {
        let path = format!("/v1/admin/sharing/{}/grants/{id}", self.space);
        let gone = self.owner.delete(&path, &Value::Null).ok();
        assert_eq!(gone, json!({ "removed": true }));
    }

    /// What the guest is told in a namespace it names.
    fn told(&mut self, named: &str, question: &str) -> Vec<String> {
        let question = json!({ "query": question, "namespace": named, "limit": 100 });
        let mut told = texts(&self.guest.recall(&question));
        told.sort();
        told
    }

    fn refused(&mut self) {
        for named in [self.space.clone(), self.owner_name.clone()] {
            let question = json!({ "query": "anything", "namespace": named });
            let asked = self.guest.post("/v1/recall", &question);
            asked.refused(403, "foreign_namespace");
            let listed = self.guest.get(&format!("/v1/memories?namespace={named}"));
            listed.refused(403, "foreign_namespace");
        }
        let joined = json!({ "query": "harbour", "shared": true });
        assert_eq!(texts(&self.guest.recall(&joined)), [""; 0]);
    }
}

fn create(owner: &mut Client, name: &str) -> Value {
    let body = json!({ "name": name });
    owner.post("/v1/admin/sharing/create", &body).ok()
}

fn grant(who: &mut Client, space: &str, body: &Value) -> crate::support::Reply {
    who.post(&format!("/v1/admin/sharing/{space}/grants/add"), body)
}

fn accessible(who: &mut Client) -> Value {
    who.get("/v1/sharing/accessible").ok()["accessible"].take()
}
