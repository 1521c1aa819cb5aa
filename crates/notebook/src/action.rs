//! Things to do.

use mneme_model::time;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Action {
    pub id: String,
    pub title: String,
    pub description: String,
    pub priority: i64,
    pub status: Status,
    pub tags: Vec<String>,
    pub session_id: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[default]
    Pending,
    Active,
    Completed,
    Discarded,
}

/// What is shown of the frontier at most.
const FRONTIER: usize = 50;

/// What to do next: the most urgent first, of equals the oldest; and how much there is of it.
pub fn frontier(mut actions: Vec<Action>) -> (Vec<Action>, usize) {
    actions.retain(|action| matches!(action.status, Status::Pending | Status::Active));
    actions.sort_by(|a, b| {
        let urgent = b.priority.cmp(&a.priority);
        urgent.then_with(|| time::order(&a.created_at, &b.created_at))
    });
    let total = actions.len();
    actions.truncate(FRONTIER);
    (actions, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(id: &str, priority: i64, status: Status, day: u8) -> Action {
        Action {
            id: id.into(),
            priority,
            status,
            created_at: format!("2026-01-{day:02}T00:00:00Z"),
            ..Action::default()
        }
    }

    #[test]
    fn the_frontier_is_open_work_by_urgency_and_age() {
        let all = vec![
            action("late", 1, Status::Pending, 9),
            action("done", 9, Status::Completed, 1),
            action("early", 1, Status::Active, 2),
            action("urgent", 5, Status::Pending, 20),
            action("dropped", 9, Status::Discarded, 1),
        ];
        let ids = |actions: Vec<Action>| actions.into_iter().map(|a| a.id).collect::<Vec<_>>();
        assert_eq!(ids(frontier(all).0), ["urgent", "early", "late"]);
        let many = (0..60).map(|_| action("x", 0, Status::Pending, 1));
        let (shown, total) = frontier(many.collect());
        assert_eq!((shown.len(), total), (FRONTIER, 60));
    }
}
