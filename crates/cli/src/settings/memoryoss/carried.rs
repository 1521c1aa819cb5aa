//! What `memoryoss.toml` says that no part of the product reads yet: kept, so that the part
//! that will can take it from here.

use std::collections::BTreeSet;

use mneme_access::Secret;
use toml::Value;

use super::check::{self, Said};
use super::keys::{Fate, Kind};
use crate::settings::origin::Origin;
use crate::settings::show::{Row, SECRET};

#[derive(Clone, Debug, Default)]
pub struct Carried {
    pub audit_hmac_secret: Option<(Secret, Origin)>,
    /// The rest, as it is shown.
    pub others: Vec<Row>,
}

const AUDIT: &str = "auth.audit_hmac_secret";
const AUDIT_VARIABLE: &str = "MEMORYOSS_AUDIT_HMAC_SECRET";

// === impl Carried ===

impl Carried {
    pub fn read(said: &Said<'_>, env: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let in_file = || {
            let found = said.known.iter().find(|(key, _)| key.name == AUDIT);
            let text = found.and_then(|(_, value)| value.as_str());
            text.map(|text| (Secret(text.to_owned()), Origin::MemoryossFile))
        };
        let told = from_env(AUDIT_VARIABLE, env)?;
        Ok(Self {
            audit_hmac_secret: told.or_else(in_file),
            others: others(said),
        })
    }

    pub fn rows(&self) -> Vec<Row> {
        let audit = self.audit_hmac_secret.as_ref();
        let audit = audit.map(|(_, origin)| Row::new(AUDIT, SECRET, origin).unused());
        audit.into_iter().chain(self.others.clone()).collect()
    }
}

/// A signing secret of the environment, if there is one and it is long enough.
pub fn from_env(
    variable: &'static str,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Option<(Secret, Origin)>, String> {
    let Some(text) = env(variable) else {
        return Ok(None);
    };
    check::signing_secret(&text).map_err(|why| format!("{variable} {why}"))?;
    Ok(Some((Secret(text), Origin::Env(variable))))
}

fn others(said: &Said<'_>) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let unused = said
        .known
        .iter()
        .filter(|(key, _)| key.fate == Fate::NotYet);
    unused
        .filter(|(key, _)| seen.insert(key.name))
        .map(|(key, value)| {
            let shown = match (key.kind, value) {
                (Kind::Secret | Kind::SigningSecret, _) => SECRET.to_owned(),
                (_, Value::String(text)) => text.clone(),
                (_, value) => serde_json::to_string(value).unwrap_or_default(),
            };
            Row::new(key.name, shown, &Origin::MemoryossFile).unused()
        })
        .collect()
}
