//! Calls of models that pass through: what a user says teaches, and what is known goes along with
//! a question of another conversation.

use serde_json::{Value, json};

use super::{Door, Fact, Kept, Stage};
use crate::gateway::Form;
use crate::one_memory::stage::KEY;
use crate::one_memory::story::SpokenFor;
use crate::support::{Raw, eventually, send_raw};

/// In one provider's form.
pub struct Calls(pub Form);

impl Calls {
    fn send(&self, stage: &Stage, body: &Value) {
        let (key, body) = (format!("Bearer {KEY}"), body.to_string());
        let raw = Raw {
            line: &format!("POST {} HTTP/1.1", self.0.path()),
            headers: &[
                ("authorization", &key),
                ("content-type", "application/json"),
            ],
            body: body.as_bytes(),
        };
        let reply = send_raw(stage.server().http(), &raw);
        assert_eq!(reply.status, 200, "{}", reply.text);
    }

    fn teach(&self, stage: &Stage, fact: &Fact) {
        let said = format!("Remember: {}", fact.says);
        self.send(stage, &self.0.body(&said, false));
    }

    /// The same in other company, so that it is another conversation.
    fn teach_again(&self, stage: &Stage, fact: &Fact) {
        let said = format!("Remember: {}", fact.says);
        self.send(stage, &self.0.after("Good morning.", &said, false));
    }
}

/// The memory that was made of a call, once there is one with this status.
fn learnt(stage: &Stage, fact: &Fact, status: &str) -> String {
    let mut owner = stage.owner();
    eventually("what a call taught", || {
        let listed = owner.get("/v1/memories").ok();
        let all = listed["memories"].as_array().unwrap().iter();
        let mut ours = all.filter(|memory| memory["content"] == fact.says);
        let memory = ours.find(|memory| memory["status"] == status)?;
        Some(memory["id"].as_str()?.to_owned())
    })
}

/// As a person does who looks through what waits for a word.
fn confirm(stage: &Stage, fact: &Fact) {
    let mut owner = stage.owner();
    let queue = owner.get("/v1/admin/review-queue").ok();
    let items = queue["items"].as_array().unwrap();
    let ours = |item: &&Value| {
        let preview = item["preview"].as_str();
        preview.is_some_and(|preview| preview.contains(&fact.mark))
    };
    let item = items.iter().find(ours).unwrap();
    let act = json!({ "review_key": item["review_key"], "action": "confirm" });
    owner.post("/v1/admin/review/action", &act).ok();
}

impl Door for Calls {
    fn tell(&mut self, stage: &Stage, fact: &Fact) -> Kept {
        self.teach(stage, fact);
        learnt(stage, fact, "candidate");
        assert!(!self.finds(stage, fact), "nobody has spoken for it yet");
        match fact.spoken_for {
            Some(SpokenFor::Review) => confirm(stage, fact),
            Some(SpokenFor::Again) => self.teach_again(stage, fact),
            None => panic!("somebody has to speak for it: {fact:?}"),
        }
        Kept::Record(learnt(stage, fact, "active"))
    }

    /// What the provider got, not what the client did.
    fn finds(&mut self, stage: &Stage, fact: &Fact) -> bool {
        self.send(stage, &self.0.body(&fact.question, false));
        let call = stage.provider.calls().pop().unwrap();
        assert!(call.prompt().starts_with(&fact.question), "{call:?}");
        call.memory().is_some_and(|told| told.contains(&fact.mark))
    }
}
