//! What the gateway may do with memories.

use std::path::Path;

use mneme_wire::Fault;

use super::super::ask::Asker;
use super::super::config::Existing;
use crate::args::{MemoryMode, SetupArgs};

const QUESTION: &str = "Existing memories detected. What may the gateway do with them?";
const ALL: [(&str, &str); 3] = [
    ("full", "recall them, and keep what is new"),
    ("readonly", "recall them only"),
    ("off", "neither"),
];

/// As settings have it.
pub fn named(mode: MemoryMode) -> &'static str {
    match mode {
        MemoryMode::Full => "full",
        MemoryMode::Readonly => "readonly",
        MemoryMode::Off => "off",
    }
}

/// For settings that are written anew: what is said now, else what they say already. Asked only
/// where there is something to remember.
pub fn decided(
    args: &SetupArgs,
    existing: &Existing,
    data_dir: &Path,
    asker: Asker,
) -> Result<String, Fault> {
    if let Some(mode) = args.mode {
        return Ok(named(mode).to_owned());
    }
    // An example is nobody's answer.
    let said = match existing {
        Existing::Settings(says) => says.mode.as_deref(),
        _ => None,
    };
    let answers = answers(said);
    let kept = ["memoryoss.redb", "mneme.db"];
    let kept = kept.iter().any(|file| data_dir.join(file).exists());
    let picked = match kept {
        true => {
            let shown = answers.iter().map(|(mode, told)| format!("{mode}: {told}"));
            let shown: Vec<String> = shown.collect();
            let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
            asker.choose(QUESTION, &shown)?
        }
        false => 0,
    };
    let picked = answers.get(picked).or(answers.first());
    Ok(picked.map_or("full", |(mode, _)| mode).to_owned())
}

/// What holds is the usual answer.
fn answers(said: Option<&str>) -> Vec<(&str, &str)> {
    let told = |mode: &str| ALL.into_iter().find(|(known, _)| *known == mode);
    let held = said.map(|mode| told(mode).unwrap_or((mode, "as the settings say")));
    let others = ALL.into_iter().filter(|(mode, _)| said != Some(*mode));
    held.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_settings_say_is_the_usual_answer() {
        let modes = |said| {
            let all = answers(said).into_iter();
            all.map(|(mode, _)| mode.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(modes(None), ["full", "readonly", "off"]);
        assert_eq!(modes(Some("off")), ["off", "full", "readonly"]);
        assert_eq!(modes(Some("after")), ["after", "full", "readonly", "off"]);
    }
}
