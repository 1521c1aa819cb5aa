//! Where each function of a file begins and ends, and what stands before it.

use super::closing;
use crate::words::{is_name, line_at, starts};

pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
    /// Marked as a test, or inside a block of property tests.
    pub is_test: bool,
    /// The masked code between the braces, braces included.
    pub body: String,
}

/// Functions with a body, in the order of the file.
pub fn functions(code: &str) -> Vec<Function> {
    let properties = property_blocks(code);
    let places = starts(code, "fn ");
    places
        .filter_map(|at| read(code, at, &properties))
        .collect()
}

fn read(code: &str, at: usize, properties: &[(usize, usize)]) -> Option<Function> {
    let name: String = code[at + 3..]
        .trim_start()
        .chars()
        .take_while(|c| is_name(*c))
        .collect();
    let (open, end) = body(code, at)?;
    let inside = properties
        .iter()
        .any(|(from, to)| (*from..*to).contains(&at));
    let line = line_at(code, at);
    (!name.is_empty()).then(|| Function {
        name,
        line,
        lines: line_at(code, end) - line + 1,
        is_test: inside || is_marked(code, at),
        body: code[open..end].to_owned(),
    })
}

/// The first brace after the signature and the byte after its partner.
fn body(code: &str, at: usize) -> Option<(usize, usize)> {
    let mut depth = 0i32;
    for (place, byte) in code.bytes().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b';' if depth == 0 => return None,
            b'{' if depth == 0 => return Some((place, closing(code, place)?)),
            _ => {}
        }
    }
    None
}

/// Attributes stand between the end of the item before and the function itself.
fn is_marked(code: &str, at: usize) -> bool {
    let before = &code[..at];
    let start = before.rfind([';', '{', '}']).map_or(0, |end| end + 1);
    let attributes: String = before[start..].split_whitespace().collect();
    ["#[test]", "#[tokio::test]", "#[tokio::test("]
        .iter()
        .any(|mark| attributes.contains(mark))
}

fn property_blocks(code: &str) -> Vec<(usize, usize)> {
    let places = starts(code, "proptest!");
    places
        .filter_map(|at| {
            let open = at + code[at..].find(['{', '('])?;
            Some((open, closing(code, open)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::mask;

    const FILE: &str = r#"
trait Door { fn open(&self, x: [u8; 4]); }
/// fn not_this() {}
#[test]
fn first() { assert!(true, "}"); }
fn plain(x: [u8; 2]) -> [u8; 2]
where u8: Copy {
    x
}
#[tokio::test(flavor = "multi_thread")]
async fn second() {}
proptest! { #[test] fn third(x in 0..9u8) { prop_assert!(x < 9); } }
fn pointer(f: fn(u8) -> u8) {}
"#;

    #[test]
    fn functions_are_found_with_marks_and_sizes() {
        let found = functions(&mask(FILE).code);
        let seen: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.lines, f.is_test))
            .collect();
        let expected = [
            ("first", 1, true),
            ("plain", 4, false),
            ("second", 1, true),
            ("third", 1, true),
            ("pointer", 1, false),
        ];
        assert_eq!(seen, expected);
        assert_eq!(found[1].line, 6);
        assert!(found[3].body.contains("prop_assert"));
    }
}
