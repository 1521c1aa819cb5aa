//! Where nothing is known, what happened may be told: words somebody said, noted or typed. What is
//! known goes first, so that talk never stands in the way of a memory.

use mneme_access::Caller;
use mneme_index::words::words;
use mneme_model::{Kind, Role};
use mneme_recall::brief::is_wanted;
use mneme_recall::gate::Decision;
use mneme_recall::guard::Request;

use super::{Ask, Brief};
use crate::{Engine, Recall, Recalled, Record, Result};

/// Events that people make. What a tool printed or a model answered is found by whoever asks for
/// it, and is not put before a model unasked.
const MADE: [Kind; 5] = [
    Kind::Message,
    Kind::UserMessage,
    Kind::StepRecorded,
    Kind::Reasoned,
    Kind::SessionCompiled,
];

impl Engine {
    /// What to tell instead of nothing, if anything. `known` is what came of the memories.
    pub(super) async fn instead_of_nothing(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        ask: &Ask,
        (known, memories): (&Brief, &Recalled),
        recall: Recall,
    ) -> Result<Option<Brief>> {
        if !self.may_look_back(known) {
            return Ok(None);
        }
        let kinds = MADE.map(|kind| kind.name().to_owned()).to_vec();
        let Some(place) = self.reading(caller, namespace)? else {
            return Ok(None);
        };
        self.index.ready(&place).await?;
        if !self.index.has_kinds(&place, kinds.clone())? {
            return Ok(None);
        }
        let recall = Recall { kinds, ..recall };
        let mut recalled = self.recall(caller, namespace, recall).await?;
        let doubted = doubted(memories);
        recalled.hits.retain(|hit| {
            let more = doubted.is_none_or(|most| hit.matched.len() > most);
            more && tells(&hit.record, &ask.query)
        });
        // What is risky was judged already.
        let (told, _) = self.composed(ask, &Request::default(), &recalled, &[]);
        let told = Some(told).filter(|told| told.block.is_some());
        Ok(told.map(|told| Brief {
            policy: known.policy.clone(),
            ..told
        }))
    }

    /// Only where no memory comes near: one that is doubted, or stands beside another, is a reason
    /// to be silent. Where recall shows memories alone, so does this.
    fn may_look_back(&self, known: &Brief) -> bool {
        let gate = &known.gate;
        let nothing = gate.qualified == 0 && gate.decision != Decision::NeedMoreEvidence;
        nothing && known.stop.is_none() && self.settings.default_kinds.is_empty()
    }
}

/// How many words of the question a memory has that is not believed: what says no more of it may be
/// what was refused, as somebody once said it.
fn doubted(memories: &Recalled) -> Option<usize> {
    let doubted = memories.hits.iter().filter(|hit| !hit.record.is_believed());
    doubted.map(|hit| hit.matched.len()).max()
}

/// Whether it tells something: not what a machine said, not what was only wanted, and not what the
/// request says itself, which a hook may have told a moment ago. A step has a tool's role, but is a
/// deed.
fn tells(record: &Record, request: &str) -> bool {
    let is_step = record.kind == Kind::StepRecorded.name();
    let by_machine = !is_step && matches!(record.role, Some(Role::Assistant | Role::Tool));
    let asked = words(request);
    let new = || words(&record.text).iter().any(|word| !asked.contains(word));
    !by_machine && !is_wanted(&record.text) && new()
}
