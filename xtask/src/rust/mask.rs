//! Blanks comments and the insides of literals, byte for byte.
//!
//! Places in the masked code are places in the file, so that a search for code
//! never stumbles over a brace in a string or a word in a comment. Literals are
//! kept aside with their place. Enough of the language for our own tree: nested
//! comments, escapes, raw strings, and lifetimes told from characters.

use super::spans;

pub struct Source {
    /// As long as the file; comments and literal contents are spaces.
    pub code: String,
    pub literals: Vec<Literal>,
}

pub struct Literal {
    /// Where the opening quotation mark stands.
    pub at: usize,
    pub text: String,
}

pub fn mask(text: &str) -> Source {
    let mut scan = Scan {
        text,
        at: 0,
        code: Vec::with_capacity(text.len()),
        literals: Vec::new(),
    };
    while scan.at < text.len() {
        scan.step();
    }
    let code = String::from_utf8_lossy(&scan.code).into_owned();
    Source {
        code,
        literals: scan.literals,
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    code: Vec<u8>,
    literals: Vec<Literal>,
}

impl Scan<'_> {
    fn step(&mut self) {
        let rest = self.rest();
        if rest.starts_with(b"//") {
            self.blank(spans::line_comment(rest));
        } else if rest.starts_with(b"/*") {
            self.blank(spans::block_comment(rest));
        } else if rest.starts_with(b"\"") {
            self.literal(1, spans::quoted(rest), 1);
        } else if let Some(hashes) = self.raw_hashes() {
            self.literal(hashes + 2, spans::raw(rest, hashes), hashes + 1);
        } else if rest.starts_with(b"'") {
            self.blank(spans::character(rest));
        } else {
            self.code.push(rest[0]);
            self.at += 1;
        }
    }

    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// A comment, a character, or the one apostrophe of a lifetime.
    fn blank(&mut self, len: usize) {
        let end = (self.at + len).min(self.text.len());
        let blanked = self.text.as_bytes()[self.at..end]
            .iter()
            .map(|byte| match byte {
                b'\n' => b'\n',
                _ => b' ',
            });
        self.code.extend(blanked);
        self.at = end;
    }

    /// Keeps the quotation marks in the code, so that an argument is still seen there.
    fn literal(&mut self, opening: usize, len: usize, ending: usize) {
        let (start, end) = (self.at, (self.at + len).min(self.text.len()));
        let inside = self.text.get(start + opening..end.saturating_sub(ending));
        let at = start + opening - 1;
        self.literals.push(Literal {
            at,
            text: inside.unwrap_or_default().to_owned(),
        });
        self.blank(len);
        self.code[at] = b'"';
    }

    /// How many hashes a raw string opens with, if one opens here.
    fn raw_hashes(&self) -> Option<usize> {
        let after = self.rest().strip_prefix(b"r")?;
        let before = self.text[..self.at].trim_end_matches(['b', 'c']);
        let hashes = after.iter().take_while(|byte| **byte == b'#').count();
        let opens = after.get(hashes) == Some(&b'"') && !before.ends_with(crate::words::is_name);
        opens.then_some(hashes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_places_stay() {
        let text = "a /* { /* } */ */ \"x{\\\"\" 'b' b'{' // {\nr#\"q\"{\"# 'ü' fn<'a>() '\\'' z";
        let source = mask(text);
        assert_eq!(source.code.len(), text.len());
        assert!(!source.code.contains('{') && !source.code.contains('}'));
        assert_eq!(source.code.find('z'), text.rfind('z'));
        assert_eq!(source.code.matches('\n').count(), 1);
        let literals: Vec<&str> = source.literals.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(literals, ["x{\\\"", "q\"{"]);
    }

    #[test]
    fn a_literal_is_kept_with_its_place() {
        let text = "log(\"hello\")";
        let source = mask(text);
        assert_eq!(source.literals[0].at, 4);
        assert_eq!(source.code, "log(\"      )");
    }

    #[test]
    fn raw_names_are_not_raw_strings() {
        assert_eq!(mask("r#fn for\"x\"").literals.len(), 1);
        assert_eq!(mask("let br = b\"x\"; br\"y\\\"").literals.len(), 2);
    }
}
