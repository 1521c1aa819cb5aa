//! What waits behind the client's back: bounded by how many they are, and by how long.

use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Where something is put to wait.
pub struct Offers<T> {
    waiting: Sender<Waiting<T>>,
    room: Arc<Semaphore>,
}

/// Something that waits, with the room it takes.
pub struct Waiting<T> {
    pub what: T,
    _room: OwnedSemaphorePermit,
}

/// More than these are dropped.
const MOST: usize = 256;
/// Together they are no longer than this.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// As room is counted.
const UNIT: usize = 1024;

pub fn queue<T>() -> (Offers<T>, Receiver<Waiting<T>>) {
    let (waiting, waits) = channel(MOST);
    let room = Arc::new(Semaphore::new(MOST_BYTES / UNIT));
    (Offers { waiting, room }, waits)
}

// === impl Offers ===

impl<T> Offers<T> {
    /// At once: whether there was room for it.
    pub fn offer(&self, what: T, bytes: usize) -> bool {
        let units = bytes.div_ceil(UNIT).clamp(1, MOST_BYTES / UNIT);
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let Ok(_room) = self.room.clone().try_acquire_many_owned(units) else {
            return false;
        };
        self.waiting.try_send(Waiting { what, _room }).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_bounded_in_number_and_in_length() {
        let (offers, mut waits) = queue();
        let half = MOST_BYTES / 2;
        assert!(offers.offer(1, half) && offers.offer(2, half));
        assert!(!offers.offer(3, 1), "there is no room left");
        assert_eq!(waits.try_recv().unwrap().what, 1);
        assert!(offers.offer(4, half), "and there is again");
        drop(waits);
        let (offers, _waits) = queue();
        let taken = (0..MOST + 9).filter(|n| offers.offer(*n, 1)).count();
        assert_eq!(taken, MOST);
    }
}
