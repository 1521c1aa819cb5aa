//! `mneme archive …`, and the same words under the name `memory-archive`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use mneme_model::archive::Status;

use crate::archive::ConfigFlags;

#[derive(Debug, Args)]
#[command(
    after_help = "Without a desktop to record, see it all in two minutes:\n  mneme archive demo"
)]
pub struct ArchiveArgs {
    #[command(subcommand)]
    pub verb: ArchiveVerb,
}

#[derive(Debug, Subcommand)]
pub enum ArchiveVerb {
    /// Register a recording, list them, or delete one
    Session(SessionArgs),
    /// Record a registered session until it is done; Ctrl-C only stops watching
    Start(StartRecordingArgs),
    /// End a recording: everything received is kept, then it waits for its reasoning
    Done(DoneArgs),
    /// Show everything that is known of a session
    Status(StatusArgs),
    /// Write why each step was taken, in the terminal
    Annotate(AnnotateArgs),
    /// Edit and finalise the document made of a recording
    Compile(CompileArgs),
    /// Ask whether the recorder is there
    Ping,
    /// Set or show the settings of the recorder
    Config(Box<ConfigFlags>),
    /// Start, stop or read the log of the recorder
    Server(ServerArgs),
    /// Check the directory of a recording, file by file
    Fsck(FsckArgs),
    /// Play an actuation peer and a capture peer, for trying and testing
    Simulate(SimulateArgs),
    /// Record, and open for annotation, a small task on a drawn desktop
    Demo(DemoArgs),
    /// Print name and version
    Version,
    /// Run the recorder in this process
    #[command(hide = true)]
    Core(CoreArgs),
}

impl ArchiveVerb {
    pub fn runs_the_recorder(&self) -> bool {
        match self {
            Self::Core(_) => true,
            Self::Server(args) => matches!(&args.verb, ServerVerb::Start(start) if !start.daemon),
            _ => false,
        }
    }

    /// Whether it only has to find a recorder that runs: then settings that cannot be read are no
    /// reason to refuse.
    pub fn only_asks(&self) -> bool {
        match self {
            Self::Session(args) => !matches!(args.verb, SessionVerb::Register(_)),
            Self::Server(args) => !matches!(args.verb, ServerVerb::Start(_)),
            Self::Core(_) | Self::Demo(_) => false,
            _ => true,
        }
    }

    pub fn wants_json(&self) -> bool {
        match self {
            Self::Session(args) => matches!(&args.verb, SessionVerb::List(list) if list.json),
            Self::Status(args) => args.json,
            Self::Fsck(args) => args.json,
            _ => false,
        }
    }
}

#[derive(Debug, Args)]
pub struct SessionArgs {
    #[command(subcommand)]
    pub verb: SessionVerb,
}

#[derive(Debug, Subcommand)]
pub enum SessionVerb {
    /// Register a recording; prints its id and nothing else on standard output
    Register(Box<RegisterArgs>),
    /// List recordings, the newest first
    List(ListSessionsArgs),
    /// Delete a recording: its record, and its directory if it is its own
    Delete(DeleteArgs),
}

#[derive(Debug, Args)]
pub struct RegisterArgs {
    /// Who writes the reasoning: manual or automated
    #[arg(long)]
    pub mode: String,
    /// The recorded system: LINUX, WINDOWS or MACOS
    #[arg(long)]
    pub os_type: String,
    /// Its version ("Ubuntu 24.04 LTS")
    #[arg(long, default_value = "", hide_default_value = true)]
    pub os_version: String,
    /// Its architecture (x86_64)
    #[arg(long, default_value = "", hide_default_value = true)]
    pub os_arch: String,
    /// A name of your own for the machine
    #[arg(long, default_value = "", hide_default_value = true)]
    pub os_env_id: String,
    /// The name of the capture peer
    #[arg(long, default_value = "", hide_default_value = true)]
    pub capture_server: String,
    /// The name of the actuation peer
    #[arg(long, default_value = "", hide_default_value = true)]
    pub actuation_server: String,
    /// Where the capture peer of this recording is, if not where the settings say
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "URL"
    )]
    pub capture_server_addr: String,
    /// Where the actuation peer of this recording is, if not where the settings say
    #[arg(long, value_name = "ADDR")]
    pub actuation_server_addr: Option<String>,
    /// The directory this memory will have
    #[arg(long)]
    pub memory_name: String,
    /// Whose recording it is [default: tenant_id of the settings]
    #[arg(long)]
    pub tenant_id: Option<String>,
    /// A hint where to keep it
    #[arg(long)]
    pub region_tag: Option<String>,
}

