//! `mneme bench load`: every figure from one run, on stores of its own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use mneme_engine::Engine;
use mneme_model::Code;
use mneme_wire::Fault;

use super::corpus::Corpus;
use super::report::Report;
use super::{LoadArgs, contradictions, meaning, recall, rest, writes};
use crate::clock::WallClock;
use crate::commands::Outcome;
use crate::output;

/// What a figure is measured with.
pub struct Bench {
    pub args: LoadArgs,
    pub dir: PathBuf,
    pub corpus: Arc<Corpus>,
    pub report: Report,
    /// With the model that is configured.
    pub settings: mneme_engine::Settings,
}

pub async fn run(args: LoadArgs, settings: &mneme_engine::Settings) -> Outcome {
    let (dir, temporary) = match &args.dir {
        Some(dir) => (dir.clone(), false),
        None => (
            std::env::temp_dir().join(format!("mneme-bench-{}", std::process::id())),
            true,
        ),
    };
    let json = args.json;
    let mut bench = Bench {
        args,
        dir: dir.clone(),
        corpus: Arc::new(Corpus::new()),
        report: Report::default(),
        settings: settings.clone(),
    };
    let done = bench.all().await;
    if temporary {
        // Left behind it only takes space.
        let _ = std::fs::remove_dir_all(&dir);
    }
    done?;
    match json {
        true => drop(output::json(&bench.report)),
        false => say!("{}", bench.report.markdown()),
    }
    let slow = slow_starts(&bench.report);
    slow.iter().for_each(|slow| beside!("too slow: {slow}"));
    Ok(ExitCode::from(u8::from(!slow.is_empty())))
}

/// Whoever starts a store waits for less than this.
const START_SECS: f64 = 1.0;

fn slow_starts(report: &Report) -> Vec<String> {
    let starts = report
        .figures
        .iter()
        .filter(|figure| figure.name.contains(recall::START));
    let slow = starts.filter(|figure| figure.value >= START_SECS);
    slow.map(|figure| format!("{} {:.2} s", figure.name, figure.value))
        .collect()
}

pub fn trouble(error: impl std::fmt::Display) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}

/// Without a model: nothing but the words.
pub async fn open(dir: &Path) -> Result<Engine, Fault> {
    open_with(dir, &mneme_engine::Settings::default()).await
}

pub async fn open_with(dir: &Path, settings: &mneme_engine::Settings) -> Result<Engine, Fault> {
    let store = mneme_store::Settings::at(dir);
    Engine::open(&store, settings.clone(), Arc::new(WallClock))
        .await
        .map_err(trouble)
}

// === impl Bench ===

impl Bench {
    async fn all(&mut self) -> Result<(), Fault> {
        if (1..self.args.memories).contains(&self.args.smaller) {
            self.smaller().await?;
        }
        self.by_words().await?;
        meaning::all(self).await?;
        writes::singles(self).await?;
        contradictions::all(self).await?;
        rest::singles(self)?;
        rest::batches(self)
    }

    /// Writing, starting and asking, beside SQLite's own full-text search.
    async fn by_words(&mut self) -> Result<(), Fault> {
        std::fs::create_dir_all(&self.dir).map_err(trouble)?;
        writes::batches(self).await?;
        recall::start(self).await?;
        recall::against_fts5(self).await
    }

    /// The same with fewer, so that one sees how it grows.
    async fn smaller(&mut self) -> Result<(), Fault> {
        let memories = self.args.smaller;
        let mut few = Bench {
            args: LoadArgs {
                memories,
                ..self.args.clone()
            },
            dir: self.dir.join("smaller"),
            corpus: self.corpus.clone(),
            report: Report::default(),
            settings: self.settings.clone(),
        };
        few.by_words().await?;
        self.report.take(&memories.to_string(), few.report);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_of_a_second_is_too_slow_at_any_size() {
        let mut few = Report::default();
        few.add(recall::START, 1.0, "s", "");
        let mut report = Report::default();
        report.take("20000", few);
        report.add(recall::START, 0.99, "s", "");
        assert_eq!(
            slow_starts(&report),
            ["20000: start to first recall 1.00 s"]
        );
    }
}
