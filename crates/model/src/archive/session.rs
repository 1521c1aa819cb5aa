//! A recording as its registry knows it: the fields of one hash, all of them words.

use std::collections::BTreeMap;

use super::Status;

/// Who writes the reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    Manual,
    Automated,
}

/// The fields of a registered recording. They are kept as the words a registry holds, so that a
/// field of a later version survives a round through this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    pub fields: BTreeMap<String, String>,
}

// === impl Mode ===

impl Mode {
    pub fn named(name: &str) -> Option<Self> {
        [Mode::Manual, Mode::Automated]
            .into_iter()
            .find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    pub fn name(self) -> &'static str {
        match self {
            Mode::Manual => "manual",
            Mode::Automated => "automated",
        }
    }
}

// === impl Session ===

impl Session {
    /// A field's words; what was never set is empty.
    pub fn get(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }

    pub fn set(&mut self, field: &str, value: impl Into<String>) {
        self.fields.insert(field.to_owned(), value.into());
    }

    pub fn id(&self) -> &str {
        self.get("session_id")
    }

    pub fn status(&self) -> Option<Status> {
        Status::named(self.get("status"))
    }

    pub fn number(&self, field: &str) -> u32 {
        self.get(field).parse().unwrap_or(0)
    }

    /// The fields anybody may see: references to keys stay inside.
    pub fn shown(&self) -> BTreeMap<String, String> {
        let open = self
            .fields
            .iter()
            .filter(|(k, _)| !k.ends_with("_api_key_ref"));
        open.map(|(k, v)| (k.clone(), v.clone())).collect()
    }
}
