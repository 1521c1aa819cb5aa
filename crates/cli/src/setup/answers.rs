//! Answers that settings have already, and those that somebody gives now: the last one holds.

pub mod mode;

use std::path::{Path, PathBuf};

use mneme_wire::Fault;

use super::config::{Existing, Says, quoted};
use super::decide::{Decision, Extraction};
use super::receipt::Receipt;
use super::serving::is_same;
use crate::args::SetupArgs;
use crate::connect::values;

/// Whether a model may read conversations for facts.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// What was said now.
    now: Option<bool>,
    /// It was refused before, in whichever way.
    refused: bool,
    /// A model could do it.
    with_key: bool,
}

// === impl Reading ===

impl Reading {
    /// Settings that say no mean it, unless setup only wrote so because it found no key.
    pub fn of(
        args: &SetupArgs,
        existing: &Existing,
        known: Option<&Receipt>,
        decision: &Decision,
    ) -> Self {
        let said = match existing {
            Existing::Settings(says) => says.extraction,
            _ => None,
        };
        let no_key = known.is_some_and(|own| own.no_key);
        let now = match (args.extraction, args.no_extraction) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        Self {
            now,
            refused: said == Some(false) && !no_key,
            with_key: decision.extraction.enabled,
        }
    }

    /// For settings that are written anew.
    pub fn decided(self, found: Extraction) -> Extraction {
        match (self.now, self.refused) {
            (Some(false), _) | (None, true) => found.switched_off(),
            (Some(true), _) => Extraction {
                enabled: true,
                ..found
            },
            (None, false) => found,
        }
    }

    /// Settings that stay say something else only where it was said now.
    pub fn kept(self, says: Says) -> Result<Says, Fault> {
        match self.now {
            Some(asked) => says.with_extraction(asked),
            None => Ok(says),
        }
    }

    /// Whether nobody said no, and settings say so all the same; nothing where they stay.
    pub fn only_a_key_is_missing(self, keeps: bool) -> Option<bool> {
        match (self.now, keeps) {
            (Some(_), _) => Some(false),
            (None, true) => None,
            (None, false) => Some(!self.refused && !self.with_key),
        }
    }

    pub fn told(self) -> Option<String> {
        let holds = self.refused && self.now.is_none() && self.with_key;
        holds.then(|| {
            String::from("no model reads conversations, as was said before; --extraction lets one")
        })
    }
}

/// The store and the place for models, where somebody names another than settings do.
#[derive(Debug, Default)]
pub struct Places {
    store: Option<Move>,
    models: Option<Move>,
}

#[derive(Debug)]
struct Move {
    from: Option<PathBuf>,
    to: PathBuf,
}

// === impl Places ===

impl Places {
    pub fn named(args: &SetupArgs, says: Option<&Says>) -> Self {
        let Some(says) = says else {
            return Self::default();
        };
        let store = args.target.data_dir.as_ref();
        let store = store.filter(|_| args.target.is_named);
        let models = args.target.models_dir.as_ref();
        Self {
            store: Move::of(says.data_dir.as_ref(), store),
            models: Move::of(says.models_dir.as_ref(), models),
        }
    }

    pub fn move_anything(&self) -> bool {
        self.store.is_some() || self.models.is_some()
    }

    /// Settings with these in them.
    pub fn written(&self, text: String) -> Result<String, Fault> {
        let moves = [
            ("storage", "data_dir", &self.store),
            ("embeddings", "models_dir", &self.models),
        ];
        moves.iter().try_fold(text, |text, (section, key, there)| {
            let Some(Move { to, .. }) = there else {
                return Ok(text);
            };
            values::set(&text, &[section], key, &quoted(&to.to_string_lossy()))
        })
    }

    /// What somebody should know who is used to the former place.
    pub fn told(&self) -> Option<String> {
        let store = self.store.as_ref().and_then(|Move { from, to }| {
            let (from, to) = (from.as_ref()?.display(), to.display());
            Some(format!(
                "agents use the store in {to} from now on; what is kept in {from} stays there (`--data-dir {from}` asks it)"
            ))
        });
        let models = self.models.as_ref().and_then(|Move { from, to }| {
            let (from, to) = (from.as_ref()?.display(), to.display());
            Some(format!(
                "models are looked for in {to}, and no more in {from}"
            ))
        });
        let told: Vec<String> = store.into_iter().chain(models).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

// === impl Move ===

impl Move {
    fn of(from: Option<&PathBuf>, to: Option<&PathBuf>) -> Option<Self> {
        let (from, to) = (from.cloned(), to?.clone());
        let same = |from: &PathBuf| is_same(Path::new(from), &to);
        (!from.as_ref().is_some_and(same)).then_some(Self { from, to })
    }
}
