//! What is known of jobs, in the store.

use std::sync::Arc;

use mneme_jobs::{BoxFuture, Entry, Ledger, Outcome};
use mneme_store::Store;
use mneme_store::tables::jobs::{self, JobRow};

use crate::Error;

pub struct Tables(pub Arc<Store>);

impl Ledger for Tables {
    fn load(&self) -> BoxFuture<'_, Result<Vec<Entry>, String>> {
        Box::pin(async move {
            let rows = self.0.read(|view| Ok::<_, Error>(jobs::all(view)?)).await;
            let rows = rows.map_err(|error| error.to_string())?;
            Ok(rows.into_iter().map(entry).collect())
        })
    }

    fn save(&self, entry: Entry) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let row = row(entry);
            let saved = self.0.write(256, move |tx| jobs::save(tx, &row)).await;
            saved.map_err(|error| error.to_string())
        })
    }
}

fn entry(row: JobRow) -> Entry {
    let result = u8::try_from(row.last_result)
        .ok()
        .and_then(Outcome::numbered);
    Entry {
        name: row.name,
        paused: row.paused,
        last_run_ms: row.last_run_ms,
        last_duration_ms: row.last_duration_ms,
        last_result: result.unwrap_or_default(),
        last_error: row.last_error,
        run_count: row.runs.unsigned_abs(),
        error_count: row.errors.unsigned_abs(),
        notes: serde_json::from_str(&row.notes).unwrap_or_default(),
        ..Entry::default()
    }
}

fn row(entry: Entry) -> JobRow {
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    JobRow {
        name: entry.name,
        paused: entry.paused,
        last_run_ms: entry.last_run_ms,
        last_duration_ms: entry.last_duration_ms,
        last_result: i64::from(entry.last_result.number()),
        last_error: entry.last_error,
        runs: number(entry.run_count),
        errors: number(entry.error_count),
        notes: serde_json::to_string(&entry.notes).unwrap_or_default(),
    }
}
