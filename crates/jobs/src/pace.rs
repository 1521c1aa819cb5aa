//! Which tick of a schedule is next, whatever the clock on the wall does.

use mneme_model::Zone;

use crate::Cron;

/// A clock that was set back by no more than this is being corrected: its ticks are not repeated.
/// One that was set back further tells another time now, and the schedule follows it.
const CORRECTION_MS: i64 = 60_000;

#[derive(Debug)]
pub(crate) struct Pace {
    cron: Cron,
    zone: Zone,
    /// Ticks up to here are done with.
    mark_ms: i64,
    due_ms: Option<i64>,
}

// === impl Pace ===

impl Pace {
    /// Ticks before `now_ms` are none of ours.
    pub(crate) fn from(cron: Cron, zone: Zone, now_ms: i64) -> Self {
        let due_ms = cron.next_after(now_ms, &zone);
        Self {
            cron,
            zone,
            mark_ms: now_ms,
            due_ms,
        }
    }

    /// Takes the tick that is due, if one is. However many were missed, they are one.
    pub(crate) fn take(&mut self, now_ms: i64) -> Option<i64> {
        if self.set_back(now_ms) {
            self.restart(now_ms);
        }
        let tick = self.due_ms.filter(|due| *due <= now_ms)?;
        self.restart(now_ms);
        Some(tick)
    }

    /// The true next tick.
    pub(crate) fn next_ms(&self, now_ms: i64) -> Option<i64> {
        match self.due_ms {
            Some(due) if due > now_ms && !self.set_back(now_ms) => Some(due),
            Some(_) => self.cron.next_after(now_ms, &self.zone),
            None => None,
        }
    }

    fn restart(&mut self, now_ms: i64) {
        self.mark_ms = now_ms;
        self.due_ms = self.cron.next_after(now_ms, &self.zone);
    }

    fn set_back(&self, now_ms: i64) -> bool {
        now_ms < self.mark_ms.saturating_sub(CORRECTION_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;

    fn every_minute(now_ms: i64) -> Pace {
        Pace::from(Cron::parse("0 * * * * *").unwrap(), Zone::utc(), now_ms)
    }

    #[test]
    fn a_tick_is_taken_once() {
        let mut pace = every_minute(HOUR + 1);
        assert_eq!(pace.take(HOUR + MINUTE - 1), None);
        assert_eq!(pace.take(HOUR + MINUTE), Some(HOUR + MINUTE));
        assert_eq!(pace.take(HOUR + MINUTE), None);
        assert_eq!(pace.next_ms(HOUR + MINUTE), Some(HOUR + 2 * MINUTE));
    }

    #[test]
    fn a_leap_forward_is_one_tick() {
        let mut pace = every_minute(HOUR);
        assert_eq!(pace.take(9 * HOUR + 5), Some(HOUR + MINUTE));
        assert_eq!(pace.take(9 * HOUR + 6), None);
        assert_eq!(pace.next_ms(9 * HOUR + 6), Some(9 * HOUR + MINUTE));
    }

    #[test]
    fn a_small_correction_repeats_no_tick() {
        let mut pace = every_minute(HOUR);
        assert!(pace.take(HOUR + MINUTE + 5).is_some());
        assert_eq!(pace.take(HOUR + MINUTE - 5), None);
        assert_eq!(pace.next_ms(HOUR + MINUTE - 5), Some(HOUR + 2 * MINUTE));
        assert_eq!(pace.take(HOUR + MINUTE), None);
    }

    #[test]
    fn a_clock_set_back_is_followed() {
        let mut pace = every_minute(5 * HOUR);
        assert_eq!(pace.next_ms(2 * HOUR), Some(2 * HOUR + MINUTE));
        assert_eq!(pace.take(2 * HOUR), None);
        assert_eq!(pace.take(2 * HOUR + MINUTE), Some(2 * HOUR + MINUTE));
    }

    #[test]
    fn what_never_comes_is_never_due() {
        let cron = Cron::parse("0 0 0 30 2 *").unwrap();
        let mut pace = Pace::from(cron, Zone::utc(), 0);
        assert_eq!((pace.take(HOUR), pace.next_ms(HOUR)), (None, None));
    }
}
