//! Keeping something at hand.

use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

pub async fn set(
    door: &Timeline,
    request: Request<SetPinnedRequest>,
) -> Result<Response<SetPinnedResponse>, Status> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    if asked.id.is_empty() {
        return Err(Status::invalid_argument("id is required"));
    }
    let engine = &door.desk()?.engine;
    let pin = engine.pin(&caller, None, &asked.id, asked.pinned).await;
    let pin = pin.map_err(|error| refuse(&error))?;
    Ok(Response::new(SetPinnedResponse {
        id: pin.id,
        what: pin.what.name().to_owned(),
        pinned: pin.pinned,
        changed: pin.changed,
    }))
}
