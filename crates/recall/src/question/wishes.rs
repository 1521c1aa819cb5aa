//! Whether a question wants what is newest.

const NEWEST: [&str; 10] = [
    "latest",
    "newest",
    "most recent",
    "most recently",
    "current",
    "currently",
    "right now",
    "these days",
    "nowadays",
    "at the moment",
];

/// Whether it asks for the present state of something.
pub fn newest(text: &str) -> bool {
    let plain: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let plain = format!(
        " {} ",
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    NEWEST
        .iter()
        .any(|wish| plain.contains(&format!(" {wish} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_is_told_from_the_past() {
        assert!(newest("What is the latest on the release?"));
        assert!(newest("Where does she live right now?"));
        assert!(!newest("What did the currents carry away?"));
        assert!(!newest("When did she move?"));
    }
}
