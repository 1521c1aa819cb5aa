//! Who saw what: a row for each door that told something, a column for each that was asked.

use std::thread;
use std::time::{Duration, Instant};

use super::door::Door;
use super::doors::Doors;
use super::stage::Stage;
use super::story::{Fact, Reader};

/// How long a door may take that shows a change later.
const PATIENCE: Duration = Duration::from_secs(60);
const STEP: Duration = Duration::from_millis(50);

#[derive(Default)]
pub struct Matrix {
    /// Cells that are not as they should be, and the rows they stand in.
    wrong: Vec<String>,
    rows: Vec<String>,
}

// === impl Matrix ===

impl Matrix {
    /// Asks every door for every fact. `there` is whether anybody should find anything.
    pub fn look(&mut self, when: &str, there: bool, doors: &mut Doors<'_>, stage: &Stage) {
        doors.begin(stage);
        let story = doors.story;
        self.rows.push(format!("{when}:"));
        for fact in &story.facts {
            let mut row = format!("  {:<18}", fact.door);
            for reader in &story.readers {
                let wanted = there && story.shows(reader, fact);
                let seen = ask(doors.named(&reader.door), reader, wanted, fact, stage);
                let cell = if seen == wanted { "·" } else { "X" };
                row += &format!(" {}:{cell}", reader.door);
                if seen != wanted {
                    let told = if seen { "shows" } else { "does not show" };
                    let (door, writer) = (&reader.door, &fact.door);
                    let cell = format!("{when}: {door} {told} what {writer} told ({})", fact.mark);
                    self.wrong.push(cell);
                }
            }
            self.rows.push(row);
        }
    }

    /// No cell was wrong so far.
    pub fn assert_whole(&self) {
        let (rows, wrong) = (self.rows.join("\n"), self.wrong.join("\n"));
        assert!(self.wrong.is_empty(), "\n{rows}\n\n{wrong}\n");
    }
}

/// Whether a door finds a fact; one that takes its time is asked until it says what is wanted.
fn ask(door: &mut dyn Door, reader: &Reader, wanted: bool, fact: &Fact, stage: &Stage) -> bool {
    let start = Instant::now();
    loop {
        let seen = door.finds(stage, fact);
        if seen == wanted || !reader.later || start.elapsed() > PATIENCE {
            return seen;
        }
        thread::sleep(STEP);
    }
}
