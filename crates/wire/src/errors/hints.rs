//! What to do about an error, in a few words.

use mneme_model::Code;

/// What mends a table of contents, of which `mneme rebuild` makes nothing.
pub const CONTENTS_AGAIN: &str =
    "`mneme timeline rebuild` makes the table of contents again, --namespace NAME that of another";

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
            "a key reads and writes its own namespace and what was granted to it; use a key of the other one"
        }
        Code::BadGrant => "read, write or admin, for another namespace, until a time to come",
        Code::BadWebhook => {
            "an http or https address out there; sharing.allow_private_webhooks lets in those of your own network"
        }
        Code::NotOwner => "ask the namespace that made the space",
        Code::OutsideGrant => {
            "`mneme share accessible` shows what is granted; ask the owner for more"
        }
        Code::NoSuchSpace => "`mneme share list` shows the spaces there are",
        Code::NoSuchGrant => "`mneme share grants NAME` shows the grants of a space",
        Code::SpaceExists => {
            "choose another name: one name means one space, or one namespace, for everybody"
        }
        Code::SharingFull => {
            "delete what is not needed, or raise sharing.max_shared_namespaces or sharing.max_grants"
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
        Code::NoSuchMemory => "`mneme list` and `mneme events` show the ids there are",
        Code::AlreadySuperseded => {
            "`mneme inspect ID` shows what took its place; an update makes it believed again"
        }
        Code::EpisodesOff => "set enabled = true under [episodic] in mneme.toml",
        Code::EpisodeEnded => "start another episode",
        Code::NoSuchEpisode => "use the id that the start of the episode was answered with",
        Code::BadOutcome => "0 is a failure, 1 is all that was wanted",
        Code::NoSuchKey => "`mneme key list` and `mneme key data` show the ids there are",
        Code::NoSuchReceipt => "`mneme receipt list` shows the last 100 of a namespace",
        Code::NoSuchNamespace => "`mneme status` lists the namespaces there are",
        Code::NoSuchNode => {
            "`mneme timeline root` lists the years, `mneme timeline browse ID` what is below one"
        }
        Code::NoSuchGrip => "`mneme timeline node ID` names the grips behind each line",
        Code::NoSuchJob => "`mneme timeline jobs` lists the jobs there are",
        Code::NoStore => "`mneme remember` or `mneme serve` makes one; --data-dir chooses another",
        Code::BadRole => "a key is a reader, a writer or an admin",
        Code::NoSuchRoute => "docs/api.md and GET /openapi.json list the routes",
        Code::RateLimited => "wait as long as Retry-After says, or raise limits.rate_limit_per_sec",
        Code::BodyTooLarge => "send less at once",
        Code::BodyStalled => "send as many bytes as Content-Length says, without a long pause",
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
        Code::BadBundle => {
            "export it again: `mneme history export ID -o FILE`; nothing was changed"
        }
        Code::CannotReplay => {
            "a history goes into a namespace without memories; `dry_run` says beforehand whether it can"
        }
        Code::BadRanking => "leave it out for the default",
        Code::BadConsistency => "leave it out: what was acknowledged is found either way",
        Code::BadEmbedding => {
            "leave it out, and the model of the server reads the words; `status` says how long its vectors are"
        }
        _ => about_the_notebook(code),
    }
}

/// What to do about sessions, slots and other notes.
fn about_the_notebook(code: Code) -> &'static str {
    match code {
        Code::NoSuchSlot => "GET /agentmemory/slots, or memory_slot_list, shows the labels",
        Code::SlotExists => {
            "write into it with slot/replace, or leave ifAbsent out to make it anew"
        }
        Code::SlotChanged => "read what it says now, then replace that, or leave ifContent out",
        Code::SlotFull => {
            "shorten it, or make the slot anew with a larger sizeLimit (20000 at most)"
        }
        Code::SessionFull => {
            "begin another session, or let sessions be longer: notebook.max_observations or MAX_OBS_PER_SESSION, 0 is no limit"
        }
        Code::NothingToUpdate => "say at least one thing that is to be different",
        Code::NoSuchSession => "`GET /agentmemory/sessions` lists the sessions there are",
        _ => about_the_store(code),
    }
}

/// What to do where the store itself is in the way.
fn about_the_store(code: Code) -> &'static str {
    match code {
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
        Code::StorageLow => "free disk space: writes fail once there is none",
        Code::StorageReadOnly => {
            "make the data directory writable for this user, or use another --data-dir"
        }
        Code::StorageCorrupt => {
            "`mneme rebuild` makes tables and indexes again from the journal; if that says the same, the journal is damaged: stop the server, copy the data directory away, and bring the last backup back with `mneme restore FILE --force`"
        }
        Code::KeyMissing => {
            "put keys/master.key back from your backup (keys/master.wrapped where a service keeps the key); a new key cannot open old content"
        }
        Code::KeyInUse => {
            "sealing again goes on by itself while a server runs; `mneme doctor` says how far it is, then ask again"
        }
        Code::KeyProvider => {
            "set encryption.provider to the one this store began with, or use another --data-dir"
        }
        Code::KeyService => {
            "see to it that the key service answers and encryption.vault_token may use the key, then try again; no other key is used meanwhile"
        }
        Code::StoreNewer => "use the newer mneme that wrote it",
        Code::VerifyFailed => "`mneme rebuild` makes tables and indexes again from the journal",
        Code::BadSetting => "docs/settings.md lists the settings, `mneme help serve` the flags",
        Code::BadFile => "check the path, and that this user may read or write there",
        Code::BadBackup => "`mneme backup -o FILE` makes one; nothing was changed here",
        Code::FileExists => "choose another name, or add --force",
        Code::NotWritten => "choose a place you may write to that has room: `mneme backup -o FILE`",
        Code::NotEmpty => "restore into a new directory with --data-dir, or add --force",
        Code::CannotReplace => {
            "move it away first, or restore into a new directory: --data-dir DIR"
        }
        Code::BadLimit => {
            "stay within what the message allows; of a `limit` above the most, the most come, any other number above it is refused"
        }
        Code::BadCursor => {
            "use the cursor of the last answer, with the same question; with `shared` there is one page: leave the cursor out, and raise `limit` or ask each namespace by itself"
        }
        _ => "",
    }
}
