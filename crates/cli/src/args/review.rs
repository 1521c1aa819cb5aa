//! `mneme review`, `decay`, `hud` and `recent`, as they are written.

use clap::{ArgGroup, Args as ClapArgs, Subcommand};

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Items are named by their place in `mneme review queue`, as it is shown at that moment; something that is learnt\nmeanwhile moves them. The keys that `mneme review queue --json` tells never change: --key names an item by its own."
)]
pub struct ReviewArgs {
    #[command(subcommand)]
    pub verb: ReviewVerb,
}

#[derive(Debug, Subcommand)]
pub enum ReviewVerb {
    /// List what waits for somebody's word
    Queue {
        /// So many at most
        #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
        limit: usize,
        #[command(flatten)]
        place: Place,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Say that an item is right
    Confirm(ItemArgs),
    /// Say that an item is wrong
    Reject(ItemArgs),
    /// Say that another item takes its place
    Supersede {
        #[command(flatten)]
        item: ItemArgs,
        #[command(flatten)]
        with: WithArgs,
    },
}

#[derive(Clone, Debug, ClapArgs)]
#[command(group = ArgGroup::new("which").args(["item", "key"]).required(true))]
pub struct ItemArgs {
    /// Its place in the queue, from 1
    #[arg(long, value_name = "N")]
    pub item: Option<usize>,
    /// Its review_key, or its id
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Which one takes the place of another.
#[derive(Clone, Debug, ClapArgs)]
#[command(group = ArgGroup::new("instead").args(["with_item", "with_key"]).required(true))]
pub struct WithArgs {
    /// The place of the one that takes it
    #[arg(long, value_name = "N")]
    pub with_item: Option<usize>,
    /// The review_key of the one that takes it, or its id
    #[arg(long, value_name = "KEY")]
    pub with_key: Option<String>,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "First what nobody had a use for counts less, later it is put away: kept, and not found any more.\n`mneme inspect ID` still shows it; confirming or changing it brings it back. What is pinned stays."
)]
pub struct DecayArgs {
    /// Only say what would be done
    #[arg(long)]
    pub dry_run: bool,
    /// After so many days without a use [default: decay.after_days]
    #[arg(long, value_name = "N")]
    pub after_days: Option<u64>,
    /// Only in this namespace [default: all]; `mneme status` lists those there are
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct HudArgs {
    /// Only this namespace [default: all]; `mneme status` lists those there are
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// So many of each at most
    #[arg(short = 'n', long, default_value_t = 5, value_name = "N")]
    pub limit: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct RecentArgs {
    #[command(flatten)]
    pub place: Place,
    /// So many at most
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N")]
    pub limit: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

// === impl ReviewVerb ===

impl ReviewVerb {
    pub fn wants_json(&self) -> bool {
        match self {
            ReviewVerb::Queue { json, .. } => *json,
            ReviewVerb::Confirm(item) | ReviewVerb::Reject(item) => item.json,
            ReviewVerb::Supersede { item, .. } => item.json,
        }
    }
}
