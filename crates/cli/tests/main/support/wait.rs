//! Waiting for a condition, never for a time.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

const DEADLINE: Duration = Duration::from_secs(60);
/// Mostly it is there soon. Whoever goes on asking so often would come to the limit of its key, a hundred a second
/// where nobody said otherwise.
const SOON: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_millis(5);
const LATER_STEP: Duration = Duration::from_millis(20);

/// Asks again until there is an answer; says what it waited for when there is none.
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        thread::sleep(if start.elapsed() < SOON {
            STEP
        } else {
            LATER_STEP
        });
    }
}

/// How a child ended, which it must do by itself.
pub fn end_of(child: &mut Child) -> ExitStatus {
    eventually("a child to end", || child.try_wait().unwrap())
}
