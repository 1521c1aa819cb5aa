//! Readers and the writer come in through here. Whoever has to be alone with the log for a moment
//! shuts it: while others come and go, there is always one who still reads from the log.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Default)]
pub struct Gate {
    crowd: Mutex<Crowd>,
    changed: Condvar,
}

#[derive(Default)]
struct Crowd {
    inside: usize,
    shut: bool,
}

/// Somebody who came in, until it is dropped.
pub struct Inside<'g>(&'g Gate);

/// The gate is shut, until this is dropped.
pub struct Alone<'g>(&'g Gate);

// === impl Gate ===

impl Gate {
    /// Waits while it is shut.
    pub fn enter(&self) -> Inside<'_> {
        let crowd = self.changed.wait_while(self.crowd(), |crowd| crowd.shut);
        crowd.unwrap_or_else(PoisonError::into_inner).inside += 1;
        Inside(self)
    }

    /// For one who is inside: shuts it, and waits for all others to go, for so long at most. None
    /// where they did not, or where another one shut it.
    pub fn alone(&self, patience: Duration) -> Option<Alone<'_>> {
        let mut crowd = self.crowd();
        if crowd.shut {
            return None;
        }
        crowd.shut = true;
        let alone = Alone(self);
        let others = |crowd: &mut Crowd| crowd.inside > 1;
        let waited = self.changed.wait_timeout_while(crowd, patience, others);
        let (crowd, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let gone = crowd.inside <= 1;
        // It opens with `alone`, which looks at the crowd itself.
        drop(crowd);
        gone.then_some(alone)
    }

    fn crowd(&self) -> MutexGuard<'_, Crowd> {
        self.crowd.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        let mut crowd = self.0.crowd();
        crowd.inside -= 1;
        // Nobody else waits for anybody to go.
        if crowd.shut {
            self.0.changed.notify_all();
        }
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        self.0.crowd().shut = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;
    use std::time::Instant;

    use mneme_model::Clock;

    use super::*;
    use crate::tables::cursors;
    use crate::{Error, Settings, Store};

    const LONG: Duration = Duration::from_secs(60);

    /// Also where a test fails, which would else wait for those who go on.
    struct Over<'o>(&'o AtomicBool);

    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn one_is_alone_though_others_come_and_go_without_a_pause() {
        let (gate, over, inside) = (Gate::default(), AtomicBool::new(false), AtomicUsize::new(0));
        thread::scope(|scope| {
            let _over = Over(&over);
            for _ in 0..4 {
                scope.spawn(|| {
                    while !over.load(Ordering::SeqCst) {
                        let _in = gate.enter();
                        inside.fetch_add(1, Ordering::SeqCst);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
            for _ in 0..100 {
                let _in = gate.enter();
                let alone = gate.alone(LONG).expect("others go");
                assert_eq!(inside.load(Ordering::SeqCst), 0);
                assert!(gate.alone(LONG).is_none(), "one at a time");
                drop(alone);
            }
        });
    }

    #[test]
    fn who_stays_is_not_waited_for_long_and_keeps_nobody_out_then() {
        let gate = Gate::default();
        let (_stays, _in) = (gate.enter(), gate.enter());
        assert!(gate.alone(Duration::ZERO).is_none());
        drop(gate.enter());
    }

    struct Noon;

    impl Clock for Noon {
        fn now_ms(&self) -> i64 {
            43_200_000
        }
    }

    #[test]
    fn the_log_is_emptied_though_others_read_and_write_without_a_pause() {
        let (dir, over) = (tempfile::tempdir().unwrap(), AtomicBool::new(false));
        let store = Store::open(&Settings::at(dir.path()), Arc::new(Noon)).unwrap();
        let go_on = || !over.load(Ordering::SeqCst);
        let read = || {
            // Longer than the log's own patience with who reads.
            let many = |view: &crate::View<'_>| {
                let began = Instant::now();
                let going_on = || began.elapsed() < Duration::from_millis(300);
                view.frozen(|| {
                    while going_on() {
                        cursors::get(view, "x")?;
                    }
                    Ok(())
                })
            };
            while go_on() {
                store.read_now::<_, (), Error>(many).unwrap();
            }
        };
        let write = || {
            while go_on() {
                store.write_now(1, |tx| cursors::set(tx, "x", 1)).unwrap();
            }
        };
        thread::scope(|scope| {
            let _over = Over(&over);
            (0..8).for_each(|_| drop(scope.spawn(read)));
            scope.spawn(write);
            for _ in 0..3 {
                let emptied = store.read_now(|view| view.empty_log(LONG));
                assert!(emptied.unwrap());
            }
        });
    }
}
