//! Secrets the file may name: in words, by a variable, by a file, or not at all.

use std::fs;

use mneme_model::Secret;
use mneme_wire::Fault;

use super::{Env, Place, bad};

/// A secret as the file has it; what it is is only looked up when it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRef {
    key: &'static str,
    /// The variable that wins over the file.
    variable: Option<&'static str>,
    written: Secret,
}

/// Variables that win over a key of the file.
const VARIABLES: [(&str, &str); 3] = [
    ("control_center_token", "MA_CC_TOKEN"),
    ("the_eyes_token", "MA_EYES_TOKEN"),
    ("annotator_key", "MA_ANNOTATOR_KEY"),
];

// === impl SecretRef ===

impl SecretRef {
    pub(super) fn new(key: &'static str, written: &str) -> Self {
        let variable = VARIABLES.iter().find(|row| row.0 == key).map(|row| row.1);
        let written = Secret(written.to_owned());
        Self {
            key,
            variable,
            written,
        }
    }

    /// The secret itself; nothing if there is none. A reference that leads nowhere is an error.
    pub fn find(&self, env: Env<'_>, place: &Place) -> Result<Option<Secret>, Fault> {
        let set = |name: &str| env(name).filter(|text| !text.is_empty());
        if let Some(found) = self.variable.and_then(set) {
            return Ok(Some(Secret(found)));
        }
        let written = self.written.0.as_str();
        if let Some(name) = written.strip_prefix("env:") {
            return match set(name) {
                Some(found) => Ok(Some(Secret(found))),
                None => Err(self.lost(&format!("the variable {name} is not set"))),
            };
        }
        if let Some(path) = written.strip_prefix("file:") {
            return self.in_file(path, place).map(Some);
        }
        Ok(Some(self.written.clone()).filter(|secret| !secret.0.is_empty()))
    }

    fn in_file(&self, path: &str, place: &Place) -> Result<Secret, Fault> {
        let path = place.at_home(path);
        let shown = path.display();
        let text = fs::read_to_string(&path)
            .map_err(|error| self.lost(&format!("{shown} cannot be read: {error}")))?;
        match text.trim() {
            "" => Err(self.lost(&format!("{shown} is empty"))),
            text => Ok(Secret(text.to_owned())),
        }
    }

    fn lost(&self, why: &str) -> Fault {
        bad(format!("{} leads nowhere: {why}", self.key))
    }
}
