//! The one interface to whatever remembers recordings.

use std::collections::BTreeMap;
use std::pin::Pin;

use mneme_model::Moment;
use mneme_model::archive::{Session, Status, Turn};

use super::{Instance, Result};

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub type Fields = BTreeMap<String, String>;

/// What a registry owes those who ask: each answer is given after the change is in force, and a
/// change is seen as a whole or not at all. On a Redis cluster, where no change can span keys,
/// the record is right at once and the lists follow; [`Registry::mend`] puts right what a crash
/// in between left.
pub trait Registry: Send + Sync {
    /// Which registry this is, with its version; an error if it does not answer.
    fn ping(&self) -> BoxFuture<'_, Result<String>>;

    /// Writes a new record and lists it. A known id is refused and nothing changes.
    fn register<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>>;

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Session>>>;

    /// Moves a recording on. Whether it may is decided where the record is, in the same unit.
    fn turn<'a>(&'a self, id: &'a str, by: Move) -> BoxFuture<'a, Result<Status>>;

    /// Writes fields of records that exist, never of one that is gone; says which were written.
    /// Identity and status stay as they are.
    fn set<'a>(&'a self, changes: &'a [Change]) -> BoxFuture<'a, Result<Vec<bool>>>;

    /// Recordings of one status, the oldest first.
    fn list(&self, status: Status, page: Page) -> BoxFuture<'_, Result<Vec<Session>>>;

    /// A chunk of all recordings of one status, for walks that move what they meet. What was
    /// there from the first chunk to the last is met at least once.
    fn walk<'a>(&'a self, status: Status, from: Option<&'a str>) -> BoxFuture<'a, Result<Walk>>;

    /// How many recordings there are of each status.
    fn count(&self) -> BoxFuture<'_, Result<BTreeMap<Status, u64>>>;

    /// Removes a record and its listings; whether there was one.
    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool>>;

    /// Takes out of the lists what has no record any more, and puts what stands in a wrong list
    /// where its record says.
    fn mend(&self) -> BoxFuture<'_, Result<Mended>>;

    /// Says that this instance lives. One beat speaks for all its recordings. Whether it was news
    /// to the registry: after the first beat that means that it has lost what it knew.
    fn beat<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<bool>>;

    /// The instances whose last beat is fresh.
    fn instances(&self) -> BoxFuture<'_, Result<Vec<Instance>>>;

    /// Says that this instance ends.
    fn leave<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<()>>;
}

/// A turn, when it is taken, and what else is written with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub turn: Turn,
    pub now_ms: i64,
    pub fields: Fields,
}

/// Fields to write into one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub id: String,
    pub fields: Fields,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub skip: usize,
    pub limit: usize,
}

/// A chunk of a walk, and where to go on; nothing means it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    pub sessions: Vec<Session>,
    pub next: Option<String>,
}

/// What a mending did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// Listings without a record, taken out.
    pub orphans: u64,
    /// Listings in the wrong list, put right.
    pub misplaced: u64,
}

/// What happens to recordings that ended, once their time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Retention {
    /// The record goes by itself, as the seed has it; the directory stays.
    #[default]
    Seed,
    /// Nothing goes by itself: a sweep removes record and directory together.
    Safe,
}

// === impl Move ===

impl Move {
    pub fn new(turn: Turn, now_ms: i64) -> Self {
        let fields = Fields::new();
        Self {
            turn,
            now_ms,
            fields,
        }
    }

    pub fn with(mut self, field: &str, value: impl Into<String>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// What is written besides the status; a turn does not rename a recording.
    pub(super) fn written(&self) -> Fields {
        let mut fields = open(&self.fields);
        fields.insert(String::from("updated_at"), stamp(self.now_ms));
        fields
    }
}

// === impl Retention ===

impl Retention {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "seed" => Some(Retention::Seed),
            "safe" => Some(Retention::Safe),
            _ => None,
        }
    }

    /// After how many seconds a record of this status goes by itself.
    pub fn expires_s(self, status: Status) -> Option<u64> {
        match self {
            Retention::Seed => status.kept_s(),
            Retention::Safe => None,
        }
    }
}

/// Without the fields that only a registration or a turn may write.
pub(super) fn open(fields: &Fields) -> Fields {
    let open = fields
        .iter()
        .filter(|(k, _)| !matches!(k.as_str(), "session_id" | "status" | "created_at"));
    open.map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// A moment as records have it.
pub fn stamp(ms: i64) -> String {
    let text = Moment::from_ms(ms).rfc3339();
    format!("{}+00:00", text.trim_end_matches('Z'))
}

/// The milliseconds of a moment in a record; what cannot be read is long ago.
pub(super) fn moment_ms(session: &Session, field: &str) -> i64 {
    Moment::parse(session.get(field)).map_or(0, |moment| moment.ms)
}

/// The status of a record that is to be registered, if it can be.
pub(super) fn checked(session: &Session) -> Result<Status> {
    use super::Error::BadSession;
    if session.id().is_empty() {
        return Err(BadSession("it has no session_id"));
    }
    if Moment::parse(session.get("created_at")).is_none() {
        return Err(BadSession("its created_at is no moment"));
    }
    session
        .status()
        .ok_or(BadSession("its status is none of ours"))
}
