//! From a search to a tantivy query: words and identifiers may match, the filter must.

use std::ops::Bound;

use mneme_model::KindGroup;
use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::schema::{Fields, agent_facet, kind_facet, session_facet, tag_facet, type_facet};
use crate::search::{Filter, Granted, IDENTIFIER_BOOST, Search};

type Clause = (Occur, Box<dyn Query>);

pub fn build(fields: &Fields, search: &Search) -> BooleanQuery {
    let mut clauses = wanted(fields, search);
    let bounds = bounds(fields, &search.filter);
    if bounds.is_empty() {
        return BooleanQuery::new(clauses);
    }
    // The words as one clause that must match: a filter alone is not a hit.
    let words: Box<dyn Query> = Box::new(BooleanQuery::new(std::mem::take(&mut clauses)));
    clauses.push((Occur::Must, words));
    clauses.extend(bounds);
    BooleanQuery::new(clauses)
}

/// Everything that passes a filter, whatever its words.
pub fn bounds_only(fields: &Fields, filter: &Filter) -> BooleanQuery {
    BooleanQuery::new(bounds(fields, filter))
}

fn wanted(fields: &Fields, search: &Search) -> Vec<Clause> {
    let text_fields: &[Field] = if search.filter.retired {
        &[fields.text, fields.old_text]
    } else {
        &[fields.text]
    };
    let mut clauses: Vec<Clause> = Vec::new();
    for word in &search.words {
        for field in text_fields {
            let term = Term::from_field_text(*field, word);
            clauses.push((
                Occur::Should,
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)),
            ));
        }
    }
    for (word, share) in &search.also {
        let term = Term::from_field_text(fields.text, word);
        let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
        clauses.push((
            Occur::Should,
            Box::new(BoostQuery::new(Box::new(query), *share)),
        ));
    }
    for identifier in &search.identifiers {
        let term = Term::from_field_text(fields.identifier, identifier);
        let query = TermQuery::new(term, IndexRecordOption::Basic);
        clauses.push((
            Occur::Should,
            Box::new(BoostQuery::new(Box::new(query), IDENTIFIER_BOOST)),
        ));
    }
    clauses
}

fn bounds(fields: &Fields, filter: &Filter) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut must = |query: Box<dyn Query>| {
        clauses.push((Occur::Must, Box::new(ConstScoreQuery::new(query, 0.0))));
    };
    let facet = |text: String| -> Box<dyn Query> {
        Box::new(TermQuery::new(
            Term::from_field_text(fields.facet, &text),
            IndexRecordOption::Basic,
        ))
    };
    if let Some(session) = filter.session {
        must(facet(session_facet(session)));
    }
    if let Some(agent) = filter.agent {
        must(facet(agent_facet(agent)));
    }
    if let Some(memory_type) = filter.memory_type {
        must(facet(type_facet(memory_type)));
    }
    if !filter.kinds.is_empty() {
        must(any(filter.kinds.iter().map(|kind| facet(kind_facet(kind)))));
    }
    if !filter.tags.is_empty() {
        must(any(filter.tags.iter().map(|tag| facet(tag_facet(tag)))));
    }
    if filter.from_ms.is_some() || filter.to_ms.is_some() {
        must(range(
            fields.occurred,
            included(filter.from_ms),
            included(filter.to_ms),
        ));
    }
    if filter.created_after_ms.is_some() || filter.created_before_ms.is_some() {
        must(range(
            fields.created,
            excluded(filter.created_after_ms),
            excluded(filter.created_before_ms),
        ));
    }
    if filter.max_seq.is_some() {
        must(range(
            fields.seq,
            Bound::Unbounded,
            included(filter.max_seq),
        ));
    }
    if let Some(granted) = &filter.granted {
        must(facet(kind_facet(KindGroup::Memory.name())));
        must(any(granted.iter().map(|one| opened(&facet, one))));
    }
    clauses
}

/// What one grant admits; one without a filter admits every memory.
fn opened(facet: &dyn Fn(String) -> Box<dyn Query>, granted: &Granted) -> Box<dyn Query> {
    let mut both: Vec<Clause> = Vec::new();
    if !granted.tags.is_empty() {
        let tags = granted.tags.iter().map(|tag| facet(tag_facet(tag)));
        both.push((Occur::Must, any(tags)));
    }
    if !granted.agents.is_empty() {
        let agents = granted
            .agents
            .iter()
            .map(|agent| facet(agent_facet(*agent)));
        both.push((Occur::Must, any(agents)));
    }
    match both.is_empty() {
        true => Box::new(AllQuery),
        false => Box::new(BooleanQuery::new(both)),
    }
}

fn any(queries: impl Iterator<Item = Box<dyn Query>>) -> Box<dyn Query> {
    Box::new(BooleanQuery::new(
        queries.map(|query| (Occur::Should, query)).collect(),
    ))
}

fn included(value: Option<i64>) -> Bound<i64> {
    value.map_or(Bound::Unbounded, Bound::Included)
}

fn excluded(value: Option<i64>) -> Bound<i64> {
    value.map_or(Bound::Unbounded, Bound::Excluded)
}

fn range(field: Field, low: Bound<i64>, high: Bound<i64>) -> Box<dyn Query> {
    let term = |value| Term::from_field_i64(field, value);
    Box::new(RangeQuery::new(low.map(term), high.map(term)))
}
