//! What the store would not take: it is named and left out, and the rest goes on.

use mneme_model::ErrorKind;
use mneme_wire::Fault;
use serde::Serialize;

use super::Imported;
use crate::output::counted;

/// As many are named; of the others it is said how many there are.
const NAMED: usize = 20;

#[derive(Debug, Serialize)]
pub struct Refused {
    /// By the name it has in the file.
    what: String,
    #[serde(flatten)]
    fault: Fault,
}

/// Sends all together, each with the name it has in the file. Where that is refused they go one
/// by one, so that only what is bad stays behind.
pub async fn each<T: Clone>(
    all: Vec<(String, T)>,
    imported: &mut Imported,
    mut send: impl AsyncFnMut(Vec<T>, &mut Imported) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if all.is_empty() {
        return Ok(());
    }
    let together = all.iter().map(|(_, one)| one.clone()).collect();
    match send(together, imported).await {
        Err(fault) if is_about_it(&fault) => {}
        done => return done,
    }
    for (what, one) in all {
        if let Err(fault) = send(vec![one], imported).await {
            imported.refuse(what, fault)?;
        }
    }
    Ok(())
}

/// Whether what was sent is wrong: nobody who asks again is told anything else.
fn is_about_it(fault: &Fault) -> bool {
    let kind = fault.known_code().kind();
    matches!(kind, ErrorKind::Invalid | ErrorKind::TooLarge)
}

// === impl Imported ===

impl Imported {
    fn refuse(&mut self, what: String, mut fault: Fault) -> Result<(), Fault> {
        let why = fault.error.strip_prefix("event 0: ");
        fault.error = why.unwrap_or(&fault.error).to_owned();
        if !is_about_it(&fault) {
            fault.error = format!("{what}: {}", fault.error);
            return Err(fault);
        }
        self.refused.push(Refused { what, fault });
        Ok(())
    }

    /// What to end with, where anything was refused.
    pub fn refusal(&self) -> Option<Fault> {
        let first = self.refused.first()?;
        let left_out = match self.refused.len() as u64 {
            1 => String::from("it was left out"),
            n => format!("{} were left out", counted(n, "record")),
        };
        let taken = self.taken_in();
        let mut fault = first.fault.clone();
        fault.error = format!(
            "{}: {}; {left_out}, everything else was imported: {taken}",
            first.what, fault.error
        );
        Some(fault)
    }

    pub fn more_refused(&self) -> Vec<String> {
        let more = self.refused.iter().skip(1);
        let told = |one: &Refused| format!("left out: {}: {}", one.what, one.fault.error);
        let mut lines: Vec<String> = more.take(NAMED).map(told).collect();
        let unnamed = self.refused.len().saturating_sub(NAMED + 1);
        if unnamed > 0 {
            lines.push(format!("left out: {unnamed} more; --json names all"));
        }
        lines
    }
}
