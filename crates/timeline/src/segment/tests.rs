use std::ops::Range;

use proptest::prelude::*;

use super::*;
use crate::calendar::Zone;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 86_400_000;

fn event(minute: i64, tokens: u64) -> Weighed {
    Weighed {
        occurred_ms: minute * MINUTE_MS,
        tokens,
        kind: Kind::UserMessage,
    }
}

fn end(minute: i64) -> Weighed {
    let kind = Kind::SessionEnd;
    Weighed {
        kind,
        ..event(minute, 1)
    }
}

fn cut(events: &[Weighed]) -> Vec<Range<usize>> {
    split(events, Rules::default(), &Zone::utc())
}

fn counts(events: &[Weighed]) -> Vec<usize> {
    cut(events).iter().map(ExactSizeIterator::len).collect()
}

#[test]
fn a_pause_longer_than_half_an_hour_parts() {
    let burst = |pause: i64| {
        [
            event(0, 9),
            event(1, 9),
            event(1 + pause, 9),
            event(2 + pause, 9),
        ]
    };
    assert_eq!(counts(&burst(31)), [2, 2]);
    assert_eq!(counts(&burst(30)), [4], "strictly greater");
    assert_eq!(counts(&burst(29)), [4]);
}

#[test]
fn no_segment_has_more_tokens_than_allowed() {
    let events: Vec<_> = (0..20).map(|minute| event(minute, 500)).collect();
    assert_eq!(counts(&events), [8, 8, 4]);
}

#[test]
fn an_oversize_event_stands_alone() {
    let events = [
        event(0, 10),
        event(1, 10),
        event(2, 9_000),
        event(3, 10),
        event(4, 10),
    ];
    assert_eq!(counts(&events), [2, 1, 2]);
}

#[test]
fn of_a_tools_result_only_the_beginning_counts() {
    let rules = Rules::default();
    let text = "é".repeat(1_000_000);
    let turn = |kind| Turn {
        id: "1",
        kind,
        role: None,
        occurred_ms: 0,
        text: &text,
    };
    assert_eq!(rules.weigh(&turn(Kind::ToolResult)).tokens, 250);
    assert_eq!(rules.weigh(&turn(Kind::UserMessage)).tokens, 250_000);
    assert_eq!(rules.tokens("", false), 1);
    assert_eq!(rules.tokens("fünf!", false), 2);
}

#[test]
fn the_end_of_a_session_closes_after_itself() {
    assert_eq!(
        counts(&[event(0, 1), end(1), event(2, 1), event(3, 1)]),
        [2, 2]
    );
    assert_eq!(
        counts(&[end(0), event(1, 1), event(2, 1)]),
        [1, 2],
        "never joined"
    );
}

#[test]
fn a_lone_event_is_joined_to_what_follows_on_its_day() {
    assert_eq!(counts(&[event(0, 5), event(60, 5), event(61, 5)]), [3]);
    let late = 23 * 60 + 50;
    assert_eq!(
        counts(&[event(late, 5), event(late + 60, 5), event(late + 61, 5)]),
        [1, 2]
    );
    let full: Vec<_> = (60..68).map(|minute| event(minute, 500)).collect();
    assert_eq!(
        counts(&[&[event(0, 5)], &full[..]].concat()),
        [1, 8],
        "no room"
    );
    assert_eq!(
        counts(&[event(0, 5), event(1, 5), event(60, 5)]),
        [2, 1],
        "a tail is kept"
    );
}

#[test]
fn the_day_is_the_one_of_the_zone() {
    let events = [event(14 * 60 + 40, 5), event(15 * 60 + 20, 5)];
    let tokyo = Zone::named("Asia/Tokyo").unwrap();
    assert_eq!(split(&events, Rules::default(), &tokyo).len(), 2);
    assert_eq!(counts(&events), [2]);
}

#[test]
fn what_is_left_alone_is_closed() {
    let rules = Rules::default();
    assert!(!rules.closes_idle(0, 0, 30 * MINUTE_MS));
    assert!(rules.closes_idle(0, 0, 30 * MINUTE_MS + 1));
    assert!(
        rules.closes_idle(0, DAY_MS, DAY_MS),
        "an import of old events"
    );
    assert!(rules.closes_idle(i64::MIN, 0, i64::MAX));
    assert!(rules.closes_idle(i64::MAX, 0, 0), "nobody talks there yet");
    assert!(
        !rules.closes_idle(30 * MINUTE_MS, 0, 0),
        "a clock that is fast"
    );
}

