//! What hangs together: relations, and the folders that were worked in.

use axum::Json;
use axum::http::StatusCode;
use mneme_engine::notebook::{Graph, Relation};
use mneme_model::Code;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Said, absent};
use crate::rest::Refusal;

const RELATED: &str = "relate ids that are here: of memories (`GET /agentmemory/memories`), observations, \
lessons, actions, crystals, commits or sessions";

type Answer = Result<Json<Value>, Refusal>;

pub async fn list(known: Known) -> Answer {
    let relations = known.desk.engine.relations(&known.caller, None).await?;
    Ok(Json(json!({ "relations": relations })))
}

pub async fn add(known: Known, mut said: Said) -> Result<(StatusCode, Json<Relation>), Refusal> {
    let known = known.writing_for(&mut said)?;
    let relation = Relation {
        source_id: said.needed("sourceId")?,
        target_id: said.needed("targetId")?,
        kind: said.needed("type")?,
        ..Relation::default()
    };
    if relation.source_id == relation.target_id {
        let why = "sourceId and targetId are the same: a relation joins two things";
        return Err(Refusal::new(Code::BadRequest, why));
    }
    let engine = &known.desk.engine;
    let relation = engine.relate(&known.caller, None, relation).await;
    let relation = relation.map_err(|error| absent(error, RELATED))?;
    Ok((StatusCode::CREATED, Json(relation)))
}

pub async fn stats(known: Known) -> Answer {
    let (nodes, edges) = known.desk.engine.joined(&known.caller, None).await?;
    Ok(Json(
        json!({ "success": true, "nodes": nodes, "edges": edges }),
    ))
}

pub async fn graph(known: Known) -> Result<Json<Graph>, Refusal> {
    Ok(Json(known.desk.engine.folders(&known.caller, None).await?))
}
