//! `mneme bench locomo`: how well turns of long conversations are found.
//!
//! The order of the files is that of the work: [`data`] reads, [`talk`] names, [`arms`]
//! answer, [`metrics`] judge, [`figures`] add up, [`report`] tells.

mod arms;
mod calibration;
pub(crate) mod data;
pub(crate) mod date;
pub(crate) mod evidence;
mod features;
mod figures;
mod metrics;
mod report;
mod run;
mod talk;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use mneme_recall::Ranking;

use super::scratch::Scratch;
use super::{ranking, table};
use crate::commands::Outcome;
use crate::output;
use features::Features;
use report::Report;
use talk::Layout;

#[derive(Clone, Debug, Args)]
pub struct LocomoArgs {
    /// The conversations and questions, a JSON file in the form LoCoMo is published in
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,
    /// Measure only this ranking: mneme, memoryoss, words or vectors [default: all, and grep]
    #[arg(long, value_name = "R", value_parser = ranking)]
    pub ranking: Option<Ranking>,
    /// How conversations share a store
    #[arg(long, value_enum, default_value_t = Layouts::Both)]
    pub layout: Layouts,
    /// Write locomo.md and locomo.svg into this directory
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Keep the stores here and use them again [default: a temporary directory]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Write what the ranking knew of each candidate, one JSON object a line
    #[arg(long, value_name = "FILE", hide = true)]
    pub features: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layouts {
    /// A namespace for every conversation
    Each,
    /// One namespace for all, asked with the `agent` filter
    Pooled,
    /// One after the other
    Both,
}

// === impl Layouts ===

impl Layouts {
    fn list(self) -> Vec<Layout> {
        match self {
            Layouts::Each => vec![Layout::Each],
            Layouts::Pooled => vec![Layout::Pooled],
            Layouts::Both => vec![Layout::Each, Layout::Pooled],
        }
    }
}

pub async fn run(args: LocomoArgs, settings: &mneme_engine::Settings) -> Outcome {
    let conversations = data::read(&args.data)?;
    let scratch = Scratch::new("locomo", args.dir.as_deref())?;
    let mut features = args.features.as_deref().map(Features::create).transpose()?;
    let mut layouts = Vec::new();
    for layout in args.layout.list() {
        let place = run::Place {
            dir: scratch.path(),
            settings,
        };
        let measured = run::measure(
            layout,
            &conversations,
            place,
            args.ranking,
            features.as_mut(),
        );
        layouts.push(measured.await?);
    }
    features.map_or(Ok(()), Features::finish)?;
    let report = Report::new(&conversations, layouts);
    if let Some(dir) = &args.report {
        let pages = [("locomo.md", report.page()), ("locomo.svg", report.svg())];
        table::write(dir, &pages)?;
    }
    if args.json {
        return Ok(output::json(&report));
    }
    say!("{}", report.markdown().trim_end());
    Ok(ExitCode::SUCCESS)
}
