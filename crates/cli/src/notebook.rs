//! `mneme notebook`: what comes into the notebook and goes out of it.

mod carry;
mod dataset;
mod rest;
pub mod sync;

use crate::args::{NotebookArgs, NotebookVerb};
use crate::commands::Outcome;
use crate::port;
use crate::settings::Settings;

pub use rest::Rest;

pub async fn run(settings: &Settings, args: NotebookArgs) -> Outcome {
    match args.verb {
        NotebookVerb::Export(args) => {
            carry::export(&*port::find_existing(settings).await?, args).await
        }
        NotebookVerb::Import(args) => carry::import(&*port::find(settings).await?, args).await,
        NotebookVerb::Sync(args) => sync::run(settings, args).await,
        NotebookVerb::Backup(args) => dataset::backup(settings, args).await,
        NotebookVerb::Restore(args) => dataset::restore(settings, args).await,
    }
}
