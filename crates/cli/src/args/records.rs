//! Arguments of the commands about what is known and what happened.

use clap::Args as ClapArgs;

// Where a command works: on this machine the store's owner may name any namespace. (No doc
// comment: it would become the help of every command that has it.)
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Place {
    /// The namespace to work in [default: default]; `mneme status` lists those there are
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
}

// === impl Place ===

impl Place {
    /// As it was written, to be repeated behind a command that is shown.
    pub fn again(&self) -> String {
        let named = self.namespace.as_ref();
        named.map_or_else(String::new, |name| format!(" --namespace {name}"))
    }
}

#[derive(Debug, ClapArgs)]
pub struct RememberArgs {
    /// The fact, in words; `-` reads standard input
    pub text: String,
    /// A word to find it by (may be repeated)
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Which agent says so
    #[arg(long)]
    pub agent: Option<String>,
    /// The conversation it belongs to
    #[arg(long)]
    pub session: Option<String>,
    /// Who says so
    #[arg(long)]
    pub speaker: Option<String>,
    /// When it was so, such as 2026-01-30T12:00:00Z or 2026-01-30
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct RecallArgs {
    /// The question
    pub query: String,
    /// How many answers at most [default: 10; with --budget, as many as are worth their tokens]
    #[arg(long, short = 'n')]
    pub limit: Option<usize>,
    /// Print a context of at most this many tokens (1 to 200000) instead of a list
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<usize>,
    /// Say why each answer ranked where it did
    #[arg(long)]
    pub explain: bool,
    /// Also in every namespace that was opened to this one
    #[arg(long)]
    pub shared: bool,
    /// Only of this agent
    #[arg(long)]
    pub agent: Option<String>,
    /// Only of this session
    #[arg(long)]
    pub session: Option<String>,
    /// Only these kinds: memory, event, or a kind's own name (may be repeated)
    #[arg(long = "kind", value_name = "KIND")]
    pub kinds: Vec<String>,
    /// Only with one of these tags (may be repeated)
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Only what occurred at or after
    #[arg(long, value_name = "TIME")]
    pub from: Option<String>,
    /// Only what occurred at or before
    #[arg(long, value_name = "TIME")]
    pub to: Option<String>,
    /// What was believed at this time
    #[arg(long, value_name = "TIME")]
    pub as_of: Option<String>,
    /// The order answers come in: mneme or memoryoss [default: recall.ranking]
    #[arg(long, value_name = "NAME")]
    pub ranking: Option<String>,
    /// Count `last week` and the like from this time instead of now
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// Only of this agent
    #[arg(long)]
    pub agent: Option<String>,
    /// Only of this session
    #[arg(long)]
    pub session: Option<String>,
    /// How many at most
    #[arg(long, short = 'n', default_value_t = 50)]
    pub limit: usize,
    /// Where the last page ended
    #[arg(long)]
    pub cursor: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct EventsArgs {
    /// Only of this session
    #[arg(long)]
    pub session: Option<String>,
    /// Only what occurred at or after
    #[arg(long, value_name = "TIME")]
    pub from: Option<String>,
    /// Only what occurred at or before; a bare date includes its day
    #[arg(long, value_name = "TIME")]
    pub to: Option<String>,
    /// How many at most
    #[arg(long, short = 'n', default_value_t = 50)]
    pub limit: usize,
    /// Where the last page ended
    #[arg(long)]
    pub cursor: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
