//! The model a store reads with: opened when it is first needed, by whoever needs it first.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::embed::{self, Encoder};
use crate::settings::Embeddings;

/// Files that were not there are looked for again after this long.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

pub struct Model {
    wanted: Option<Embeddings>,
    state: Mutex<State>,
}

enum State {
    Unopened,
    Ready(Arc<dyn Encoder>),
    Failed {
        why: String,
        /// There are no files: nothing is wrong, there is just no model.
        absent: bool,
        at: Instant,
    },
}

/// What there is to say about the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelState {
    /// Nobody wants vectors.
    Off,
    /// Its files are there and were not needed yet.
    Unopened(String),
    Ready(String),
    /// Why there are no vectors: recall goes by words.
    Failed(String),
}

// === impl Model ===

impl Model {
    pub fn new(wanted: Option<Embeddings>) -> Self {
        Self {
            wanted,
            state: Mutex::new(State::Unopened),
        }
    }

    pub fn is_off(&self) -> bool {
        self.wanted.is_none()
    }

    /// The name under which its vectors are kept.
    pub fn name(&self) -> Option<&str> {
        self.wanted.as_ref().map(|wanted| wanted.model.as_str())
    }

    /// Numbers in a vector; 0 when nobody wants vectors.
    pub fn dimension(&self) -> usize {
        let known = self.name().and_then(embed::catalogue::find);
        known.map_or(0, |known| known.dimension)
    }

    /// The encoder, opened now if it is not yet; `None` when there is none to be had.
    pub fn get(&self) -> Option<Arc<dyn Encoder>> {
        let wanted = self.wanted.as_ref()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::Ready(encoder) => return Some(encoder.clone()),
            State::Failed { at, .. } if at.elapsed() < LOOK_AGAIN => return None,
            _ => {}
        }
        let before = std::mem::replace(&mut *state, open(wanted));
        match (&*state, before) {
            (State::Ready(encoder), _) => Some(encoder.clone()),
            // Said once, not every time somebody asks.
            (State::Failed { why, absent, .. }, State::Unopened) => {
                match absent {
                    true => tracing::info!(%why, "no model: recall goes by words"),
                    false => tracing::warn!(%why, "the model does not open: recall goes by words"),
                }
                None
            }
            _ => None,
        }
    }

    pub fn state(&self) -> ModelState {
        let Some(wanted) = &self.wanted else {
            return ModelState::Off;
        };
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Ready(encoder) => ModelState::Ready(encoder.name().to_owned()),
            State::Failed { why, .. } => ModelState::Failed(why.clone()),
            State::Unopened => match embed::present(&wanted.model, &wanted.dir) {
                Ok(()) => ModelState::Unopened(wanted.model.clone()),
                Err(error) => ModelState::Failed(error.to_string()),
            },
        }
    }
}

fn open(wanted: &Embeddings) -> State {
    match embed::open(&wanted.model, &wanted.dir, wanted.precision) {
        Ok(encoder) => State::Ready(encoder),
        Err(error) => State::Failed {
            absent: matches!(error, embed::Error::Missing { .. }),
            why: error.to_string(),
            at: Instant::now(),
        },
    }
}
