//! # screens: what a person sees in a terminal
//!
//! **Comes in:** keys, the mouse, a recording to work on. **Goes out:** reasoning and documents
//! on disk, progress told to the recorder.
//!
//! **Kept:** nothing: what is on the screen is saved or was never there. **Deliberately absent:**
//! settings, command lines, the engine. A screen is three files: what it knows (`state`), what a
//! key does (`update`), how it looks (`view`); only `run` touches the terminal.
//!
//! Start with `annotate`.

pub mod annotate;
mod clipboard;
pub mod compile;
mod dialog;
mod drag;
mod editor;
mod error;
mod files;
mod input;
mod keys;
mod look;
mod options;
mod picture;
mod recorder;
mod terminal;
mod viewer;

pub use annotate::run::{Ended, Opening, Then, annotate};
pub use compile::run::{Compiled, compile};
pub use error::Error;
pub use options::{Options, Pictures, Program};
pub use picture::Frames;
pub use recorder::{News, Recorder};
