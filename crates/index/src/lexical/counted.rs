//! A field value that carries counts: `<count>\t<word>\n` for each word of a window, so that a
//! word that counts seven times is written once.

use std::fmt::Write;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::window::Weighted;

pub const NAME: &str = "counted";

pub fn encode(weights: &Weighted<'_>) -> String {
    let mut text = String::with_capacity(weights.len() * 10);
    for (word, n) in weights {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{n}\t{word}");
    }
    text
}

#[derive(Clone, Default)]
pub struct Counted {
    token: Token,
}

pub struct CountedStream<'a> {
    lines: std::str::Lines<'a>,
    left: u32,
    token: &'a mut Token,
}

impl Tokenizer for Counted {
    type TokenStream<'a> = CountedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CountedStream<'a> {
        self.token.reset();
        CountedStream {
            lines: text.lines(),
            left: 0,
            token: &mut self.token,
        }
    }
}

impl TokenStream for CountedStream<'_> {
    fn advance(&mut self) -> bool {
        while self.left == 0 {
            let Some(line) = self.lines.next() else {
                return false;
            };
            if let Some((n, word)) = line.split_once('\t') {
                self.left = n.parse().unwrap_or(1);
                self.token.text.clear();
                self.token.text.push_str(word);
            }
        }
        self.left -= 1;
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn each_word_comes_as_often_as_it_counts() {
        let text = encode(&Weighted::from_iter([("fox", 3), ("sky", 1)]));
        let mut tokenizer = Counted::default();
        let mut stream = tokenizer.token_stream(&text);
        let mut seen = HashMap::<String, u32>::new();
        while stream.advance() {
            *seen.entry(stream.token().text.clone()).or_default() += 1;
        }
        assert_eq!(seen, HashMap::from([("fox".into(), 3), ("sky".into(), 1)]));
    }
}
