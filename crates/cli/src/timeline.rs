//! Asking the timeline: where it answers, and how its answers look.

mod ask;
mod faults;
pub mod figures;
mod jobs;
mod query;
mod show;
mod upkeep;

pub use ask::{Client, Whom, at, find, find_running};
pub use faults::refused;
pub use jobs::run as run_jobs;
pub use query::{Form, Missing, run as run_question};
pub use upkeep::{compact, rebuild, stats};

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::proto::Shown;

use crate::commands::Outcome;
use crate::output;

/// A message of the interface as JSON.
fn json(message: &impl Shown) -> Outcome {
    let shown = message.json();
    let unknown = || Fault::new(Code::Internal, "nobody describes this message");
    Ok(output::json(&shown.ok_or_else(unknown)?))
}

fn lines(text: &str) -> Outcome {
    say!("{}", text.trim_end());
    Ok(ExitCode::SUCCESS)
}
