//! Who a handler works for, as the entrance found out.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use mneme_access::{Caller, Error};

use super::entrance::peer_of;
use super::{Door, Refusal};
use crate::desk::Desk;

/// A known caller, within its rate, at an open desk.
pub struct Known {
    pub caller: Caller,
    pub desk: Desk,
}

/// Somebody who brings a credential in the request itself.
pub struct Stranger {
    pub desk: Desk,
    pub peer: Option<IpAddr>,
}

impl FromRequestParts<Door> for Known {
    type Rejection = Refusal;

    /// Without a caller from the entrance there is none: a handler that asks for one cannot be
    /// reached around it.
    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, Refusal> {
        let desk = door.desk.clone().map_err(Refusal)?;
        let caller = parts.extensions.get::<Caller>().cloned();
        let caller = caller.ok_or(Error::NoCredential)?;
        Ok(Self { caller, desk })
    }
}

impl FromRequestParts<Door> for Stranger {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, Refusal> {
        let desk = door.desk.clone().map_err(Refusal)?;
        let peer = peer_of(&parts.extensions);
        Ok(Self { desk, peer })
    }
}
