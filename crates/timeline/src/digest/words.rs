//! From text to words, as they are written, with the place and the shape of each.

use super::clean::{is_han, is_joining, is_kana, is_katakana, is_unspaced};
use super::shape;

/// What a word looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    Number,
    Plain,
    /// Two characters out of a long run of Han, Thai or the like: half a word, perhaps.
    Pair,
    /// Begins with a capital letter.
    Capital,
    /// All capitals: `JWT`.
    Upper,
    /// Means only itself: `snake_case`, `src/main.rs`, `E0382`.
    Identifier,
}

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    pub text: &'t str,
    pub at: usize,
    pub shape: Shape,
    /// Nothing but spaces stand between it and the word before.
    pub follows: bool,
}

/// Longer words are not words.
const MAX_BYTES: usize = 80;
/// What stands in place of words that were taken out, in one of two forms: it is no word.
const MARK: &str = "[REDACTED";
const MARK_ENDS: [&str; 2] = ["]", "_SECRET]"];
/// A run of Han this long is a word as it stands.
const HAN_WORD_CHARS: usize = 4;

/// The words of `text`. Addresses of the web are left out.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut reader = Reader::default();
    for piece in text.split_whitespace() {
        // The piece is a slice of the text, so this is its place in it.
        let at = piece.as_ptr() as usize - text.as_ptr() as usize;
        reader.around_marks(piece, at);
    }
    reader.found
}

/// Where the first mark of a piece begins, and where it ends.
fn mark(piece: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(place) = piece[from..].find(MARK) {
        let begin = from + place;
        from = begin + MARK.len();
        let end = MARK_ENDS
            .iter()
            .find(|end| piece[from..].starts_with(**end));
        if let Some(end) = end {
            return Some((begin, from + end.len()));
        }
    }
    None
}

#[derive(Default)]
struct Reader<'t> {
    found: Vec<Word<'t>>,
    parted: bool,
}

// === impl Reader ===

impl<'t> Reader<'t> {
    /// What stands before a mark and behind it does not belong together.
    fn around_marks(&mut self, piece: &'t str, at: usize) {
        let mut rest = piece;
        while let Some((begin, end)) = mark(rest) {
            self.piece(&rest[..begin], at + piece.len() - rest.len());
            self.parted = true;
            rest = &rest[end..];
        }
        self.piece(rest, at + piece.len() - rest.len());
    }

    fn piece(&mut self, piece: &'t str, at: usize) {
        if piece.contains("://") || piece.starts_with("www.") {
            self.parted = true;
            return;
        }
        match shape::identifier(piece) {
            Some(range) => {
                self.parted |= range.start > 0;
                self.push(&piece[range.clone()], at + range.start, Shape::Identifier);
                self.parted = ends_open(&piece[range.end..]);
            }
            None => self.runs(piece, at),
        }
    }

    fn runs(&mut self, piece: &'t str, at: usize) {
        let mut rest = piece;
        while let Some(start) = rest.find(is_letter) {
            self.parted |= start > 0;
            let run = &rest[start..];
            let end = run.find(|c| !is_inside(c)).unwrap_or(run.len());
            let word = run[..end].trim_end_matches(is_mark);
            let place = at + piece.len() - run.len();
            self.run(word, place);
            rest = &run[end..];
            self.parted |= ends_open(&run[word.len()..end]);
        }
        self.parted |= ends_open(rest);
    }

