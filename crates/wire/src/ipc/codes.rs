//! The codes a recorder refuses with. They are interface: clients match on them.

macro_rules! codes {
    ($($name:ident $code:literal)*) => {
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
        }
    };
}

codes! {
    Parse "PARSE_ERROR"
    Internal "INTERNAL_ERROR"
    SessionNotFound "SESSION_NOT_FOUND"
    NotFound "NOT_FOUND"
    MemoryName "INVALID_MEMORY_NAME"
    TenantId "INVALID_TENANT_ID"
    ServerAddr "INVALID_SERVER_ADDR"
    SessionConfig "INVALID_SESSION_CONFIG"
    Mode "INVALID_MODE"
    Status "INVALID_STATUS"
    Payload "INVALID_PAYLOAD"
    SessionId "INVALID_SESSION_ID"
    Register "REGISTER_FAILED"
    DirInit "DIR_INIT_FAILED"
    DirMissing "MEMORY_DIR_MISSING"
    WatchStart "WATCH_START_FAILED"
    Redis "REDIS_ERROR"
    WriteFailed "WRITE_FAILED"
    InFlight "SESSION_IN_FLIGHT"
    DeleteFailed "DELETE_FAILED"
}
