//! The command line.

mod archive;
mod backup;
mod carry;
mod forget;
mod gateway;
mod history;
mod key;
mod mcp;
mod more;
mod notebook;
mod records;
mod review;
mod setup;
mod share;
mod timeline;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::commands::bench::BenchArgs;
use crate::logging::Format;

pub use archive::*;
pub use backup::{BackupArgs, RestoreArgs};
pub use carry::{AuditArgs, ExportArgs, ImportArgs};
pub use forget::{ForgetArgs, PinArgs, ReceiptArgs, ReceiptVerb, SupersedeArgs};
pub use gateway::{GatewayArgs, GatewayVerb, SimulateProviderArgs};
pub use history::{ConsolidateArgs, HistoryArgs, HistoryVerb, SchemaArgs};
pub use key::{KeyArgs, KeyVerb};
pub use mcp::McpArgs;
pub use more::*;
pub use notebook::*;
pub use records::{EventsArgs, ListArgs, Place, RecallArgs, RememberArgs};
pub use review::{DecayArgs, HudArgs, ItemArgs, RecentArgs, ReviewArgs, ReviewVerb, WithArgs};
pub use setup::{DoctorArgs, MemoryMode, SetupArgs, SignIn};
pub use share::{GrantArgs, ShareArgs, ShareVerb};
pub use timeline::*;

