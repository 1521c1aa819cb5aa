//! The codes a recorder refuses with, and what sort of trouble each is. They are interface:
//! clients match on them.

use mneme_model::ErrorKind;

macro_rules! codes {
    ($($name:ident $code:literal $kind:ident)*) => {
        /// Why a recorder refuses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Trouble {
            $($name,)*
        }

        impl Trouble {
            pub const ALL: &[Trouble] = &[$(Trouble::$name,)*];

            pub fn code(self) -> &'static str {
                match self {
                    $(Trouble::$name => $code,)*
                }
            }

            /// What sort of trouble it is.
            pub fn kind(self) -> ErrorKind {
                match self {
                    $(Trouble::$name => ErrorKind::$kind,)*
                }
            }

            pub fn named(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

codes! {
    Parse "PARSE_ERROR" Invalid
    Internal "INTERNAL_ERROR" Internal
    SessionNotFound "SESSION_NOT_FOUND" NotFound
    NotFound "NOT_FOUND" NotFound
    MemoryName "INVALID_MEMORY_NAME" Invalid
    TenantId "INVALID_TENANT_ID" Invalid
    ServerAddr "INVALID_SERVER_ADDR" Invalid
    SessionConfig "INVALID_SESSION_CONFIG" Invalid
    Mode "INVALID_MODE" Invalid
    Status "INVALID_STATUS" Conflict
    Payload "INVALID_PAYLOAD" Invalid
    SessionId "INVALID_SESSION_ID" Invalid
    Register "REGISTER_FAILED" Internal
    DirInit "DIR_INIT_FAILED" Internal
    DirMissing "MEMORY_DIR_MISSING" NotFound
    WatchStart "WATCH_START_FAILED" Unavailable
    Redis "REDIS_ERROR" Unavailable
    WriteFailed "WRITE_FAILED" Internal
    InFlight "SESSION_IN_FLIGHT" Conflict
    DeleteFailed "DELETE_FAILED" Internal
}
