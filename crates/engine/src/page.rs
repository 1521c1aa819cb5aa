//! What a next page belongs to: the namespace, and what was asked there.
//!
//! A cursor says where a page ended and carries a keyed hash of that place and of the question. So it
//! goes on with the question it was given out for, and nobody makes one himself; no server has to
//! remember any of it. How many are wanted on a page is no part of the question.

use std::fmt::Debug;
use std::sync::Arc;

use mneme_access::is_same;
use mneme_model::Code;
use mneme_store::names::Namespace;
use mneme_store::seal::NamespaceKey;

use crate::{Error, Ranking, Recall, Result};

/// Between a place and its hash; no hash has it.
const MARK: char = '~';
/// Digits of the hash: enough that no guess is right.
const DIGITS: usize = 20;

pub(crate) struct Paged {
    key: Arc<NamespaceKey>,
    question: String,
}

// === impl Paged ===

impl Paged {
    /// A question of one kind, as somebody asks it who sees this of the namespace.
    pub fn new(namespace: &Namespace, kind: &str, question: &impl Debug) -> Self {
        let seen = (&namespace.only, namespace.through.is_some());
        Self {
            key: namespace.key.clone(),
            question: format!("page of {kind} {seen:?} {question:?}"),
        }
    }

    /// A recall, with what is usual written out.
    pub fn recall(namespace: &Namespace, ask: &Recall, usual: Ranking) -> Self {
        let question = Recall {
            limit: None,
            budget: None,
            cursor: None,
            now: None,
            ranking: Some(ask.ranking.unwrap_or(usual)),
            channels: Some(ask.channels.unwrap_or_default()),
            ..ask.clone()
        };
        Self::new(namespace, "recall", &question)
    }

    pub fn seal(&self, place: &str) -> String {
        format!("{place}{MARK}{}", self.hash(place))
    }

    /// The place of a cursor that was given out for this.
    pub fn open<'t>(&self, cursor: &'t str) -> Result<&'t str> {
        let (place, hash) = parts(cursor)?;
        match is_same(hash.as_bytes(), self.hash(place).as_bytes()) {
            true => Ok(place),
            false => Err(foreign()),
        }
    }

    fn hash(&self, place: &str) -> String {
        let all = format!("{} at {place}", self.question);
        let mut hash = self.key.fingerprint(&all);
        hash.truncate(DIGITS);
        hash
    }
}

/// The place of a cursor, whatever it belongs to.
pub(crate) fn place(cursor: &str) -> Result<&str> {
    Ok(parts(cursor)?.0)
}

/// A namespace where nothing was told gave no cursor out.
pub(crate) fn none(cursor: Option<&str>) -> Result<()> {
    cursor.map_or(Ok(()), |_| Err(foreign()))
}

pub(crate) fn unknown() -> Error {
    Error::refused(Code::BadCursor, "this cursor was not given out by mneme")
}

fn foreign() -> Error {
    let message = "this cursor was given out for another question";
    Error::refused(Code::BadCursor, message)
}

fn parts(cursor: &str) -> Result<(&str, &str)> {
    cursor.rsplit_once(MARK).ok_or_else(unknown)
}
