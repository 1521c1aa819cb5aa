//! The timeline: what happened, listed; and the way from a question to what was said.

use mneme_wire::proto::{TeleportDocType, TeleportSearchRequest, TeleportSearchResult};

use super::{Door, Fact, Kept, Stage};
use crate::one_memory::door::FEW;
use crate::timeline_wire::said::{MORNING, Said};
use crate::timeline_wire::wire::Wire;

pub struct Listing(Wire);

pub struct Teleport(Wire);

// === impl Listing ===

impl Listing {
    pub fn to(stage: &Stage) -> Self {
        Self(Wire::to(stage.server()))
    }
}

impl Door for Listing {
    fn tell(&mut self, _: &Stage, fact: &Fact) -> Kept {
        let said = Said::new("said-1", "a talk", MORNING, &fact.says);
        assert!(self.0.tell(said));
        Kept::Record("said-1".into())
    }

    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        let mut events = self.0.all().into_iter();
        events.any(|event| event.text.contains(&fact.mark))
    }
}

// === impl Teleport ===

impl Teleport {
    pub fn to(stage: &Stage) -> Self {
        Self(Wire::to(stage.server()))
    }

    /// What an agent reads that follows a result.
    fn follow(&mut self, found: &TeleportSearchResult) -> String {
        match found.doc_type() {
            TeleportDocType::Grip => format!("{:?}", self.0.expand(&found.doc_id)),
            _ => format!("{:?}", self.0.node(&found.doc_id)),
        }
    }
}

impl Door for Teleport {
    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        let asked = TeleportSearchRequest {
            query: fact.question.clone(),
            limit: i32::try_from(FEW).unwrap(),
            ..TeleportSearchRequest::default()
        };
        let found = self.0.teleport_search(asked).unwrap().results;
        let mut read = found.iter().map(|found| self.follow(found));
        read.any(|text| text.contains(&fact.mark))
    }
}
