//! Places in a JSON text. A body is never read and written again: what is found here are ranges of
//! its own bytes, so that a block can be put between them and nothing else moves.

use std::ops::Range;

use mneme_engine::notebook::lenient;
use serde::de::{Error as _, IgnoredAny};

/// Where a value stands.
pub type Span = Range<usize>;

/// A text that is known to be JSON.
#[derive(Clone, Copy)]
pub struct Json<'b>(&'b [u8]);

/// A value with its name, in an object.
pub struct Field {
    name: Span,
    pub value: Span,
}

/// Something to be put in the place of a range, which may be empty.
pub struct Edit {
    pub at: Span,
    pub with: Vec<u8>,
}

// === impl Json ===

impl<'b> Json<'b> {
    /// The text and the place of its one value. What is skipped over is not looked at for what no text
    /// holds, so that is done before.
    pub fn read(bytes: &'b [u8]) -> Result<(Self, Span), serde_json::Error> {
        let text = std::str::from_utf8(bytes).map_err(serde_json::Error::custom)?;
        serde_json::from_str::<IgnoredAny>(text)?;
        let json = Self(bytes);
        let start = json.blank(0);
        Ok((json, start..json.end(start)))
    }

    pub fn bytes(&self, at: &Span) -> &'b [u8] {
        self.0.get(at.clone()).unwrap_or_default()
    }

    pub fn first(&self, at: &Span) -> u8 {
        self.0.get(at.start).copied().unwrap_or_default()
    }

    /// The value of a field; of several by the same name the last, as everybody reads them.
    pub fn field(&self, object: &Span, name: &str) -> Option<Span> {
        let named = self
            .fields(object)
            .filter(|field| self.is_word(&field.name, name));
        named.last().map(|field| field.value)
    }

    /// A field with everything that would go with it.
    pub fn whole_field(&self, object: &Span, name: &str) -> Option<Span> {
        let fields: Vec<Field> = self.fields(object).collect();
        let at = fields
            .iter()
            .rposition(|field| self.is_word(&field.name, name))?;
        let (field, next, before) = (&fields[at], fields.get(at + 1), at.checked_sub(1));
        Some(match (next, before.and_then(|at| fields.get(at))) {
            (Some(next), _) => field.name.start..next.name.start,
            (None, Some(before)) => before.value.end..field.value.end,
            (None, None) => field.name.start..field.value.end,
        })
    }

    /// The fields of an object; none of anything else.
    pub fn fields(&self, object: &Span) -> impl Iterator<Item = Field> + use<'b> {
        let json = *self;
        let mut at = json.inside(object, b'{');
        std::iter::from_fn(move || {
            let start = at?;
            let name = start..json.end(start);
            // Behind the name comes a colon.
            let value = json.blank(json.blank(name.end) + 1);
            let value = value..json.end(value);
            at = json.next(value.end);
            Some(Field { name, value })
        })
    }

    /// The items of a list; none of anything else.
    pub fn items(&self, list: &Span) -> impl Iterator<Item = Span> + use<'b> {
        let json = *self;
        let mut at = json.inside(list, b'[');
        std::iter::from_fn(move || {
            let start = at?;
            let item = start..json.end(start);
            at = json.next(item.end);
            Some(item)
        })
    }

    /// What a string says. Half a character, where somebody cut a text, hides none of the rest.
    pub fn text(&self, at: &Span) -> Option<String> {
        lenient::from_slice(self.bytes(at)).ok()
    }

    pub fn field_text(&self, object: &Span, name: &str) -> Option<String> {
        self.text(&self.field(object, name)?)
    }

    /// Whether a field is this word.
    pub fn says(&self, object: &Span, name: &str, word: &str) -> bool {
        let value = self.field(object, name);
        value.is_some_and(|at| self.is_text(&at) && self.is_word(&at, word))
    }

    /// Whether a string is this word, however it is written.
    fn is_word(&self, at: &Span, word: &str) -> bool {
        let raw = self.bytes(at);
        let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        match inner.contains(&b'\\') {
            true => self.text(at).is_some_and(|text| text == word),
            false => inner == word.as_bytes(),
        }
    }

    pub fn is_true(&self, object: &Span, name: &str) -> bool {
        let value = self.field(object, name);
        value.is_some_and(|at| self.bytes(&at) == b"true")
    }

    pub fn is_list(&self, at: &Span) -> bool {
        self.first(at) == b'['
    }

    pub fn is_object(&self, at: &Span) -> bool {
        self.first(at) == b'{'
    }

    pub fn is_text(&self, at: &Span) -> bool {
        self.first(at) == b'"'
    }

    fn inside(&self, at: &Span, opens: u8) -> Option<usize> {
        let first = self.blank(at.start + 1);
        let empty = matches!(self.0.get(first), None | Some(b'}' | b']'));
        (self.first(at) == opens && !empty).then_some(first)
    }

    /// Where the next value begins, behind the end of one.
    fn next(&self, end: usize) -> Option<usize> {
        let at = self.blank(end);
        (self.0.get(at) == Some(&b',')).then(|| self.blank(at + 1))
    }

    fn blank(&self, from: usize) -> usize {
        let rest = self.0.get(from..).unwrap_or_default();
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        from + rest.iter().take_while(|byte| blank(byte)).count()
    }

    /// Where the value that begins here ends.
    fn end(&self, start: usize) -> usize {
        match self.0.get(start) {
            Some(b'"') => self.string_end(start),
            Some(b'{' | b'[') => self.nest_end(start),
            _ => {
                let rest = self.0.get(start..).unwrap_or_default();
                let over = |byte: &u8| b",]} \t\n\r".contains(byte);
                start + rest.iter().take_while(|byte| !over(byte)).count()
            }
        }
    }

    fn string_end(&self, start: usize) -> usize {
        let mut at = start + 1;
        while let Some(byte) = self.0.get(at) {
            match byte {
                b'"' => return at + 1,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.0.len()
    }

    fn nest_end(&self, start: usize) -> usize {
        let (mut at, mut depth) = (start, 0_usize);
        while let Some(byte) = self.0.get(at) {
            match byte {
                b'"' => {
                    at = self.string_end(at);
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return at;
            }
        }
        self.0.len()
    }
}

/// The bytes with all edits made; they must not overlap, and are given in order.
pub fn edited(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let more: usize = edits.iter().map(|edit| edit.with.len()).sum();
    let mut made = Vec::with_capacity(bytes.len() + more);
    let mut from = 0;
    for edit in edits {
        made.extend_from_slice(bytes.get(from..edit.at.start).unwrap_or_default());
        made.extend_from_slice(&edit.with);
        from = edit.at.end;
    }
    made.extend_from_slice(bytes.get(from..).unwrap_or_default());
    made
}

/// A text as JSON, with its quotes.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

// === impl Edit ===

impl Edit {
    pub fn insert(at: usize, with: String) -> Self {
        Self {
            at: at..at,
            with: with.into_bytes(),
        }
    }

    pub fn remove(at: Span) -> Self {
        let with = Vec::new();
        Self { at, with }
    }
}

#[cfg(test)]
mod tests;
