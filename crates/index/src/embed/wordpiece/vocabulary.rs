//! The pieces a tokeniser knows, and their numbers.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::super::{Error, files};

/// Marks a piece that goes on with a word.
const INSIDE: &str = "##";

pub struct Vocabulary {
    /// Pieces a word begins with, and pieces it goes on with (without their mark).
    first: HashMap<Box<str>, u32>,
    inside: HashMap<Box<str>, u32>,
    longest_bytes: usize,
    pub highest: u32,
    pub unknown: u32,
    pub start: u32,
    pub end: u32,
}

#[derive(Deserialize)]
struct Tokenizer {
    model: Model,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Model {
    WordPiece {
        vocab: HashMap<String, u32>,
    },
    #[serde(other)]
    Other,
}

impl Vocabulary {
    /// From `vocab.txt`, or from `tokenizer.json` if there is none.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let lines = folder.join("vocab.txt");
        match files::text(&lines) {
            Ok(text) => Self::new(&lines, text.lines().map(str::trim_end).zip(0..)),
            Err(Error::Missing { .. }) => Self::open_json(&folder.join("tokenizer.json"), &lines),
            Err(error) => Err(error),
        }
    }

    /// When neither is there, the smaller file is the one to name.
    fn open_json(path: &Path, lines: &Path) -> Result<Self, Error> {
        let tokenizer = files::json(path).map_err(|error| match error {
            Error::Missing { .. } => Error::Missing {
                path: lines.to_owned(),
            },
            other => other,
        });
        match tokenizer? {
            Tokenizer {
                model: Model::WordPiece { vocab },
            } => Self::new(path, vocab.iter().map(|(piece, n)| (piece.as_str(), *n))),
            _ => Err(Error::unsupported("a tokeniser other than WordPiece")),
        }
    }

    fn new<'a>(path: &Path, pieces: impl Iterator<Item = (&'a str, u32)>) -> Result<Self, Error> {
        let (mut first, mut inside) = (HashMap::new(), HashMap::new());
        let (mut longest_bytes, mut highest) = (0, 0);
        for (piece, number) in pieces {
            longest_bytes = longest_bytes.max(piece.len());
            highest = highest.max(number);
            match piece.strip_prefix(INSIDE) {
                Some(rest) if !rest.is_empty() => inside.insert(rest.into(), number),
                _ => first.insert(Box::from(piece), number),
            };
        }
        let special = |piece: &str| {
            let found = first.get(piece).copied();
            found.ok_or_else(|| Error::damaged(path, format!("it has no piece {piece}")))
        };
        let (unknown, start, end) = (special("[UNK]")?, special("[CLS]")?, special("[SEP]")?);
        Ok(Self {
            first,
            inside,
            longest_bytes,
            highest,
            unknown,
            start,
            end,
        })
    }

    /// The longest piece that `rest` begins with: its number, and its bytes in `rest`.
    pub fn longest(&self, rest: &str, inside: bool) -> Option<(u32, usize)> {
        let pieces = if inside { &self.inside } else { &self.first };
        let ends = (1..=rest.len().min(self.longest_bytes)).rev();
        let mut found = ends
            .filter_map(|end| Some((pieces.get(rest.get(..end)?)?, end)))
            .map(|(number, end)| (*number, end));
        found.next()
    }
}
