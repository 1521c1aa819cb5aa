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
    if json {
        return Ok(output::json(&bench.report));
    }
    say!("{}", bench.report.markdown());
    Ok(ExitCode::SUCCESS)
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
        std::fs::create_dir_all(&self.dir).map_err(trouble)?;
        writes::batches(self).await?;
        recall::start(self).await?;
        recall::against_fts5(self).await?;
        meaning::all(self).await?;
        writes::singles(self).await?;
        contradictions::all(self).await?;
        rest::singles(self)?;
        rest::batches(self)
    }
}
