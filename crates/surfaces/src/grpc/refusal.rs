//! A refusal in the protocol's words: its code, its message, and our own code beside it.

use mneme_engine::Error;
use mneme_model::ErrorKind;
use mneme_wire::Fault;
use mneme_wire::errors::{hint, worded};
use tonic::metadata::MetadataValue;
use tonic::{Code, Status};

use crate::desk;

/// Tells our own code of a refusal.
const TRAILER: &str = "mneme-code";

/// Tells what to do about it, where that is not what the code alone says.
const HINT: &str = "mneme-hint";

pub fn refuse(error: &Error) -> Status {
    status(&desk::fault(error))
}

pub fn status(fault: &Fault) -> Status {
    let kind = fault.known_code().kind();
    // What fails below is told as the contract's clients look for it.
    let message = match code(kind) {
        Code::Internal => format!("Storage error: {}", fault.error),
        _ => fault.error.clone(),
    };
    let mut status = Status::new(code(kind), message);
    if let Ok(name) = MetadataValue::try_from(fault.code.as_str()) {
        status.metadata_mut().insert(TRAILER, name);
    }
    let own = fault.hint != hint(fault.known_code());
    if own
        && !fault.hint.is_empty()
        && let Ok(told) = MetadataValue::try_from(worded(&fault.hint).as_str())
    {
        status.metadata_mut().insert(HINT, told);
    }
    status
}

fn code(kind: ErrorKind) -> Code {
    match kind {
        ErrorKind::Invalid => Code::InvalidArgument,
        ErrorKind::TooLarge | ErrorKind::RateLimited => Code::ResourceExhausted,
        ErrorKind::Unauthenticated => Code::Unauthenticated,
        ErrorKind::Forbidden => Code::PermissionDenied,
        ErrorKind::NotFound => Code::NotFound,
        ErrorKind::Conflict => Code::FailedPrecondition,
        ErrorKind::Unavailable => Code::Unavailable,
        ErrorKind::StorageFull
        | ErrorKind::ReadOnly
        | ErrorKind::Corrupt
        | ErrorKind::Unsupported
        | ErrorKind::Internal => Code::Internal,
    }
}
