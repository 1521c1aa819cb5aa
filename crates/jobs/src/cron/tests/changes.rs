//! Days on which the clocks change. In Vienna 2026: 29 March at 02:00 to 03:00, 25 October at
//! 03:00 back to 02:00.

use super::is_due;

const VIENNA: &str = "Europe/Vienna";

#[test]
fn a_time_that_the_clocks_leap_over_is_made_up_for() {
    let before = "2026-03-28T12:00:00Z";
    is_due("0 30 2 * * *", VIENNA, before, "2026-03-29T01:00:00Z");
    is_due(
        "0 30 2 * * *",
        VIENNA,
        "2026-03-29T01:00:00Z",
        "2026-03-30T00:30:00Z",
    );
    // Several at once are one.
    is_due("0 */15 2 * * *", VIENNA, before, "2026-03-29T01:00:00Z");
    is_due(
        "0 */15 2 * * *",
        VIENNA,
        "2026-03-29T01:00:00Z",
        "2026-03-30T00:00:00Z",
    );
    is_due("0 0 3 * * *", VIENNA, before, "2026-03-29T01:00:00Z");
    is_due(
        "0 0 3 * * *",
        VIENNA,
        "2026-03-29T01:00:00Z",
        "2026-03-30T01:00:00Z",
    );
}

#[test]
fn a_time_that_comes_twice_is_meant_once() {
    is_due(
        "0 30 2 * * *",
        VIENNA,
        "2026-10-24T12:00:00Z",
        "2026-10-25T00:30:00Z",
    );
    for later in [
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:00:00Z",
        "2026-10-25T01:29:59Z",
    ] {
        is_due("0 30 2 * * *", VIENNA, later, "2026-10-26T01:30:00Z");
    }
    is_due(
        "0 0 3 * * *",
        VIENNA,
        "2026-10-25T00:30:00Z",
        "2026-10-25T02:00:00Z",
    );
}

#[test]
fn what_runs_every_hour_goes_on_every_hour() {
    for (after, due) in [
        ("2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"),
        ("2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"),
        ("2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"),
        ("2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"),
    ] {
        is_due("0 0 * * * *", VIENNA, after, due);
    }
    is_due(
        "0 */15 * * * *",
        VIENNA,
        "2026-10-25T00:45:00Z",
        "2026-10-25T01:00:00Z",
    );
}

#[test]
fn clocks_change_in_other_ways_elsewhere() {
    // By half an hour.
    let howe = "Australia/Lord_Howe";
    is_due(
        "0 15 2 * * *",
        howe,
        "2026-10-03T12:00:00Z",
        "2026-10-03T15:30:00Z",
    );
    is_due(
        "0 45 1 * * *",
        howe,
        "2026-04-04T14:45:00Z",
        "2026-04-05T15:15:00Z",
    );
    // At midnight.
    is_due(
        "0 0 0 * * *",
        "America/Sao_Paulo",
        "2018-11-03T12:00:00Z",
        "2018-11-04T03:00:00Z",
    );
    // By a whole day: there was no 30 December.
    is_due(
        "0 0 9 30 12 *",
        "Pacific/Apia",
        "2011-12-30T09:00:00Z",
        "2011-12-30T10:00:00Z",
    );
    // Never.
    is_due(
        "0 45 5 * * *",
        "Asia/Kathmandu",
        "2026-03-29T00:00:00Z",
        "2026-03-30T00:00:00Z",
    );
    // Long after the last rule that is written down.
    is_due(
        "0 30 2 * * *",
        VIENNA,
        "2099-03-28T12:00:00Z",
        "2099-03-29T01:00:00Z",
    );
}
