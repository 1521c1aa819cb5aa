//! How much a model can be told at once.

use std::collections::BTreeMap;

/// By the beginning of a name; the longest that fits counts.
const KNOWN: [(&str, u64); 22] = [
    ("gpt-5", 272_000),
    ("gpt-4.1", 1_000_000),
    ("gpt-4o", 128_000),
    ("gpt-4o-mini", 128_000),
    ("gpt-4-turbo", 128_000),
    ("gpt-4", 8_192),
    ("gpt-3.5-turbo", 16_385),
    ("o1", 200_000),
    ("o1-mini", 128_000),
    ("o3", 200_000),
    ("o3-mini", 200_000),
    ("o4-mini", 200_000),
    ("codex", 200_000),
    ("claude-", 200_000),
    ("claude-2", 100_000),
    ("llama3.1", 128_000),
    ("llama3", 8_192),
    ("gemma2", 8_192),
    ("mistral", 32_000),
    ("mixtral", 32_000),
    ("deepseek", 64_000),
    ("qwen", 32_000),
];
const UNKNOWN: u64 = 8_192;

/// Tokens memory may take of a model's context.
pub fn budget(model: &str, share: f64, told: &BTreeMap<String, u64>) -> usize {
    (size(model, told) as f64 * share).floor() as usize
}

/// A provider's name before a slash is not the model's.
fn size(model: &str, told: &BTreeMap<String, u64>) -> u64 {
    let name = model.to_ascii_lowercase();
    let bare = name.rsplit('/').next().unwrap_or(&name);
    let told = told.iter().map(|(known, size)| (known.as_str(), *size));
    // Of two that fit as well the last counts: what somebody told.
    let all = KNOWN.into_iter().chain(told);
    let fitting = all.filter(|(known, _)| bare.starts_with(&known.to_ascii_lowercase()));
    let longest = fitting.max_by_key(|(known, _)| known.len());
    longest.map_or(UNKNOWN, |(_, size)| size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_that_fits_counts() {
        let none = BTreeMap::new();
        for (model, expected) in [
            ("gpt-4o-2024-08-06", 128_000),
            ("gpt-4-0613", 8_192),
            ("gpt-4-turbo-preview", 128_000),
            ("o1-mini-2024", 128_000),
            ("claude-sonnet-4-6", 200_000),
            ("anthropic/claude-3-haiku-20240307", 200_000),
            ("mystery", 8_192),
        ] {
            assert_eq!(size(model, &none), expected, "{model}");
        }
        let told = BTreeMap::from([
            (String::from("gpt-4"), 32_768),
            (String::from("mystery"), 10),
        ]);
        assert_eq!(
            size("gpt-4-0613", &told),
            32_768,
            "what was told goes first"
        );
        assert_eq!(size("gpt-4o", &told), 128_000, "and only for what it names");
        assert_eq!(budget("mystery", 0.55, &told), 5);
    }
}
