//! Tasks: begun, worked on, ended, and found again.

use super::*;

const ON: &str = "[episodic]\nenabled = true\n";

fn start(timeline: &mut Timeline, task: &str, plan: &[&str], agent: Option<&str>) -> String {
    let asked = StartEpisodeRequest {
        task: task.to_owned(),
        plan: plan.iter().map(|step| (*step).to_owned()).collect(),
        agent: agent.map(str::to_owned),
    };
    let started = timeline.ask(async |mut c: Client, r| c.start_episode(r).await, asked);
    assert!(started.created && !started.episode_id.is_empty());
    started.episode_id
}

fn act(timeline: &mut Timeline, id: &str, input: &str) -> Result<RecordActionResponse, Status> {
    let asked = RecordActionRequest {
        episode_id: id.to_owned(),
        action: Some(EpisodeAction {
            action_type: String::from("shell"),
            input: input.to_owned(),
            result_status: ActionResultStatus::ActionResultSuccess as i32,
            result_detail: String::from("it went through"),
            timestamp_ms: FRIDAY_MS,
        }),
    };
    timeline.try_ask(async |mut c: Client, r| c.record_action(r).await, asked)
}

fn ending(id: &str, outcome_score: f32) -> CompleteEpisodeRequest {
    CompleteEpisodeRequest {
        episode_id: id.to_owned(),
        outcome_score,
        ..CompleteEpisodeRequest::default()
    }
}

fn complete(
    timeline: &mut Timeline,
    asked: CompleteEpisodeRequest,
) -> Result<CompleteEpisodeResponse, Status> {
    timeline.try_ask(async |mut c: Client, r| c.complete_episode(r).await, asked)
}

fn similar(timeline: &mut Timeline, query: &str) -> Vec<EpisodeSummary> {
    let asked = GetSimilarEpisodesRequest {
        query: query.to_owned(),
        ..GetSimilarEpisodesRequest::default()
    };
    let like = async |mut c: Client, r| c.get_similar_episodes(r).await;
    timeline.ask(like, asked).episodes
}

fn ids(found: &[EpisodeSummary]) -> Vec<&str> {
    found.iter().map(|e| e.episode_id.as_str()).collect()
}

#[test]
fn t_086_an_episode_is_recorded_valued_and_closed() {
    let mut timeline = Timeline::with(ON);
    let id = start(&mut timeline, "Rotate the vellum certificates", &[], None);
    for n in 1..=3 {
        let told = act(&mut timeline, &id, "openssl x509").unwrap();
        assert_eq!((told.recorded, told.action_count), (true, n));
    }
    let ended = complete(&mut timeline, ending(&id, 0.65)).unwrap();
    assert!(ended.completed);
    assert_eq!((ended.value_score, ended.episodes_pruned), (1.0, 0));
    let closed = |status: Status| refused(&status, Code::FailedPrecondition, "has ended");
    closed(act(&mut timeline, &id, "too late").unwrap_err());
    closed(complete(&mut timeline, ending(&id, 0.5)).unwrap_err());
    for (outcome, value) in [(0.0, 0.35), (1.0, 0.65), (0.4, 0.75)] {
        let id = start(&mut timeline, "Another task", &[], None);
        let ended = complete(&mut timeline, ending(&id, outcome)).unwrap();
        assert!((ended.value_score - value).abs() < 1e-6, "{ended:?}");
    }
    let told = timeline.ask(
        async |mut c: Client, r| c.get_events(r).await,
        GetEventsRequest {
            to_timestamp_ms: i64::MAX,
            ..GetEventsRequest::default()
        },
    );
    assert!(told.events.is_empty(), "an episode is no part of a talk");
    timeline.server.home().run(&["verify"]).ok();
}

#[test]
fn t_086_what_cannot_be_is_refused() {
    let mut timeline = Timeline::with(ON);
    let begin = async |mut c: Client, r| c.start_episode(r).await;
    let empty = timeline.try_ask(begin, StartEpisodeRequest::default());
    refused(
        &empty.unwrap_err(),
        Code::InvalidArgument,
        "task is required",
    );
    let unknown = act(&mut timeline, "nobody", "ls").unwrap_err();
    refused(&unknown, Code::NotFound, "nobody");
    let unknown = complete(&mut timeline, ending("nobody", 0.5)).unwrap_err();
    refused(&unknown, Code::NotFound, "nobody");
    let id = start(&mut timeline, "Paint the shed", &[], None);
    let record = async |mut c: Client, r| c.record_action(r).await;
    for action in [None, Some(EpisodeAction::default())] {
        let asked = RecordActionRequest {
            episode_id: id.clone(),
            action,
        };
        let status = timeline.try_ask(record, asked).unwrap_err();
        refused(&status, Code::InvalidArgument, "action is required");
    }
    for outcome in [-0.1, 1.1, f32::NAN] {
        let status = complete(&mut timeline, ending(&id, outcome)).unwrap_err();
        refused(&status, Code::InvalidArgument, "between 0 and 1");
    }
    let like = async |mut c: Client, r| c.get_similar_episodes(r).await;
    for min_score in [1.5, f32::NAN] {
        let asked = GetSimilarEpisodesRequest {
            query: String::from("shed"),
            min_score,
            ..GetSimilarEpisodesRequest::default()
        };
        let status = timeline.try_ask(like, asked).unwrap_err();
        refused(&status, Code::InvalidArgument, "min_score");
    }
    let empty = timeline.try_ask(like, GetSimilarEpisodesRequest::default());
    refused(&empty.unwrap_err(), Code::InvalidArgument, "query is empty");
    // An event of a talk is no episode, whatever it calls itself.
    timeline.tell("talk", None, FRIDAY_MS, &["Paint the shed"]);
    let status = act(&mut timeline, "event-0001", "ls").unwrap_err();
    assert_eq!(status.code(), Code::NotFound);
    let mut off = Timeline::start();
    let status = off.try_ask(like, GetSimilarEpisodesRequest::default());
    refused(
        &status.unwrap_err(),
        Code::FailedPrecondition,
        "not enabled",
    );
    let status = act(&mut off, "nobody", "ls").unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    let status = complete(&mut off, ending("nobody", 7.0)).unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
}

