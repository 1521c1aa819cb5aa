//! What the journal has left of what was forgotten of a recording.

use std::collections::{BTreeMap, BTreeSet};

use mneme_model::archive::{Command, Step};
use mneme_model::{Kind, Moment, Seq};
use mneme_store::View;
use mneme_store::names::NameKind;
use mneme_store::tables::journal::{self, Skeleton};

use super::super::{Inner, Result, annotate, internal, steps};

#[derive(Clone, Debug, Default)]
pub struct Gone {
    steps: BTreeMap<u32, (Seq, Moment)>,
    /// The step and the hash of each reasoning that was forgotten by itself.
    reasons: BTreeSet<(u32, String)>,
    /// Whether the memory still has a document of it.
    pub has_document: bool,
}

// === impl Inner ===

impl Inner {
    pub async fn gone(&self, id: &str) -> Result<Gone> {
        let (ns, id) = (self.namespace.ns, id.to_owned());
        let read = self.parts.journal.store().read(move |view| {
            let Some(session) = view.name_id(ns, NameKind::Session, &id)? else {
                return Ok(Gone::default());
            };
            Gone::read(view, session)
        });
        read.await
            .map_err(|error: mneme_store::Error| internal(&error))
    }
}

// === impl Gone ===

impl Gone {
    fn read(view: &View<'_>, session: mneme_model::NameId) -> mneme_store::Result<Self> {
        let mut gone = Self::default();
        let documents = [Kind::SessionCompiled; 2];
        let documents = journal::of_kinds_before(view, session, documents, Seq::MAX)?;
        gone.has_document = !documents.is_empty();
        for left in journal::forgotten_in(view, session)? {
            gone.add(&left);
        }
        Ok(gone)
    }

    /// The name of an event says what it told of.
    fn add(&mut self, left: &Skeleton) {
        let mut parts = left.ext_id.split('/').skip(2);
        let step = parts.next().and_then(|step| step.parse().ok());
        match (left.kind, step, parts.next()) {
            (Kind::StepRecorded, Some(step), _) => {
                self.steps.insert(step, (left.seq, left.occurred));
            }
            (Kind::Reasoned, Some(step), Some(hash)) => {
                self.reasons.insert((step, hash.to_owned()));
            }
            _ => {}
        }
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.reasons.is_empty()
    }

    pub fn step(&self, step_id: u32) -> bool {
        self.steps.contains_key(&step_id)
    }

    /// Whether this is what was said about a step and forgotten.
    pub fn reason(&self, step_id: u32, reasoning: &str) -> bool {
        let mut of_steps = self.reasons.iter();
        of_steps.any(|(step, hash)| *step == step_id && *hash == annotate::hash(reasoning))
    }

    /// What is left of each forgotten step, in their order.
    pub fn left(&self) -> impl Iterator<Item = (Step, Command)> {
        let steps = self.steps.iter();
        steps.map(|(step_id, (seq, at))| steps::forgotten(*step_id, *seq, *at))
    }

    #[cfg(test)]
    pub fn of(steps: &[u32], reasons: &[(u32, &str)]) -> Self {
        let at = Moment::from_ms(1_700_000_000_000);
        let reasons = reasons.iter();
        Self {
            steps: steps.iter().map(|step| (*step, (1, at))).collect(),
            reasons: reasons
                .map(|(step, said)| (*step, annotate::hash(said)))
                .collect(),
            has_document: false,
        }
    }
}
