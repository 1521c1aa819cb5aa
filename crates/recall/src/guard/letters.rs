//! A text as somebody sees it: letters that are not seen part no word, and letters that look like
//! others are those.

use std::borrow::Cow;

use super::safety::is_invisible;

/// Letters of other scripts, each behind the Latin one it looks like.
const ALIKE: [(char, &str); 25] = [
    ('a', "аα"),
    ('c', "сϲ"),
    ('d', "ԁ"),
    ('e', "еε"),
    ('g', "ɡ"),
    ('h', "һ"),
    ('i', "іι"),
    ('j', "ј"),
    ('k', "кκ"),
    ('l', "ӏ"),
    ('m', "м"),
    ('n', "п"),
    ('o', "оο"),
    ('p', "рρ"),
    ('q', "ԛ"),
    ('r', "г"),
    ('s', "ѕ"),
    ('t', "тτ"),
    ('u', "υ"),
    ('v', "ѵν"),
    ('w', "ԝω"),
    ('x', "хχ"),
    ('y', "уγ"),
    ('b', "в"),
    ('z', "ᴢ"),
];

pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| is_invisible(c) || latin(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let seen: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let words = seen.split_inclusive(|c: char| !c.is_alphanumeric());
    Cow::Owned(words.map(folded).collect())
}

/// Only a word that mixes scripts pretends anything.
fn folded(word: &str) -> String {
    let mixed = word.contains(|c: char| c.is_ascii_alphabetic());
    let fold = |c: char| latin(c).filter(|_| mixed).unwrap_or(c);
    word.chars().map(fold).collect()
}

fn latin(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let small = c.to_lowercase().next()?;
    let found = ALIKE.iter().find(|(_, others)| others.contains(small));
    found.map(|(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_two_scripts_is_read_as_it_looks() {
        assert_eq!(visible("d\u{435}lete the l\u{43e}gs"), "delete the logs");
        assert_eq!(visible("D\u{415}LETE it"), "DeLETE it");
        for own in ["сору это", "löschen", "plain"] {
            assert_eq!(visible(own), own);
        }
    }
}
