//! Decode, ask, encode: what is opened to other namespaces.

use axum::Json;
use mneme_wire::shapes::*;
use serde::Deserialize;

use super::Refusal;
use super::body::{Body, Fields, Id, Ids};
use super::caller::Known;

type Answer<T> = Result<Json<T>, Refusal>;

/// In which namespace, behind the path.
#[derive(Deserialize)]
pub struct Inside {
    pub namespace: Option<String>,
}

pub async fn create(known: Known, Body(request): Body<ShareRequest>) -> Answer<ShareReply> {
    Ok(Json(known.desk.share(&known.caller, request).await?))
}

pub async fn list(
    known: Known,
    Fields(request): Fields<ListSharedRequest>,
) -> Answer<ListSharedReply> {
    Ok(Json(known.desk.shared(&known.caller, request).await?))
}

pub async fn delete(
    known: Known,
    Id(name): Id,
    Fields(Inside { namespace }): Fields<Inside>,
) -> Answer<UnshareReply> {
    let request = UnshareRequest { name, namespace };
    Ok(Json(known.desk.unshare(&known.caller, request).await?))
}

pub async fn grant(
    known: Known,
    Id(name): Id,
    Body(request): Body<GrantRequest>,
) -> Answer<GrantShape> {
    let request = GrantRequest { name, ..request };
    Ok(Json(known.desk.grant(&known.caller, request).await?))
}

pub async fn grants(
    known: Known,
    Id(name): Id,
    Fields(Inside { namespace }): Fields<Inside>,
) -> Answer<ListGrantsReply> {
    let request = ListGrantsRequest { name, namespace };
    Ok(Json(known.desk.grants(&known.caller, request).await?))
}

pub async fn revoke(
    known: Known,
    Ids(name, grant_id): Ids,
    Fields(Inside { namespace }): Fields<Inside>,
) -> Answer<UngrantReply> {
    let request = UngrantRequest {
        name,
        grant_id,
        namespace,
    };
    Ok(Json(known.desk.ungrant(&known.caller, request).await?))
}

pub async fn accessible(
    known: Known,
    Fields(request): Fields<AccessibleRequest>,
) -> Answer<AccessibleReply> {
    Ok(Json(known.desk.accessible(&known.caller, request).await?))
}
