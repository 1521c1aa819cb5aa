//! Editing the document that the reasoning became.

mod document;
pub mod run;
mod state;
mod update;
mod view;

#[cfg(test)]
mod tests;
