//! The archive's side of the command: its settings file, and the commands that read it.

pub mod config;