/// One memory for AI agents: keeps what agents and people see, say and do, and gives it back,
/// small and right, wherever it is asked for.
#[derive(Debug, Parser)]
#[command(
    name = "mneme",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Start with:\n  mneme serve                          the server, on loopback\n  mneme remember \"Deploys need approval\"  keep a fact\n  mneme recall \"who approves deploys?\"   ask for it"
)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Global {
    /// Where everything is kept [default: the user's data directory, `mneme` inside it]
    #[arg(long, global = true, env = "MNEME_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Settings file [default: `mneme/mneme.toml` in the user's configuration directory, if it exists]
    #[arg(long, global = true, env = "MNEME_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where embedding models are kept [default: `mneme/models` in the user's cache directory]
    #[arg(
        long,
        global = true,
        env = "MNEME_MODELS_DIR",
        value_name = "DIR",
        hide_short_help = true
    )]
    pub models_dir: Option<PathBuf>,
    /// What to log: error, warn, info, debug, trace
    #[arg(long, global = true, env = "MNEME_LOG", value_name = "LEVEL")]
    pub log: Option<String>,
    /// How to log: lines for people, or a JSON object a line
    #[arg(long, global = true, value_name = "FORMAT", hide_short_help = true)]
    pub log_format: Option<Format>,
    /// Which of these stood on the command line; what else is there came from the environment.
    #[arg(skip)]
    pub on_line: BTreeSet<&'static str>,
    /// Whether a key for a model elsewhere is the permission to have it read what is kept.
    #[arg(skip)]
    pub read_by_key: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the server: REST, gRPC, metrics and the control socket, all on loopback
    Serve(ServeArgs),
    /// Write settings, let the agents of this machine in, and start the server
    Setup(SetupArgs),
    /// Open the page that shows everything, in a browser
    View(ViewArgs),
    /// Let an agent use this memory: an entry in its settings, and hooks if asked
    Connect(ConnectArgs),
    /// Take that entry and those hooks out again
    Disconnect(DisconnectArgs),
    /// Keep a fact
    Remember(RememberArgs),
    /// Ask what is known
    Recall(RecallArgs),
    /// List memories, oldest first
    List(ListArgs),
    /// List what happened, oldest first
    Events(EventsArgs),
    /// Walk through time: years down to single events, and the jobs that make the table of contents
    Timeline(TimelineArgs),
    /// Record desktop sessions, and make documents of them that can be followed again
    Archive(ArchiveArgs),
    /// The proxy between agents and their models: try it without a provider
    Gateway(GatewayArgs),
    /// The notebook: take everything along and in, sync talks, keep a copy in a dataset
    Notebook(NotebookArgs),
    /// Show what is kept here and which doors are open
    Status(OverviewArgs),
    /// Check that everything is in order, and say how to mend what is not
    Doctor(DoctorArgs),
    /// Print this store's API key, or manage keys
    Key(KeyArgs),
    /// Forget for good: by id, by filter, or what a question finds
    Forget(ForgetArgs),
    /// Say that one memory took the place of another
    Supersede(SupersedeArgs),
    /// List what waits for somebody's word, and say it
    Review(ReviewArgs),
    /// Put away what nobody had a use for
    Decay(DecayArgs),
    /// Make one memory of several that say the same
    Consolidate(ConsolidateArgs),
    /// Show where a memory comes from, take that along, and tell it again elsewhere
    History(HistoryArgs),
    /// Everything worth a look, at a glance
    Hud(HudArgs),
    /// Show what was said and made of memories lately
    Recent(RecentArgs),
    /// Keep a memory, or a part of the table of contents, at hand
    Pin(PinArgs),
    /// Take a pin away
    Unpin(PinArgs),
    /// Check a receipt of forgetting, or print the key receipts are signed with
    Receipt(ReceiptArgs),
    /// Open memories to other namespaces, and close them again
    Share(ShareArgs),
    /// Read events or memories from a file, one JSON object a line
    Import(ImportArgs),
    /// Write everything that is known to a file, and what happened too if asked
    Export(ExportArgs),
    /// Show who did what, newest first
    Audit(AuditArgs),
    /// Look inside
    #[command(hide = true)]
    Debug(DebugArgs),
    /// Prove that the tables are what the journal says
    Verify(JsonArgs),
    /// Throw tables and indexes away and make them again from the journal
    Rebuild(JsonArgs),
    /// Write everything into one file, while the server goes on
    Backup(BackupArgs),
    /// Make a store again from a backup
    Restore(RestoreArgs),
    /// Fetch, list and check embedding models
    Model(ModelArgs),
    /// Bring the tables of an older build up to date
    Migrate(SchemaArgs),
    /// Read everything again with the configured model, and let go of vectors of others
    MigrateEmbeddings(MigrateArgs),
    /// Offer tools to an agent over standard input and output (MCP)
    Mcp(McpArgs),
    /// Show every setting, its value and where that came from
    Config(ConfigArgs),
    /// Print what the memory API looks like, as an OpenAPI document
    Openapi,
    /// Look at one memory, as JSON
    Inspect(InspectArgs),
    /// Make the links that let old scripts find this program under its other names
    InstallAliases(InstallAliasesArgs),
    /// Measure this machine: writes, recall, start-up, against their peers
    Bench(BenchArgs),
}

impl Command {
    /// A recorder of its own has a log of its own.
    pub fn logs_itself(&self) -> bool {
        matches!(self, Command::Archive(args) if args.verb.runs_the_recorder())
    }
}

