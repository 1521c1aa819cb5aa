//! Straight to segments and grips.

use mneme_engine::Ranking;
use mneme_engine::timeline::{Doc, DocType, Sides, Teleport};
use mneme_model::Moment;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::{agent, limit, required, score};
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: usize = 10;
const MOST: usize = 100;
/// What each side counts unless it is said.
const HALF: f64 = 0.5;

pub async fn words(
    door: &Timeline,
    request: Request<TeleportSearchRequest>,
) -> Answer<TeleportSearchResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let ask = Teleport {
        query: asked.query,
        limit: limit(asked.limit, DEFAULT, MOST),
        wanted: match TeleportDocType::try_from(asked.doc_type) {
            Ok(TeleportDocType::TocNode) => Some(DocType::Node),
            Ok(TeleportDocType::Grip) => Some(DocType::Grip),
            Ok(TeleportDocType::Unspecified) | Err(_) => None,
        },
        agent: agent(asked.agent_filter),
        ..Teleport::default()
    };
    let engine = &door.desk()?.engine;
    let docs = engine.teleport(&caller, Ranking::Words, &ask).await;
    let docs = docs.map_err(|error| refuse(&error))?;
    let counts = engine.doc_counts(&caller).await;
    let (nodes, grips) = counts.map_err(|error| refuse(&error))?;
    Ok(Response::new(TeleportSearchResponse {
        results: docs.into_iter().map(result_of).collect(),
        total_docs: nodes + grips,
    }))
}

pub async fn vectors(
    door: &Timeline,
    request: Request<VectorTeleportRequest>,
) -> Answer<VectorTeleportResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.query, "query")?;
    let engine = &door.desk()?.engine;
    let index = engine.vector_index(&caller).await;
    let index = index.map_err(|error| refuse(&error))?;
    if !index.available {
        return Err(Status::unavailable(
            "Vector index not available: no model reads questions",
        ));
    }
    let ask = Teleport {
        query: asked.query,
        limit: limit(asked.top_k, DEFAULT, MOST),
        wanted: target(asked.target),
        agent: agent(asked.agent_filter),
        time_ms: asked
            .time_filter
            .map(|range| (range.start_ms, range.end_ms)),
        min_score: score(asked.min_score, "min_score")?,
    };
    let docs = engine.teleport(&caller, Ranking::Vectors, &ask).await;
    Ok(Response::new(VectorTeleportResponse {
        matches: docs
            .map_err(|error| refuse(&error))?
            .into_iter()
            .map(match_of)
            .collect(),
        index_status: Some(status_of(index)),
    }))
}

pub async fn both(
    door: &Timeline,
    request: Request<HybridSearchRequest>,
) -> Answer<HybridSearchResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.query, "query")?;
    let engine = &door.desk()?.engine;
    let readable = engine
        .reads_meaning()
        .await
        .map_err(|error| refuse(&error))?;
    let (sides, mode) = sides(&asked, readable);
    let ask = Teleport {
        query: asked.query,
        limit: limit(asked.top_k, DEFAULT, MOST),
        wanted: target(asked.target),
        agent: agent(asked.agent_filter),
        time_ms: asked
            .time_filter
            .map(|range| (range.start_ms, range.end_ms)),
        min_score: 0.0,
    };
    let docs = engine.teleport_both(&caller, sides, &ask).await;
    Ok(Response::new(HybridSearchResponse {
        matches: docs
            .map_err(|error| refuse(&error))?
            .into_iter()
            .map(match_of)
            .collect(),
        mode_used: mode as i32,
        bm25_available: true,
        vector_available: readable,
    }))
}

/// Which sides are asked and how much each counts; words alone where nobody reads meaning.
fn sides(asked: &HybridSearchRequest, readable: bool) -> (Sides, HybridMode) {
    let weight = |n: f32| if n > 0.0 { f64::from(n) } else { 0.0 };
    let (words, vectors) = match (weight(asked.bm25_weight), weight(asked.vector_weight)) {
        (0.0, 0.0) => (HALF, HALF),
        weights => weights,
    };
    let wanted = match HybridMode::try_from(asked.mode) {
        _ if !readable => HybridMode::Bm25Only,
        Ok(HybridMode::Unspecified) | Err(_) => HybridMode::Hybrid,
        Ok(mode) => mode,
    };
    let sides = Sides {
        words: (wanted != HybridMode::VectorOnly).then_some(words),
        vectors: (wanted != HybridMode::Bm25Only).then_some(vectors),
    };
    (sides, wanted)
}

pub async fn status(
    door: &Timeline,
    request: Request<GetVectorIndexStatusRequest>,
) -> Answer<VectorIndexStatus> {
    let caller = caller_of(&request)?;
    let index = door.desk()?.engine.vector_index(&caller).await;
    Ok(Response::new(status_of(
        index.map_err(|error| refuse(&error))?,
    )))
}

fn status_of(index: mneme_engine::timeline::VectorIndex) -> VectorIndexStatus {
    let at = |ms| Moment::from_ms(ms).rfc3339();
    VectorIndexStatus {
        available: index.available,
        vector_count: i64::try_from(index.vectors).unwrap_or(i64::MAX),
        dimension: i32::try_from(index.dimension).unwrap_or(i32::MAX),
        last_indexed: index.last_ms.map(at).unwrap_or_default(),
        index_path: index.path,
        size_bytes: i64::try_from(index.bytes).unwrap_or(i64::MAX),
    }
}

fn target(asked: i32) -> Option<DocType> {
    match VectorTargetType::try_from(asked) {
        Ok(VectorTargetType::TocNode) => Some(DocType::Node),
        Ok(VectorTargetType::Grip) => Some(DocType::Grip),
        _ => None,
    }
}

fn result_of(doc: Doc) -> TeleportSearchResult {
    TeleportSearchResult {
        doc_type: match doc.doc_type {
            DocType::Node => TeleportDocType::TocNode,
            DocType::Grip => TeleportDocType::Grip,
        } as i32,
        doc_id: doc.id,
        score: doc.score as f32,
        keywords: Some(doc.keywords.join(", ")).filter(|words| !words.is_empty()),
        timestamp_ms: Some(doc.at_ms),
        agent: doc.agent,
    }
}

fn match_of(doc: Doc) -> VectorMatch {
    VectorMatch {
        doc_type: String::from(match doc.doc_type {
            DocType::Node => "toc_node",
            DocType::Grip => "grip",
        }),
        doc_id: doc.id,
        score: doc.score as f32,
        text_preview: doc.text,
        timestamp_ms: doc.at_ms,
        agent: doc.agent,
    }
}