    fn run(&mut self, run: &'t str, at: usize) {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let script = script(first);
            let end = rest
                .find(|c| script_of(c, script) != script)
                .unwrap_or(rest.len());
            let (part, tail) = rest.split_at(end);
            self.part(part, at + run.len() - rest.len(), script);
            rest = tail;
        }
    }

    fn part(&mut self, part: &'t str, at: usize, script: Script) {
        let chars = part.chars().count();
        match script {
            // Hiragana is grammar more than words.
            Script::Hiragana => self.parted = true,
            Script::Katakana if chars > 1 => self.push(part, at, Shape::Capital),
            Script::Han if (2..=HAN_WORD_CHARS).contains(&chars) => {
                self.push(part, at, Shape::Plain)
            }
            Script::Katakana | Script::Han | Script::Unspaced => self.pairs(part, at),
            Script::Spaced => self.spaced(part, at),
        }
    }

    fn pairs(&mut self, part: &'t str, at: usize) {
        let places: Vec<usize> = part
            .char_indices()
            .map(|(i, _)| i)
            .chain([part.len()])
            .collect();
        for pair in places.windows(3) {
            self.push(&part[pair[0]..pair[2]], at + pair[0], Shape::Pair);
        }
        self.parted = true;
    }

    fn spaced(&mut self, part: &'t str, at: usize) {
        let word = shape::bare(part);
        let at = at + (word.as_ptr() as usize - part.as_ptr() as usize);
        self.push(word, at, shape::of(word));
    }

    fn push(&mut self, text: &'t str, at: usize, shape: Shape) {
        if text.is_empty() || text.len() > MAX_BYTES {
            return;
        }
        let follows = !self.parted && !self.found.is_empty();
        self.found.push(Word {
            text,
            at,
            shape,
            follows,
        });
        self.parted = false;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Spaced,
    Hiragana,
    Katakana,
    Han,
    Unspaced,
}

fn script(c: char) -> Script {
    match c {
        c if is_katakana(c) => Script::Katakana,
        c if is_kana(c) => Script::Hiragana,
        c if is_han(c) => Script::Han,
        c if is_unspaced(c) => Script::Unspaced,
        _ => Script::Spaced,
    }
}

/// A mark belongs to the script of the letter before it.
fn script_of(c: char, before: Script) -> Script {
    if is_joining(c) { before } else { script(c) }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
}

fn is_mark(c: char) -> bool {
    matches!(c, '\'' | '’' | '-')
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || is_joining(c) || is_mark(c)
}

/// Punctuation that parts words; quotes and stars do not.
fn ends_open(rest: &str) -> bool {
    rest.chars()
        .any(|c| !matches!(c, '"' | '`' | '*' | '_' | '“' | '”' | '\'' | '’'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        words(text).iter().map(|word| word.text).collect()
    }

    #[test]
    fn what_stands_for_words_that_were_taken_out_is_no_word() {
        let text = "rotate [REDACTED_SECRET], then dusk[REDACTED]dawn [REDACTED";
        assert_eq!(texts(text), ["rotate", "then", "dusk", "dawn", "REDACTED"]);
        let many = "[REDACTED]".repeat(1 << 15);
        assert!(texts(&many).is_empty());
    }

    #[test]
    fn words_are_kept_as_they_are_written() {
        let text = "Don't touch `src/main.rs`, see https://x.y/z: E0382 in parse_line() of Login-Fehler's API.";
        let expected = [
            "Don't",
            "touch",
            "src/main.rs",
            "see",
            "E0382",
            "in",
            "parse_line",
            "of",
            "Login-Fehler",
            "API",
        ];
        assert_eq!(texts(text), expected);
        for word in words(text) {
            assert_eq!(&text[word.at..word.at + word.text.len()], word.text);
        }
    }

    #[test]
    fn scripts_without_spaces_are_cut_where_the_script_changes() {
        assert_eq!(
            texts("ログイン画面のエラーを直してください。"),
            ["ログイン", "画面", "エラー"]
        );
        assert_eq!(
            texts("数据库连接池"),
            ["数据", "据库", "库连", "连接", "接池"]
        );
    }

    #[test]
    fn punctuation_parts_neighbours() {
        let found = words("Golden Gate, Mel and/or me");
        let follows: Vec<bool> = found.iter().map(|word| word.follows).collect();
        assert_eq!(follows, [false, true, false, true, false, true]);
    }
}
