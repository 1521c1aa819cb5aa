//! Writing down why each step was taken.

mod entry;
mod keys;
mod layout;
mod mouse;
mod overlay;
pub mod run;
mod save;
mod state;
mod update;
mod view;

#[cfg(test)]
mod tests;
