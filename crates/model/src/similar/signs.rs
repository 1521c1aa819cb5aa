//! Signs that say something: what is more or less than what, which money, a share of a hundred, a
//! picture for yes or no. Words alone do not tell $5 from €5.

/// What a word of a text carries beside its letters and digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Told of the word they stand at, or of the number beside them: which money, how many of a hundred.
    pub bound: Vec<char>,
    /// Told of what stands around them, in their order.
    pub free: Vec<String>,
}

/// Below zero, as it is typed and as it is printed.
pub const MINUS: [char; 2] = ['-', '−'];
/// More, less, the same.
const COMPARES: [char; 7] = ['<', '>', '=', '≤', '≥', '≠', '≈'];
/// Turns one of these round: !=, ~=.
const TURNS: [char; 2] = ['!', '~'];

/// What stands in a word as it is between spaces.
pub fn signs(raw: &str) -> Signs {
    let mut signs = Signs::default();
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let run = compare(rest);
        if !run.is_empty() {
            signs.free.push(run.to_owned());
            rest = &rest[run.len()..];
            continue;
        }
        let after = &rest[c.len_utf8()..];
        let begins = after.len() + c.len_utf8() == raw.len();
        if is_money(c) || is_share(c) || begins && leads(c, after) {
            signs.bound.push(c);
        } else if is_picture(c) || c == '+' && raw.chars().count() == 1 {
            signs.free.push(c.to_string());
        }
        rest = after;
    }
    signs.bound.sort_unstable();
    signs
}

/// The signs a text begins with that compare, together: >= is one.
pub fn compare(text: &str) -> &str {
    let is_part = |c: char| COMPARES.contains(&c) || TURNS.contains(&c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let run = &text[..end];
    // Without one that compares, it only ends a sentence or is left out of it.
    match run.contains(COMPARES) {
        true => run,
        false => "",
    }
}

/// About five, plus five, at home, at the root, not so, switched: only in front of a word.
fn leads(c: char, after: &str) -> bool {
    let next = after.chars().next();
    let (number, word) = (
        next.is_some_and(char::is_numeric),
        next.is_some_and(char::is_alphanumeric),
    );
    match c {
        '~' => word || next == Some('/'),
        '+' | '±' => number,
        '/' | '!' => word,
        '-' => is_switch(after),
        _ => false,
    }
}

/// What stands behind the first dash of a switch: -v, --force. A dash of a sentence has a space.
pub fn is_switch(after: &str) -> bool {
    after
        .trim_start_matches('-')
        .starts_with(char::is_alphabetic)
}

pub fn is_money(c: char) -> bool {
    matches!(c, '$' | '¢' | '£' | '¤' | '¥' | '\u{20a0}'..='\u{20cf}')
}

fn is_share(c: char) -> bool {
    matches!(c, '%' | '‰')
}

/// Arrows, signs of mathematics, marks and emoji; what lists begin with is none of them.
fn is_picture(c: char) -> bool {
    let drawn = matches!(c, '\u{2190}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}'
        | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    drawn && !MINUS.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_or_adorns_a_word_is_no_sign() {
        for plain in [
            "open!", "open?!", "-", "–", "**rg**", "~~old~~", "(Oslo)", "C++", "and/or",
        ] {
            assert_eq!(signs(plain), Signs::default(), "{plain}");
        }
        assert_eq!(signs("a!=b").free, ["!="]);
        assert_eq!(signs(">=5").free, [">="]);
        assert_eq!(signs("-$5").bound, ['$']);
    }
}
