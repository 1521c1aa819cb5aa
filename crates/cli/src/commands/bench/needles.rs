//! `mneme bench needles`: one right memory among thousands, by its exact identifier or by a
//! question in other words. The corpus is made here; nothing of it comes from any data set.

mod ask;
mod corpus;
mod lists;
mod mint;
mod pairs;
mod report;
mod templates;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mneme_model::Door;
use mneme_surfaces::desk::local_caller;

use super::load::open_with;
use super::scratch::Scratch;
use super::settle::settle;
use super::table;
use crate::commands::Outcome;
use crate::output;
use corpus::Haystack;
use report::Report;

#[derive(Clone, Debug, Args)]
pub struct NeedlesArgs {
    /// Memories in all, 1,000 to 200,000
    #[arg(long, default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1_000..=200_000))]
    pub memories: u32,
    /// Write needles.md and needles.svg into this directory
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Keep the store here and use it again [default: a temporary directory]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(args: NeedlesArgs, settings: &mneme_engine::Settings) -> Outcome {
    let scratch = Scratch::new("needles", args.dir.as_deref())?;
    let haystack = Haystack::new(args.memories as usize);
    let name = format!("needles-{}", args.memories);
    let engine = open_with(&scratch.path().join(name), settings).await?;
    let caller = local_caller(Door::Control);
    let ids = ask::store(&engine, &caller, &haystack).await?;
    settle(&engine, &caller).await?;
    let model = engine.model();
    let mut arms = Vec::new();
    for ranking in ask::rankings(model.is_some()) {
        arms.push(ask::ask(&engine, &caller, &haystack, &ids, ranking).await?);
    }
    let report = Report {
        memories: haystack.memories.len(),
        model,
        arms,
    };
    if let Some(dir) = &args.report {
        let pages = [("needles.md", report.page()), ("needles.svg", report.svg())];
        table::write(dir, &pages)?;
    }
    if args.json {
        return Ok(output::json(&report));
    }
    say!("{}", report.markdown().trim_end());
    Ok(ExitCode::SUCCESS)
}
