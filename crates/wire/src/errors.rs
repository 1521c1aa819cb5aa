//! The table of public errors: what a code means to an HTTP client, to a script and to a
//! person.

mod hints;

use std::sync::OnceLock;

use mneme_model::{Code, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ipc::Trouble;

pub use hints::{CONTENTS_AGAIN, hint};

/// An error as it crosses a boundary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{error}")]
pub struct Fault {
    /// What is wrong, in a sentence.
    pub error: String,
    /// Stable: what a program goes by.
    pub code: String,
    /// What to do about it; absent where there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Where waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// How sentences that name commands are worded, where this program was started under another name.
static WORDING: OnceLock<fn(&str) -> String> = OnceLock::new();

/// From now on whatever leaves through a door is worded so.
pub fn speak(wording: fn(&str) -> String) {
    // A second name in one process keeps the first.
    let _ = WORDING.set(wording);
}

/// A sentence with the commands as whoever started us types them.
pub fn worded(text: &str) -> String {
    WORDING
        .get()
        .map_or_else(|| text.to_owned(), |wording| wording(text))
}

// === impl Fault ===

impl Fault {
    pub fn new(code: Code, error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            code: code.name().into(),
            hint: hint(code).into(),
            retry_after_ms: None,
        }
    }

    /// With another hint than its code has.
    pub fn mended_by(self, hint: &str) -> Self {
        Self {
            hint: hint.to_owned(),
            ..self
        }
    }

    /// On its way out of a door: its hint names the command people have.
    pub fn worded(self) -> Self {
        Self {
            hint: worded(&self.hint),
            ..self
        }
    }

    /// The code this build knows the fault by.
    pub fn known_code(&self) -> Code {
        Code::ALL
            .iter()
            .copied()
            .find(|code| code.name() == self.code)
            .unwrap_or(Code::Internal)
    }

    /// What the command ends with. A recorder's refusals have codes of their own.
    pub fn exit_code(&self) -> u8 {
        match Trouble::named(&self.code) {
            Some(trouble) => exit_by_kind(trouble.kind()),
            None => exit_code(self.known_code()),
        }
    }
}

pub fn http_status(code: Code) -> u16 {
    match code {
        Code::UnsupportedMedia => 415,
        Code::BadRequest => 422,
        Code::WrongMethod => 405,
        Code::BodyStalled => 408,
        _ => match code.kind() {
            ErrorKind::Invalid => 400,
            ErrorKind::Unauthenticated => 401,
            ErrorKind::Forbidden => 403,
            ErrorKind::NotFound => 404,
            ErrorKind::Conflict => 409,
            ErrorKind::TooLarge => 413,
            ErrorKind::RateLimited => 429,
            ErrorKind::StorageFull => 507,
            ErrorKind::Unavailable
            | ErrorKind::ReadOnly
            | ErrorKind::Corrupt
            | ErrorKind::Unsupported => 503,
            ErrorKind::Internal => 500,
        },
    }
}

/// Exit codes of the command: 1 trouble, 2 wrong use, 3 not found, 4 not allowed, 5 not
/// available now, 6 the store itself.
pub fn exit_code(code: Code) -> u8 {
    match code {
        // Asking again does not help with these: somebody has to decide something first.
        Code::AlreadySuperseded
        | Code::SpaceExists
        | Code::SharingFull
        | Code::EpisodesOff
        | Code::EpisodeEnded
        | Code::FileExists
        | Code::NotWritten
        | Code::NotEmpty
        | Code::CannotReplace
        | Code::KeyProvider => 1,
        _ => exit_by_kind(code.kind()),
    }
}

fn exit_by_kind(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Invalid | ErrorKind::TooLarge => 2,
        ErrorKind::NotFound => 3,
        ErrorKind::Unauthenticated | ErrorKind::Forbidden => 4,
        ErrorKind::Unavailable | ErrorKind::RateLimited | ErrorKind::Conflict => 5,
        ErrorKind::StorageFull
        | ErrorKind::ReadOnly
        | ErrorKind::Corrupt
        | ErrorKind::Unsupported => 6,
        ErrorKind::Internal => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_client_or_server_status_and_an_exit_code() {
        for code in Code::ALL {
            let status = http_status(*code);
            assert!((400..600).contains(&status), "{}", code.name());
            assert!((1..=6).contains(&exit_code(*code)));
            assert_eq!(Fault::new(*code, "x").known_code(), *code);
        }
    }

    #[test]
    fn a_fault_crosses_as_json() {
        let json = serde_json::to_value(Fault::new(Code::QueryEmpty, "query is empty")).unwrap();
        assert_eq!(
            json,
            serde_json::json!({"error": "query is empty", "code": "query_empty"})
        );
    }
}
