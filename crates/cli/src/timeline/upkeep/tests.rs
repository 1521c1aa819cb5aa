use super::*;

#[test]
fn counts_are_shown_as_the_reference_shows_them() {
    let family = |name: &str, entries, bytes| Family {
        name: name.into(),
        entries,
        bytes,
    };
    let reply = TimelineStatsReply {
        path: "/var/lib/agent-memory/db".into(),
        bytes: 45_200_000,
        families: vec![
            family("events", 15_234, 38_100_000),
            family("toc", 156, 2_400_000),
            family("grips", 892, 4_100_000),
            family("outbox", 12, 600_000),
        ],
        pending: 3,
        log_bytes: 2_100_000,
        waiting_events: 0,
        waiting_sessions: 0,
    };
    let expected = "Database Statistics:
Path: /var/lib/agent-memory/db
Size: 45.2 MB
Column Families:
  events: 15,234 entries, 38.1 MB
  toc: 156 entries, 2.4 MB
  grips: 892 entries, 4.1 MB
  outbox: 12 entries, 0.6 MB
SQLite Info:
  Compaction: 3 pending
  WAL: 2.1 MB
";
    assert_eq!(counted(&reply), expected);
    let goes_on = TimelineStatsReply {
        waiting_events: 1_200,
        waiting_sessions: 3,
        ..reply
    };
    let told = counted(&goes_on);
    let (same, last) = told.split_at(expected.len());
    assert_eq!(same, expected);
    assert_eq!(
        last,
        "Waiting: 1,200 events are in no segment yet, their sessions still go on\n"
    );
}
