//! The model a store reads with: opened when it is first needed, by whoever needs it first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mneme_model::Code;

use crate::embed::{self, Encoder};
use crate::settings::{Elsewhere, Embeddings, Settings};

/// Files that were not there are looked for again after this long.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

pub struct Model {
    wanted: Option<Embeddings>,
    /// Stands before the one that is wanted.
    elsewhere: Option<Elsewhere>,
    state: Mutex<State>,
}

enum State {
    Unopened,
    /// Its files are whole; nobody needed them yet.
    Checked,
    Ready(Arc<dyn Encoder>),
    Failed {
        failure: Failure,
        at: Instant,
    },
}

/// Why there is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: Code,
    pub why: String,
}

/// What there is to say about the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelState {
    /// Nobody wants vectors.
    Off,
    /// Its files are whole and were not needed yet.
    Unopened(String),
    Ready(String),
    /// Why there are no vectors: recall goes by words.
    Failed(Failure),
}

// === impl Model ===

impl Model {
    pub fn new(settings: &Settings) -> Self {
        Self {
            wanted: settings.embeddings.clone(),
            elsewhere: settings.elsewhere.clone(),
            state: Mutex::new(State::Unopened),
        }
    }

    pub fn is_off(&self) -> bool {
        self.name().is_none()
    }

    /// The name under which its vectors are kept.
    pub fn name(&self) -> Option<&str> {
        match &self.elsewhere {
            Some(elsewhere) => Some(elsewhere.0.name()),
            None => self.wanted.as_ref().map(|wanted| wanted.model.as_str()),
        }
    }

    /// Numbers in a vector; 0 when nobody wants vectors.
    pub fn dimension(&self) -> usize {
        if let Some(elsewhere) = &self.elsewhere {
            return elsewhere.0.dimension();
        }
        let known = self.name().and_then(embed::catalogue::find);
        known.map_or(0, |known| known.dimension)
    }

    /// Whether somebody needed it already and it opened.
    pub fn is_open(&self) -> bool {
        self.elsewhere.is_some() || matches!(*self.lock(), State::Ready(_))
    }

    /// The encoder, opened now if it is not yet; `None` when there is none to be had.
    pub fn get(&self) -> Option<Arc<dyn Encoder>> {
        if let Some(elsewhere) = &self.elsewhere {
            return Some(elsewhere.0.clone());
        }
        let wanted = self.wanted.as_ref()?;
        let mut state = self.lock();
        let known = matches!(*state, State::Ready(_)) || state.failed_just_now();
        if !known {
            state.turn(open(wanted));
        }
        match &*state {
            State::Ready(encoder) => Some(encoder.clone()),
            _ => None,
        }
    }

    /// What there is to say. Files nobody looked at yet are checked first, which takes a
    /// moment: damage is told, not promised away.
    pub fn state(&self) -> ModelState {
        if let Some(elsewhere) = &self.elsewhere {
            return elsewhere.state();
        }
        let Some(wanted) = &self.wanted else {
            return ModelState::Off;
        };
        let mut state = self.lock();
        match &*state {
            State::Unopened => state.turn(check(wanted)),
            // What a check passed may still not open, so a failure is mended by opening only.
            State::Failed { .. } if !state.failed_just_now() => state.turn(open(wanted)),
            _ => {}
        }
        match &*state {
            State::Ready(encoder) => ModelState::Ready(encoder.name().to_owned()),
            State::Failed { failure, .. } => ModelState::Failed(failure.clone()),
            State::Unopened | State::Checked => ModelState::Unopened(wanted.model.clone()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Elsewhere ===

impl Elsewhere {
    /// How it is by what it last said; asking it would cost a call.
    fn state(&self) -> ModelState {
        // Somebody wants it, and it does not answer: that is trouble, not a lack.
        let failed = |why| Failure {
            code: Code::ModelFetch,
            why,
        };
        match self.0.trouble() {
            Some(why) => ModelState::Failed(failed(why)),
            None => ModelState::Ready(self.0.name().to_owned()),
        }
    }
}

// === impl State ===

impl State {
    fn failed_just_now(&self) -> bool {
        matches!(self, State::Failed { at, .. } if at.elapsed() < LOOK_AGAIN)
    }

    /// A failure is said once, not every time somebody asks.
    fn turn(&mut self, next: State) {
        if let (State::Failed { failure, .. }, false) =
            (&next, matches!(self, State::Failed { .. }))
        {
            failure.say();
        }
        *self = next;
    }
}

// === impl Failure ===

impl Failure {
    fn say(&self) {
        let why = &self.why;
        match self.code {
            // Nothing is wrong: there is just no model.
            Code::ModelMissing => tracing::info!(%why, "no model: recall goes by words"),
            _ => tracing::warn!(%why, "the model does not open: recall goes by words"),
        }
    }
}

fn open(wanted: &Embeddings) -> State {
    match embed::open(&wanted.model, &wanted.dir, wanted.precision) {
        Ok(encoder) => State::Ready(encoder),
        Err(error) => failed(&error),
    }
}

fn check(wanted: &Embeddings) -> State {
    match embed::check(&wanted.model, &wanted.dir) {
        Ok(()) => State::Checked,
        Err(error) => failed(&error),
    }
}

fn failed(error: &embed::Error) -> State {
    let failure = Failure {
        code: error.code(),
        why: error.to_string(),
    };
    let at = Instant::now();
    State::Failed { failure, at }
}
