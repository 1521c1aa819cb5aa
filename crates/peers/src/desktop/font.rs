//! Letters of our own, drawn in `font.txt`: a line for each, seven rows and two below the line.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The dots of a letter, row by row.
struct Glyph {
    rows: Vec<Vec<bool>>,
    width: i32,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> =
    LazyLock::new(|| include_str!("font.txt").lines().filter_map(read).collect());

const SPACE: i32 = 3;
const BETWEEN: i32 = 1;

/// How wide a text is, in dots.
pub fn width(text: &str) -> i32 {
    let wide: i32 = text.chars().map(step).sum();
    (wide - BETWEEN).max(0)
}

/// Calls back for every dot of a text, from its upper left corner.
pub fn dots(text: &str, mut dot: impl FnMut(i32, i32)) {
    let mut left = 0;
    for c in text.chars() {
        if let Some(glyph) = glyph(c) {
            for (y, row) in glyph.rows.iter().enumerate() {
                let set = row.iter().enumerate().filter(|(_, on)| **on);
                set.for_each(|(x, _)| dot(left + x as i32, y as i32));
            }
        }
        left += step(c);
    }
}

fn step(c: char) -> i32 {
    let width = if c == ' ' { SPACE } else { 0 };
    BETWEEN + glyph(c).map_or(width, |glyph| glyph.width)
}

/// A letter that was never drawn is shown as a question mark.
fn glyph(c: char) -> Option<&'static Glyph> {
    match c {
        ' ' => None,
        _ => GLYPHS.get(&c).or_else(|| GLYPHS.get(&'?')),
    }
}

fn read(line: &str) -> Option<(char, Glyph)> {
    let letter = line.chars().next()?;
    let row = |word: &str| -> Vec<bool> { word.chars().map(|c| c == '#').collect() };
    let rows: Vec<_> = line
        .get(letter.len_utf8()..)?
        .split(' ')
        .skip(1)
        .map(row)
        .collect();
    let width = rows.iter().map(Vec::len).max()? as i32;
    Some((letter, Glyph { rows, width }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_keyboard_is_drawn() {
        for c in '!'..='~' {
            let glyph = GLYPHS.get(&c).unwrap_or_else(|| panic!("{c} is missing"));
            assert!(glyph.rows.iter().flatten().any(|on| *on), "{c} is empty");
            assert!(
                glyph.rows.len() <= 9 && glyph.width <= 5,
                "{c} is too large"
            );
        }
        assert!(width("iii") < width("mmm"));
    }
}