#[derive(Debug, Args)]
pub struct ListSessionsArgs {
    /// Only those in this state
    #[arg(long, value_name = "STATE", value_parser = PossibleValuesParser::new(Status::ALL.map(Status::name)))]
    pub state: Option<String>,
    /// How many at most
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub limit: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "What was recorded stays in the memory and is recalled from there. `mneme forget --session ID` forgets that as well."
)]
pub struct DeleteArgs {
    #[command(flatten)]
    pub which: Which,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Even if it goes on, or somebody works on it
    #[arg(long)]
    pub force: bool,
}

/// Which recording.
#[derive(Clone, Debug, Args)]
pub struct Which {
    /// The session's id
    #[arg(short, long, value_name = "ID")]
    pub session: String,
}

#[derive(Debug, Args)]
pub struct StartRecordingArgs {
    #[command(flatten)]
    pub which: Which,
}

#[derive(Debug, Args)]
pub struct DoneArgs {
    #[command(flatten)]
    pub which: Which,
    /// Keep what was recorded of a session that was lost
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct StatusArgs {
    #[command(flatten)]
    pub which: Which,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct AnnotateArgs {
    #[command(flatten)]
    pub which: Which,
    /// Marks of plain letters, for terminals without others
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Debug, Args)]
pub struct CompileArgs {
    #[command(flatten)]
    pub which: Which,
    /// Make the document again; the old one is kept beside it
    #[arg(long)]
    pub regenerate: bool,
}

#[derive(Debug, Args)]
pub struct ServerArgs {
    #[command(subcommand)]
    pub verb: ServerVerb,
}

#[derive(Debug, Subcommand)]
pub enum ServerVerb {
    /// Start the recorder
    Start(ServerStartArgs),
    /// Stop it
    Stop,
    /// Show the end of its log
    Logs(LogsArgs),
}

#[derive(Debug, Args)]
pub struct ServerStartArgs {
    /// In the background
    #[arg(long)]
    pub daemon: bool,
    /// Where the log of a recorder in the background goes [default: ma-core.log beside the settings]
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
    /// Accepted and ignored: there is one build
    #[arg(long, hide = true)]
    pub release: bool,
    /// Accepted and ignored: there is one build
    #[arg(long, hide = true)]
    pub debug: bool,
}

#[derive(Debug, Args)]
pub struct LogsArgs {
    /// How many lines
    #[arg(short = 'n', long, default_value_t = 50)]
    pub lines: usize,
    /// Go on as it grows
    #[arg(short, long)]
    pub follow: bool,
    /// Which log
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct FsckArgs {
    /// Directories of recordings
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Where the actuation peer listens
    #[arg(long, default_value = "127.0.0.1:50061", value_name = "ADDR")]
    pub control_center: std::net::SocketAddr,
    /// Where the capture peer listens
    #[arg(long, default_value = "127.0.0.1:8061", value_name = "ADDR")]
    pub eyes: std::net::SocketAddr,
    /// The version the actuation peer says it has
    #[arg(long, default_value = "1.3.0", value_name = "VERSION")]
    pub peer_version: String,
    /// What the agent does: a script of JSON lines [default: the demo task]
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The script again and again
    #[arg(long)]
    pub repeat: bool,
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Where the recording goes [default: storage_path of the settings]
    #[arg(long, value_name = "DIR")]
    pub storage: Option<PathBuf>,
    /// Only record; do not open the annotation
    #[arg(long)]
    pub no_annotate: bool,
    /// How fast the agent works: 1 is a calm person
    #[arg(long, default_value_t = 2.0, value_parser = speed)]
    pub speed: f64,
}

fn speed(given: &str) -> Result<f64, String> {
    let speed: f64 = given.parse().map_err(|_| String::from("not a number"))?;
    match (0.1..=100.0).contains(&speed) {
        true => Ok(speed),
        false => Err(String::from("it must be from 0.1 to 100")),
    }
}

#[derive(Debug, Default, Args)]
pub struct CoreArgs {
    /// In the background, away from the terminal that started it
    #[arg(long, hide = true)]
    pub detached: bool,
    /// End the recorder that runs and take its place; `mneme serve` is not ended
    #[arg(long)]
    pub takeover: bool,
}
