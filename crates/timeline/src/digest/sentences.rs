//! Where sentences begin and end.

use std::ops::Range;

use super::clean::is_unspaced;

/// A full stop after one of these is none.
const SHORT: &[&str] = &[
    "approx", "bspw", "bzgl", "bzw", "ca", "ca.", "d.h", "dr", "e.g", "etc", "evtl", "exkl", "fig",
    "ggf", "hr", "i.e", "inc", "inkl", "jr", "ltd", "mio", "mr", "mrd", "mrs", "ms", "no", "nr",
    "p.s", "prof", "s", "sog", "sr", "st", "u.a", "usw", "vgl", "vs", "z.b", "zzgl",
];
/// Nor is one after these, where a number follows: "Ave. 12", "Ave. No. 12".
const COUNTED: &[&str] = &[
    "abs", "abt", "apr", "apt", "art", "aug", "ave", "bd", "bldg", "blvd", "dec", "dept", "dez",
    "ext", "feb", "hwy", "jan", "jul", "jun", "kap", "ln", "mar", "nov", "oct", "okt", "pl", "pp",
    "rd", "sec", "sep", "sept", "ste", "tel", "vol", "zi",
];
/// Between one of those and its number.
const NUMBERS: [&str; 8] = ["No.", "Nr.", "Apt.", "Ste.", "Bldg.", "Art.", "Abs.", "#"];
/// Before a small number with a full stop these make it one of several: "im 2. Stock".
const ORDERS: [&str; 13] = [
    "ab", "bis", "das", "dem", "den", "der", "des", "die", "im", "jeden", "seit", "vom", "zum",
];
/// And these behind it, whatever stands before.
const ORDERED: [&str; 16] = [
    "Bezirk",
    "Etage",
    "Geburtstag",
    "Halbjahr",
    "Jahr",
    "Kapitel",
    "Klasse",
    "Liga",
    "OG",
    "Platz",
    "Quartal",
    "Reihe",
    "Semester",
    "Stock",
    "Tag",
    "Woche",
];

/// The sentences of a block, without the white space between them.
pub fn sentences(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = block.start;
    let mut chars = text[block.clone()].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let at = block.start + at;
        let next = chars.peek().map(|(_, next)| *next);
        if ends(text, at, c, next, block.end) {
            let end = after_closers(text, at + c.len_utf8(), block.end);
            if end > start {
                push(text, start..end, &mut found);
                start = end;
            }
        }
    }
    if start < block.end {
        push(text, start..block.end, &mut found);
    }
    found
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let start = range.start + (piece.len() - piece.trim_start().len());
    let end = range.start + piece.trim_end().len();
    if start < end {
        found.push(start..end);
    }
}

fn ends(text: &str, at: usize, c: char, next: Option<char>, block_end: usize) -> bool {
    match c {
        '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' => true,
        '!' | '?' | '…' => {
            next.is_none_or(|n| n.is_whitespace() || is_closer(n) || is_unspaced(n))
        }
        '.' => is_full_stop(text, at, next, block_end),
        _ => false,
    }
}

fn is_full_stop(text: &str, at: usize, next: Option<char>, block_end: usize) -> bool {
    let Some(next) = next else { return true };
    if !next.is_whitespace() && !is_closer(next) {
        return false;
    }
    let before = text[..at].rsplit(char::is_whitespace).next().unwrap_or("");
    let before = before
        .trim_start_matches(['(', '"', '\'', '“'])
        .to_lowercase();
    let one_letter = before.chars().count() == 1 && before.chars().all(char::is_alphabetic);
    if SHORT.binary_search(&before.as_str()).is_ok() || (one_letter && before != "i") {
        return false;
    }
    let rest = text[at + 1..block_end].trim_start();
    if is_counted(&before, rest) {
        return false;
    }
    let follows = text[at + 1..block_end]
        .trim_start_matches(is_closer)
        .trim_start()
        .chars()
        .next();
    if before.len() <= 2
        && before.bytes().all(|b| b.is_ascii_digit())
        && (is_month(rest) || is_ordered(&text[..at], &before, rest))
    {
        return false;
    }
    // A small letter goes on with the sentence, unless a word of the code begins it.
    !follows.is_some_and(char::is_lowercase) || before.ends_with(')')
}

/// "Hauptstr. 5", "Ave. No. 12".
fn is_counted(before: &str, rest: &str) -> bool {
    let numbered = rest.starts_with(|c: char| c.is_ascii_digit())
        || NUMBERS.iter().any(|sign| rest.starts_with(sign));
    let known = before.ends_with("str") || COUNTED.binary_search(&before).is_ok();
    numbered && known
}

/// "im 2. Stock" goes on, behind a small number.
fn is_ordered(said: &str, number: &str, rest: &str) -> bool {
    let mut words = said[..said.len() - number.len()].split_whitespace();
    let led = words.next_back().map(str::to_lowercase);
    let led = led.is_some_and(|led| ORDERS.contains(&led.as_str()));
    let noun = rest.split(|c: char| !c.is_alphanumeric()).next();
    !number.is_empty() && (led || noun.is_some_and(|noun| ORDERED.contains(&noun)))
}

/// "am 14. März" goes on.
fn is_month(rest: &str) -> bool {
    const MONTHS: [&str; 12] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    MONTHS.iter().any(|month| rest.starts_with(month))
}

fn after_closers(text: &str, at: usize, block_end: usize) -> usize {
    let rest = &text[at..block_end];
    let closers = rest.find(|c: char| !is_closer(c) && !matches!(c, '!' | '?' | '.' | '！' | '？'));
    at + closers.unwrap_or(rest.len())
}

fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）' | '*'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let ranges = sentences(text, 0..text.len());
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_full_stop_is_not_always_one() {
        assert!(
            [SHORT, COUNTED].iter().all(|list| list.is_sorted()),
            "they are searched"
        );
        assert_eq!(
            split("Meet at Hauptstr. 5, Ave. No. 12. Then go im 2. Stock. Done."),
            [
                "Meet at Hauptstr. 5, Ave. No. 12.",
                "Then go im 2. Stock.",
                "Done."
            ]
        );
        assert_eq!(
            split("In der Hauptstr. Dort, Ring 4, 2. Stock, sind 5. Und der Rest."),
            [
                "In der Hauptstr.",
                "Dort, Ring 4, 2. Stock, sind 5.",
                "Und der Rest."
            ]
        );
        assert_eq!(
            split("See main.rs v1.2 e.g. here. Then go!  Ok?"),
            ["See main.rs v1.2 e.g. here.", "Then go!", "Ok?"]
        );
        assert_eq!(
            split("Mr. Fox said \"Never.\" He left..."),
            ["Mr. Fox said \"Never.\"", "He left..."]
        );
    }

    #[test]
    fn other_scripts_end_their_sentences_too() {
        assert_eq!(
            split("直した。次は？はい！"),
            ["直した。", "次は？", "はい！"]
        );
        assert_eq!(split("كيف حالك؟ بخير."), ["كيف حالك؟", "بخير."]);
    }
}
