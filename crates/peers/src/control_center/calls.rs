//! What was asked of the peer, so that a test can say: this and nothing else.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mneme_model::Secret;

#[derive(Debug, Default)]
pub struct Calls {
    paths: Mutex<Vec<String>>,
    made: Mutex<Vec<Call>>,
    lagged: AtomicUsize,
}

/// One call of the two, with the token it brought.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: &'static str,
    pub token: Option<Secret>,
}

/// A long load would fill the memory with its own bookkeeping.
const REMEMBERED: usize = 10_000;

// === impl Calls ===

impl Calls {
    /// Every path that was asked for, known or not, in order.
    pub fn paths(&self) -> Vec<String> {
        locked(&self.paths).clone()
    }

    pub fn made(&self) -> Vec<Call> {
        locked(&self.made).clone()
    }

    /// How often one of the two was called.
    pub fn count(&self, method: &str) -> usize {
        let made = locked(&self.made);
        made.iter().filter(|call| call.method == method).count()
    }

    /// How many watchers were too slow and lost their stream.
    pub fn lagged(&self) -> usize {
        self.lagged.load(Ordering::SeqCst)
    }

    pub(super) fn path(&self, path: &str) {
        keep(&self.paths, path.to_owned());
    }

    pub(super) fn call(&self, method: &'static str, token: Option<Secret>) {
        keep(&self.made, Call { method, token });
    }

    pub(super) fn lag(&self) {
        self.lagged.fetch_add(1, Ordering::SeqCst);
    }
}

fn keep<T>(list: &Mutex<Vec<T>>, item: T) {
    let mut list = locked(list);
    if list.len() < REMEMBERED {
        list.push(item);
    }
}

fn locked<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
