//! How much a recorder takes of a machine.

use super::observed::{Counted, still};
use super::studio::{quick_eyes, resident_bytes};
use super::{Studio, click};
use crate::support::eventually;

#[test]
fn a_196_a_hundred_sessions_fit_into_half_a_gigabyte() {
    const SESSIONS: u64 = 100;
    let mut studio = Studio::with_peers(still(), quick_eyes());
    studio.start();
    let mut line = Counted {
        line: studio.line(),
        asked: 0,
        refused: 0,
    };
    for n in 0..SESSIONS {
        let id = line.register(&format!("s{n:03}"), "");
        let answer = line.of("start_watch", &id);
        assert_eq!(answer["type"], "watch_started", "{answer}");
    }
    assert_eq!(studio.metric("ma_active_sessions"), SESSIONS);
    for n in 0..3 {
        studio.cc.say(click(n, n));
    }
    eventually("every step", || {
        (studio.metric("ma_steps_total") == 3 * SESSIONS).then_some(())
    });
    eventually("every picture", || {
        (studio.metric("ma_frames_pending") == 0).then_some(())
    });
    let peak = studio.metric("ma_process_resident_peak_bytes");
    let now = resident_bytes(studio.pid());
    eprintln!("{SESSIONS} sessions: {now} bytes now, {peak} at the most");
    assert!(now <= peak && peak < 512 << 20, "{now} {peak}");
}
