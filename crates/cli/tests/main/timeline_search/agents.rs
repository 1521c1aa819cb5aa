//! Who did how much, and when.

use super::*;

const MONDAY_MS: i64 = 1_769_385_600_000; // 2026-01-26

fn busy(timeline: &mut Timeline, bucket: &str, agent: Option<&str>) -> Vec<ActivityBucket> {
    let asked = GetAgentActivityRequest {
        agent_id: agent.map(str::to_owned),
        from_ms: Some(MONDAY_MS),
        to_ms: Some(MONDAY_MS + 14 * DAY_MS),
        bucket: bucket.to_owned(),
    };
    let found = timeline.ask(
        async |mut c: Client, r| c.get_agent_activity(r).await,
        asked,
    );
    found.buckets
}

fn row(bucket: &ActivityBucket) -> (i64, i64, u64, &str) {
    let day = |ms: i64| (ms - MONDAY_MS) / DAY_MS;
    let (start, end) = (day(bucket.start_ms), day(bucket.end_ms));
    (start, end, bucket.event_count, bucket.agent_id.as_str())
}

#[test]
fn t_084_agents_are_counted_exactly() {
    let mut timeline = Timeline::start();
    timeline.tell("one", Some("Claude"), FRIDAY_MS, &["a", "b", "c"]);
    timeline.tell("two", Some("claude"), FRIDAY_MS + DAY_MS, &["d"]);
    timeline.tell("two", Some("gemini"), FRIDAY_MS + 3 * DAY_MS, &["e", "f"]);
    timeline.tell("two", None, FRIDAY_MS, &["g"]);
    let list = timeline.ask(
        async |mut c: Client, r| c.list_agents(r).await,
        ListAgentsRequest {},
    );
    let rows = list.agents.iter().map(|agent| {
        let name = agent.agent_id.as_str();
        (
            name,
            agent.event_count,
            agent.session_count,
            agent.first_seen_ms,
            agent.last_seen_ms,
        )
    });
    let minute = 60_000;
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            ("claude", 4, 2, FRIDAY_MS, FRIDAY_MS + DAY_MS),
            (
                "gemini",
                2,
                1,
                FRIDAY_MS + 3 * DAY_MS,
                FRIDAY_MS + 3 * DAY_MS + minute
            ),
        ]
    );
    let days = busy(&mut timeline, "day", None);
    assert_eq!(
        days.iter().map(row).collect::<Vec<_>>(),
        [
            (4, 5, 3, "claude"),
            (4, 5, 1, "unknown"),
            (5, 6, 1, "claude"),
            (7, 8, 2, "gemini")
        ]
    );
    let weeks = busy(&mut timeline, "week", None);
    assert_eq!(
        weeks.iter().map(row).collect::<Vec<_>>(),
        [
            (0, 7, 4, "claude"),
            (0, 7, 1, "unknown"),
            (7, 14, 2, "gemini")
        ]
    );
    let one = busy(&mut timeline, "", Some("GEMINI"));
    assert_eq!(
        one.iter().map(row).collect::<Vec<_>>(),
        [(7, 8, 2, "gemini")]
    );
}

#[test]
fn t_084_the_last_thirty_days_and_known_buckets_only() {
    let mut timeline = Timeline::start();
    timeline.tell("old", Some("claude"), 0, &["a"]);
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let now = i64::try_from(now).unwrap();
    timeline.tell("new", Some("claude"), now - 2 * DAY_MS, &["b"]);
    let activity = async |mut c: Client, r| c.get_agent_activity(r).await;
    let found = timeline.ask(activity, GetAgentActivityRequest::default());
    let counts: Vec<u64> = found
        .buckets
        .iter()
        .map(|bucket| bucket.event_count)
        .collect();
    assert_eq!(counts, [1]);
    let asked = GetAgentActivityRequest {
        bucket: String::from("month"),
        ..GetAgentActivityRequest::default()
    };
    let status = timeline.try_ask(activity, asked).unwrap_err();
    refused(
        &status,
        Code::InvalidArgument,
        "bucket must be 'day' or 'week'",
    );
}
