//! What a day may cost. Counted by estimate, before the answer is there: better too early than
//! too late.

use std::sync::Mutex;

use super::Error;
use crate::signals;

const DAY_MS: i64 = 86_400_000;
const CHARS_PER_TOKEN: usize = 4;

pub struct Budget {
    per_day: u64,
    /// The day, and what it cost so far.
    spent: Mutex<(i64, u64)>,
}

fn tokens(text: &str) -> u64 {
    text.chars().count().div_ceil(CHARS_PER_TOKEN) as u64
}

// === impl Budget ===

impl Budget {
    pub fn new(per_day: u64) -> Self {
        Self {
            per_day,
            spent: Mutex::new((0, 0)),
        }
    }

    /// Takes what a prompt costs, if there is enough left of its day.
    pub fn take(&self, prompt: &str, now_ms: i64) -> Result<(), Error> {
        let day = now_ms.div_euclid(DAY_MS);
        let mut spent = self
            .spent
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        if spent.0 != day {
            *spent = (day, 0);
        }
        let cost = tokens(prompt);
        if self.per_day > 0 && spent.1 + cost > self.per_day {
            return Err(Error::Spent);
        }
        spent.1 += cost;
        signals::TOKENS.add(cost);
        Ok(())
    }

    /// Adds what an answer cost.
    pub fn spend(&self, answer: &str) {
        let mut spent = self
            .spent
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        spent.1 += tokens(answer);
        signals::TOKENS.add(tokens(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_costs_no_more_than_it_may() {
        let budget = Budget::new(10);
        budget.take(&"x".repeat(24), 0).unwrap();
        budget.spend(&"x".repeat(12));
        assert_eq!(budget.take("xxxxx", 5), Err(Error::Spent));
        budget.take("xxxxx", DAY_MS).unwrap();
        Budget::new(0).take(&"x".repeat(1_000), 0).unwrap();
    }
}
