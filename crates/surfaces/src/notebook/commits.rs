//! Commits: linked to sessions, found by their names, listed.

use axum::Json;
use mneme_engine::notebook::{Commit, Commits};
use mneme_model::Code;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said, absent};
use super::sessions::shown;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

const LISTED: usize = 100;

pub async fn link(known: Known, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let authored_at = said.text("authoredAt")?;
    if authored_at.as_deref().is_some_and(is_out_of_time) {
        let message = "authoredAt is not a time between 1970 and 9999";
        return Err(Refusal::new(Code::BadTime, message));
    }
    let commit = Commit {
        sha: said.needed("sha")?,
        branch: said.text("branch")?,
        repo: said.text("repo")?,
        message: said.text("message")?,
        author: said.text("author")?,
        authored_at,
        files: said.list("files")?,
        session_ids: said.text("sessionId")?.into_iter().collect(),
        ..Commit::default()
    };
    let engine = &known.desk.engine;
    let commit = engine
        .link_commit(&known.caller, None, commit.named())
        .await?;
    Ok(Json(json!({ "commit": commit })))
}

/// Whether its year has more than four digits. Dates of commits are written in many ways, so no
/// more is asked of them.
fn is_out_of_time(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['+', '-']);
    let year = text.bytes().take_while(u8::is_ascii_digit).count();
    year > 4 && text.as_bytes().get(year) == Some(&b'-')
}

#[derive(Deserialize)]
pub struct Named {
    sha: Option<String>,
}

pub async fn by_commit(known: Known, Fields(named): Fields<Named>) -> Answer {
    let sha = named.sha.filter(|sha| !sha.is_empty());
    let sha = sha.ok_or_else(|| Refusal::new(Code::BadRequest, "sha is required"))?;
    let engine = &known.desk.engine;
    let found = engine.commit(&known.caller, None, &sha).await;
    let (commit, sessions) = found.map_err(|error| {
        absent(
            error,
            "`GET /agentmemory/commits` lists the commits there are",
        )
    })?;
    let sessions: Vec<Value> = sessions.iter().map(shown).collect();
    Ok(Json(json!({ "commit": commit, "sessions": sessions })))
}

#[derive(Deserialize)]
pub struct Wanted {
    branch: Option<String>,
    repo: Option<String>,
    limit: Option<Limit>,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let wanted = Commits {
        branch: wanted.branch,
        repo: wanted.repo,
        limit: wanted.limit.map_or(LISTED, |limit| limit.0),
    };
    let commits = known
        .desk
        .engine
        .commits(&known.caller, None, wanted)
        .await?;
    Ok(Json(json!({ "commits": commits })))
}
