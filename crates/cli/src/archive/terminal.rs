//! What the terminal we run in can do.

use std::sync::Arc;

use mneme_screens::Options;

use crate::clock::WallClock;

/// As the environment says; marks of plain letters if asked for.
pub fn options(ascii: bool) -> Options {
    let options = Options::from_env(Arc::new(WallClock), |name| std::env::var(name).ok());
    Options {
        emoji: options.emoji && !ascii,
        ..options
    }
}
