//! `mneme bench lanes`: what is said of recall, as lanes that pass or fail. Two surfaces are kept
//! apart: our own proof loops, and an open lane whose memories, questions and thresholds anybody
//! can read and run against another system.

mod asker;
mod lane;
mod report;
mod retention;
mod score;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mneme_recall::Ranking;
use mneme_wire::Fault;

use super::load::trouble;
use super::scratch::Scratch;
use super::table;
use crate::commands::Outcome;
use crate::output;
use asker::Asker;
use lane::Lane;
use report::Report;
use score::Score;

const OPEN: &str = include_str!("lanes/open.json");
const GERMAN: &str = include_str!("lanes/german.json");

#[derive(Clone, Debug, Args)]
pub struct LanesArgs {
    /// Memories of the retention lane, 100 to 200,000
    #[arg(long, default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=200_000))]
    pub memories: u32,
    /// Which order answers come in: mneme or memoryoss
    #[arg(long, default_value = "memoryoss", value_parser = offered)]
    pub ranking: Ranking,
    /// Write lanes.json and lanes.md into this directory
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Ends with failure where a lane that promises something does not hold it.
pub fn run(args: &LanesArgs) -> Outcome {
    let scratch = Scratch::new("lanes", None)?;
    let start = |name: &str| Asker::start(&scratch.path().join(name), args.ranking);
    let (open, meaning) = walk(&mut start("open")?, OPEN)?;
    let (german, _) = walk(&mut start("german")?, GERMAN)?;
    let report = Report {
        ranking: args.ranking.name(),
        meaning,
        own: retention::run(&mut start("retention")?, args.memories as usize)?,
        open,
        german,
    };
    if let Some(dir) = &args.report {
        let json = serde_json::to_string_pretty(&report).map_err(trouble)?;
        table::write(dir, &[("lanes.json", json), ("lanes.md", report.page())])?;
    }
    if args.json {
        output::json(&report);
    } else {
        say!("{}", report.markdown().trim_end());
    }
    Ok(ExitCode::from(u8::from(!report.holds())))
}

/// A ranking the door offers, by its name.
fn offered(text: &str) -> Result<Ranking, String> {
    let known = super::ranking(text).ok();
    let offered = known.filter(|one| matches!(one, Ranking::Mneme | Ranking::Memoryoss));
    offered.ok_or_else(|| String::from("mneme or memoryoss"))
}

/// Keeps what a lane tells and asks what it asks; says whether meaning counted too.
fn walk(asker: &mut Asker, lane: &str) -> Result<(Score, bool), Fault> {
    let lane = Lane::read(lane)?;
    asker.keep(&lane.memories)?;
    let asked = lane.cases.iter().map(|case| asker.ask(&case.question));
    let asked = asked.collect::<Result<Vec<_>, Fault>>()?;
    let meaning = asked.iter().any(|asked| asked.meaning);
    Ok((Score::of(&lane, &asked), meaning))
}
