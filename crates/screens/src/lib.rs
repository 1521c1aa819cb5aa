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
