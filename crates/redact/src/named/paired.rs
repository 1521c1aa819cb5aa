//! A name and its value as two texts of JSON that came as a text: `"name": "authorization",
//! "value": "…"`, and `["authorization", "…"]` in a list of such pairs.

use std::ops::Range;

use super::quoted::{Name, end, is_known, tells};
use crate::{is_doubtful, is_hidden_under, is_name, is_value};

pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let first = Name::at(bytes, at)?;
    field(bytes, &first).or_else(|| pair(bytes, at, &first))
}

fn field(bytes: &[u8], first: &Name<'_>) -> Option<Range<usize>> {
    let says = |name: &Name<'_>, of: fn(&str) -> bool| name.as_str().is_some_and(of);
    if !says(first, is_name) {
        return None;
    }
    let told = Name::at(bytes, first.next(bytes, b':')?)?;
    if !tells(told.text) && !says(&told, is_doubtful) {
        return None;
    }
    let value = Name::at(bytes, told.next(bytes, b',')?)?;
    let from = Some(value.next(bytes, b':')? + 1).filter(|_| says(&value, is_value))?;
    let end = end(bytes, from, value.quote, value.escapes);
    let said = std::str::from_utf8(&bytes[from..end]).unwrap_or_default();
    let hidden = tells(told.text) || is_hidden_under(told.as_str()?, said);
    (hidden && !is_known(&bytes[from..end])).then_some(from..end)
}

/// Two texts in brackets, in a list of lists.
fn pair(bytes: &[u8], at: usize, first: &Name<'_>) -> Option<Range<usize>> {
    if !tells(first.text) {
        return None;
    }
    let before = bytes[..at - first.escapes].iter().rev();
    let mut before = before.filter(|byte| !byte.is_ascii_whitespace());
    let listed = before.next() == Some(&b'[') && matches!(before.next(), Some(b'[' | b','));
    let from = Some(first.next(bytes, b',')? + 1).filter(|_| listed)?;
    let end = end(bytes, from, first.quote, first.escapes);
    let closed = first.behind(bytes, end)?;
    let last = bytes.get(closed) == Some(&b']');
    (last && !is_known(&bytes[from..end])).then_some(from..end)
}
