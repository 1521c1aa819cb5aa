//! The jobs there are, and when they run unless a setting says otherwise.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use mneme_jobs::{BoxFuture, Cron, Notes, Overlap, Spec, Work};
use mneme_model::{Code, Zone};

use super::{duties, sweeps};
use crate::{Engine, Error, Result};

pub const ROLLUP: &str = "hourly-rollup";
pub const SEGMENTS: &str = "segment-summarizer";
pub const FORGET: &str = "auto-forget";
pub const FADE: &str = "lesson-decay";
pub const CONSOLIDATE: &str = "consolidation";
pub const DECAY: &str = "decay";
pub const MERGE: &str = "memory-consolidation";

/// When jobs run.
#[derive(Clone, Debug)]
pub struct JobSettings {
    pub enabled: bool,
    pub zone: Zone,
    /// Other times than the usual ones, by the job's name.
    pub cron: BTreeMap<String, String>,
}

type Duty = fn(Arc<Engine>) -> BoxFuture<'static, Result<Option<Notes>, String>>;

struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    cron: &'static str,
    timeout_secs: u64,
    duty: Duty,
}

/// In the order of the status. The first three are the published ones.
const ROWS: [Row; 11] = [
    Row {
        name: ROLLUP,
        aliases: &["toc_rollup_day", "toc_rollup_week", "toc_rollup_month"],
        cron: "0 0 * * * *",
        timeout_secs: 1_800,
        duty: |engine| Box::pin(duties::roll_up(engine)),
    },
    Row {
        name: SEGMENTS,
        aliases: &[],
        cron: "0 */15 * * * *",
        timeout_secs: 1_800,
        duty: |engine| Box::pin(duties::segment(engine)),
    },
    Row {
        name: "outbox-processor",
        aliases: &["outbox_indexing"],
        cron: "0 * * * * *",
        timeout_secs: 300,
        duty: |engine| Box::pin(duties::outbox(engine)),
    },
    Row {
        name: "purge",
        aliases: &["bm25_prune", "vector_prune"],
        cron: "0 */5 * * * *",
        timeout_secs: 600,
        duty: |engine| Box::pin(duties::purge(engine)),
    },
    Row {
        name: "checkpoint",
        aliases: &["rocksdb_compaction"],
        cron: "0 30 * * * *",
        timeout_secs: 600,
        duty: |engine| Box::pin(duties::checkpoint(engine)),
    },
    Row {
        name: "verify",
        aliases: &[],
        cron: "0 0 4 * * SUN",
        timeout_secs: 3_600,
        duty: |engine| Box::pin(duties::verify(engine)),
    },
    Row {
        name: FORGET,
        aliases: &[],
        cron: "0 20 * * * *",
        timeout_secs: 1_800,
        duty: |engine| Box::pin(sweeps::forget(engine)),
    },
    Row {
        name: FADE,
        aliases: &[],
        cron: "0 40 3 * * *",
        timeout_secs: 1_800,
        duty: |engine| Box::pin(sweeps::fade(engine)),
    },
    Row {
        name: CONSOLIDATE,
        aliases: &[],
        cron: "0 50 3 * * *",
        timeout_secs: 3_600,
        duty: |engine| Box::pin(sweeps::consolidate(engine)),
    },
    Row {
        name: DECAY,
        aliases: &[],
        cron: "0 */15 * * * *",
        timeout_secs: 1_800,
        duty: |engine| Box::pin(sweeps::decay(engine)),
    },
    Row {
        name: MERGE,
        aliases: &[],
        cron: "0 5 * * * *",
        timeout_secs: 3_600,
        duty: |engine| Box::pin(sweeps::merge(engine)),
    },
];

/// A duty of an engine that may be gone.
struct Bound {
    engine: Weak<Engine>,
    duty: Duty,
}

impl Work for Bound {
    fn run(&self) -> BoxFuture<'_, Result<Option<Notes>, String>> {
        match self.engine.upgrade() {
            Some(engine) => (self.duty)(engine),
            None => Box::pin(async { Ok(None) }),
        }
    }
}

type Job = (Spec, Arc<dyn Work>);

pub fn all(engine: &Arc<Engine>, settings: &JobSettings) -> Result<Vec<Job>> {
    settings.check()?;
    let job = |row: &Row| -> Result<Job> {
        let work = Bound {
            engine: Arc::downgrade(engine),
            duty: row.duty,
        };
        Ok((settings.spec(row)?, Arc::new(work)))
    };
    ROWS.iter().map(job).collect()
}

impl Default for JobSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            zone: Zone::utc(),
            cron: BTreeMap::new(),
        }
    }
}

// === impl JobSettings ===

impl JobSettings {
    /// Whether every setting names a job and a schedule.
    pub fn check(&self) -> Result<()> {
        let unknown = |name: &&String| !ROWS.iter().any(|row| row.name == **name);
        if let Some(name) = self.cron.keys().find(unknown) {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let message = format!("there is no job '{name}' (there are {})", names.join(", "));
            return Err(Error::refused(Code::BadSetting, message));
        }
        ROWS.iter().try_for_each(|row| self.cron(row).map(drop))
    }

    fn cron(&self, row: &Row) -> Result<Cron> {
        let text = self.cron.get(row.name).map_or(row.cron, String::as_str);
        let wrong =
            |error: mneme_jobs::CronError| Error::refused(Code::BadSetting, error.to_string());
        Cron::parse(text).map_err(wrong)
    }

    fn spec(&self, row: &Row) -> Result<Spec> {
        Ok(Spec {
            name: row.name,
            aliases: row.aliases,
            cron: self.cron(row)?,
            zone: self.zone.clone(),
            overlap: Overlap::Skip,
            jitter_ms: 0,
            timeout_ms: row.timeout_secs * 1_000,
        })
    }
}
