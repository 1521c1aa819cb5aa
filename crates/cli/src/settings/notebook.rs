//! How the notebook's door behaves. Its published variables count beside the file; its secret
//! stands in no file at all.

pub mod holds;

use std::path::{Path, PathBuf};

use mneme_surfaces::notebook::files::Places;
use mneme_surfaces::notebook::{Held, Settings};
use mneme_wire::Fault;

use super::bad;
use super::file::NotebookSection;
use mneme_model::Secret;

pub const SECRET: &str = "AGENTMEMORY_SECRET";
/// Characters of a secret nobody guesses by trying.
const SHORTEST: usize = 16;
pub const CAP: &str = "MAX_OBS_PER_SESSION";
pub const AGENT: &str = "AGENT_ID";
pub const BUDGET: &str = "TOKEN_BUDGET";
pub const IMAGE_BYTES: &str = "AGENTMEMORY_IMAGE_STORE_MAX_BYTES";
pub const SCOPE: &str = "AGENTMEMORY_AGENT_SCOPE";
const ISOLATED: &str = "isolated";
pub const SECOND_BRAIN: &str = "SECOND_BRAIN_DIR";

/// Where its notes in markdown are, unless somebody says so.
const NOTES: &str = "second-brain";

/// The variables, as `from` finds them, win over the file.
pub fn read(
    section: &NotebookSection,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Settings, Fault> {
    let default = Settings::default();
    if from(SECRET).is_some_and(|secret| is_blank(&secret)) {
        return Err(bad(format!(
            "{SECRET} has spaces only, and nobody could show that: give it words, or leave it out"
        )));
    }
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
    let agent = from(AGENT).or_else(|| section.agent.clone());
    let isolated = match from(SCOPE) {
        Some(scope) => scope.trim() == ISOLATED,
        None => section.isolated.unwrap_or(default.isolated),
    };
    if isolated && agent.is_none() {
        return Err(bad(format!(
            "agents are kept apart, and none is named: set {AGENT} or notebook.agent"
        )));
    }
    Ok(Settings {
        secret: Held::new(secret(section, &from)?),
        isolated,
        namespace: section.namespace.clone().unwrap_or(default.namespace),
        cap: cap.unwrap_or(default.cap),
        agent,
        budget: budget.map_or(default.budget, |tokens| {
            usize::try_from(tokens).unwrap_or(usize::MAX)
        }),
        ..default
    })
}

fn is_blank(secret: &str) -> bool {
    !secret.is_empty() && secret.trim().is_empty()
}

/// A secret that was meant to be set and is not: the door is open then, as published.
pub fn warning(settings: &Settings, from: impl Fn(&str) -> Option<String>) -> Option<String> {
    let empty = from(SECRET).is_some_and(|secret| secret.is_empty());
    (empty && !settings.secret.is_set()).then(|| {
        format!(
            "{SECRET} is set and empty: the notebook asks programs of this machine for no secret"
        )
    })
}

/// What is wrong with a secret that somebody could try out.
pub fn short(settings: &Settings) -> Option<String> {
    let length = settings.secret.now()?.0.chars().count();
    let short = (1..SHORTEST).contains(&length);
    short.then(|| {
        format!(
            "the notebook's secret has {length} characters and is guessed soon: it should have {SHORTEST} or more"
        )
    })
}

/// How much room its pictures may take, where somebody says so.
pub fn image_bytes(
    section: &NotebookSection,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Option<u64>, Fault> {
    let told = from(IMAGE_BYTES).filter(|value| !value.trim().is_empty());
    let Some(text) = told else {
        return Ok(section.image_bytes);
    };
    let number = text.trim().parse().map(Some);
    number.map_err(|_| {
        bad(format!(
            "{IMAGE_BYTES} is '{text}'; it must be a whole number"
        ))
    })
}

/// The environment's, or what a file of its own says: that one may change while we serve.
fn secret(
    section: &NotebookSection,
    from: &impl Fn(&str) -> Option<String>,
) -> Result<Option<Secret>, Fault> {
    if let Some(secret) = from(SECRET) {
        return Ok(Some(Secret(secret.trim().to_owned())));
    }
    let Some(file) = &section.secret_file else {
        return Ok(None);
    };
    let said = std::fs::read_to_string(file);
    let said = said.map_err(|error| {
        let file = file.display();
        bad(format!(
            "notebook.secret_file {file} cannot be read: {error}"
        ))
    })?;
    match said.trim() {
        "" => Err(bad(
            "notebook.secret_file is empty; a secret is one line of it",
        )),
        secret => Ok(Some(Secret(secret.to_owned()))),
    }
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
        let blank = |name: &str| Some(String::from(if name == SECRET { "" } else { " " }));
        let told = read(&section, blank).unwrap();
        assert!(warning(&told, blank).is_some() && warning(&told, |_| None).is_none());
        assert!(read(&section, |_| Some(String::from(" "))).is_err());
        assert_eq!(
            (told.cap, told.agent.as_deref(), told.secret.is_set()),
            (7, Some("file"), false)
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
        assert_eq!(told.secret.now(), Some(Secret("x".into())));
        assert!(read(&section, |_| Some("many".into())).is_err());
    }
}
