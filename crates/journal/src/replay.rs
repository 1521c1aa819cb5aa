//! Folding the journal again: to prove that the tables are what the events say, or to make
//! them anew.

use mneme_model::Event;
use mneme_store::tables::journal;
use mneme_store::{Error, FOLDED, Result, Scratch, Tx, View};

use crate::{Fold, Journal};

const PAGE: usize = 1_000;
/// Told as the replay goes on: events done, events in all.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub events: u64,
    pub rows: u64,
    /// Events of the journal that do not open, a sentence each. Where there are some, nothing is
    /// compared: what follows from them cannot be told.
    pub damaged: Vec<String>,
    /// Each a sentence naming table and row.
    pub differences: Vec<String>,
}

impl Journal {
    /// Folds every event into scratch tables and compares them with the live ones, at one
    /// moment in time.
    pub async fn verify(
        &self,
        progress: impl Fn(u64, u64) + Send + Sync + 'static,
    ) -> Result<Findings> {
        let folds = self.folds().clone();
        self.store()
            .read(move |view| view.frozen(|| verify(view, &folds, &progress)))
            .await
    }

    /// Throws the folded tables away and makes them again, in one transaction.
    pub async fn refold(&self, progress: impl Fn(u64, u64) + Send + Sync + 'static) -> Result<u64> {
        let folds = self.folds().clone();
        self.store()
            .write(PAGE, move |tx| {
                tx.reset_folded()?;
                each_event(tx, &progress, |event| fold_all(tx, &folds, event))
            })
            .await
    }
}

fn verify(view: &View<'_>, folds: &[Box<dyn Fold>], progress: Progress<'_>) -> Result<Findings> {
    let mut found = Findings::default();
    if let Some(damage) = view.integrity()? {
        found.differences.push(format!("database file: {damage}"));
    }
    let scratch = view.scratch()?;
    let exact = view.exact();
    let folded = scratch.fold(view, |tx| {
        each_event(&exact, progress, |event| fold_all(tx, folds, event))
    });
    found.events = match folded {
        Err(Error::Damaged { .. }) => {
            found.damaged = damaged(view)?;
            return Ok(found);
        }
        folded => folded?,
    };
    for table in FOLDED {
        compare(view, &scratch, table, &mut found)?;
    }
    Ok(found)
}

/// All of them, not only the first.
fn damaged(view: &View<'_>) -> Result<Vec<String>> {
    let mut at = Some(0);
    while let Some(after) = at {
        at = journal::look_through(view, after)?;
    }
    let found = journal::damaged(view)?;
    Ok(found.iter().map(|one| one.sentence()).collect())
}

fn fold_all(tx: &Tx<'_>, folds: &[Box<dyn Fold>], event: &Event) -> Result<()> {
    folds.iter().try_for_each(|fold| fold.fold(tx, event))
}

fn each_event(
    view: &View<'_>,
    progress: Progress<'_>,
    mut visit: impl FnMut(&Event) -> Result<()>,
) -> Result<u64> {
    let head = journal::head(view)?;
    let (mut at, mut done) = (0, 0);
    loop {
        let page = journal::after(view, None, at, PAGE)?;
        let Some(last) = page.last() else { break };
        at = last.seq;
        done += page.len() as u64;
        page.iter().try_for_each(&mut visit)?;
        progress(at.unsigned_abs(), head.unsigned_abs());
    }
    Ok(done)
}

fn compare(view: &View<'_>, scratch: &Scratch, table: &str, found: &mut Findings) -> Result<()> {
    const SHOWN: usize = 20;
    let differences = &mut found.differences;
    let compared = scratch.compare(view, table, |live, folded| {
        if differences.len() < SHOWN {
            differences.push(describe(table, live, folded));
        }
    });
    match compared {
        Ok(rows) => found.rows += rows,
        // Its keys are none: the table can be made again, whatever it has.
        Err(Error::Corrupt(why)) => differences.push(format!("table {table}: {why}")),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn describe(table: &str, live: Option<&str>, folded: Option<&str>) -> String {
    let shown =
        |row: Option<&str>| row.map_or_else(|| String::from("nothing"), |r| format!("({r})"));
    format!(
        "table {table}: has {}, the journal says {}",
        shown(live),
        shown(folded)
    )
}
