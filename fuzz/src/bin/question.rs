//! What a question asks for: words, people, the time it means.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{STEMS, room, within};
use mneme_model::Moment;
use mneme_model::time::LATEST_MS;
use mneme_recall::question::{Question, When};

const SPEAKERS: [&str; 4] = ["Caroline", "Melanie Ortiz", "李雷", "the"];

fuzz_target!(|input: &[u8]| {
    let Some((now, text)) = input.split_first_chunk::<8>() else {
        return;
    };
    let now = Moment::from_ms((u64::from_be_bytes(*now) % LATEST_MS as u64) as i64);
    let text = String::from_utf8_lossy(text);
    let question = within(STEMS + room(text.len()), || {
        Question::read(&text, &SPEAKERS, now)
    });
    assert!(question.words.len() <= 64 && question.identifiers.len() <= 64);
    assert_eq!(question.words.len(), question.telling.len());
    assert!(
        question
            .people
            .iter()
            .all(|name| SPEAKERS.contains(&name.as_str()))
    );
    assert!(question.meaning().len() <= text.len());
    if let Some(when) = &question.when {
        assert!(!when.describe().is_empty());
        for ms in [0, now.ms, LATEST_MS] {
            assert!([0.0, 0.5, 1.0].contains(&when.fits(Moment::from_ms(ms))));
        }
    }
    if let Some(When::Days(first, last)) = &question.when {
        assert!(first <= last, "{first} to {last}");
    }
});
