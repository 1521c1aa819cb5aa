//! What a record gains because it is about the same kind of work as a question.

use crate::brief::TaskKind;
use crate::candidates::Candidate;

/// By each tag, and by each word it says.
const TAG: f64 = 0.08;
const CONTENT: f64 = 0.035;
const MOST: f64 = 0.18;

/// What a record has of the kind of work a question is about.
#[derive(Default)]
pub(super) struct Fits {
    tags: Vec<String>,
    content: Vec<&'static str>,
}

// === impl Fits ===

impl Fits {
    pub fn of(task: TaskKind, candidate: &Candidate) -> Self {
        let body = &candidate.event.body;
        let tags = body.tags.iter().filter(|tag| !task.said_in(tag).is_empty());
        Self {
            tags: tags.map(|tag| tag.to_lowercase()).collect(),
            content: task.said_in(&body.text),
        }
    }

    pub fn count(&self) -> usize {
        self.tags.len() + self.content.len()
    }

    pub fn worth(&self) -> f64 {
        let (tags, content) = (self.tags.len() as f64, self.content.len() as f64);
        (TAG * tags + CONTENT * content).min(MOST)
    }

    /// Each finding by the name the published answers give it.
    pub fn told(&self, task: Option<TaskKind>) -> impl Iterator<Item = String> {
        let task = task.filter(|_| self.count() > 0);
        let task = task.map(|task| format!("task_context:{}", task.name()));
        let tags = self.tags.iter();
        let tags = tags.map(|tag| format!("task_match:tag:{tag}"));
        let content = self.content.iter();
        let content = content.map(|word| format!("task_match:content:{word}"));
        task.into_iter().chain(tags).chain(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_110_work_of_the_same_kind_is_worth_the_published_numbers() {
        let worth = |tags: usize, words: usize| {
            let fits = Fits {
                tags: vec![String::from("deploy"); tags],
                content: vec!["rollout"; words],
            };
            (fits.worth() * 1e6).round() / 1e6
        };
        assert_eq!((worth(0, 0), worth(1, 0), worth(0, 1)), (0.0, 0.08, 0.035));
        assert_eq!((worth(1, 2), worth(2, 1), worth(9, 9)), (0.15, 0.18, 0.18));
    }
}
