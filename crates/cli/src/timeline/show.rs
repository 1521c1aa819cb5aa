//! Answers of the timeline as lines, as the reference prints them.

mod events;
mod nodes;
mod search;

pub use events::{events, grip};
pub use nodes::{children, node, root};
pub use search::{found, matches};

/// Longest text shown of an event or a summary; JSON has it whole.
const WIDTH: usize = 400;

fn quoted(text: &str) -> String {
    format!("\"{}\"", crate::output::one_line(text, WIDTH))
}