#[test]
fn t_086_episodes_like_a_task_are_found_by_all_they_say() {
    let mut timeline = Timeline::with(ON);
    let vellum = start(
        &mut timeline,
        "Rotate the vellum certificates",
        &["ask the issuer for a marmoset"],
        Some("Claude"),
    );
    act(&mut timeline, &vellum, "openssl verify --quincunx").unwrap();
    let asked = CompleteEpisodeRequest {
        failed: true,
        lessons_learned: vec![String::from("Check the ombudsman first")],
        failure_modes: vec![String::from("The clock was wrong")],
        ..ending(&vellum, 0.25)
    };
    complete(&mut timeline, asked).unwrap();
    let shed = start(&mut timeline, "Paint the shed green", &[], None);
    for query in ["vellum certificates", "marmoset", "quincunx", "ombudsman"] {
        let found = similar(&mut timeline, query);
        assert_eq!(ids(&found), [vellum.as_str()], "{query}");
    }
    let found = similar(&mut timeline, "rotate vellum certificates").remove(0);
    assert_eq!(found.task, "Rotate the vellum certificates");
    assert_eq!(found.status, EpisodeStatusProto::EpisodeStatusFailed as i32);
    assert_eq!((found.outcome_score, found.action_count), (0.25, 1));
    assert!((found.value_score - 0.6).abs() < 1e-6, "{found:?}");
    assert!(found.similarity_score > 0.0 && found.similarity_score <= 1.0);
    assert_eq!(found.lessons_learned, ["Check the ombudsman first"]);
    assert_eq!(found.failure_modes, ["The clock was wrong"]);
    assert_eq!(found.agent.as_deref(), Some("claude"));
    assert!(found.created_at_ms > FRIDAY_MS);
    let going = similar(&mut timeline, "green shed").remove(0);
    assert_eq!((going.episode_id, going.value_score), (shed, 0.0));
    assert_eq!(
        going.status,
        EpisodeStatusProto::EpisodeStatusInProgress as i32
    );
    let asked = GetSimilarEpisodesRequest {
        query: String::from("vellum certificates"),
        min_score: 1.0,
        ..GetSimilarEpisodesRequest::default()
    };
    let like = async |mut c: Client, r| c.get_similar_episodes(r).await;
    assert!(timeline.ask(like, asked).episodes.is_empty());
    // Folded again, the episodes are the same.
    timeline.server.home().run(&["rebuild"]).ok();
    let again = similar(&mut timeline, "rotate vellum certificates").remove(0);
    assert_eq!((again.episode_id, again.action_count), (vellum, 1));
}

#[test]
fn t_086_the_least_valuable_go_and_what_is_forgotten_is_gone() {
    let mut timeline = Timeline::with("[episodic]\nenabled = true\nmax_episodes = 2\n");
    let mut done = Vec::new();
    for (task, outcome, pruned) in [
        ("Plant the quince tree", 0.65, 0),
        ("Plant the medlar tree", 0.0, 0),
        ("Plant the mulberry tree", 0.5, 1),
    ] {
        let id = start(&mut timeline, task, &[], None);
        act(&mut timeline, &id, "dig").unwrap();
        let ended = complete(&mut timeline, ending(&id, outcome)).unwrap();
        assert_eq!(ended.episodes_pruned, pruned, "{task}");
        done.push(id);
    }
    let left = similar(&mut timeline, "plant a tree");
    let mut left = ids(&left);
    left.sort_unstable();
    assert_eq!(left, [done[0].as_str(), &done[2]]);
    assert!(similar(&mut timeline, "medlar").is_empty());
    let home = timeline.server.home().clone();
    // What went for lack of value may be told again by a machine.
    home.run(&["verify"]).ok();
    home.run(&["forget", &done[0], "--yes"]).ok();
    assert_eq!(ids(&similar(&mut timeline, "plant a tree")), [&done[2]]);
    let status = act(&mut timeline, &done[0], "dig").unwrap_err();
    assert_eq!(status.code(), Code::NotFound);
    home.run(&["verify"]).ok();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(dump.contains("mulberry") && !dump.contains("quince") && !dump.contains("medlar"));
}
