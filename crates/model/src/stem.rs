//! One key for the forms of a word. Only compared, never shown, so it may be rough.

const MIN_BYTES: usize = 5;

/// `migration`, `migrations`, `migrating`, `migrate` become one. Words of other alphabets stay
/// as they are.
pub fn stem(lower: &str) -> &str {
    if lower.len() < MIN_BYTES - 1 || !lower.is_ascii() {
        return lower;
    }
    let word = plural(lower);
    let word = ["ation", "ating", "ated", "ate"]
        .iter()
        .find_map(|ending| long_enough(word, ending))
        .unwrap_or(word);
    let word = ["ings", "ing", "ed", "er", "en", "ion", "ly"]
        .iter()
        .find_map(|ending| long_enough(word, ending))
        .map_or(word, undouble);
    match word.strip_suffix('e') {
        Some(short) if short.len() >= MIN_BYTES - 2 => short,
        _ => word,
    }
}

fn plural(word: &str) -> &str {
    if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word;
    }
    if let Some(short) = word.strip_suffix("ies") {
        return &word[..short.len() + 1];
    }
    match word.strip_suffix('s') {
        Some(short) if short.len() >= MIN_BYTES - 2 => short,
        _ => word,
    }
}

fn long_enough<'a>(word: &'a str, ending: &str) -> Option<&'a str> {
    let short = word.strip_suffix(ending)?;
    (short.len() >= MIN_BYTES - 1).then_some(short)
}

fn undouble(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        [.., a, b] if a == b && !b"lsz".contains(b) => &word[..word.len() - 1],
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_word_share_a_key() {
        for forms in [
            &[
                "migration",
                "migrations",
                "migrating",
                "migrated",
                "migrate",
            ][..],
            &["cache", "caches", "cached", "caching"],
            &["Datenbank", "Datenbanken"],
            &["planning", "planned"],
        ] {
            let keys: Vec<&str> = forms.iter().map(|form| stem(form)).collect();
            assert!(keys.windows(2).all(|pair| pair[0] == pair[1]), "{keys:?}");
        }
        assert_ne!(stem("status"), stem("state"));
        assert_eq!(stem("データ"), "データ");
    }
}
