use super::*;

fn job(name: &str, cron: &str) -> JobStatusProto {
    JobStatusProto {
        job_name: name.into(),
        cron_expr: cron.into(),
        last_run_ms: 1_769_767_200_000,
        last_duration_ms: 1_250,
        last_result: 1,
        next_run_ms: 1_769_770_800_000,
        run_count: 24,
        ..JobStatusProto::default()
    }
}

#[test]
fn jobs_are_shown_as_the_reference_shows_them() {
    let reply = GetSchedulerStatusResponse {
        scheduler_running: true,
        jobs: vec![
            job("hourly-rollup", "0 0 * * * *"),
            JobStatusProto {
                last_duration_ms: 3_500,
                error_count: 2,
                is_paused: true,
                last_result: 3,
                ..job("segment-summarizer", "0 */15 * * * *")
            },
            JobStatusProto {
                last_duration_ms: 150,
                is_running: true,
                last_result: 2,
                last_error: Some("disk full".into()),
                ..job("outbox-processor", "0 * * * * *")
            },
        ],
    };
    let expected = "Scheduler: Running
Jobs:
  hourly-rollup
    Schedule: 0 0 * * * * (hourly)
    Status: Active
    Last Run: 2026-01-30 10:00:00 (1.25s, SUCCESS)
    Next Run: 2026-01-30 11:00:00
    Stats: 24 runs, 0 errors
  segment-summarizer
    Schedule: 0 */15 * * * * (every 15 min)
    Status: Paused
    Last Run: 2026-01-30 10:00:00 (3.5s, SKIPPED)
    Next Run: 2026-01-30 11:00:00
    Stats: 24 runs, 2 errors
  outbox-processor
    Schedule: 0 * * * * * (every minute)
    Status: RUNNING
    Last Run: 2026-01-30 10:00:00 (0.15s, FAILED)
    Last Error: disk full
    Next Run: 2026-01-30 11:00:00
    Stats: 24 runs, 0 errors
";
    assert_eq!(shown(&reply), expected);
    let off = shown(&GetSchedulerStatusResponse::default());
    assert_eq!(off, "Scheduler: Stopped\n");
}

#[test]
fn a_job_that_never_ran_says_so() {
    let fresh = JobStatusProto {
        last_run_ms: 0,
        last_result: 0,
        ..job("a", "0 0 3 1 * *")
    };
    assert_eq!(last_run(&fresh), "never");
    let skipped = JobStatusProto {
        last_result: 3,
        ..fresh
    };
    assert_eq!(last_run(&skipped), "never (SKIPPED)");
    assert_eq!(schedule("7 1,3 * * * *"), "7 1,3 * * * *");
}
