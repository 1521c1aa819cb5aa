//! Questions to whoever runs it. Every question has an answer of its own, which silence gives.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use mneme_model::Code;
use mneme_wire::Fault;

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
    /// pipes in is read line by line, and has nobody who could answer again.
    pub fn choose(self, question: &str, answers: &[&str]) -> Result<usize, Fault> {
        if self.silent {
            return Ok(0);
        }
        say!("\n{question}");
        for (n, answer) in answers.iter().enumerate() {
            let usual = if n == 0 { " [default]" } else { "" };
            say!("  {}) {answer}{usual}", n + 1);
        }
        for _ in 0..TRIES {
            let answer = line("Choose").unwrap_or_default();
            match picked(&answer, answers.len()) {
                Some(picked) => return Ok(picked),
                None if !stdin().is_terminal() => return Err(no_answer(&answer, question)),
                None => say!("a number from 1 to {}, please", answers.len()),
            }
        }
        Ok(0)
    }

    /// A script that runs it means it, unless it says anything else.
    pub fn agreed(self, question: &str) -> Result<bool, Fault> {
        if self.silent {
            return Ok(true);
        }
        let answer = line(&format!("\n{question} [Y/n]"));
        let agreed = agrees(answer.as_deref(), stdin().is_terminal());
        agreed.ok_or_else(|| no_answer(&answer.unwrap_or_default(), question))
    }
}

/// A person who ends the input leaves; of a script that only means that it says no more. Nothing
/// where a script says what is no answer: it may have been for another question.
fn agrees(answer: Option<&str>, person: bool) -> Option<bool> {
    let answer = answer.map(str::to_lowercase);
    match answer.as_deref() {
        Some("" | "y" | "yes") => Some(true),
        Some("n" | "no") => Some(false),
        None => Some(!person),
        Some(_) => person.then_some(false),
    }
}

fn no_answer(answer: &str, question: &str) -> Fault {
    let told = format!("'{answer}' is no answer to \"{question}\"; nothing was changed");
    let mut fault = Fault::new(Code::BadRequest, told);
    fault.hint = String::from(
        "pipe in one line for each question that is asked; --yes gives every question its default",
    );
    fault
}

fn picked(answer: &str, of: usize) -> Option<usize> {
    if answer.is_empty() {
        return Some(0);
    }
    let number: usize = answer.parse().ok()?;
    (1..=of).contains(&number).then(|| number - 1)
}

/// Nothing where the input is at its end.
fn line(question: &str) -> Option<String> {
    if stdin().is_terminal() {
        print!("{} ", bold(question));
        // Unseen, the question is still waited for.
        let _ = stdout().flush();
    }
    // An answer of other bytes than ours is one all the same.
    let mut answer = Vec::new();
    let read = stdin().lock().read_until(b'\n', &mut answer);
    let read = read.unwrap_or_default();
    (read > 0).then(|| String::from_utf8_lossy(&answer).trim().to_owned())
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
            ("", true, Some(true)),
            ("Y", true, Some(true)),
            ("yes", true, Some(true)),
            ("n", false, Some(false)),
            ("No", false, Some(false)),
            ("1", false, None),
            ("quit", false, None),
        ] {
            assert_eq!(agrees(Some(answer), true), Some(person), "{answer}");
            assert_eq!(agrees(Some(answer), false), script, "{answer}");
        }
        let left = agrees(None, true);
        assert_eq!(left, Some(false), "whoever leaves does not agree");
        assert_eq!(agrees(None, false), Some(true));
    }
}
