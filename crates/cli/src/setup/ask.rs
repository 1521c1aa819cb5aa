//! Questions to whoever runs it. Every question has an answer of its own, which silence gives.

use std::io::{IsTerminal, Write, stdin, stdout};

use crate::output::bold;

/// Who is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// Nobody: every answer is the usual one.
    pub silent: bool,
}

/// A question may be answered wrongly so often.
const TRIES: usize = 3;

// === impl Asker ===

impl Asker {
    /// The number of the chosen answer, counted from 0; the first one is usual. What a script
    /// pipes in is read line by line.
    pub fn choose(self, question: &str, answers: &[&str]) -> usize {
        if self.silent {
            return 0;
        }
        say!("\n{question}");
        for (n, answer) in answers.iter().enumerate() {
            let usual = if n == 0 { " [default]" } else { "" };
            say!("  {}) {answer}{usual}", n + 1);
        }
        for _ in 0..TRIES {
            match picked(&line("Choose"), answers.len()) {
                Some(picked) => return picked,
                None => say!("a number from 1 to {}, please", answers.len()),
            }
        }
        0
    }

    /// A script that runs it means it, unless it says no: what it piped in for questions that were
    /// not asked is no answer to this one.
    pub fn agreed(self, question: &str) -> bool {
        if self.silent {
            return true;
        }
        let answer = line(&format!("\n{question} [Y/n]"));
        agrees(&answer, stdin().is_terminal())
    }
}

fn agrees(answer: &str, person: bool) -> bool {
    let answer = answer.to_lowercase();
    match person {
        true => matches!(answer.as_str(), "" | "y" | "yes"),
        false => !matches!(answer.as_str(), "n" | "no"),
    }
}

fn picked(answer: &str, of: usize) -> Option<usize> {
    if answer.is_empty() {
        return Some(0);
    }
    let number: usize = answer.parse().ok()?;
    (1..=of).contains(&number).then(|| number - 1)
}

/// Empty also where nobody is there to answer.
fn line(question: &str) -> String {
    if stdin().is_terminal() {
        print!("{} ", bold(question));
        // Unseen, the question is still waited for.
        let _ = stdout().flush();
    }
    let mut answer = String::new();
    let _ = stdin().read_line(&mut answer);
    answer.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_the_first_answer() {
        assert_eq!(picked("", 3), Some(0));
        assert_eq!(picked("2", 3), Some(1));
        assert_eq!(picked("4", 3), None);
        assert_eq!(picked("0", 3), None);
        assert_eq!(picked("yes", 3), None);
    }

    #[test]
    fn a_person_has_to_agree_and_a_script_to_refuse() {
        for (answer, person, script) in [
            ("", true, true),
            ("Y", true, true),
            ("yes", true, true),
            ("n", false, false),
            ("No", false, false),
            ("1", false, true),
        ] {
            assert_eq!(agrees(answer, true), person, "{answer}");
            assert_eq!(agrees(answer, false), script, "{answer}");
        }
    }
}
