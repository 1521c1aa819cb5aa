//! Other names this program answers to: it then speaks the command line of the system that
//! had the name, reads its settings file, and opens only its doors.

mod memoryoss;

use std::ffi::OsString;
use std::path::Path;

use crate::args::Args;
use crate::commands::{self, Outcome};

/// Every name `install-aliases` links.
pub const NAMES: [&str; 1] = ["memoryoss"];

/// A command line, in the language of the name the program was started under.
pub enum Line {
    Mneme(Box<Args>),
    Memoryoss(Box<memoryoss::Args>),
}

// === impl Line ===

impl Line {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        let called: OsString = std::env::args_os().next().unwrap_or_default();
        match Path::new(&called)
            .file_name()
            .and_then(|name| name.to_str())
        {
            Some("memoryoss") => Self::Memoryoss(Box::new(memoryoss::Args::read())),
            _ => Self::Mneme(Box::new(Args::read())),
        }
    }

    /// Whether errors should be JSON too.
    pub fn wants_json(&self) -> bool {
        match self {
            Self::Mneme(args) => args.wants_json(),
            Self::Memoryoss(args) => args.wants_json(),
        }
    }

    pub async fn run(self) -> Outcome {
        match self {
            Self::Mneme(args) => commands::run(*args).await,
            Self::Memoryoss(args) => memoryoss::run(*args).await,
        }
    }
}
