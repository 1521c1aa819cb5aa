//! What each agent asked last.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Questions kept of an agent, and how many of them are read beforehand.
const KEPT: usize = 20;
const AGAIN: usize = 5;
/// Agents remembered over all namespaces; those who come later are not.
const AGENTS: usize = 1_000;

/// Namespace and agent.
type Who = (String, String);

#[derive(Default)]
pub struct Habits(Mutex<HashMap<Who, Habit>>);

#[derive(Default)]
struct Habit {
    session: Option<String>,
    /// Newest last.
    queries: VecDeque<String>,
}

// === impl Habits ===

impl Habits {
    fn held(&self) -> MutexGuard<'_, HashMap<Who, Habit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a question; where a session begins, gives the newest distinct ones before it.
    pub fn note(
        &self,
        namespace: &str,
        agent: &str,
        session: Option<&str>,
        query: &str,
    ) -> Vec<String> {
        let mut held = self.held();
        let who = (namespace.to_owned(), agent.to_owned());
        if held.len() >= AGENTS && !held.contains_key(&who) {
            return Vec::new();
        }
        let habit = held.entry(who).or_default();
        let begins = session.is_some() && habit.session.as_deref() != session;
        let again = match begins {
            true => habit.newest(),
            false => Vec::new(),
        };
        if begins {
            habit.session = session.map(str::to_owned);
        }
        if habit.queries.len() == KEPT {
            habit.queries.pop_front();
        }
        habit.queries.push_back(query.to_owned());
        again
    }

    /// Agents of a namespace, and their questions.
    /// Agents and questions of a namespace, or of all.
    pub fn count(&self, namespace: Option<&str>) -> (usize, usize) {
        let held = self.held();
        let is_own = |name: &str| namespace.is_none_or(|own| own == name);
        let own = held.iter().filter(|((name, _), _)| is_own(name));
        own.fold((0, 0), |(agents, queries), (_, habit)| {
            (agents + 1, queries + habit.queries.len())
        })
    }

    pub fn forget(&self) {
        self.held().clear();
    }

    pub fn questions(&self) -> Vec<String> {
        let held = self.held();
        held.values().flat_map(|h| h.queries.clone()).collect()
    }
}

// === impl Habit ===

impl Habit {
    fn newest(&self) -> Vec<String> {
        let mut newest: Vec<String> = Vec::new();
        for query in self.queries.iter().rev() {
            if newest.len() < AGAIN && !newest.contains(query) {
                newest.push(query.clone());
            }
        }
        newest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_session_begins_with_what_was_asked_last() {
        let habits = Habits::default();
        for n in 0..30 {
            let again = habits.note("n", "ann", Some("one"), &format!("q{}", n % 7));
            assert!(again.is_empty(), "{again:?}");
        }
        assert_eq!(habits.count(Some("n")), (1, KEPT));
        let again = habits.note("n", "ann", Some("two"), "x");
        assert_eq!(again, ["q1", "q0", "q6", "q5", "q4"]);
        assert_eq!(habits.count(Some("elsewhere")), (0, 0));
        habits.forget();
        assert_eq!(habits.count(Some("n")), (0, 0));
    }
}
