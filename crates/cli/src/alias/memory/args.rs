//! The command line of `memory`.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::args::Form;

/// A few words in, a few words out: the memory of agents, for scripts.
#[derive(Debug, Parser)]
#[command(
    name = "memory",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Examples:\n  memory add --content \"Deploys need approval\"\n  memory search \"who approves deploys?\"\n  memory summary --range week\n\nAnswers are JSON when they do not go to a terminal: {\"status\", \"query\", \"results\" | \"context\", \"error\", \"meta\"}."
)]
pub struct Args {
    /// How to answer [default: text on a terminal, json elsewhere]
    #[arg(long, global = true, value_enum, value_name = "FORM")]
    pub format: Option<Form>,
    /// The gRPC address to ask [default: the server of the data directory, else http://[::1]:50051]
    #[arg(short, long, global = true, value_name = "URL")]
    pub endpoint: Option<String>,
    #[command(subcommand)]
    pub command: Verb,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Find what is known about something
    Search(SearchArgs),
    /// Find what is known, as a context for an agent
    Context {
        /// The question
        query: String,
    },
    /// Keep a few words
    Add(AddArgs),
    /// List what happened
    Timeline(TimelineArgs),
    /// Show what a time was about
    Summary {
        /// day, week, month, year, or so many days or weeks, such as 3d, 2w
        #[arg(long, default_value = "week", value_name = "RANGE", value_parser = parse_range)]
        range: Range,
    },
    /// Find what is known, the best ten
    Recall {
        /// The question
        query: String,
    },
}

#[derive(Debug, ClapArgs)]
pub struct SearchArgs {
    /// The question
    pub query: String,
    /// So many at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub top: i32,
    /// Accepted for old scripts; the order is the server's own
    #[arg(long, value_enum, value_name = "HOW")]
    pub rerank: Option<Rerank>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Rerank {
    Heuristic,
    Llm,
}

#[derive(Debug, ClapArgs)]
pub struct AddArgs {
    /// The words
    #[arg(long, value_name = "TEXT")]
    pub content: String,
    /// What they are
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    pub kind: Kind,
    /// Who says so
    #[arg(long)]
    pub agent: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Kind {
    #[default]
    Episodic,
    Semantic,
    UserMessage,
    Assistant,
    ToolResult,
    SessionStart,
    SessionEnd,
}

#[derive(Debug, ClapArgs)]
pub struct TimelineArgs {
    /// Only what names this, in any case of letters
    #[arg(long)]
    pub entity: Option<String>,
    /// How far back: day, week, month, year, or so many days or weeks, such as 3d, 2w
    #[arg(long, default_value = "7d", value_name = "RANGE", value_parser = parse_range)]
    pub range: Range,
}

/// How far back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// This day, week, month or year, by its level.
    This(mneme_wire::proto::TocLevel),
    Days(i64),
    Weeks(i64),
}

// === impl Args ===

impl Args {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        Self::parse()
    }
}

// === impl Range ===

impl Range {
    pub fn days(self) -> i64 {
        use mneme_wire::proto::TocLevel::{Month, Week, Year};
        match self {
            Self::This(Year) => 365,
            Self::This(Month) => 30,
            Self::This(Week) => 7,
            Self::This(_) => 1,
            Self::Days(days) => days,
            Self::Weeks(weeks) => weeks.saturating_mul(7),
        }
    }
}

fn parse_range(text: &str) -> Result<Range, String> {
    use mneme_wire::proto::TocLevel::{Day, Month, Week, Year};
    let many = |text: &str| text.parse().ok().filter(|n| (1..=36_500).contains(n));
    let range = match text {
        "day" => Some(Range::This(Day)),
        "week" => Some(Range::This(Week)),
        "month" => Some(Range::This(Month)),
        "year" => Some(Range::This(Year)),
        text => match (text.strip_suffix('d'), text.strip_suffix('w')) {
            (Some(days), _) => many(days).map(Range::Days),
            (_, Some(weeks)) => many(weeks).map(Range::Weeks),
            _ => None,
        },
    };
    range.ok_or_else(|| String::from("give day, week, month, year, or a count such as 3d or 2w"))
}
