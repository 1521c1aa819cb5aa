//! # jobs: when is it done?
//!
//! **Comes in:** jobs, each with a schedule and its work; words to pause, resume or nudge one.
//! **Goes out:** runs at the right moments, one at a time where the job says so, and a status of
//! each job.
//!
//! **Kept:** nothing of its own; counters and pauses survive in the [`Ledger`] somebody hands in.
//! **Deliberately absent:** what any work does, tables, protocols, the wall clock (it is handed
//! in), chance (jitter follows from a job's name and its tick). Ticks that were missed are not
//! caught up: a sleep of the machine or a leap of the clock costs one late run at most.
//!
//! Start with [`Scheduler::start`]; then `pace`, which knows when a tick is due, and `state`,
//! which decides what becomes of it.

mod crew;
mod cron;
mod error;
mod jitter;
mod job;
mod ledger;
mod pace;
mod run;
mod save;
mod scheduler;
pub mod signals;
mod spec;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod ticker;
mod work;

pub use cron::{Cron, CronError};
pub use error::{Error, NoSuchJob};
pub use ledger::{Entry, Ledger, Outcome};
pub use scheduler::Scheduler;
pub use spec::{Overlap, Spec};
pub use status::Status;
pub use work::{BoxFuture, Notes, Work};
