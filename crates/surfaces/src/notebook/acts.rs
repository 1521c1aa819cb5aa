//! Who did what, in two published shapes.

use axum::Json;
use mneme_engine::notebook::{Act, Acts};
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

const LISTED: usize = 50;
/// The end of a name that has zeros in front.
const SHORT: usize = 7;

#[derive(Deserialize)]
pub struct Wanted {
    operation: Option<String>,
    limit: Option<Limit>,
}

pub async fn audit(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let acts = acts(&known, wanted, false).await?;
    let entries: Vec<Value> = acts.iter().map(entry).collect();
    Ok(Json(json!({ "success": true, "entries": entries })))
}

/// Every write, as a history of commits.
pub async fn commits(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let acts = acts(&known, wanted, true).await?;
    let commits: Vec<Value> = acts.iter().map(commit).collect();
    Ok(Json(json!({ "success": true, "commits": commits })))
}

async fn acts(known: &Known, wanted: Wanted, writes: bool) -> Result<Vec<Act>, Refusal> {
    let wanted = Acts {
        operation: wanted.operation.filter(|name| !name.is_empty()),
        writes,
        limit: wanted.limit.map_or(LISTED, |limit| limit.0),
    };
    Ok(known.desk.engine.acts(&known.caller, None, wanted).await?)
}

fn entry(act: &Act) -> Value {
    json!({
        "id": format!("aud_{}", act.n),
        "timestamp": act.at.rfc3339(),
        "operation": act.operation,
        "userId": act.agent,
        "functionId": format!("mem::{}", act.operation),
        "targetIds": act.targets,
        "details": { "by": act.subject, "times": act.times },
        "qualityScore": null,
    })
}

fn commit(act: &Act) -> Value {
    let sha = format!("{:0>40}", act.n);
    let target = act.targets.first().map_or("", String::as_str);
    json!({
        "shortSha": sha[sha.len() - SHORT..],
        "sha": sha,
        "agent": act.agent,
        "email": format!("{}@agentmemory", act.agent),
        "date": act.at.rfc3339(),
        "message": format!("{} {target}", act.operation).trim_end(),
    })
}