#[derive(Debug, ClapArgs)]
pub struct OverviewArgs {
    /// Only this namespace [default: all]
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct JsonArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Default, ClapArgs)]
#[command(
    after_help = "As soon as --http is given, doors that are not named are off. Port 0 picks a free one.\nWhen everything is open, one line `ready {json}` with the real addresses is printed on standard output."
)]
pub struct ServeArgs {
    /// Memory API: ADDR or off [default: 127.0.0.1:8000]
    #[arg(long, value_name = "ADDR|off")]
    pub http: Option<String>,
    /// The same API where notebook clients expect it [default: 127.0.0.1:3111]
    #[arg(long, value_name = "ADDR|off")]
    pub notebook: Option<String>,
    /// Prometheus metrics without a key [default: 127.0.0.1:9091]
    #[arg(long, value_name = "ADDR|off")]
    pub metrics: Option<String>,
    /// Timeline, as gRPC [default: localhost:50051, which is 127.0.0.1 and [::1]]
    #[arg(long, value_name = "ADDR|off")]
    pub grpc: Option<String>,
    /// Recorder of desktop sessions: the path of its socket, or off [default: ~/.memory-archive/ma.sock]
    #[arg(long, value_name = "PATH|off")]
    pub ipc: Option<String>,
    /// Keep the store in a process of its own; the one in front passes calls of models on even
    /// when that one fails
    #[arg(long)]
    pub hybrid: bool,
    /// Be the process behind one that is found at this address
    #[arg(long, hide = true, value_name = "URL")]
    pub core: Option<String>,
    /// Also print the API key
    #[arg(long)]
    pub show_key: bool,
    /// Says nothing on standard output: it is the recorder's log.
    #[arg(skip)]
    pub silent: bool,
    /// Stands in front of nothing, for tests of that.
    #[arg(skip)]
    pub alone: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ModelArgs {
    #[command(subcommand)]
    pub verb: ModelVerb,
}

#[derive(Debug, Subcommand)]
pub enum ModelVerb {
    /// Get a model's weights, checked against their checksums
    Fetch {
        /// The model [default: embeddings.model]
        model: Option<String>,
        /// Take the files from this directory instead of the network
        #[arg(long, value_name = "DIR")]
        from: Option<PathBuf>,
        /// Get them again even if they are there
        #[arg(long)]
        force: bool,
    },
    /// List the models there are, and whether their files are here
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Stopped half-way, it goes on where it was. A running server does the work itself, in the background; this waits for it."
)]
pub struct MigrateArgs {
    /// The model to read with [default: embeddings.model]
    #[arg(long)]
    pub model: Option<String>,
    /// Also let go of this model's own vectors, and make them all again
    #[arg(long)]
    pub force: bool,
    /// Only say what would be done
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

// === impl Args ===

impl Args {
    /// Whether errors should be JSON too.
    pub fn wants_json(&self) -> bool {
        match &self.command {
            Command::View(args) => args.json,
            Command::Remember(args) => args.json,
            Command::Recall(args) => args.json,
            Command::List(args) => args.json,
            Command::Events(args) => args.json,
            Command::Timeline(args) => args.ask.wants_json(),
            Command::Archive(args) => args.verb.wants_json(),
            Command::Import(args) => args.json,
            Command::Notebook(args) => args.verb.wants_json(),
            Command::Forget(args) => args.json,
            Command::Supersede(args) => args.json,
            Command::Review(args) => args.verb.wants_json(),
            Command::Share(args) => args.json,
            Command::Decay(args) => args.json,
            Command::Consolidate(args) => args.json,
            Command::History(args) => args.verb.wants_json(),
            Command::Hud(args) => args.json,
            Command::Recent(args) => args.json,
            Command::Pin(args) | Command::Unpin(args) => args.json,
            Command::Audit(args) => args.json,
            Command::Receipt(ReceiptArgs {
                verb: ReceiptVerb::Verify { json, .. } | ReceiptVerb::List { json, .. },
            }) => *json,
            Command::Receipt(_) => false,
            Command::Status(args) => args.json,
            Command::Setup(args) => args.json,
            Command::Doctor(args) => args.json,
            Command::Verify(args) | Command::Rebuild(args) => args.json,
            Command::Backup(args) => args.json,
            Command::Restore(args) => args.json,
            Command::Migrate(args) => args.json,
            Command::MigrateEmbeddings(args) => args.json,
            Command::Model(ModelArgs {
                verb: ModelVerb::List { json },
            }) => *json,
            Command::Key(args) => args.wants_json(),
            Command::Bench(args) => args.wants_json(),
            Command::Config(args) => args.wants_json(),
            Command::Serve(_)
            | Command::Mcp(_)
            | Command::Gateway(_)
            | Command::Connect(_)
            | Command::Disconnect(_)
            | Command::Inspect(_)
            | Command::InstallAliases(_)
            | Command::Openapi
            | Command::Model(_)
            | Command::Export(_)
            | Command::Debug(_) => false,
        }
    }
}
