//! Bounds and counts under many writers.

use super::*;

/// So many tell at once; the statuses of the answers.
fn together(server: &Server, session: &str, tellers: usize, each: usize) -> Vec<u16> {
    let tell = |teller: usize| {
        let mut client = guest(server);
        let one = |n: usize| {
            told(
                session,
                "prompt_submit",
                json!({ "prompt": format!("{teller} asks {n}") }),
            )
        };
        let answers = (0..each).map(|n| client.post("/agentmemory/observe", &one(n)).status);
        answers.collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let tellers: Vec<_> = (0..tellers).map(|n| scope.spawn(move || tell(n))).collect();
        tellers
            .into_iter()
            .flat_map(|teller| teller.join().unwrap())
            .collect()
    })
}

#[test]
fn n_019_a_session_takes_so_many_and_says_so() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "3")]);
    let mut client = guest(&server);
    let one = told("s", "prompt_submit", json!({ "prompt": "again" }));
    for _ in 0..3 {
        client.observe(&one);
    }
    let refused = client
        .post("/agentmemory/observe", &one)
        .refused(400, "session_full");
    assert_eq!(refused["error"], "Session observation limit reached (3)");
    assert_eq!(client.observations("s").len(), 3, "nothing half-written");
    client.observe(&told(
        "other",
        "prompt_submit",
        json!({ "prompt": "again" }),
    ));
    server.stop();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "0")]);
    guest(&server).observe(&one);
}

#[test]
fn n_020_the_bound_holds_under_many_writers() {
    let home = Home::with_settings("[notebook]\nmax_observations = 20\n");
    let server = served(&home, &[]);
    let answers = together(&server, "s", 50, 1);
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 20);
    assert_eq!(answers.iter().filter(|status| **status == 400).count(), 30);
    assert_eq!(guest(&server).observations("s").len(), 20);
}

#[test]
fn n_022_counts_are_right_under_many_writers() {
    let session = unique("counted");
    let answers = together(timeline(), &session, 16, 10);
    assert!(answers.iter().all(|status| *status == 201), "{answers:?}");
    let known = guest(timeline()).noted_session(&session).unwrap();
    assert_eq!(known["observationCount"], 160);
}
