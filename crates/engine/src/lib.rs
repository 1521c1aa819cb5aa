//! # engine: the one memory
//!
//! **Comes in:** an operation and a `Caller`. **Goes out:** its outcome.
//!
//! **Kept:** nothing beside the rooms it opens. **Deliberately absent:** HTTP, gRPC, MCP,
//! terminals, desktop capture. Every operation first asks whether the caller may, so that no
//! door can forget to.
//!
//! Read [`Engine`], then one operation whole: `memories/store.rs` and `fold/memories.rs`.

mod aside;
mod asked;
pub mod backup;
pub mod brief;
mod checks;
mod contradiction;
mod cursor;
mod engine;
mod error;
pub mod events;
mod exchange;
mod export;
pub mod fold;
mod forget;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
pub mod history;
pub mod jobs;
mod keys;
mod learn;
mod log;
pub mod memories;
mod note;
pub mod notebook;
mod page;
mod parts;
mod pins;
mod proof;
mod recall;
mod record;
mod said;
mod sealing;
pub mod settings;
pub mod sharing;
pub mod signals;
mod stats;
pub mod timeline;
mod tokens;
mod trust;
mod upkeep;
mod vectors;
pub mod views;
mod watch;
mod witness;

pub use aside::Aside;
pub use asked::{AnswerSettings, AnswerStats};
pub use contradiction::is_negator;
pub use engine::Engine;
pub use error::{Error, Result};
pub use exchange::{Exchange, Told};
pub use export::Exported;
pub use forget::{Forget, Forgot, Receipted, Ridding};
pub use learn::{Fact, Learned, SaidIn};
pub use mneme_index::vectors::ModelState;
pub use mneme_recall::Ranking;
pub use mneme_recall::brief::{Gist, gist, sentences_of};
pub use mneme_recall::gate;
pub use mneme_recall::guard;
pub use mneme_recall::pack::Packed;
pub use mneme_recall::rank::{Channels, MIN_CHANNEL_SCORE, Strengths};
pub use mneme_recall::tokens::count as tokens_of;
pub use mneme_recall::trust::{Trust, status_factor, trust_multiplier};
pub use mneme_store::Room;
pub use mneme_store::backup::Order as BackupOrder;
pub use mneme_store::checksum::sha256;
pub use mneme_store::tables::outcomes::Outcome;
pub use parts::PartsSettings;
pub use pins::{Pin, Pinnable};
pub use recall::{Recall, Recalled, Remembered, Unasked};
pub use record::{Fitness, Record};
pub use sealing::{DataKeys, NamespaceKeys, RetiredKey, Rotated};
pub use settings::{Initiative, OnDuplicate, Settings};
pub use stats::{NamespaceStats, Stats};
pub use trust::Source;
pub use upkeep::{Progress, Rebuilt, Verified};
pub use vectors::{ModelCount, VectorStats};

pub(crate) use memories::known as memories_known;
