//! What is asked, without what an agent put into its user's mouth: files it attached, reminders it
//! gave, rules for the answer. None of that is what somebody wants to be reminded of.

mod fences;
mod manners;
mod wrappers;

use mneme_engine::guard::BETWEEN;

/// What somebody said in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What is looked for: a person's own words.
    pub question: String,
    /// The same with whatever was pasted into it; a policy is asked about all of it.
    pub whole: String,
}

// === impl Said ===

impl Said {
    /// With what was said before it and not answered yet, oldest first: a policy is asked about all of
    /// that too.
    pub fn behind(mut self, earlier: Vec<String>) -> Self {
        if !earlier.is_empty() {
            let all: Vec<String> = earlier.into_iter().chain([self.whole]).collect();
            self.whole = all.join(BETWEEN);
        }
        self
    }

    /// With other ways to read the same, where there are any: a policy is asked about all.
    pub fn or_as(mut self, others: Vec<String>) -> Self {
        for other in others.iter().filter_map(|other| of(other)) {
            self.whole = [self.whole, other.whole].join(BETWEEN);
        }
        self
    }
}

/// Nobody asks for longer.
const LONGEST: usize = 16 * 1024;
/// Where an agent's rules for the form of an answer begin; nothing of anybody's stands behind.
const RULES: [&str; 2] = ["# *SEARCH/REPLACE block* Rules:", "# File editing rules:"];
/// Where a person's own words begin, behind what an editor told.
const REQUESTS: [&str; 2] = ["## My request for Codex:", "## My request:"];

/// A person's own words, without code and without what an agent put around them.
pub fn own(text: &str) -> String {
    let whole = wrappers::own(requested(text));
    wrappers::without(&fences::without(end_of(&whole, LONGEST)))
}

/// What a text of the user says; none where it says nothing. Of a very long one the end is the
/// question.
pub fn of(text: &str) -> Option<Said> {
    let whole = wrappers::own(requested(text));
    let whole = whole.trim();
    if whole.is_empty() {
        return None;
    }
    let mut question = end_of(whole, LONGEST).to_owned();
    for less in [
        fences::without as fn(&str) -> String,
        wrappers::without,
        without_rules,
        manners::without,
    ] {
        // What is all there is, is what somebody wants.
        let left = less(&question);
        if left.chars().any(char::is_alphanumeric) {
            question = left;
        }
    }
    Some(Said {
        question: question.trim().to_owned(),
        whole: whole.to_owned(),
    })
}

/// The longest end of a text that is looked at, from a letter on.
fn end_of(text: &str, most: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(most))..]
}

fn requested(text: &str) -> &str {
    let heads = REQUESTS.iter().filter_map(|head| {
        let at = text.rfind(head)?;
        Some(&text[at + head.len()..])
    });
    heads.min_by_key(|rest| rest.len()).unwrap_or(text)
}

fn without_rules(text: &str) -> String {
    let starts = RULES.iter().filter_map(|head| text.find(head));
    let end = starts.min().unwrap_or(text.len());
    text[..end].to_owned()
}

#[cfg(test)]
mod tests;
