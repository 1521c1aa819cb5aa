//! `mneme history`, `consolidate` and `migrate`, as they are written.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "A history is everything tied to a memory: what it was made of, what took its place, what speaks against it.\nIt is replayed only into a namespace without memories, all or nothing and under the same ids.\nOf each memory come its latest words; former ones stay where they were."
)]
pub struct HistoryArgs {
    #[command(subcommand)]
    pub verb: HistoryVerb,
}

#[derive(Debug, Subcommand)]
pub enum HistoryVerb {
    /// Show what a memory comes from and what became of it
    Show {
        /// The memory
        id: String,
        #[command(flatten)]
        place: Place,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write it to a file that can be replayed
    Export {
        /// The memory
        id: String,
        #[command(flatten)]
        place: Place,
        /// The file; `-` is standard output [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Tell such a file again in a namespace without memories
    Replay {
        /// The file; `-` reads standard input
        path: PathBuf,
        #[command(flatten)]
        place: Place,
        /// Only say what would be done
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Copy it into another namespace, which has no memories yet
    Branch {
        /// The memory
        id: String,
        #[command(flatten)]
        place: Place,
        /// The other namespace
        #[arg(long, value_name = "NAME")]
        target_namespace: String,
        /// Only say what would be done
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "What is made of several names them as its sources; they are put away, and `mneme history show ID` tells.\nWhat is pinned, doubted or noted by name is left alone."
)]
pub struct ConsolidateArgs {
    /// From which likeness on, 0 to 1
    #[arg(long, value_name = "SHARE")]
    pub threshold: Option<f64>,
    /// So many groups at most
    #[arg(long, value_name = "N")]
    pub max_clusters: Option<usize>,
    /// Only say what would be done
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "A server brings its store up to date by itself when it starts.")]
pub struct SchemaArgs {
    /// Only say what would be done
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

// === impl HistoryVerb ===

impl HistoryVerb {
    pub fn wants_json(&self) -> bool {
        match self {
            HistoryVerb::Show { json, .. }
            | HistoryVerb::Replay { json, .. }
            | HistoryVerb::Branch { json, .. } => *json,
            HistoryVerb::Export { .. } => false,
        }
    }
}
