//! What a session leaves in the slots of its project.

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::Moment;
use mneme_notebook::observation::Observation;
use mneme_notebook::reflect::{CONTEXT, PATTERNS, PENDING, reflected};

use super::{shelf, slots, summaries};
use crate::{Engine, Error, Result};

/// What came of looking back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reflected {
    /// Slots that say something else now.
    pub applied: usize,
    pub reviewed: usize,
}

const LABELS: [&str; 3] = [PENDING, PATTERNS, CONTEXT];

impl Engine {
    /// Looks at the latest of a session, and writes down what is to be done, how it went and
    /// which files were touched. A second look at the same adds nothing.
    pub async fn reflect(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
        most: usize,
    ) -> Result<Reflected> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Ok(Reflected::default());
        };
        let read = self
            .store
            .read(move |view| summaries::material(view, &known, &session));
        let material = read.await?;
        let material = material.filter(|found| caller.sees(found.session.agent.as_deref()));
        let Some(mut material) = material.filter(|found| !found.seen.is_empty()) else {
            return Ok(Reflected::default());
        };
        let older = material.seen.len().saturating_sub(most);
        let (seen, project) = (material.seen.split_off(older), material.session.project);
        let (named, origin) = self.writing(caller, namespace).await?;
        let acts = LABELS.map(|_| self.mint_id());
        let acts = acts.into_iter().collect::<Result<Vec<_>>>()?;
        let now = Moment::from_ms(self.store.now_ms());
        let reviewed = seen.len();
        let written = self.journal.run(named, origin, &[], move |intake| {
            write(intake, &project, &seen, acts, now)
        });
        Ok(Reflected {
            applied: written.await?,
            reviewed,
        })
    }
}

/// How many slots were written. What nobody may write into stays as it is.
fn write(
    intake: &Intake<'_>,
    project: &str,
    seen: &[Observation],
    acts: Vec<String>,
    now: Moment,
) -> Result<usize> {
    let slots = slots::writable_in(intake.tx, intake.namespace, project)?;
    let mut written = 0;
    for (label, act) in LABELS.iter().zip(acts) {
        let slot = slots.iter().find(|slot| slot.label == *label);
        let Some(mut slot) = slot.filter(|slot| !slot.read_only).cloned() else {
            continue;
        };
        let Some(content) = reflected(&slot, seen) else {
            continue;
        };
        slot.content = content;
        slot.updated_at = now.rfc3339();
        if slot.created_at.is_empty() {
            slot.created_at = now.rfc3339();
        }
        shelf::put(intake, act, &slot)?;
        written += 1;
    }
    Ok::<_, Error>(written)
}
