//! What a screen may use of the machine it runs on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mneme_model::Clock;

use crate::picture::Frames;

/// Filled in by the command, which alone reads the environment.
pub struct Options {
    pub clock: Arc<dyn Clock>,
    /// Without it nothing but ASCII is drawn.
    pub utf8: bool,
    /// Status marks as coloured signs; brackets where a terminal has none.
    pub emoji: bool,
    pub colour: bool,
    pub pictures: Pictures,
    /// Shows a picture outside the terminal.
    pub viewer: Option<Program>,
    /// Take a text from their input, or print one.
    pub copy: Option<Program>,
    pub paste: Option<Program>,
    /// Where pictures come from, when not from the recording's directory.
    pub frames: Option<Box<dyn Frames>>,
    /// Make the document anew, even over an edited one; the old one is kept beside it.
    pub regenerate: bool,
}

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// Pixels if the terminal answers that it has them, half blocks until then.
    Ask,
    HalfBlocks,
    Kitty,
    Off,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
    pub args: Vec<String>,
}

type Candidate = (&'static str, &'static [&'static str]);

const VIEWERS: [Candidate; 3] = [
    ("feh", &["--auto-zoom", "--"]),
    ("open", &[]),
    ("xdg-open", &[]),
];
const COPIERS: [Candidate; 4] = [
    ("wl-copy", &[]),
    ("xclip", &["-selection", "clipboard"]),
    ("pbcopy", &[]),
    ("clip.exe", &[]),
];
const PASTERS: [Candidate; 3] = [
    ("wl-paste", &["--no-newline"]),
    ("xclip", &["-selection", "clipboard", "-o"]),
    ("pbpaste", &[]),
];

// === impl Options ===

impl Options {
    /// The least a terminal can do.
    pub fn plain(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            utf8: false,
            emoji: false,
            colour: false,
            pictures: Pictures::Off,
            viewer: None,
            copy: None,
            paste: None,
            frames: None,
            regenerate: false,
        }
    }

    /// What the variables of an environment say; `var` looks one up.
    pub fn from_env(clock: Arc<dyn Clock>, var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let utf8 = is_utf8(&set);
        let search = set("PATH").unwrap_or_default();
        let dirs: Vec<PathBuf> = std::env::split_paths(&search).collect();
        Self {
            utf8,
            emoji: utf8 && term != "linux",
            colour: set("NO_COLOR").is_none() && term != "dumb",
            pictures: pictures(utf8, &term, set("TMUX").is_some()),
            viewer: first_of(&VIEWERS, &dirs),
            copy: first_of(&COPIERS, &dirs),
            paste: first_of(&PASTERS, &dirs),
            ..Self::plain(clock)
        }
    }
}

// === impl Program ===

impl Program {
    pub fn name(&self) -> String {
        let name = self.path.file_stem().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

fn is_utf8(set: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows)
}

/// A multiplexer between us and the terminal does not pass pixels on.
fn pictures(utf8: bool, term: &str, tmux: bool) -> Pictures {
    let between = tmux || term.starts_with("tmux") || term.starts_with("screen");
    match (utf8, term, between) {
        (false, _, _) | (_, "dumb" | "linux", _) => Pictures::Off,
        (_, _, true) => Pictures::HalfBlocks,
        _ => Pictures::Ask,
    }
}

fn first_of(candidates: &[Candidate], dirs: &[PathBuf]) -> Option<Program> {
    candidates.iter().find_map(|(name, args)| {
        let path = dirs
            .iter()
            .map(|dir| dir.join(name))
            .find(|p| is_program(p))?;
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Some(Program { path, args })
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Still;

    impl Clock for Still {
        fn now_ms(&self) -> i64 {
            0
        }
    }

    fn with(vars: &[(&str, &str)]) -> Options {
        let found = |name: &str| {
            let pair = vars.iter().find(|(key, _)| *key == name)?;
            Some(pair.1.to_owned())
        };
        Options::from_env(Arc::new(Still), found)
    }

    #[test]
    fn the_locale_decides_about_signs() {
        assert!(with(&[("LANG", "de_DE.UTF-8")]).emoji);
        assert!(!with(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]).utf8);
        assert!(!with(&[("LANG", "C.utf8"), ("TERM", "linux")]).emoji);
    }

    #[test]
    fn no_color_is_respected_when_it_is_not_empty() {
        assert!(!with(&[("NO_COLOR", "1")]).colour);
        assert!(with(&[("NO_COLOR", "")]).colour);
    }

    #[test]
    fn behind_a_multiplexer_pictures_are_half_blocks() {
        let utf8 = ("LANG", "C.UTF-8");
        assert_eq!(
            with(&[utf8, ("TERM", "xterm-kitty")]).pictures,
            Pictures::Ask
        );
        let tmux = with(&[utf8, ("TMUX", "x"), ("TERM", "xterm-kitty")]);
        assert_eq!(tmux.pictures, Pictures::HalfBlocks);
        assert_eq!(with(&[]).pictures, Pictures::Off);
    }

    #[test]
    fn the_first_viewer_on_the_path_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().to_str().unwrap();
        assert_eq!(with(&[("PATH", path)]).viewer, None);
        std::fs::write(dir.path().join("feh"), "").unwrap();
        assert_eq!(with(&[("PATH", path)]).viewer, None, "not a program");
        std::fs::copy("/bin/sh", dir.path().join("feh")).unwrap();
        assert_eq!(with(&[("PATH", path)]).viewer.unwrap().name(), "feh");
    }
}
