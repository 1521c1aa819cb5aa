//! Questions that point at something by its name (`/v1/recall`, `MNEME_LOG`) or by its kind
//! ("which endpoint …"): what is written word for word answers them before what is near in
//! meaning.

mod kinds;

pub use kinds::IdKind;

use mneme_index::words::{identifiers, words};

use super::Question;

/// What a question points at.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Whether anybody may look at it.
    pub enabled: bool,
    pub kinds: Vec<IdKind>,
    /// Words by which the kinds are known.
    pub matched: Vec<String>,
    /// The other words: what it is to be of that kind.
    pub focus: Vec<String>,
}

/// How much of what a question points at one text has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointed {
    pub literals: Vec<String>,
    pub kinds: Vec<IdKind>,
    pub focus: Vec<String>,
}

impl Default for Route {
    fn default() -> Self {
        Self {
            enabled: true,
            kinds: Vec::new(),
            matched: Vec::new(),
            focus: Vec::new(),
        }
    }
}

// === impl Route ===

impl Route {
    /// Reads what is asked for; `wanted` are the question's words.
    pub(super) fn read(text: &str, wanted: &[String]) -> Self {
        let said: Vec<String> = spoken(text).collect();
        let (mut kinds, mut matched) = (Vec::new(), Vec::new());
        for kind in IdKind::ALL {
            let by = kind.asked_by(&said);
            if !by.is_empty() {
                kinds.push(kind);
                matched.extend(by);
            }
        }
        let telling = |word: &String| {
            let found = words(word);
            !matched.contains(word) && found.iter().any(|word| wanted.contains(word))
        };
        let mut focus: Vec<String> = Vec::new();
        for word in said.into_iter().filter(telling) {
            if !focus.contains(&word) {
                focus.push(word);
            }
        }
        Self {
            enabled: true,
            focus,
            kinds,
            matched,
        }
    }

    /// Why it is taken, where it is.
    pub fn reason(&self, question: &Question) -> Option<&'static str> {
        match (question.is_literal(), self.kinds.is_empty()) {
            _ if !self.enabled => None,
            (true, _) => Some("identifier"),
            (false, false) => Some("kind"),
            (false, true) => None,
        }
    }

    pub fn pointed(&self, question: &Question, text: &str) -> Pointed {
        let (has, said) = (identifiers(text), words(text));
        let literals = question.literals_in(text).into_iter();
        let says = |word: &&String| words(word).iter().any(|word| said.contains(word));
        let kinds = self.kinds.iter().filter(|kind| kind.is_in(text, &has));
        Pointed {
            literals: literals.cloned().collect(),
            kinds: kinds.copied().collect(),
            focus: self.focus.iter().filter(says).cloned().collect(),
        }
    }
}

// === impl Pointed ===

impl Pointed {
    /// Each finding by the name the published answers give it.
    pub fn told(&self) -> impl Iterator<Item = String> {
        let literals = self.literals.iter();
        let literals = literals.map(|literal| format!("identifier_match:{literal}"));
        let kinds = self.kinds.iter();
        let kinds = kinds.map(|kind| format!("identifier_kind_match:{}", kind.name()));
        let focus = self.focus.iter();
        let focus = focus.map(|term| format!("identifier_focus_match:{term}"));
        literals.chain(kinds).chain(focus)
    }
}

/// Words as they are spelt, in small letters: what an index looks for is cut down to their stems.
fn spoken(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric());
    let pieces = pieces.filter(|piece| !piece.is_empty());
    pieces.map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;

    fn read(text: &str) -> Question {
        Question::read(text, &[""; 0], Moment::default())
    }

    #[test]
    fn a_question_points_by_name_or_by_kind_or_not_at_all() {
        let reason = |text: &str| {
            let question = read(text);
            question.route.reason(&question)
        };
        assert_eq!(reason("what does /v1/recall answer"), Some("identifier"));
        assert_eq!(reason("which endpoint takes messages?"), Some("kind"));
        assert_eq!(reason("what did we eat?"), None);
        let mut off = read("which endpoint takes messages?");
        off.route.enabled = false;
        assert_eq!(off.route.reason(&off), None);
    }

    #[test]
    fn what_a_text_has_of_it_is_told() {
        let question = read("which endpoint takes messages like `retry_after`?");
        let text = "POST /v1/messages takes messages and says retry_after.";
        let pointed = question.route.pointed(&question, text);
        let told: Vec<String> = pointed.told().collect();
        assert_eq!(told[0], "identifier_match:retry_after");
        assert!(told.contains(&String::from("identifier_kind_match:endpoint")));
        assert!(told.contains(&String::from("identifier_focus_match:messages")));
    }
}
