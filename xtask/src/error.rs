//! What keeps a check from being made at all.

use std::fmt;
use std::io;

#[derive(Debug)]
pub enum Error {
    /// The command line asks for something we do not have.
    Usage(String),
    /// No workspace manifest in this directory or above it.
    NoWorkspace,
    Read {
        path: String,
        cause: io::Error,
    },
    /// A program we lean on (git, cargo) did not do its work.
    Tool {
        command: String,
        said: String,
    },
    /// A file is there but not in the form we read.
    Form {
        path: String,
        said: String,
    },
}

impl Error {
    pub fn read(path: impl Into<String>, cause: io::Error) -> Self {
        Self::Read {
            path: path.into(),
            cause,
        }
    }

    pub fn form(path: impl Into<String>, said: impl fmt::Display) -> Self {
        Self::Form {
            path: path.into(),
            said: said.to_string(),
        }
    }

    pub fn tool(command: impl Into<String>, said: impl fmt::Display) -> Self {
        Self::Tool {
            command: command.into(),
            said: said.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(said) => f.write_str(said),
            Self::NoWorkspace => f.write_str("no workspace manifest here or above"),
            Self::Read { path, cause } => write!(f, "{path} cannot be used: {cause}"),
            Self::Tool { command, said } => write!(f, "`{command}` failed: {}", said.trim()),
            Self::Form { path, said } => write!(f, "{path} has an unexpected form: {said}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