#[test]
fn both_caps_hold_for_the_overlap() {
    let rules = Rules::default();
    let before = [event(0, 10), event(6, 10), event(8, 300), event(9, 100)];
    assert_eq!(rules.overlap(&before, 10 * MINUTE_MS), 3);
    assert_eq!(rules.overlap(&before, 14 * MINUTE_MS), 1);
    let heavy = [event(8, 450), event(9, 100)];
    assert_eq!(rules.overlap(&heavy, 10 * MINUTE_MS), 1);
}

fn session() -> impl Strategy<Value = Vec<Weighed>> {
    let pause = prop_oneof![5 => 0..20i64, 2 => 29..33i64, 1 => 60..600i64];
    let tokens = prop_oneof![4 => 1..400u64, 2 => 500..2_500u64, 1 => 3_000..9_000u64];
    let one = (pause, tokens, prop::bool::weighted(0.05));
    prop::collection::vec(one, 0..60).prop_map(|rows| {
        let mut minute = 0;
        let mut place = |(pause, tokens, ends)| {
            minute += pause;
            match ends {
                true => end(minute),
                false => event(minute, tokens),
            }
        };
        rows.into_iter().map(&mut place).collect()
    })
}

/// Segments of `events` from `from` on, counted from the beginning of the whole.
fn later(events: &[Weighed], from: usize, rules: Rules) -> Vec<Range<usize>> {
    let part = split(&events[from..], rules, &Zone::utc());
    part.into_iter()
        .map(|r| r.start + from..r.end + from)
        .collect()
}

/// The start of the segment before the one a moment falls into.
fn restart(events: &[Weighed], segments: &[Range<usize>], ms: i64) -> usize {
    let at = segments
        .iter()
        .rposition(|s| events[s.start].occurred_ms < ms);
    at.map_or(0, |at| segments[at.saturating_sub(1)].start)
}

proptest! {
    #[test]
    fn segments_are_the_session(events in session(), min in 1..4usize) {
        let rules = Rules { min_events_per_segment: min, ..Rules::default() };
        let segments = split(&events, rules, &Zone::utc());
        let joined: Vec<usize> = segments.iter().cloned().flatten().collect();
        prop_assert_eq!(joined, (0..events.len()).collect::<Vec<_>>());
        for segment in &segments {
            let tokens: u64 = events[segment.clone()].iter().map(|e| e.tokens).sum();
            prop_assert!(tokens <= rules.token_threshold || segment.len() == 1);
            let inner = &events[segment.start..segment.end - 1];
            prop_assert!(inner.iter().all(|e| e.kind != Kind::SessionEnd));
        }
        for segment in &segments {
            prop_assert_eq!(
                later(&events, segment.start, rules),
                segments.iter().filter(|s| s.start >= segment.start).cloned().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn added_events_change_nothing_before_the_last_segment(
        events in session(), cut in 0..60usize, min in 1..4usize,
    ) {
        let rules = Rules { min_events_per_segment: min, ..Rules::default() };
        let cut = cut.min(events.len());
        let early = later(&events[..cut], 0, rules);
        let from = early.last().map_or(0, |last| last.start);
        let mut kept: Vec<_> = early.into_iter().filter(|s| s.start < from).collect();
        kept.extend(later(&events, from, rules));
        prop_assert_eq!(kept, later(&events, 0, rules));
    }

    #[test]
    fn a_late_event_is_healed_from_the_segment_before(
        events in session(), at in 0..60usize, tokens in 1..3_000u64, ends: bool, min in 1..4usize,
    ) {
        let rules = Rules { min_events_per_segment: min, ..Rules::default() };
        let at = at.min(events.len());
        let minute = events.get(at).or(events.last()).map_or(0, |e| e.occurred_ms / MINUTE_MS);
        let new = if ends { end(minute) } else { event(minute, tokens) };
        let mut changed = events.clone();
        changed.insert(at, new);
        healed(&events, &changed, new.occurred_ms, rules)?;
        healed(&changed, &events, new.occurred_ms, rules)?;
    }
}

fn healed(
    old: &[Weighed],
    new: &[Weighed],
    ms: i64,
    rules: Rules,
) -> std::result::Result<(), TestCaseError> {
    let before = later(old, 0, rules);
    let from = restart(old, &before, ms);
    let mut kept: Vec<_> = before.into_iter().filter(|s| s.start < from).collect();
    kept.extend(later(new, from, rules));
    prop_assert_eq!(kept, later(new, 0, rules));
    Ok(())
}
