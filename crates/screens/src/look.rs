//! How things look: signs, styles, and text cut to a width.
//!
//! Only the terminal's own colours are used, on its own background, and nothing is said by colour
//! alone: it has to be readable on dark, on light, and without any colour at all.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Span;
use ratatui::widgets::{Block, Borders};

use crate::Options;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub utf8: bool,
    pub emoji: bool,
    pub colour: bool,
}

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
const ASCII_FOCUSED: border::Set<'static> = border::Set {
    horizontal_top: "=",
    horizontal_bottom: "=",
    vertical_left: "#",
    vertical_right: "#",
    ..ASCII
};

// === impl Look ===

impl Look {
    pub fn of(options: &Options) -> Self {
        Self {
            utf8: options.utf8,
            emoji: options.emoji,
            colour: options.colour,
        }
    }

    /// A pane; the one that takes the keys has a heavier frame.
    pub fn pane(self, title: String, focused: bool) -> Block<'static> {
        let set = match (self.utf8, focused) {
            (true, true) => border::THICK,
            (true, false) => border::ROUNDED,
            (false, true) => ASCII_FOCUSED,
            (false, false) => ASCII,
        };
        let block = Block::new().borders(Borders::ALL).border_set(set);
        let block = block.title(Span::styled(title, Style::new().bold()));
        match focused {
            true => block.border_style(self.tint(Color::Cyan).bold()),
            false => block.border_style(dim()),
        }
    }

    pub fn tint(self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(colour),
            false => Style::new(),
        }
    }

    /// Something to look at before going on.
    pub fn warning(self) -> Style {
        self.filled(Color::Yellow, Color::Black)
    }

    pub fn failure(self) -> Style {
        self.filled(Color::Red, Color::White)
    }

    /// The key in a hint, the row under the cursor, the button Enter would press.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn filled(self, back: Color, front: Color) -> Style {
        match self.colour {
            true => Style::new().bg(back).fg(front).bold(),
            false => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
        }
    }

    pub fn or<'a>(self, sign: &'a str, ascii: &'a str) -> &'a str {
        match self.utf8 {
            true => sign,
            false => ascii,
        }
    }

    /// A text as wide as there is room, with a sign where something was cut.
    pub fn cut(self, text: &str, width: usize) -> String {
        let flat: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        if width_of(&flat) <= width {
            return self.drawable(flat);
        }
        let sign = self.or("…", "~");
        let room = width.saturating_sub(1);
        let kept = flat
            .char_indices()
            .find(|(at, c)| width_of(&flat[..at + c.len_utf8()]) > room);
        let end = kept.map_or(flat.len(), |(at, _)| at);
        let sign = if width == 0 { "" } else { sign };
        self.drawable(format!("{}{sign}", &flat[..end]))
    }

    /// Without UTF-8 other letters would come out as several wrong ones.
    fn drawable(self, text: String) -> String {
        match self.utf8 {
            true => text,
            false => text
                .chars()
                .map(|c| if c.is_ascii() { c } else { '?' })
                .collect(),
        }
    }
}

pub fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

pub fn width_of(text: &str) -> usize {
    Span::raw(text).width()
}

/// `1 word`, `2 words`.
pub fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// Lines no wider than asked, broken at spaces where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace().flat_map(|word| pieces(word, width)) {
        let last = lines
            .last_mut()
            .filter(|line| line.is_empty() || width_of(line) + 1 + width_of(&word) <= width);
        match last {
            Some(line) if line.is_empty() => line.push_str(&word),
            Some(line) => line.extend([" ", &word]),
            None => lines.push(word),
        }
    }
    lines
}

fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let full = pieces.last().is_some_and(|piece| {
            !piece.is_empty() && width_of(piece) + width_of(&letter.to_string()) > width
        });
        if full {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(letter);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look {
        utf8: false,
        emoji: false,
        colour: false,
    };
    const FULL: Look = Look {
        utf8: true,
        emoji: true,
        colour: true,
    };

    #[test]
    fn a_text_is_cut_to_cells_not_letters() {
        assert_eq!(FULL.cut("日本語", 5), "日本…");
        assert_eq!(FULL.cut("日本語", 6), "日本語");
        assert_eq!(FULL.cut("abc", 0), "");
        assert_eq!(FULL.cut("a\nb", 9), "a b");
    }

    #[test]
    fn without_utf_8_only_ascii_is_drawn() {
        assert_eq!(PLAIN.cut("größer als vorher", 8), "gr??er ~");
    }

    #[test]
    fn lines_are_broken_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn without_colour_nothing_is_coloured() {
        for style in [PLAIN.warning(), PLAIN.failure(), PLAIN.tint(Color::Red)] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
