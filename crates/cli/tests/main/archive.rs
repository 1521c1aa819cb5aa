//! The recorder of desktop sessions, through its own command line and its own socket, with peers
//! that speak the real protocols.

mod line;
mod studio;

mod capture;
mod forgetting;
mod kill;
mod lifecycle;
mod observed;
mod pictures;
mod quick_start;
mod server;
mod socket;
mod whole;

pub use line::Line;
pub use studio::{Studio, click, press, typed};
