//! What can go wrong where bytes rest, each with its public code.

use std::io;
use std::path::{Path, PathBuf};

use mneme_model::{Code, Seq};
use rusqlite::types::Type;
use rusqlite::{ErrorCode, Row};

use crate::backup::Refusal;
use crate::scratch::cell;
use crate::store::DATABASE;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the data directory {dir} is in use by process {pid}")]
    InUse { dir: PathBuf, pid: String },
    #[error(
        "the store was written by a newer mneme (format {found}, this one reads up to {known})"
    )]
    Newer { found: i64, known: i64 },
    #[error("the disk or the configured size limit is full")]
    Full,
    #[error("the data directory cannot be written: {0}")]
    ReadOnly(String),
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// One event of the journal; everything else is as it was.
    #[error("the store is damaged: mneme.db: table journal, row {seq} (id {id}): {why}")]
    Damaged { seq: Seq, id: String, why: String },
    /// One node of a table of contents: the journal has all it says.
    #[error("the store is damaged: mneme.db: table toc, row {node}: {why}")]
    Contents { node: i64, why: String },
    #[error(
        "the master key {0} is missing or not readable as a key; without it the store cannot be opened"
    )]
    KeyMissing(PathBuf),
    #[error(
        "the master key in keys/ is not this store's: it opens none of the data keys, so it is another store's or a new one"
    )]
    KeyForeign,
    #[error(
        "the master key of this store is kept by {0}, and the settings do not name it (encryption.provider): nothing is opened with another key"
    )]
    KeyElsewhere(String),
    #[error(
        "the settings name a key service (encryption.provider), and this store has its master key in {0}: nothing is sealed under two"
    )]
    KeyHere(PathBuf),
    /// What the service said, in a sentence; there is no fallback.
    #[error("{0}")]
    KeyService(String),
    #[error("sealed content did not open: {0}")]
    Unseal(&'static str),
    #[error(
        "this store has vectors of {found} numbers from the model {model}, and the model loaded under that name makes {wanted}"
    )]
    Dimension {
        model: String,
        found: usize,
        wanted: usize,
    },
    #[error("the store is closing")]
    Closed,
    /// A commit failed for a reason already logged where it happened.
    #[error("the commit failed: {0}")]
    Commit(String),
    #[error("could not {what} {path}")]
    Io {
        what: &'static str,
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("database error")]
    Sqlite(#[source] rusqlite::Error),
    #[error("an event of {0} bytes, as it would be written, is longer than the store takes")]
    TooLong(usize),
    #[error("a stored body is not readable")]
    Body(#[from] serde_json::Error),
    #[error(transparent)]
    Backup(#[from] Refusal),
    /// What is wrong with another program's file.
    #[error("{0}")]
    Foreign(String),
}

// === impl Error ===

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::InUse { .. } => Code::StoreInUse,
            Error::Newer { .. } => Code::StoreNewer,
            Error::Full => Code::StorageFull,
            Error::ReadOnly(_) => Code::StorageReadOnly,
            Error::Corrupt(_)
            | Error::Damaged { .. }
            | Error::Contents { .. }
            | Error::Unseal(_)
            | Error::Body(_) => Code::StorageCorrupt,
            Error::KeyMissing(_) | Error::KeyForeign => Code::KeyMissing,
            Error::KeyElsewhere(_) | Error::KeyHere(_) => Code::KeyProvider,
            Error::KeyService(_) => Code::KeyService,
            Error::Dimension { .. } => Code::ModelMismatch,
            Error::TooLong(_) => Code::ContentTooLarge,
            Error::Closed => Code::StoreClosed,
            Error::Io { source, .. } => io_code(source),
            Error::Backup(refusal) => refusal.code(),
            Error::Foreign(_) => Code::BadFile,
            Error::Sqlite(_) | Error::Commit(_) => Code::Internal,
        }
    }

    pub fn io(what: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Error::Io {
            what,
            path: path.into(),
            source,
        }
    }

    /// Names the file the trouble is with.
    pub(crate) fn at(self, path: &Path) -> Self {
        let named = |why: String| {
            let why = why.strip_prefix(&in_database("")).unwrap_or(&why);
            format!("{}: {why}", path.display())
        };
        match self {
            Error::Corrupt(why) => Error::Corrupt(named(why)),
            Error::ReadOnly(why) => Error::ReadOnly(named(why)),
            other => other,
        }
    }

    /// The same fact told again, for each operation of a group whose commit failed.
    pub(crate) fn repeat(&self) -> Self {
        match self {
            Error::Full => Error::Full,
            Error::ReadOnly(why) => Error::ReadOnly(why.clone()),
            Error::Corrupt(why) => Error::Corrupt(why.clone()),
            other => Error::Commit(other.to_string()),
        }
    }
}

fn io_code(source: &io::Error) -> Code {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Code::StorageFull,
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::AlreadyExists => Code::StorageReadOnly,
        // What should be a text is none, or ends too early.
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Code::StorageCorrupt,
        _ => Code::Internal,
    }
}

fn is_no_room(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE)
}

/// What is wrong with a value that no build of ours ever wrote where it stands; none where the trouble
/// is another one.
fn strange(error: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error as E;
    match error {
        E::InvalidColumnType(_, column, found) => {
            let found = found.to_string().to_lowercase();
            Some(format!(
                "a value of `{column}` is of another type ({found})"
            ))
        }
        E::Utf8Error(..) => Some(String::from("a text is not UTF-8")),
        E::FromSqlConversionFailure(_, _, why) => Some(why.to_string()),
        E::IntegralValueOutOfRange(_, found) => Some(format!("{found} is out of range")),
        _ => None,
    }
}

pub(crate) fn in_database(why: &str) -> String {
    format!("{DATABASE}: {why}")
}

/// Reads a row whose number stands in one of its columns, and says which it is where a value is strange.
pub(crate) fn in_row<T>(
    table: &str,
    row: &Row<'_>,
    number_at: usize,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    read(row).map_err(|error| match strange(&error) {
        None => error,
        Some(why) => {
            let number = row.get_ref(number_at).map(cell);
            let at = format!("table {table}, row {}", number.unwrap_or_default());
            let named = format!("{at}: {why}").into();
            rusqlite::Error::FromSqlConversionFailure(0, Type::Null, named)
        }
    })
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        if let Some(why) = strange(&error) {
            return Error::Corrupt(in_database(&why));
        }
        let Some(code) = error.sqlite_error_code() else {
            return Error::Sqlite(error);
        };
        match code {
            ErrorCode::DiskFull => Error::Full,
            // The log's index could not grow.
            ErrorCode::SystemIoFailure if is_no_room(&error) => Error::Full,
            ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
                Error::ReadOnly(error.to_string())
            }
            ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::SystemIoFailure
            // Only a table changed behind the journal's back breaks a key.
            | ErrorCode::ConstraintViolation => {
                Error::Corrupt(error.to_string())
            }
            _ => Error::Sqlite(error),
        }
    }
}
