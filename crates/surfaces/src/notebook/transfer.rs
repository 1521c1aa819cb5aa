//! Everything at once: out, and in.

use axum::Json;
use mneme_access::Caller;
use mneme_engine::notebook::{Everything, Strategy, export, lenient};
use mneme_engine::{Error, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::{NotebookExportRequest, NotebookImportRequest};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said};
use super::sessions::shown;
use crate::desk::Desk;
use crate::rest::Refusal;

type Answer = std::result::Result<Json<Value>, Refusal>;

/// Sessions on a page, where pages are asked for.
const PAGE: usize = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    max_sessions: Option<Limit>,
    offset: Option<Limit>,
}

pub async fn export(known: Known, Fields(page): Fields<Page>) -> Answer {
    let request = NotebookExportRequest {
        max_sessions: page.max_sessions.map(|most| most.0),
        offset: page.offset.map_or(0, |offset| offset.0),
        ..NotebookExportRequest::default()
    };
    let told = known.desk.notebook_export(&known.caller, request).await?;
    Ok(Json(told))
}

pub async fn import(known: Known, mut said: Said) -> Answer {
    let document = match said.value("exportData") {
        Value::Null => return Err(Refusal::new(Code::BadRequest, "exportData is required")),
        Value::String(text) => lenient::from_str(&text)
            .map_err(|error| bad(format!("exportData is not JSON: {error}")))?,
        document => document,
    };
    let request = NotebookImportRequest {
        document,
        strategy: said.text("strategy")?,
        ..NotebookImportRequest::default()
    };
    let told = known.desk.notebook_import(&known.caller, request).await?;
    Ok(Json(told))
}

impl Desk {
    /// The whole document, or a page of its sessions with everything else.
    pub async fn notebook_export(
        &self,
        caller: &Caller,
        request: NotebookExportRequest,
    ) -> Result<Value> {
        let limit = request.max_sessions.map(|most| most.clamp(1, PAGE));
        let (offset, most) = (request.offset, limit.unwrap_or(usize::MAX));
        let namespace = request.namespace.as_deref();
        let all = self.engine.everything(caller, namespace, offset, most);
        let all = all.await?;
        let now = Moment::from_ms(self.engine.store().now_ms());
        let total = all.total;
        let mut told = document(all, now);
        if let Some(limit) = limit {
            let more = offset.saturating_add(limit) < total;
            told["pagination"] =
                json!({ "offset": offset, "limit": limit, "total": total, "hasMore": more });
        }
        Ok(told)
    }

    pub async fn notebook_import(
        &self,
        caller: &Caller,
        request: NotebookImportRequest,
    ) -> Result<Value> {
        let strategy = strategy(request.strategy.as_deref())?;
        let is_page = request.document["pagination"]["hasMore"] == true;
        if is_page && strategy == Strategy::Replace {
            let why =
                "this is one page of an export: replace would forget what stands on the others";
            return Err(bad(why.to_owned()));
        }
        let export = export::read(request.document).map_err(bad)?;
        let namespace = request.namespace.as_deref();
        let taken = self
            .engine
            .take_notebook(caller, namespace, export, strategy);
        let taken = taken.await?;
        let mut counts: Map<String, Value> = Map::new();
        counts.insert("sessions".into(), json!(taken.sessions));
        counts.insert("observations".into(), json!(taken.observations));
        counts.insert("memories".into(), json!(taken.memories));
        counts.extend(taken.notes.into_iter().map(|(list, n)| (list, json!(n))));
        Ok(json!({
            "success": true, "imported": counts, "skipped": taken.known,
            "forgotten": taken.forgotten, "replaced": taken.replaced, "loose": taken.loose,
            "leftOut": taken.left_out,
        }))
    }
}

fn document(all: Everything, now: Moment) -> Value {
    let sessions: Vec<Value> = all.sessions.iter().map(shown).collect();
    let mut told = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "exportedAt": now.rfc3339(),
        "sessions": sessions,
        "observations": all.observations,
        "memories": all.memories,
        "summaries": [],
    });
    for (list, notes) in all.notes {
        told[list] = Value::from(notes);
    }
    told
}

fn strategy(named: Option<&str>) -> Result<Strategy> {
    match named {
        None | Some("merge") => Ok(Strategy::Merge),
        Some("replace") => Ok(Strategy::Replace),
        Some("skip") => Ok(Strategy::Skip),
        Some(other) => Err(bad(format!(
            "strategy '{other}' must be merge, replace or skip"
        ))),
    }
}

fn bad(why: impl Into<String>) -> Error {
    Error::refused(Code::BadRequest, why.into())
}
