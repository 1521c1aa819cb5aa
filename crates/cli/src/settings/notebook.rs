//! How the notebook's door behaves. Its published variables count beside the file; its secret
//! stands in no file at all.

pub mod holds;

use std::path::{Path, PathBuf};

use mneme_surfaces::notebook::Settings;
use mneme_surfaces::notebook::files::Places;
use mneme_wire::Fault;

use super::bad;
use super::file::NotebookSection;
use mneme_model::Secret;

pub const SECRET: &str = "AGENTMEMORY_SECRET";
pub const CAP: &str = "MAX_OBS_PER_SESSION";
pub const AGENT: &str = "AGENT_ID";
pub const BUDGET: &str = "TOKEN_BUDGET";
pub const IMAGE_BYTES: &str = "AGENTMEMORY_IMAGE_STORE_MAX_BYTES";
pub const SECOND_BRAIN: &str = "SECOND_BRAIN_DIR";

/// Where its notes in markdown are, unless somebody says so.
const NOTES: &str = "second-brain";

/// The variables, as `from` finds them, win over the file.
pub fn read(
    section: &NotebookSection,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Settings, Fault> {
    let default = Settings::default();
    let from = |name: &str| from(name).filter(|value| !value.trim().is_empty());
    let number = |name: &str, own: Option<u64>| match from(name) {
        Some(text) => match text.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(bad(format!(
                "{name} is '{text}'; it must be a whole number"
            ))),
        },
        None => Ok(own),
    };
    let cap = number(CAP, section.max_observations)?;
    let budget = number(BUDGET, section.token_budget)?;
    Ok(Settings {
        secret: from(SECRET).map(|secret| Secret(secret.trim().to_owned())),
        namespace: section.namespace.clone().unwrap_or(default.namespace),
        cap: cap.unwrap_or(default.cap),
        agent: from(AGENT).or_else(|| section.agent.clone()),
        budget: budget.map_or(default.budget, |tokens| {
            usize::try_from(tokens).unwrap_or(usize::MAX)
        }),
        ..default
    })
}

/// How much room its pictures may take, where somebody says so.
pub fn image_bytes(from: impl Fn(&str) -> Option<String>) -> Result<Option<u64>, Fault> {
    let told = from(IMAGE_BYTES).filter(|value| !value.trim().is_empty());
    let Some(text) = told else { return Ok(None) };
    let number = text.trim().parse().map(Some);
    number.map_err(|_| {
        bad(format!(
            "{IMAGE_BYTES} is '{text}'; it must be a whole number"
        ))
    })
}

/// Files of this machine it reads and writes.
pub fn places(
    section: &NotebookSection,
    data_dir: &Path,
    from: impl Fn(&str) -> Option<String>,
) -> Places {
    let path = |name: &str| {
        let told = from(name).filter(|value| !value.trim().is_empty());
        told.map(PathBuf::from)
    };
    let brain = path(SECOND_BRAIN).or_else(|| section.second_brain.clone());
    Places {
        home: path("HOME").filter(|home| home.is_absolute()),
        second_brain: Some(brain.unwrap_or_else(|| data_dir.join(NOTES))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_win_over_the_file_and_empty_ones_say_nothing() {
        let section = NotebookSection {
            max_observations: Some(7),
            agent: Some("file".into()),
            ..NotebookSection::default()
        };
        let told = read(&section, |_| Some(String::from(" "))).unwrap();
        assert_eq!(
            (told.cap, told.agent.as_deref(), told.secret),
            (7, Some("file"), None)
        );
        let told = read(&section, |name| {
            Some(
                if name == CAP || name == BUDGET {
                    "0"
                } else {
                    "x"
                }
                .into(),
            )
        })
        .unwrap();
        assert_eq!((told.cap, told.agent.as_deref()), (0, Some("x")));
        assert_eq!(told.secret, Some(Secret("x".into())));
        assert!(read(&section, |_| Some("many".into())).is_err());
    }
}
