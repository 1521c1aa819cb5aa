//! What waits for somebody's word, as the page shows it: the shapes are those of `/v1/admin`.

use axum::Json;
use mneme_wire::shapes::{
    ReviewActionReply, ReviewActionRequest, ReviewQueueReply, ReviewQueueRequest,
};

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

/// As many as a person looks through.
const SHOWN: usize = 100;

pub async fn queue(known: Known) -> Result<Json<ReviewQueueReply>, Refusal> {
    let asked = ReviewQueueRequest {
        limit: Some(SHOWN),
        ..ReviewQueueRequest::default()
    };
    Ok(Json(known.desk.review_queue(&known.caller, asked).await?))
}

pub async fn decide(known: Known, mut said: Said) -> Result<Json<ReviewActionReply>, Refusal> {
    let action = ReviewActionRequest {
        namespace: None,
        review_key: said.needed("review_key")?,
        action: said.needed("action")?,
        supersede_with_review_key: said.text("supersede_with_review_key")?,
    };
    Ok(Json(known.desk.review_action(&known.caller, action).await?))
}
