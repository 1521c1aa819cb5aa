//! A closed set of kinds, and the stable public code of every refusal.
//!
//! Rooms keep their own error enums with whole causes; each variant names its [`Code`]. What
//! a code means on a wire (status, hint, exit code) is a row of `wire::errors`.

/// What sort of trouble: enough to decide a status, a retry, an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    Invalid,
    TooLarge,
    Unauthenticated,
    Forbidden,
    NotFound,
    Conflict,
    RateLimited,
    Unavailable,
    StorageFull,
    ReadOnly,
    Corrupt,
    Unsupported,
    Internal,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $kind:ident;)*) => {
        /// The stable public name of a refusal. Never rename one: clients match on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            pub fn kind(self) -> ErrorKind {
                match self { $(Code::$variant => ErrorKind::$kind,)* }
            }
        }
    };
}

codes! {
    BadRequest = "bad_request", Invalid;
    BadJson = "bad_json", Invalid;
    UnsupportedMedia = "unsupported_media_type", Invalid;
    ContentEmpty = "content_empty", Invalid;
    ContentTooLarge = "content_too_large", Invalid;
    QueryEmpty = "query_empty", Invalid;
    BadTags = "bad_tags", Invalid;
    BadName = "bad_name", Invalid;
    BadId = "bad_id", Invalid;
    BadTime = "bad_time", Invalid;
    BadKind = "bad_kind", Invalid;
    BadRole = "bad_role", Invalid;
    BadLimit = "bad_limit", Invalid;
    BadCursor = "bad_cursor", Invalid;
    BadMetadata = "bad_metadata", Invalid;
    BadBatch = "bad_batch", Invalid;
    BadNamespace = "bad_namespace", Invalid;
    NothingToUpdate = "nothing_to_update", Invalid;
    NothingToForget = "nothing_to_forget", Invalid;
    BadFeedback = "bad_feedback", Invalid;
    Duplicate = "duplicate", Invalid;
    BadSetting = "bad_setting", Invalid;
    BadFile = "bad_file", Invalid;
    BadRanking = "bad_ranking", Invalid;
    BadConsistency = "bad_consistency", Invalid;
    BadEmbedding = "bad_embedding", Invalid;
    BadModel = "bad_model", Invalid;
    BadPath = "bad_path", Invalid;
    BadLifetime = "bad_lifetime", Invalid;
    BadOutcome = "bad_outcome", Invalid;
    BadBackup = "bad_backup", Invalid;
    BadBundle = "bad_bundle", Invalid;
    CannotReplay = "cannot_replay", Invalid;
    SessionFull = "session_full", Invalid;
    SlotFull = "slot_full", Invalid;
    BadGrant = "bad_grant", Invalid;
    BadWebhook = "bad_webhook", Invalid;
    BodyTooLarge = "body_too_large", TooLarge;
    BodyStalled = "body_stalled", Invalid;
    NoCredential = "no_credential", Unauthenticated;
    BadCredential = "bad_credential", Unauthenticated;
    BadToken = "bad_token", Unauthenticated;
    RoleTooLow = "role_too_low", Forbidden;
    ForeignNamespace = "foreign_namespace", Forbidden;
    ForeignAgent = "foreign_agent", Forbidden;
    NotOwner = "not_owner", Forbidden;
    OutsideGrant = "outside_grant", Forbidden;
    AddressNotAllowed = "address_not_allowed", Forbidden;
    ForeignHost = "foreign_host", Forbidden;
    ForeignOrigin = "foreign_origin", Forbidden;
    NoSuchMemory = "no_such_memory", NotFound;
    NoSuchKey = "no_such_key", NotFound;
    NoSuchReceipt = "no_such_receipt", NotFound;
    NoSuchEpisode = "no_such_episode", NotFound;
    NoSuchNamespace = "no_such_namespace", NotFound;
    NoSuchNode = "no_such_node", NotFound;
    NoSuchGrip = "no_such_grip", NotFound;
    NoSuchJob = "no_such_job", NotFound;
    NoSuchSession = "no_such_session", NotFound;
    NoSuchSlot = "no_such_slot", NotFound;
    NoSuchSpace = "no_such_space", NotFound;
    NoSuchGrant = "no_such_grant", NotFound;
    NoStore = "no_store", NotFound;
    NoSuchRoute = "no_such_route", NotFound;
    WrongMethod = "wrong_method", NotFound;
    RateLimited = "rate_limited", RateLimited;
    StoreInUse = "store_in_use", Unavailable;
    StoreClosed = "store_closed", Unavailable;
    PortTaken = "port_taken", Unavailable;
    NotServing = "not_serving", Unavailable;
    PurgePending = "purge_pending", Unavailable;
    ModelMissing = "model_missing", Unavailable;
    AlreadySuperseded = "already_superseded", Conflict;
    SlotExists = "slot_exists", Conflict;
    SlotChanged = "slot_changed", Conflict;
    SpaceExists = "space_exists", Conflict;
    SharingFull = "sharing_full", Conflict;
    EpisodesOff = "episodes_off", Conflict;
    EpisodeEnded = "episode_ended", Conflict;
    FileExists = "file_exists", Conflict;
    NotWritten = "not_written", Conflict;
    NotEmpty = "not_empty", Conflict;
    CannotReplace = "cannot_replace", Conflict;
    ModelMismatch = "model_mismatch", Conflict;
    ModelDamaged = "model_damaged", Corrupt;
    ModelFetch = "model_fetch_failed", Unavailable;
    StorageFull = "storage_full", StorageFull;
    StorageLow = "storage_low", StorageFull;
    StorageReadOnly = "storage_read_only", ReadOnly;
    StorageCorrupt = "storage_corrupt", Corrupt;
    KeyMissing = "key_missing", Corrupt;
    KeyInUse = "key_in_use", Conflict;
    KeyProvider = "key_provider_mismatch", Conflict;
    KeyService = "key_service_failed", Unavailable;
    StoreNewer = "store_newer", Unsupported;
    VerifyFailed = "verify_failed", Corrupt;
    Internal = "internal", Internal;
}

/// An error with everything that led to it, in one sentence. A cause the text has already is not
/// said twice.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let why = error.to_string();
        if !told.contains(&why) {
            told = format!("{told}: {why}");
        }
        cause = error.source();
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_snake_case() {
        for code in Code::ALL {
            let name = code.name();
            assert!(
                name.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
                "{name}"
            );
            assert_eq!(
                Code::ALL.iter().filter(|c| c.name() == name).count(),
                1,
                "{name}"
            );
        }
    }
}
