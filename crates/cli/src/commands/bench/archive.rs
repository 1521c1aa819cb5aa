//! `mneme bench archive`: a recorder in a process of its own, the desktops it records in this one.

mod burst;
mod idle;
mod many;
mod one;
mod pictures;
pub(super) mod probe;
mod studio;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use mneme_wire::Fault;

use super::super::Outcome;
use super::report::Report;
use super::scratch::Scratch;
use crate::output;

#[derive(Clone, Debug, Args)]
pub struct ArchiveArgs {
    /// Only these parts
    #[arg(long, value_enum, value_delimiter = ',')]
    pub only: Vec<Part>,
    /// Steps of the one long recording
    #[arg(long, default_value_t = 10_000)]
    pub steps: usize,
    /// Recordings that act at the same time
    #[arg(long, default_value_t = 1_000)]
    pub sessions: usize,
    /// How long they act
    #[arg(long, default_value_t = 15)]
    pub seconds: u64,
    /// Recordings that do nothing
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000])]
    pub idle: Vec<usize>,
    /// How long they do nothing
    #[arg(long, default_value_t = 60)]
    pub idle_seconds: u64,
    /// Steps with three full-HD pictures each
    #[arg(long, default_value_t = 120)]
    pub pictures: usize,
    /// Where to put everything [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// One long recording
    One,
    /// Sixty clicks at once, then the end
    Burst,
    /// Steps with pictures
    Pictures,
    /// Many recordings that act
    Many,
    /// Many recordings that do nothing
    Idle,
}

pub async fn run(args: ArchiveArgs) -> Outcome {
    let scratch = Scratch::new("archive", args.dir.as_deref())?;
    let mut report = Report::default();
    for part in Part::value_variants() {
        if args.only.is_empty() || args.only.contains(part) {
            measure(*part, &args, &scratch, &mut report).await?;
        }
    }
    match args.json {
        true => return Ok(output::json(&report)),
        false => say!("{}", report.markdown()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Each part has a recorder of its own, so that none inherits what another left in memory.
async fn measure(
    part: Part,
    args: &ArchiveArgs,
    scratch: &Scratch,
    report: &mut Report,
) -> Result<(), Fault> {
    let dir = scratch.path();
    match part {
        Part::One => one::run(&dir.join("one"), args.steps, report).await,
        Part::Burst => burst::run(&dir.join("burst"), report).await,
        Part::Pictures => pictures::run(&dir.join("pictures"), args.pictures, report).await,
        Part::Many => many::run(&dir.join("many"), args, report).await,
        Part::Idle => {
            for sessions in &args.idle {
                let dir = dir.join(format!("idle-{sessions}"));
                idle::run(&dir, *sessions, args.idle_seconds, report).await?;
            }
            Ok(())
        }
    }
}
