//! Lessons: how sure one is of them, and how that grows and fades.

use mneme_model::Moment;
use serde::{Deserialize, Serialize, Serializer};

/// A rule somebody learnt, in the published shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Lesson {
    pub id: String,
    pub content: String,
    pub context: String,
    #[serde(serialize_with = "tidy")]
    pub confidence: f64,
    pub reinforcements: u64,
    pub source: String,
    pub source_ids: Vec<String>,
    /// Where it was told first; none where it is everybody's.
    pub project: String,
    /// Where it was told as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
    pub tags: Vec<String>,
    pub created_at: String,
    pub updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_reinforced_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_decayed_at: Option<String>,
    pub decay_rate: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

const WEEK_MS: i64 = 7 * DAY_MS;
const DAY_MS: i64 = 86_400_000;
/// It never fades below this.
const FLOOR: f64 = 0.05;
/// As faint as this and never confirmed, it goes.
const FAINT: f64 = 0.1;
/// What one more telling adds, of what is missing to certainty.
const GAIN: f64 = 0.1;

// === impl Lesson ===

impl Default for Lesson {
    fn default() -> Self {
        Self {
            id: String::new(),
            content: String::new(),
            context: String::new(),
            confidence: 0.5,
            reinforcements: 0,
            source: String::from("manual"),
            source_ids: Vec::new(),
            project: String::new(),
            also_in: Vec::new(),
            tags: Vec::new(),
            created_at: String::new(),
            updated_at: String::new(),
            last_reinforced_at: None,
            last_decayed_at: None,
            decay_rate: 0.05,
            deleted: false,
        }
    }
}

impl Lesson {
    /// It was told once more.
    pub fn strengthen(&mut self, now: Moment) {
        self.confidence = (self.confidence + GAIN * (1.0 - self.confidence)).min(1.0);
        self.reinforcements += 1;
        self.last_reinforced_at = Some(now.rfc3339());
        self.updated_at = now.rfc3339();
    }

    /// It was told in this project as well. Told without one it is everybody's.
    pub fn tell_in(&mut self, project: &str) {
        match project {
            known if self.is_of(known) => {}
            "" => self.also_in.insert(0, std::mem::take(&mut self.project)),
            other => self.also_in.push(other.to_owned()),
        }
    }

    /// Whether it was told in a project; an empty name is no project.
    pub fn is_of(&self, project: &str) -> bool {
        self.project == project || self.also_in.iter().any(|other| other == project)
    }

    /// Fades by whole and broken weeks since it was last confirmed or faded. Whether it changed.
    pub fn decay(&mut self, now: Moment) -> bool {
        let weeks = (now.ms - self.fresh_ms()) as f64 / WEEK_MS as f64;
        if self.deleted || weeks < 1.0 {
            return false;
        }
        let faded = self.confidence - self.decay_rate * weeks;
        self.confidence = rounded(faded.max(FLOOR));
        self.deleted = self.confidence <= FAINT && self.reinforcements == 0;
        self.last_decayed_at = Some(now.rfc3339());
        self.updated_at = now.rfc3339();
        true
    }

    /// How well it answers a question, from 0 to 1; zero is no answer.
    pub fn score(&self, terms: &[String], now: Moment) -> f64 {
        let text = format!("{} {} {}", self.content, self.context, self.tags.join(" "));
        let text = text.to_lowercase();
        let matched = terms.iter().filter(|term| text.contains(term.as_str()));
        let share = matched.count() as f64 / terms.len().max(1) as f64;
        let days = ((now.ms - self.reinforced_ms()) as f64 / DAY_MS as f64).max(0.0);
        rounded(self.confidence * share / (1.0 + 0.01 * days))
    }

    fn reinforced_ms(&self) -> i64 {
        let last = self.last_reinforced_at.as_deref();
        ms(last.unwrap_or(&self.created_at))
    }

    fn fresh_ms(&self) -> i64 {
        let decayed = self.last_decayed_at.as_deref().map_or(0, ms);
        self.reinforced_ms().max(decayed)
    }
}

/// The words of a question that count, in lower case.
pub fn terms(query: &str) -> Vec<String> {
    let words = query.split_whitespace().map(str::to_lowercase);
    words.filter(|word| word.chars().count() > 1).collect()
}

fn ms(text: &str) -> i64 {
    Moment::parse(text).map_or(0, |moment| moment.ms)
}

/// As a person would write it: 0.595, where the sum is a hair beside it.
fn tidy<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64((value * 1_000_000.0).round() / 1_000_000.0)
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_780_000_000_000;

    fn lesson(age_weeks: i64) -> Lesson {
        Lesson {
            content: String::from("Always run the linter"),
            tags: vec![String::from("ci")],
            created_at: Moment::from_ms(NOW - age_weeks * WEEK_MS).rfc3339(),
            ..Lesson::default()
        }
    }

    #[test]
    fn each_telling_adds_a_tenth_of_what_is_missing() {
        let mut lesson = lesson(0);
        lesson.strengthen(Moment::from_ms(NOW));
        assert!((lesson.confidence - 0.55).abs() < 1e-9);
        lesson.strengthen(Moment::from_ms(NOW));
        assert!((lesson.confidence - 0.595).abs() < 1e-9);
        let told = serde_json::to_string(&lesson).unwrap();
        assert!(told.contains("\"confidence\":0.595,"), "{told}");
        assert_eq!(lesson.reinforcements, 2);
    }

    #[test]
    fn it_is_of_every_project_it_was_told_in() {
        let mut lesson = Lesson {
            project: String::from("/a"),
            ..lesson(0)
        };
        for project in ["/a", "/b", "/b"] {
            lesson.tell_in(project);
        }
        assert_eq!(
            (lesson.project.as_str(), &*lesson.also_in),
            ("/a", &["/b".to_owned()][..])
        );
        assert!(lesson.is_of("/a") && lesson.is_of("/b") && !lesson.is_of(""));
        lesson.tell_in("");
        assert!(lesson.project.is_empty() && lesson.is_of("/a") && lesson.is_of("/b"));
    }

    #[test]
    fn three_weeks_take_fifteen_hundredths() {
        let mut old = lesson(3);
        assert!(old.decay(Moment::from_ms(NOW)));
        assert_eq!(old.confidence, 0.35);
        assert!(!old.decay(Moment::from_ms(NOW + DAY_MS)), "once a week");
        assert!(!lesson(0).decay(Moment::from_ms(NOW)));
    }

    #[test]
    fn what_nobody_confirmed_goes_and_what_somebody_did_stays() {
        let mut faint = Lesson {
            confidence: 0.1,
            ..lesson(1)
        };
        let mut confirmed = Lesson {
            reinforcements: 1,
            ..faint.clone()
        };
        faint.decay(Moment::from_ms(NOW));
        confirmed.decay(Moment::from_ms(NOW));
        assert_eq!((faint.deleted, faint.confidence), (true, FLOOR));
        assert_eq!((confirmed.deleted, confirmed.confidence), (false, FLOOR));
    }

    #[test]
    fn a_score_is_how_sure_times_how_much_times_how_fresh() {
        let now = Moment::from_ms(NOW);
        assert_eq!(lesson(0).score(&terms("linter ci"), now), 0.5);
        assert_eq!(lesson(0).score(&terms("Linter nowhere"), now), 0.25);
        assert_eq!(lesson(1).score(&terms("linter"), now), 0.467);
        assert_eq!(lesson(0).score(&terms("x"), now), 0.0);
    }
}
