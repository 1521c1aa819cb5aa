//! The scoring both halves of a namespace share, with statistics over both.

pub const K1: f32 = 1.2;
pub const B: f32 = 0.75;

/// How rare a word is among `docs` documents of which `having` have it.
pub fn idf(having: u64, docs: u64) -> f32 {
    let (having, docs) = (having as f32, docs.max(having) as f32);
    (1.0 + (docs - having + 0.5) / (having + 0.5)).ln()
}

/// What a word adds to a document's score.
pub fn score(idf: f32, count: f32, length: f32, average: f32) -> f32 {
    let norm = K1 * (1.0 - B + B * length / average.max(1.0));
    idf * (K1 + 1.0) * count / (count + norm)
}

/// What a word could add at most.
pub fn ceiling(idf: f32) -> f32 {
    idf * (K1 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_and_frequent_use_count_more() {
        assert!(idf(1, 100) > idf(50, 100));
        assert!(score(1.0, 3.0, 10.0, 10.0) > score(1.0, 1.0, 10.0, 10.0));
        assert!(score(1.0, 1.0, 5.0, 10.0) > score(1.0, 1.0, 50.0, 10.0));
        assert!(score(1.0, 1000.0, 1.0, 10.0) < ceiling(1.0));
        assert!(idf(5, 3).is_finite());
    }
}
