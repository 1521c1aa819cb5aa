//! Texts made short.

/// At most so many characters; what was cut ends with an ellipsis.
pub fn ellipsis(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// At most so many characters, nothing said about the rest.
pub fn head(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// One line: runs of white space become a space.
pub fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_so_and_is_never_too_long() {
        assert_eq!(ellipsis("short", 5), "short");
        assert_eq!(ellipsis("longer words", 7), "longer…");
        assert_eq!(ellipsis("ααααα", 3), "αα…");
        assert_eq!(head("ααααα", 3), "ααα");
        assert_eq!(collapsed(" a\n\t b  "), "a b");
    }
}
