//! Editing the document that the reasoning became.

pub mod run;
mod state;
mod update;
mod view;

#[cfg(test)]
mod tests;
