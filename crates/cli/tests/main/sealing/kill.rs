//! Killed at any moment of a rotation. `MNEME_KILL_ROUNDS` says how often, `MNEME_SEED` repeats a
//! run.

use std::thread;
use std::time::Duration;

use super::*;
use crate::support::Random;

const EVENTS: usize = 40;

fn rounds() -> usize {
    let given = std::env::var("MNEME_KILL_ROUNDS").ok();
    given.and_then(|rounds| rounds.parse().ok()).unwrap_or(6)
}

#[test]
fn g_093_a_kill_at_any_moment_of_a_rotation_loses_nothing() {
    let (home, mut random) = (Home::with_settings(BUSY), Random::new());
    let (seed, rounds) = (random.seed, rounds());
    eprintln!("MNEME_SEED={seed} MNEME_KILL_ROUNDS={rounds}");
    let mut server = Server::start(&home);
    let mut told = 0;
    for round in 0..rounds {
        let mut owner = server.owner();
        fill(&mut owner, &format!("heron{round}"), EVENTS);
        told += EVENTS;
        rotate(&mut owner);
        // The moment itself is the experiment: nothing is waited for here.
        thread::sleep(Duration::from_millis(random.below(150)));
        server.kill();
        assert_clean(&home);
        server = Server::start(&home);
        let mut owner = server.owner();
        let earlier = usize::try_from(random.below(round as u64 + 1)).unwrap();
        for seen in [round, earlier] {
            assert_there(&server, &mut owner, &format!("heron{seen}"), told);
        }
    }
    sealed_again(&home, "default");
    let mut owner = server.owner();
    for id in retired(&mut owner) {
        owner
            .delete(&format!("/v1/admin/keys/{id}"), &Value::Null)
            .ok();
    }
    server.kill();
    assert_clean(&home);
    server = Server::start(&home);
    for round in 0..rounds {
        assert_there(&server, &mut server.owner(), &format!("heron{round}"), told);
    }
}
