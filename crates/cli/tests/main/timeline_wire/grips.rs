//! From a line of a summary back to what was said.

use mneme_wire::proto::{Event, ExpandGripRequest, TocNode};
use tonic::Code;

use super::line;
use super::said::{MORNING, SECOND, Said, talk};
use super::wire::Wire;

const DAY: &str = "toc:day:2026-01-30";

fn grips_of(node: &TocNode) -> Vec<String> {
    let bullets = node.bullets.iter();
    bullets.flat_map(|bullet| bullet.grip_ids.clone()).collect()
}

/// A talk of twelve turns with another one in between, and the grips of its segment.
fn told() -> (Wire, Vec<Said>, Vec<String>) {
    let mut line = line();
    let said = talk("s", MORNING, 12);
    let others = talk("other", MORNING + SECOND, 12);
    for (one, other) in said.iter().zip(others) {
        line.tell_all([one.clone(), other]);
    }
    line.settle();
    let segments = line.below(DAY);
    let ours = segments.iter().find(|node| node.start_time_ms == MORNING);
    let grips = grips_of(ours.unwrap());
    assert!(!grips.is_empty());
    (line, said, grips)
}

fn ids(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.event_id.as_str()).collect()
}

fn place(said: &[Said], id: &str) -> usize {
    said.iter().position(|one| one.id == id).unwrap()
}

/// One long sentence.
fn drawn_out(said: Said) -> Said {
    let more = "which the people of the night shift told us about in the kitchen while the kettle \
                sang and the rain went on, as they had done in each of the seven weeks before";
    let start = said.text.trim_end_matches(['.', '?']);
    let text = format!("{start}, {more}, {more}.");
    Said { text, ..said }
}

#[test]
fn t_036_every_grip_leads_to_words_that_were_said() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 6));
    line.tell_all(talk("long", MORNING, 6).into_iter().map(drawn_out));
    line.settle();
    let mut cut = 0;
    for node in line.below(DAY).into_iter().chain(line.node(DAY)) {
        let grips = grips_of(&node);
        assert!(!grips.is_empty(), "{node:?}");
        for id in grips {
            let found = line.expand(&id);
            let excerpt = found.grip.unwrap().excerpt;
            let words = excerpt.strip_suffix("...").unwrap_or(&excerpt);
            let length = words.chars().count();
            assert!((1..=200).contains(&length), "{excerpt}");
            let mut texts = found.excerpt_events.iter().map(|event| &event.text);
            assert!(texts.any(|text| text.contains(words)), "{excerpt}");
            cut += usize::from(words.len() < excerpt.len());
        }
    }
    assert!(cut > 0, "some had to be cut");
}

#[test]
fn t_037_a_grip_says_who_made_it_and_when_it_was_said() {
    let (mut line, said, grips) = told();
    for id in grips {
        let found = line.expand(&id);
        let grip = found.grip.unwrap();
        assert_eq!(
            (grip.grip_id.as_str(), grip.source.as_str()),
            (id.as_str(), "segment_summarizer")
        );
        let first = &found.excerpt_events[0];
        assert_eq!(grip.timestamp_ms, first.timestamp_ms);
        assert_eq!(grip.event_id_start, first.event_id);
        assert_eq!(
            grip.event_id_end,
            found.excerpt_events.last().unwrap().event_id
        );
        assert_eq!(said[place(&said, &first.event_id)].at, grip.timestamp_ms);
        let name = id.strip_prefix("grip:").unwrap();
        let plain = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
        assert!(name.len() == 26 && name.bytes().all(plain), "{id}");
        let dated = format!("grip:{:013}:{name}", grip.timestamp_ms);
        assert_eq!(line.expand(&dated).grip, Some(grip), "the other spelling");
    }
}

#[test]
fn t_038_as_much_around_a_grip_as_one_asks_for() {
    let (mut line, said, grips) = told();
    let names: Vec<&str> = said.iter().map(|one| one.id.as_str()).collect();
    for id in grips {
        let grip = line.expand(&id).grip.unwrap();
        let (first, last) = (
            place(&said, &grip.event_id_start),
            place(&said, &grip.event_id_end),
        );
        for (before, after, reach_before, reach_after) in [
            (None, None, 3, 3),
            (Some(0), Some(0), 0, 0),
            (Some(1), Some(5), 1, 5),
            (Some(-4), Some(1_000), 0, 100),
            (Some(1_000), Some(-1), 100, 0),
        ] {
            let found = line.expand_with(&id, before, after);
            let from = first.saturating_sub(reach_before);
            let to = (last + 1 + reach_after).min(names.len());
            assert_eq!(ids(&found.events_before), names[from..first], "{before:?}");
            assert_eq!(ids(&found.excerpt_events), names[first..=last]);
            assert_eq!(ids(&found.events_after), names[last + 1..to], "{after:?}");
        }
    }
}

#[test]
fn t_039_a_grip_on_one_event_holds_one_event() {
    let (mut line, said, grips) = told();
    let mut seen = 0;
    for id in grips {
        let found = line.expand(&id);
        let grip = found.grip.unwrap();
        let one = grip.event_id_start == grip.event_id_end;
        if one && place(&said, &grip.event_id_end) + 1 < said.len() {
            assert_eq!(ids(&found.excerpt_events), [grip.event_id_start]);
            assert!(!found.events_after.is_empty());
            seen += 1;
        }
    }
    assert!(seen > 0, "some grip is on one event, with more behind it");
}

#[test]
fn t_040_a_grip_nobody_has_is_no_error() {
    let mut line = line();
    let refused = line.expand_grip(ExpandGripRequest::default()).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert!(refused.message().contains("grip_id"), "{refused}");
    line.tell_all(talk("s", MORNING, 4));
    line.settle();
    let unknown = format!("grip:{}", "0".repeat(26));
    for id in [
        "nonexistent",
        "grip:",
        "grip:01HXYZABC123",
        &unknown,
        "toc:year:2026",
    ] {
        let found = line.expand(id);
        assert_eq!(found.grip, None, "{id}");
        let lists = [
            found.events_before,
            found.excerpt_events,
            found.events_after,
        ];
        assert!(lists.iter().all(Vec::is_empty), "{id}");
    }
}

#[test]
fn t_041_a_session_in_japanese_is_told_like_any_other() {
    let mut line = line();
    let texts = [
        "請求サービスの夜間デプロイが毎回失敗するのはなぜですか。原因を調べてください。",
        "マイグレーションが請求書テーブルを長時間ロックするため、デプロイが失敗しています。",
        "テーブルを使えるままにして、マイグレーションを分割できますか。手順を教えてください。",
        "はい。まずデフォルト値なしで列を追加し、小さなバッチで値を埋めていきます。🦀",
    ];
    for (n, text) in texts.iter().enumerate() {
        let at = MORNING + SECOND * i64::try_from(n).unwrap();
        line.tell(Said::new(&n.to_string(), "日本語", at, &text.repeat(6)));
    }
    line.settle();
    let segment = line.below(DAY).remove(0);
    assert!(
        !segment.title.is_empty() && !segment.keywords.is_empty(),
        "{segment:?}"
    );
    let grips = grips_of(&segment);
    assert!(!grips.is_empty(), "{segment:?}");
    for id in grips {
        let excerpt = line.expand(&id).grip.unwrap().excerpt;
        let words = excerpt.strip_suffix("...").unwrap_or(&excerpt).to_owned();
        assert!(words.chars().count() <= 200 && !words.is_empty());
        assert!(
            texts.iter().any(|text| text.repeat(6).contains(&words)),
            "{words}"
        );
    }
}
