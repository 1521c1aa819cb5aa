//! The tools of an agent, over standard input and over HTTP.

use serde_json::json;

use super::{Door, Fact, Kept, Stage, says};
use crate::notebook::mcp::Agent;
use crate::one_memory::door::FEW;

pub struct Mcp(Agent);

impl Mcp {
    /// A program of its own that finds the running server.
    pub fn beside(stage: &Stage) -> Self {
        Self(Agent::starting(stage.studio.home.command(&["mcp"])))
    }

    pub fn at(stage: &Stage) -> Self {
        let url = format!("http://{}/mcp", stage.server().notebook());
        Self(Agent::at(&url, None).unwrap())
    }
}

impl Door for Mcp {
    fn tell(&mut self, _: &Stage, fact: &Fact) -> Kept {
        let told = self.0.call("remember", &json!({ "content": fact.says }));
        let id = told["memory"]["id"].as_str();
        Kept::Record(id.unwrap_or_else(|| panic!("{told}")).to_owned())
    }

    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        let asked = json!({ "query": fact.question, "limit": FEW });
        says(&self.0.call("recall", &asked), fact)
    }

    fn forget(&mut self, _: &Stage, _: &Fact, kept: &Kept) {
        let wish = match kept {
            Kept::Record(id) => json!({ "memoryId": id }),
            Kept::Session(session) => json!({ "sessionId": session }),
        };
        let forgot = self.0.call("forget", &wish);
        assert!(forgot["deleted"].as_u64() > Some(0), "{kept:?}: {forgot}");
    }
}
