//! What can go wrong, in four kinds.

use std::error::Error;

/// Why a call did not succeed. These four are all there are: programs match them one by one.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody could be reached at the endpoint.
    #[error("cannot connect to the memory daemon: {}", reason(.0))]
    Connection(#[from] tonic::transport::Error),
    /// The daemon refused the call, or the connection broke during it.
    #[error("the memory daemon refused: {0}")]
    Rpc(#[from] tonic::Status),
    /// What came back is not what a daemon says.
    #[error("cannot read what the memory daemon said: {0}")]
    Serialization(String),
    /// The endpoint is not an address of a daemon.
    #[error("invalid endpoint: {0}")]
    InvalidEndpoint(String),
}

/// The last cause: the library's own words stop at "transport error".
fn reason(error: &tonic::transport::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
