//! A rollup in words: what was talked about, in the language it was talked in.

use super::spoken::Part;
use crate::digest::clean::is_dense;
use crate::digest::summary::sentence;

/// Key words named in the first sentence.
const NAMED: usize = 4;
/// And at least so many for each language.
const FEWEST: usize = 2;

/// Language, how the sentence begins, what stands between words and before the last one.
const FORMS: [(&str, &str, &str, &str); 11] = [
    ("en", "Discussions on ", ", ", " and "),
    ("de", "Gespräche über ", ", ", " und "),
    ("fr", "Échanges sur ", ", ", " et "),
    ("es", "Conversaciones sobre ", ", ", " y "),
    ("it", "Discussioni su ", ", ", " e "),
    ("pt", "Conversas sobre ", ", ", " e "),
    ("nl", "Gesprekken over ", ", ", " en "),
    ("ru", "Темы: ", ", ", ", "),
    ("ar", "نقاشات حول ", "، ", "، "),
    ("ja", "話題：", "、", "、"),
    ("zh", "话题：", "、", "、"),
];

/// The words that mattered, a sentence for each language, and what the weightiest parts were about.
pub fn summary(parts: &[Part], titles: &[&str]) -> String {
    let each = NAMED.div_ceil(parts.len().max(1)).max(FEWEST);
    let mut told: Vec<String> = parts.iter().map(|part| words(part, each)).collect();
    told.push(match titles.is_empty() {
        true => String::new(),
        false => sentence(&titles.join("; ")),
    });
    told.retain(|part| !part.is_empty());
    told.join(" ")
}

fn words(part: &Part, most: usize) -> String {
    let words: Vec<&str> = part.keywords.iter().map(|k| k.word.as_str()).collect();
    let words = of_language(part.code, &words, most);
    let form = FORMS.iter().find(|form| form.0 == part.code);
    let (_, opening, comma, and) = form.unwrap_or(&FORMS[0]);
    match words.split_last() {
        Some((last, [])) => sentence(&format!("{opening}{last}")),
        Some((last, rest)) => sentence(&format!("{opening}{}{and}{last}", rest.join(comma))),
        None => String::new(),
    }
}

/// The first words that can stand in a sentence of this language; all, if none can. Names in Latin
/// letters can everywhere.
fn of_language<'a>(code: &str, words: &[&'a str], most: usize) -> Vec<&'a str> {
    let own = |c: char| match code {
        "ja" | "zh" => is_dense(c),
        "ru" => matches!(u32::from(c), 0x0400..=0x052F),
        "ar" => matches!(u32::from(c), 0x0600..=0x06FF | 0x0750..=0x077F),
        _ => false,
    };
    // Up to here letters are Latin, with all their marks.
    let latin = |c: char| u32::from(c) <= 0x024F || matches!(u32::from(c), 0x1E00..=0x1EFF);
    let fits = |word: &&&str| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        letters.all(|c| own(c) || latin(c))
    };
    let fitting: Vec<&str> = words.iter().filter(fits).take(most).copied().collect();
    match fitting.is_empty() {
        true => words.iter().take(most).copied().collect(),
        false => fitting,
    }
}
