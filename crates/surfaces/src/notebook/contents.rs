//! The table of contents, for whoever may read the notebook.

use axum::Json;
use axum::response::{IntoResponse, Response};
use mneme_model::Code;
use mneme_wire::shapes::{GripRequest, TocRequest};

use super::enter::Known;
use super::said::Fields;
use crate::rest::Refusal;

type Answer = Result<Response, Refusal>;

pub async fn toc(known: Known, Fields(request): Fields<TocRequest>) -> Answer {
    let (parent, namespace) = (request.parent.clone(), request.namespace.clone());
    let told = known.desk.toc(&known.caller, request).await?;
    if let Some(parent) = parent.filter(|_| told.nodes.is_empty()) {
        known.has_node(&parent, namespace.as_deref()).await?;
    }
    Ok(Json(told).into_response())
}

impl Known {
    /// Nothing below it is an answer; that there is no such thing is another.
    async fn has_node(&self, id: &str, namespace: Option<&str>) -> Result<(), Refusal> {
        let engine = &self.desk.engine;
        let caller = engine.within(&self.caller, namespace)?;
        match engine.toc_node(&caller, id).await? {
            Some(_) => Ok(()),
            None => Err(
                Refusal::new(Code::NoSuchNode, format!("no node is called {id}"))
                    .hinting("`GET /agentmemory/toc` lists the years, ?parent= what is below one"),
            ),
        }
    }
}

pub async fn grip(known: Known, Fields(request): Fields<GripRequest>) -> Answer {
    let told = known.desk.grip(&known.caller, request).await?;
    Ok(Json(told).into_response())
}
