//! Recording desktop sessions, from the command line.

mod client;
mod config;
mod core;
mod demo;
mod glance;
mod line;
mod list;
mod lock;
mod server;
mod sessions;
mod simulate;
mod terminal;
mod work;

use std::process::ExitCode;

use crate::args::{ArchiveVerb, SessionVerb};
use crate::commands::Outcome;
use crate::settings::Settings;

pub use self::core::Recording;
pub use config::{Config, ConfigFlags};
pub use glance::{Glance, glance};
pub use lock::{Role, holder};

/// Whichever name it was asked under.
pub async fn run(settings: &Settings, verb: ArchiveVerb) -> Outcome {
    let config = match verb {
        ArchiveVerb::Config(flags) => return config::run(&flags),
        ArchiveVerb::Fsck(args) => return work::check(&args),
        ArchiveVerb::Simulate(args) => return simulate::run(args).await,
        ArchiveVerb::Version => {
            say!("memory-archive {}", env!("CARGO_PKG_VERSION"));
            return Ok(ExitCode::SUCCESS);
        }
        ref verb if verb.only_asks() => Config::to_find_it()?,
        _ => Config::load()?,
    };
    match verb {
        ArchiveVerb::Session(args) => match args.verb {
            SessionVerb::Register(args) => sessions::register(&config, *args).await,
            SessionVerb::List(args) => list::run(&config, &args).await,
            SessionVerb::Delete(args) => sessions::delete(&config, args).await,
        },
        ArchiveVerb::Start(args) => sessions::start(&config, args).await,
        ArchiveVerb::Done(args) => sessions::done(&config, args).await,
        ArchiveVerb::Status(args) => sessions::status(&config, args).await,
        ArchiveVerb::Ping => sessions::ping(&config).await,
        ArchiveVerb::Annotate(args) => work::annotate(&config, args).await,
        ArchiveVerb::Compile(args) => work::compile(&config, args).await,
        ArchiveVerb::Server(args) => server::run(settings, config, args.verb).await,
        ArchiveVerb::Core(args) => core::run(settings, config, &args).await,
        ArchiveVerb::Demo(args) => demo::run(settings, config, args).await,
        // Answered above, without settings.
        ArchiveVerb::Config(_)
        | ArchiveVerb::Fsck(_)
        | ArchiveVerb::Simulate(_)
        | ArchiveVerb::Version => Ok(ExitCode::SUCCESS),
    }
}
