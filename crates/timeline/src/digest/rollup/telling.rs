//! A rollup in words: what was talked about, in the language it was talked in.

use crate::digest::Keyword;
use crate::digest::clean::{is_dense, is_han, is_kana};
use crate::digest::stop::Languages;
use crate::digest::summary::sentence;

/// Key words named in the first sentence.
const NAMED: usize = 4;

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

/// Two sentences: the words that mattered, and what the weightiest parts were about.
pub fn summary(languages: Languages, keywords: &[Keyword], titles: &[&str]) -> String {
    let code = language(languages, titles);
    let words: Vec<&str> = keywords.iter().map(|k| k.word.as_str()).collect();
    let words = of_language(code, &words);
    let (_, opening, comma, and) = FORMS
        .iter()
        .find(|form| form.0 == code)
        .unwrap_or(&FORMS[0]);
    let told = match words.split_last() {
        Some((last, [])) => sentence(&format!("{opening}{last}")),
        Some((last, rest)) => sentence(&format!("{opening}{}{and}{last}", rest.join(comma))),
        None => String::new(),
    };
    let named = match titles.is_empty() {
        true => String::new(),
        false => sentence(&titles.join("; ")),
    };
    let parts: Vec<String> = [told, named]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// The first words that can stand in a sentence of this language; all, if none can. Names in Latin
/// letters can everywhere.
fn of_language<'a>(code: &str, words: &[&'a str]) -> Vec<&'a str> {
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
    let fitting: Vec<&str> = words.iter().filter(fits).take(NAMED).copied().collect();
    match fitting.is_empty() {
        true => words.iter().take(NAMED).copied().collect(),
        false => fitting,
    }
}

/// Scripts tell their language; otherwise its small words did.
fn language(languages: Languages, titles: &[&str]) -> &'static str {
    let count = |is: fn(char) -> bool| {
        titles
            .iter()
            .flat_map(|t| t.chars())
            .filter(|c| is(*c))
            .count()
    };
    let all = titles.iter().flat_map(|t| t.chars()).count();
    let (kana, han) = (count(is_kana), count(is_han));
    match (kana + han) * 2 > all {
        true if kana * 5 > han => "ja",
        true => "zh",
        false => languages.code(),
    }
}
