//! One file a command.

mod aliases;
mod audit;
pub(crate) mod backup;
pub mod bench;
mod config;
mod consolidate;
mod debug;
mod decay;
mod doctor;
mod events;
mod export;
mod forget;
mod gateway;
mod history;
mod hud;
pub(crate) mod import;
mod inspect;
pub(crate) mod key;
mod list;
mod mcp;
mod migrate;
pub(crate) mod model;
mod pin;
mod recall;
pub(crate) mod receipt;
mod remember;
pub(crate) mod restore;
mod review;
mod schema;
mod serve;
mod share;
mod status;
mod timeline;
mod upkeep;
mod view;

use std::process::ExitCode;

use mneme_wire::Fault;

use crate::args::{Args, Command, ConfigArgs, ConfigVerb};
use crate::settings::Settings;
use crate::setup::Target;
use crate::{logging, port};

pub type Outcome = Result<ExitCode, Fault>;

pub async fn run(args: Args) -> Outcome {
    let settings = Settings::load(&args.global)?;
    let talks = args.global.log.is_some() || matches!(args.command, Command::Serve(_));
    if !args.command.logs_itself() {
        logging::begin(&settings, talks);
    }
    let mut command = args.command;
    match &mut command {
        Command::Connect(connect) => connect.global = args.global,
        Command::Setup(setup) => {
            setup.target = Target::of_mneme(&settings.data_dir, &args.global)?;
        }
        _ => {}
    }
    carry_out(settings, command).await
}

/// Whichever command line it stood on.
pub async fn carry_out(mut settings: Settings, command: Command) -> Outcome {
    match command {
        Command::Serve(args) => serve::run(settings, &args).await,
        Command::Setup(args) => crate::setup::run(args).await,
        Command::Doctor(args) => doctor::run(&settings, &args).await,
        Command::Key(args) => key::run(&settings, args).await,
        Command::Bench(args) => bench::run(&settings, args).await,
        Command::View(args) => view::run(&settings, &args).await,
        Command::Connect(args) => crate::connect::connect(&args),
        Command::Disconnect(args) => crate::connect::disconnect(&args.client, args.dry_run),
        Command::Remember(args) => remember::run(&*port::find(&settings).await?, args).await,
        Command::Recall(args) => recall::run(&*port::find_existing(&settings).await?, args).await,
        Command::List(args) => list::run(&*port::find_existing(&settings).await?, args).await,
        Command::Events(args) => events::run(&*port::find_existing(&settings).await?, args).await,
        Command::Timeline(args) => timeline::run(&settings, args).await,
        Command::Archive(args) => crate::archive::run(&settings, args.verb).await,
        Command::Gateway(args) => gateway::run(args.verb).await,
        Command::Notebook(args) => crate::notebook::run(&settings, args).await,
        Command::Status(args) => {
            status::run(&*port::find_existing(&settings).await?, &settings, args).await
        }
        Command::Forget(args) => forget::run(&*port::find_existing(&settings).await?, args).await,
        Command::Supersede(args) => {
            forget::supersede(&*port::find_existing(&settings).await?, args).await
        }
        Command::Review(args) => {
            review::run(&*port::find_existing(&settings).await?, args.verb).await
        }
        Command::Share(args) => share::run(&*port::find(&settings).await?, args).await,
        Command::Decay(args) => decay::run(&*port::find_existing(&settings).await?, args).await,
        Command::Consolidate(args) => {
            consolidate::run(&*port::find_existing(&settings).await?, args).await
        }
        Command::History(args) => history::run(&settings, args.verb).await,
        Command::Migrate(args) => schema::run(&settings, args).await,
        Command::Hud(args) => hud::run(&*port::find_existing(&settings).await?, args).await,
        Command::Recent(args) => hud::recent(&*port::find_existing(&settings).await?, args).await,
        Command::Pin(args) => pin::run(&*port::find_existing(&settings).await?, args, true).await,
        Command::Unpin(args) => {
            pin::run(&*port::find_existing(&settings).await?, args, false).await
        }
        Command::Receipt(args) => receipt::run(&settings, args).await,
        Command::Export(args) => export::run(&*port::find_existing(&settings).await?, args).await,
        Command::Audit(args) => audit::run(&*port::find_existing(&settings).await?, args).await,
        Command::Debug(args) => debug::run(&*port::find_existing(&settings).await?, args).await,
        Command::Import(args) => import::run(&*port::find(&settings).await?, args).await,
        Command::Verify(args) => {
            upkeep::verify(&*port::find_existing(&settings).await?, args.json).await
        }
        Command::Config(ConfigArgs {
            verb: ConfigVerb::Show { json },
        }) => config::show(&settings, json),
        Command::Inspect(args) => inspect::run(&*port::find_existing(&settings).await?, args).await,
        Command::Openapi => Ok(crate::output::json(&mneme_wire::openapi::document(env!(
            "CARGO_PKG_VERSION"
        )))),
        Command::InstallAliases(args) => aliases::install(args.dir),
        Command::Backup(args) => backup::run(&*port::find_existing(&settings).await?, args).await,
        Command::Restore(args) => restore::run(&settings, args).await,
        Command::Mcp(args) => mcp::run(settings, args).await,
        Command::Model(args) => model::run(&settings, args),
        Command::MigrateEmbeddings(args) => migrate::run(&mut settings, args).await,
        Command::Rebuild(args) => {
            upkeep::rebuild(&*port::find_existing(&settings).await?, args.json).await
        }
    }
}
