//! A link that `mneme view` made becomes a session, once.

use axum::Json;
use axum::extract::State;
use mneme_access::Role;
use mneme_model::{Code, Door};
use serde::{Deserialize, Serialize};

use crate::desk::local_caller;
use crate::notebook::Notebook;
use crate::rest::Refusal;

/// A day's work.
const SESSION_SECS: u64 = 12 * 60 * 60;

#[derive(Deserialize)]
pub struct Shown {
    pass: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    token: String,
    expires_in: u64,
}

/// The pass is the credential: whoever has it has it from this machine's owner.
pub async fn swap(
    State(notebook): State<Notebook>,
    shown: Result<Json<Shown>, axum::extract::rejection::JsonRejection>,
) -> Result<Json<Session>, Refusal> {
    let Ok(Json(shown)) = shown else {
        return Err(Refusal::new(Code::BadRequest, "pass is required"));
    };
    let desk = notebook.door.desk.clone().map_err(Refusal)?;
    if !desk.house.passes.take(&shown.pass) {
        let mut refusal = Refusal::new(Code::BadCredential, "this link was used or is too old");
        refusal.0.hint = String::from("`mneme view` makes another");
        return Err(refusal);
    }
    let namespace = Some(notebook.settings.namespace.as_str());
    let owner = local_caller(Door::Control);
    let made = desk
        .engine
        .new_token(&owner, Role::Admin, namespace, Some(SESSION_SECS))
        .await?;
    Ok(Json(Session {
        token: made.token,
        expires_in: made.expires_in_secs,
    }))
}
