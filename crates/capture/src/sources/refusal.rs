//! Why a peer is not listened to, in words for whoever can change it. No token is ever in them.

use std::error::Error as _;

use tonic::{Code, Status};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("`{text}` is no address; control_center_addr has the form host:port")]
    BadAddress { text: String },
    #[error(
        "control_center_token cannot be sent to {address}: it has characters a header cannot carry"
    )]
    BadToken { address: String },
    #[error("control_center_tls_ca {path} cannot be used: {why}")]
    BadCa { path: String, why: String },
    #[error(
        "the certificate of Control-Center at {address} is not trusted: {why}; set \
         control_center_tls_ca to the file of the authority that signed it"
    )]
    Certificate { address: String, why: String },
    #[error("Control-Center at {address} does not speak TLS: {why}")]
    NoTls { address: String, why: String },
    #[error("Control-Center at {address} cannot be reached: {why}")]
    Unreachable { address: String, why: String },
    #[error(
        "Control-Center at {address} does not let us watch ({why}); set control_center_token to \
         a token with the scope `monitor`{also}"
    )]
    Denied {
        address: String,
        why: String,
        also: &'static str,
    },
    #[error(
        "Control-Center at {address} is not supported: {why}; see control_center_max_version and \
         control_center_allow_unsupported"
    )]
    Version { address: String, why: String },
    #[error(
        "agent does not record faithfully: it is version {found}, needed is {oldest}; set \
         control_center_allow_unsupported to record all the same"
    )]
    Agent { found: String, oldest: String },
    #[error("what answers at {address} is no Control-Center: {why}")]
    Foreign { address: String, why: String },
    #[error("Control-Center at {address} failed: {why}")]
    Failed { address: String, why: String },
}

const TOKEN_KEPT_BACK: &str = "; the connection is not encrypted, so the token was kept back: \
                               control_center_security `legacy` would send it";

// === impl Refusal ===

impl Refusal {
    /// Whether coming again may help; what is fatal stays so until somebody changes something.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Refusal::Unreachable { .. } | Refusal::Failed { .. } | Refusal::NoTls { .. }
        )
    }

    /// What a stream or a call ended with.
    pub(super) fn of_status(address: &str, status: &Status) -> Self {
        let (address, why) = (address.to_owned(), told(status));
        match status.code() {
            Code::Unauthenticated | Code::PermissionDenied => Refusal::Denied {
                address,
                why,
                also: "",
            },
            Code::Unimplemented => Refusal::Foreign { address, why },
            _ => Refusal::Failed { address, why },
        }
    }

    /// Said of an attempt in the open that followed one with TLS.
    pub(super) fn after_tls(self, tls: &str, has_token: bool) -> Self {
        match self {
            Refusal::Denied { address, why, .. } if has_token => Refusal::Denied {
                address,
                why,
                also: TOKEN_KEPT_BACK,
            },
            Refusal::Failed { address, why } => Refusal::Failed {
                address,
                why: format!("{why} (before that, with TLS: {tls})"),
            },
            other => other,
        }
    }
}

/// A status in words: what the peer said, or else what happened to the connection.
pub(super) fn told(status: &Status) -> String {
    let mut words = match status.message() {
        "" => format!("{:?}", status.code()),
        said => format!("{:?}: {}", status.code(), said.escape_debug()),
    };
    let mut cause = status.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !words.contains(&said) {
            words = format!("{words}: {said}");
        }
        cause = error.source();
    }
    words
}
