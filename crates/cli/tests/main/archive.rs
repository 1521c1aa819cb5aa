//! The recorder of desktop sessions, through its own command line and its own socket, with peers
//! that speak the real protocols.

mod desk;
mod ear;
mod line;
mod screen;
mod studio;

mod absent;
mod annotate;
mod capture;
mod command;
mod compiler;
mod editors;
mod flushed;
mod forgetting;
mod fsck;
mod kill;
mod lifecycle;
mod observed;
mod pictures;
mod quick_start;
mod replayed;
mod scenario;
mod server;
mod small;
mod socket;
mod whole;

pub use desk::Desk;
pub use ear::Ear;
pub use line::Line;
pub use screen::Screen;
pub use studio::{Studio, click, press, typed};
