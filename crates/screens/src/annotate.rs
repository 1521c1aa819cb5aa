//! Writing down why each step was taken.

mod answers;
mod entry;
mod event;
mod keys;
mod layout;
mod mouse;
mod overlay;
mod perform;
mod pictures;
pub mod run;
mod save;
mod state;
mod update;
mod view;
mod viewing;

#[cfg(test)]
mod tests;
