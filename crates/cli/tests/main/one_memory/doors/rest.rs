//! The memory API.

use serde_json::json;

use super::{Door, Fact, Kept, Stage, says};
use crate::one_memory::door::FEW;
use crate::support::Client;

pub struct Rest(Client);

impl Rest {
    pub fn to(stage: &Stage) -> Self {
        Self(stage.owner())
    }
}

impl Door for Rest {
    fn tell(&mut self, _: &Stage, fact: &Fact) -> Kept {
        Kept::Record(self.0.remember(&fact.says))
    }

    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        let asked = json!({ "query": fact.question, "limit": FEW });
        says(&self.0.recall(&asked), fact)
    }

    fn forget(&mut self, _: &Stage, _: &Fact, kept: &Kept) {
        let wish = match kept {
            Kept::Record(id) => json!({ "ids": [id] }),
            Kept::Session(session) => json!({ "session": session }),
        };
        assert!(self.0.forget(&wish) > 0, "{kept:?}");
    }
}
