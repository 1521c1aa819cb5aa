//! Episodes: not kept by this build, which says so as the contract has it.

use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::service::Timeline;

pub async fn disabled<T, R>(door: &Timeline, request: Request<T>) -> Result<Response<R>, Status> {
    caller_of(&request)?;
    door.desk()?;
    Err(Status::failed_precondition(
        "Episodic memory is not enabled",
    ))
}
