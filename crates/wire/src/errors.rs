//! The table of public errors: what a code means to an HTTP client, to a script and to a
//! person.

use mneme_model::{Code, ErrorKind};
use serde::{Deserialize, Serialize};

use crate::ipc::Trouble;

/// An error as it crosses a boundary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{error}")]
pub struct Fault {
    pub error: String,
    pub code: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
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
        | Code::EpisodesOff
        | Code::EpisodeEnded
        | Code::FileExists
        | Code::NotWritten
        | Code::NotEmpty
        | Code::CannotReplace => 1,
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

/// What to do about it.
pub fn hint(code: Code) -> &'static str {
    match code {
        Code::BadJson => "send one JSON value, UTF-8",
        Code::UnsupportedMedia => "set the header Content-Type: application/json",
        Code::ContentEmpty => "a memory needs words; only an event may have none",
        Code::ContentTooLarge => {
            "split it, or raise limits.max_content_bytes for memories, limits.max_event_bytes for events"
        }
        Code::BadNamespace => "letters, digits, '-' and '_', 128 at most",
        Code::ForeignNamespace => {
            "a key reads and writes its own namespace only; use a key of the other one"
        }
        Code::ForeignAgent => {
            "agents are kept apart here (AGENTMEMORY_AGENT_SCOPE=isolated): name no agent, or start a server for the other one"
        }
        Code::NoCredential => {
            "send Authorization: Bearer <key>; `mneme key` prints this store's key"
        }
        Code::BadCredential => "`mneme key` prints this store's key",
        Code::BadToken => "tokens end; get another with POST /v1/auth/token or `mneme key token`",
        Code::AddressNotAllowed => {
            "ask from an address the namespace's row of auth.ip_allowlists names, or add this one"
        }
        Code::ForeignHost => "ask for localhost or 127.0.0.1, or send a key",
        Code::ForeignOrigin => "send Authorization: Bearer <token>, or ask without a browser",
        Code::BadPath => "write the path without '.', '..' and '//', encoded or not",
        Code::BadLifetime => "30 days are the most; make another token later",
        Code::RoleTooLow => {
            "use a key with that role; `mneme key new --role ROLE --namespace NAME` makes one"
        }
        Code::AlreadySuperseded => {
            "`mneme inspect ID` shows what took its place; an update makes it believed again"
        }
        Code::EpisodesOff => "set enabled = true under [episodic] in mneme.toml",
        Code::EpisodeEnded => "start another episode",
        Code::BadOutcome => "0 is a failure, 1 is all that was wanted",
        Code::BadRole => "a key is a reader, a writer or an admin",
        Code::RateLimited => "wait as long as Retry-After says, or raise limits.rate_limit_per_sec",
        Code::BodyTooLarge => "send less at once",
        Code::ModelMissing => {
            "`mneme model fetch` gets the weights; without them recall goes by words"
        }
        Code::ModelMismatch => {
            "set embeddings.model and start the server again, then `mneme migrate-embeddings`"
        }
        Code::ModelDamaged => "`mneme model fetch --force` gets the weights again",
        Code::ModelFetch => {
            "check the network and try again, or give a directory: `mneme model fetch --from DIR`"
        }
        Code::BadModel => "`mneme model list` shows the names",
        Code::BadFeedback => {
            "action is confirm, reject or supersede; supersede names another memory in superseded_by"
        }
        Code::NothingToForget => "name ids, a session, an agent, tags, a time, or say all",
        Code::BadRanking => "leave it out for the default",
        Code::StoreInUse => "stop the other process, or use another --data-dir",
        Code::StoreClosed => "the server is stopping; ask again",
        Code::PurgePending => {
            "it goes on by itself, after a restart too; the same request again answers with the receipt"
        }
        Code::PortTaken => "close the other program, or choose another address for this door",
        Code::NotServing => "start it with `mneme serve`",
        Code::StorageFull => {
            "free disk space, or raise storage.max_bytes; nothing that was acknowledged is lost"
        }
        Code::StorageReadOnly => {
            "make the data directory writable for this user, or use another --data-dir"
        }
        Code::StorageCorrupt => {
            "`mneme doctor` names the file; restore it from a backup, or `mneme rebuild` if it is derived"
        }
        Code::KeyMissing => {
            "put keys/master.key back from your backup; a new key cannot open old content"
        }
        Code::StoreNewer => "use the newer mneme that wrote it",
        Code::VerifyFailed => "`mneme rebuild` makes tables and indexes again from the journal",
        Code::BadSetting => "the README lists the settings, `mneme help serve` the flags",
        Code::BadFile => "check the path, and that this user may read or write there",
        Code::BadBackup => "`mneme backup -o FILE` makes one; nothing was changed here",
        Code::FileExists => "choose another name, or add --force",
        Code::NotWritten => "choose a place you may write to that has room: `mneme backup -o FILE`",
        Code::NotEmpty => "restore into a new directory with --data-dir, or add --force",
        Code::CannotReplace => {
            "move it away first, or restore into a new directory: --data-dir DIR"
        }
        Code::BadCursor => "use the cursor of the last answer, with the same question",
        _ => hint_of_absent(code),
    }
}

/// Where to look for what is there.
fn hint_of_absent(code: Code) -> &'static str {
    match code {
        Code::NoSuchMemory => "`mneme list` and `mneme events` show the ids there are",
        Code::NoSuchEpisode => "use the id that the start of the episode was answered with",
        Code::NoSuchKey => "`mneme key list` shows the ids there are",
        Code::NoSuchReceipt => "`mneme receipt list` shows the last 100 of a namespace",
        Code::NoSuchNamespace => "`mneme status` lists the namespaces there are",
        Code::NoSuchNode => {
            "`mneme timeline root` lists the years, `mneme timeline browse ID` what is below one"
        }
        Code::NoSuchGrip => "`mneme timeline node ID` names the grips behind each line",
        Code::NoSuchJob => "`mneme timeline jobs` lists the jobs there are",
        Code::NoSuchSlot => "GET /agentmemory/slots, or memory_slot_list, shows the labels",
        Code::NoSuchSession => "`GET /agentmemory/sessions` lists the sessions there are",
        Code::NoStore => "`mneme remember` or `mneme serve` makes one; --data-dir chooses another",
        Code::NoSuchRoute => "the README lists the routes",
        _ => "",
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
