//! The annotation screen, through the real command in a real terminal.

mod keys;
mod leaving;
mod long;
mod panes;
mod pictures;
mod saving;
