//! A refusal of the protocol as an error of ours.

use mneme_model::Code;
use mneme_wire::Fault;
use tonic::{Code as Grpc, Status};

/// Where a server of ours says which code it meant.
const TRAILER: &str = "mneme-code";
/// And what to do about it, where the code alone does not say.
const HINT: &str = "mneme-hint";

pub fn refused(status: Status) -> Fault {
    let told = |name: &'static str| status.metadata().get(name)?.to_str().ok();
    let known = |name: &str| Code::ALL.iter().copied().find(|code| code.name() == name);
    let code = told(TRAILER)
        .and_then(known)
        .unwrap_or(meant(status.code()));
    let fault = Fault::new(code, status.message());
    match told(HINT) {
        Some(hint) => fault.mended_by(hint),
        None => fault,
    }
}

fn meant(code: Grpc) -> Code {
    match code {
        Grpc::InvalidArgument | Grpc::FailedPrecondition | Grpc::OutOfRange => Code::BadRequest,
        Grpc::NotFound => Code::NoSuchNode,
        Grpc::Unimplemented => Code::NoSuchRoute,
        Grpc::Unauthenticated => Code::NoCredential,
        Grpc::PermissionDenied => Code::RoleTooLow,
        Grpc::ResourceExhausted => Code::BodyTooLarge,
        Grpc::Unavailable | Grpc::DeadlineExceeded | Grpc::Cancelled => Code::NotServing,
        _ => Code::Internal,
    }
}
