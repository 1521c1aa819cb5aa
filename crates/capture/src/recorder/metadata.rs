//! The record of a recording, written from what its task knows.

use std::collections::HashSet;

use mneme_model::Seq;
use mneme_model::archive::{ClosedBy, Metadata, Session, SkippedFetch, Step, StreamGap};

use super::forgetting::Gone;
use super::register::started;
use super::steps;

/// What happened in a recording so far.
#[derive(Clone, Debug, Default)]
pub struct Story {
    pub steps: Vec<Step>,
    pub missing: Vec<SkippedFetch>,
    pub gaps: Vec<StreamGap>,
    pub closing: Option<String>,
}

/// How a recording stands when its record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Capturing,
    Interrupted,
    Complete,
    Incomplete,
}

// === impl Story ===

impl Story {
    pub fn metadata(&self, session: &Session, standing: Standing, now: &str) -> Metadata {
        let over = matches!(standing, Standing::Complete | Standing::Incomplete);
        Metadata {
            status: standing.status().to_owned(),
            capture_status: standing.status().to_owned(),
            completed_at: over.then(|| now.to_owned()),
            total_steps: self.total(),
            annotated_steps: session.number("annotated_steps"),
            skipped_steps: session.number("skipped_steps"),
            steps: self.steps.clone(),
            skipped_image_fetches: self.missing.clone(),
            stream_gaps: self.gaps.clone(),
            closing_image_path: self.closing.clone(),
            in_progress: standing.in_progress(),
            ..started(session)
        }
    }

    /// Lists what never came, once.
    pub fn give_up_on_pictures(&mut self) {
        let told: HashSet<_> = self
            .missing
            .iter()
            .map(|missing| (missing.step_id, missing.reason.clone()))
            .collect();
        let awaited = |step: &&Step| step.success && !steps::is_forgotten(step);
        for step in self.steps.iter().filter(awaited) {
            let pictures = [
                (&step.before_image_path, "before fetch failed"),
                (&step.image_path, "fetch failed"),
                (&step.after_image_path, "after fetch failed"),
            ];
            for (path, reason) in pictures {
                let known = told.contains(&(step.step_id, reason.to_owned()));
                if path.is_none() && !known {
                    self.missing.push(SkippedFetch {
                        step_id: step.step_id,
                        reason: reason.to_owned(),
                    });
                }
            }
        }
    }

    /// Of forgotten steps nothing is left but number and time; of a recording without any other,
    /// not even its last picture.
    pub fn forget(&mut self, gone: &Gone) {
        for (left, _) in gone.left() {
            let id = left.step_id;
            match self.steps.binary_search_by_key(&id, |step| step.step_id) {
                Ok(at) => self.steps[at] = left,
                Err(_) => continue,
            }
        }
        let told = self.steps.iter().filter(|step| gone.step(step.step_id));
        let told: Vec<_> = told
            .map(|step| steps::without_pictures(step.step_id))
            .collect();
        if told.is_empty() {
            return;
        }
        self.missing.retain(|missing| !gone.step(missing.step_id));
        if told.len() == self.steps.len() {
            self.closing = None;
        }
        self.missing.extend(told);
    }

    /// Where the journal has a step.
    pub fn place_of(&self, step_id: u32) -> Option<Seq> {
        let place = usize::try_from(step_id.checked_sub(1)?).ok()?;
        self.steps.get(place)?.event_offset
    }

    pub fn total(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }
}

// === impl Standing ===

impl Standing {
    fn status(self) -> &'static str {
        match self {
            Standing::Capturing | Standing::Interrupted => "active",
            Standing::Complete => "complete",
            Standing::Incomplete => "incomplete",
        }
    }

    fn in_progress(self) -> Option<ClosedBy> {
        match self {
            Standing::Capturing => Some(ClosedBy::Capturing),
            Standing::Interrupted => Some(ClosedBy::Interrupted),
            _ => None,
        }
    }
}
