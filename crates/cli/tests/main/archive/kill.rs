//! The recorder killed at any moment. `MNEME_KILL_ROUNDS` says how often, `MNEME_SEED` repeats a
//! run.

use std::time::Duration;

use super::studio::read_metadata;
use super::{Line, Studio, click, press};
use crate::support::Random;

const ROUNDS: u32 = 10;

fn rounds() -> u32 {
    let given = std::env::var("MNEME_KILL_ROUNDS").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(ROUNDS)
}

/// Says commands for a while, in little bursts, and gives how many.
fn act(studio: &Studio, chance: &mut Random, commands: i32) {
    for n in 0..commands {
        match chance.below(3) {
            0 => studio.cc.say(press(&format!("k{n}"))),
            _ => studio.cc.say(click(n, n)),
        }
        if chance.below(4) == 0 {
            std::thread::sleep(Duration::from_millis(chance.below(12)));
        }
    }
}

/// How many steps the recorder said were in all four files before it died.
fn acknowledged(mut line: Line) -> u32 {
    let mut told = 0;
    while let Some(notice) = line.next() {
        told += u32::from(notice["relative_path"] == "commands/cc_commands.json");
    }
    told
}

#[test]
fn a_034_a_080_no_acknowledged_step_is_lost_or_torn_by_a_kill() {
    let mut chance = Random::new();
    let rounds = rounds();
    eprintln!("MNEME_SEED={} MNEME_KILL_ROUNDS={rounds}", chance.seed);
    let mut studio = Studio::started();
    for round in 0..rounds {
        let name = format!("round-{round}");
        let (id, line) = studio.recording(&name);
        let listening = std::thread::spawn(move || acknowledged(line));
        let commands = i32::try_from(1 + chance.below(60)).unwrap();
        act(&studio, &mut chance, commands);
        std::thread::sleep(Duration::from_millis(chance.below(60)));
        studio.kill();
        let told = listening.join().unwrap();
        studio.start();
        assert_eq!(studio.status(&id), "incomplete", "round {round}");
        let dir = studio.dir(&format!("{name} (incomplete)"));
        studio.sound(&dir);
        let metadata = read_metadata(&dir);
        assert!(
            metadata.total_steps >= told,
            "round {round}: {told} told, {} kept",
            metadata.total_steps
        );
        assert!(
            metadata.total_steps <= commands.unsigned_abs(),
            "round {round}"
        );
        for (n, step) in metadata.steps.iter().enumerate() {
            let (clicked, pressed) = (format!("Left-click at ({n}, {n})"), format!("Press: k{n}"));
            let said = &step.converted_command;
            assert!(
                *said == clicked || *said == pressed,
                "round {round}, step {n}: {said}"
            );
        }
    }
}
