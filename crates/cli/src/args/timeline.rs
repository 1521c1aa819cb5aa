//! Questions to the timeline, as they are written: the same under every name that has them.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use mneme_model::Moment;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  mneme timeline root                        the years\n  mneme timeline browse toc:year:2026        what is below one\n  mneme timeline events --from 2026-01-30 --to 2026-01-30\n  mneme timeline expand grip:01HXYZABC123    the words behind a summary\n  mneme timeline jobs pause hourly-rollup\n\nAsks the server of the data directory, or -e URL; without a server it opens the store itself."
)]
pub struct TimelineArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// The namespace to ask about [default: default]; `mneme status` lists those there are
    #[arg(long, global = true, value_name = "NAME")]
    pub namespace: Option<String>,
    #[command(subcommand)]
    pub verb: TimelineVerb,
}

#[derive(Debug, Subcommand)]
pub enum TimelineVerb {
    #[command(flatten)]
    Question(Question),
    /// Count what there is of each part, and its size
    Stats,
    /// Give room back that nothing uses any more
    Compact(CompactArgs),
    /// Make the table of contents again from the events
    Rebuild(RebuildTocArgs),
    /// Show the background jobs, or pause and resume one
    Jobs(JobsArgs),
}

/// Where to ask, and how to answer.
#[derive(Debug, Default, ClapArgs)]
pub struct AskArgs {
    /// The gRPC address to ask, such as http://[::1]:50051
    #[arg(short, long, global = true, value_name = "URL")]
    pub endpoint: Option<String>,
    /// How to answer
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORM")]
    pub format: Form,
    /// The same as --format json
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Lines for people
    #[default]
    Text,
    /// The messages of the interface as JSON
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Question {
    /// List the years, newest first
    Root,
    /// Show one node of the table of contents
    Node {
        /// Such as toc:year:2026, toc:day:2026-01-30
        #[arg(value_name = "NODE_ID")]
        id: String,
    },
    /// List what is below a node, a page at a time
    Browse(BrowseArgs),
    /// List the events of a stretch of time
    Events(HappenedArgs),
    /// Show the words behind a grip, and what stood around them
    Expand(ExpandArgs),
    /// Search titles, summaries, bullets and keywords of nodes
    Search(SearchArgs),
}

#[derive(Debug, ClapArgs)]
pub struct BrowseArgs {
    /// Such as toc:year:2026
    #[arg(value_name = "PARENT_ID")]
    pub parent: String,
    /// Maximum results per page
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 20,
        allow_negative_numbers = true
    )]
    pub limit: i32,
    /// Continuation token for the next page
    #[arg(short, long, value_name = "TOKEN")]
    pub token: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct HappenedArgs {
    /// Start: Unix milliseconds, or a time such as 2026-01-30T10:00:00Z
    #[arg(long, value_name = "MS", value_parser = start, allow_hyphen_values = true)]
    pub from: i64,
    /// End, included: Unix milliseconds, or a time; a bare date includes its day
    #[arg(long, value_name = "MS", value_parser = end, allow_hyphen_values = true)]
    pub to: i64,
    /// Maximum events to return
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 50,
        allow_negative_numbers = true
    )]
    pub limit: i32,
}

#[derive(Debug, ClapArgs)]
pub struct ExpandArgs {
    #[arg(value_name = "GRIP_ID")]
    pub grip: String,
    /// Events before the excerpt
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        allow_negative_numbers = true
    )]
    pub before: i32,
    /// Events after the excerpt
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        allow_negative_numbers = true
    )]
    pub after: i32,
}

#[derive(Debug, ClapArgs)]
pub struct SearchArgs {
    /// The words to look for
    #[arg(short, long, value_name = "WORDS")]
    pub query: String,
    /// Only in this node
    #[arg(long, value_name = "NODE_ID", conflicts_with = "parent")]
    pub node: Option<String>,
    /// Only in the nodes below this one [default: the years]
    #[arg(long, value_name = "NODE_ID")]
    pub parent: Option<String>,
    /// Only in these parts [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,…")]
    pub fields: Vec<Part>,
    /// Maximum results
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 10,
        allow_negative_numbers = true
    )]
    pub limit: i32,
}

/// A part of a node that words are looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Title,
    Summary,
    Bullets,
    Keywords,
}

#[derive(Debug, ClapArgs)]
pub struct CompactArgs {
    /// Only this part: events, toc, grips or outbox
    #[arg(long = "cf", value_name = "NAME")]
    pub family: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct RebuildTocArgs {
    /// Start from this date; what is older stays as it is
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub from_date: Option<String>,
    /// Show what would be done without changes
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, ClapArgs)]
pub struct JobsArgs {
    #[command(subcommand)]
    pub verb: Option<JobsVerb>,
}

#[derive(Debug, Subcommand)]
pub enum JobsVerb {
    /// Show the scheduler and each job (what no verb at all does)
    Status,
    /// Let a job skip its times until it is resumed
    Pause {
        #[arg(value_name = "JOB_NAME")]
        job: String,
    },
    /// Let a paused job run again, from its next time on
    Resume {
        #[arg(value_name = "JOB_NAME")]
        job: String,
    },
}

// === impl AskArgs ===

impl AskArgs {
    pub fn wants_json(&self) -> bool {
        self.json || self.format == Form::Json
    }
}

const DAY_MS: i64 = 86_400_000;

fn start(text: &str) -> Result<i64, String> {
    moment(text)
}

fn end(text: &str) -> Result<i64, String> {
    let ms = moment(text)?;
    Ok(match day(text) {
        Ok(_) => ms + DAY_MS - 1,
        Err(_) => ms,
    })
}

fn moment(text: &str) -> Result<i64, String> {
    let number = text.parse().ok();
    let ms = number.or_else(|| Moment::parse(text).map(|moment| moment.ms));
    ms.ok_or_else(|| String::from("neither Unix milliseconds nor a time such as 2026-01-30"))
}

fn day(text: &str) -> Result<String, String> {
    let is_day = text.len() == 10 && text.contains('-') && Moment::parse(text).is_some();
    let day = is_day.then(|| text.to_owned());
    day.ok_or_else(|| String::from("not a date such as 2026-01-30"))
}
