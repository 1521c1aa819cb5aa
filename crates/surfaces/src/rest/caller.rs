//! From `Authorization: Bearer <key>` to a caller and the desk.

use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use mneme_access::{Caller, Error};
use mneme_model::Door as Entrance;

use super::{Door, Refusal};
use crate::desk::Desk;

/// A known caller, within its rate, at an open desk.
pub struct Known {
    pub caller: Caller,
    pub desk: Desk,
}

impl FromRequestParts<Door> for Known {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, Refusal> {
        let desk = door.desk.clone().map_err(Refusal)?;
        let value = parts
            .headers
            .get(header::AUTHORIZATION)
            .ok_or(Error::NoCredential)?;
        let text = value.to_str().map_err(|_| Error::BadCredential)?;
        let (scheme, key) = text.split_once(' ').ok_or(Error::BadCredential)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Error::BadCredential.into());
        }
        let caller = desk
            .engine
            .keys()
            .authenticate(key.trim(), Entrance::Rest)?;
        door.limit.take(&caller.subject, Instant::now())?;
        Ok(Self { caller, desk })
    }
}
