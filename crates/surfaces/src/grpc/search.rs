//! Looking for words inside the table of contents.

use mneme_engine::timeline::{Field, FoundNode, Level, NodeSearch, TocMatch};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::{given, limit, required};
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: usize = 10;
const MOST: usize = 100;

pub async fn node(
    door: &Timeline,
    request: Request<SearchNodeRequest>,
) -> Answer<SearchNodeResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.node_id, "node_id")?;
    required(&asked.query, "query")?;
    let search = NodeSearch {
        query: asked.query,
        fields: fields(&asked.fields),
        limit: limit(asked.limit, DEFAULT, MOST),
        tokens: given(asked.token_budget),
    };
    let found = door
        .desk()?
        .engine
        .search_node(&caller, &asked.node_id, search)
        .await;
    let found = found.map_err(|error| refuse(&error))?;
    let found = found.ok_or_else(|| Status::not_found("Node not found"))?;
    Ok(Response::new(SearchNodeResponse {
        matched: !found.matches.is_empty(),
        node_id: found.node.id,
        level: found.node.level as i32,
        matches: found.matches.into_iter().map(match_of).collect(),
    }))
}

pub async fn children(
    door: &Timeline,
    request: Request<SearchChildrenRequest>,
) -> Answer<SearchChildrenResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.query, "query")?;
    let search = NodeSearch {
        query: asked.query,
        fields: fields(&asked.fields),
        limit: limit(asked.limit, DEFAULT, MOST),
        tokens: given(asked.token_budget),
    };
    let level = Level::from_code(asked.child_level.into());
    let engine = &door.desk()?.engine;
    let found = engine
        .search_children(&caller, &asked.parent_id, level, search)
        .await;
    let found = found.map_err(|error| refuse(&error))?;
    let (found, has_more) = found.ok_or_else(|| Status::not_found("Node not found"))?;
    Ok(Response::new(SearchChildrenResponse {
        results: found.into_iter().map(result_of).collect(),
        has_more,
    }))
}

fn fields(asked: &[i32]) -> Vec<Field> {
    let known = |number: &i32| match SearchField::try_from(*number) {
        Ok(SearchField::Title) => Some(Field::Title),
        Ok(SearchField::Summary) => Some(Field::Summary),
        Ok(SearchField::Bullets) => Some(Field::Bullets),
        Ok(SearchField::Keywords) => Some(Field::Keywords),
        Ok(SearchField::Unspecified) | Err(_) => None,
    };
    asked.iter().filter_map(known).collect()
}

fn match_of(found: TocMatch) -> SearchMatch {
    SearchMatch {
        field: found.field as i32,
        text: found.text,
        grip_ids: found.grips,
        score: found.score,
    }
}

fn result_of(found: FoundNode) -> SearchNodeResult {
    SearchNodeResult {
        relevance_score: found.relevance(),
        node_id: found.node.id,
        title: found.node.title,
        level: found.node.level as i32,
        matches: found.matches.into_iter().map(match_of).collect(),
    }
}
