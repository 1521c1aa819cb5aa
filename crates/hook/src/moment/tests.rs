use mneme_model::Moment;
use proptest::prelude::*;

use super::*;

#[test]
fn what_is_no_moment_is_refused() {
    for text in [
        "",
        "yesterday",
        "2023-05-08",
        "2023-05-08T13:56:00",
        "2023-02-29T00:00:00Z",
        "é23-05-08T13:56:00Z",
        "2023-13-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "2023-05-08T24:00:00Z",
        "2023-05-08T13:56:00.Z",
        "2023-05-08T13:56:00+2",
        "2023-05-08T13:56:00+02:60",
        "9999-12-31T23:59:59Z",
        "+023-05-08T13:56:00Z",
    ] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn a_whole_second_of_just_now_becomes_its_millisecond() {
    assert_eq!(refine(10_000, 10_749), 10_749);
    assert_eq!(
        refine(11_000, 10_749),
        10_749,
        "a clock that is a little ahead"
    );
    assert_eq!(refine(10_001, 10_749), 10_001, "not a whole second");
    assert_eq!(refine(10_000, 12_001), 10_000, "not just now");
}

proptest! {
    #[test]
    fn any_moment_is_read_as_the_product_reads_it(ms in 0..=LATEST_MS, zone in -1439..1440_i64) {
        let text = rfc3339(ms);
        prop_assert_eq!(Moment::parse(&text), Some(Moment::from_ms(ms)));
        prop_assert_eq!(parse(&text), Some(ms));
        let local = rfc3339(ms + zone * 60_000);
        let sign = if zone < 0 { '-' } else { '+' };
        let (hours, minutes) = (zone.abs() / 60, zone.abs() % 60);
        let local = format!("{}{sign}{hours:02}:{minutes:02}", local.trim_end_matches('Z'));
        if local.starts_with(['1', '2']) {
            prop_assert_eq!(parse(&local), Some(ms), "{}", local);
        }
    }

    #[test]
    fn nothing_makes_it_panic(text in any::<String>(), near in "[0-9T:.Z+ é-]{0,30}") {
        let _ = (parse(&text), parse(&near));
    }
}
