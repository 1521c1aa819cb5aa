//! What `memoryoss.toml` says that no part of the product reads yet: kept, so that the part
//! that will can take it from here.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;

use super::check::{self, Said};
use super::keys::{Fate, Kind};
use crate::settings::origin::Origin;
use crate::settings::show::{Row, SECRET};

/// A text that prints as stars.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    pub jwt_secret: Option<(Secret, Origin)>,
    pub jwt_expiry_secs: Option<u64>,
    pub audit_hmac_secret: Option<(Secret, Origin)>,
    /// Addresses or networks, by namespace.
    pub ip_allowlists: BTreeMap<String, Vec<String>>,
    /// The rest, as it is shown.
    pub others: Vec<Row>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

// === impl Carried ===

impl Carried {
    pub fn read(said: &Said<'_>, env: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let find = |name: &str| {
            let found = said.known.iter().find(|(key, _)| key.name == name);
            found.map(|(_, value)| *value)
        };
        let secret = |name, variable| match env(variable) {
            Some(text) => {
                check::signing_secret(&text).map_err(|why| format!("{variable} {why}"))?;
                Ok::<_, String>(Some((Secret(text), Origin::Env(variable))))
            }
            None => {
                let text = find(name).and_then(Value::as_str);
                Ok(text.map(|text| (Secret(text.to_owned()), Origin::MemoryossFile)))
            }
        };
        Ok(Self {
            jwt_secret: secret("auth.jwt_secret", "MEMORYOSS_JWT_SECRET")?,
            jwt_expiry_secs: find("auth.jwt_expiry_secs").and_then(check::whole),
            audit_hmac_secret: secret("auth.audit_hmac_secret", "MEMORYOSS_AUDIT_HMAC_SECRET")?,
            ip_allowlists: find("trust.ip_allowlists")
                .map(allowlists)
                .unwrap_or_default(),
            others: others(said),
        })
    }

    pub fn rows(&self) -> Vec<Row> {
        let secrets = [
            ("auth.jwt_secret", &self.jwt_secret),
            ("auth.audit_hmac_secret", &self.audit_hmac_secret),
        ];
        let secrets = secrets.into_iter().filter_map(|(key, secret)| {
            let (_, origin) = secret.as_ref()?;
            Some(Row::new(key, SECRET, origin))
        });
        let expiry = self.jwt_expiry_secs;
        let expiry =
            expiry.map(|secs| Row::new("auth.jwt_expiry_secs", secs, &Origin::MemoryossFile));
        let lists = self.ip_allowlists.iter().map(|(namespace, list)| {
            let key = format!("trust.ip_allowlists.{namespace}");
            Row::new(&key, list.join(", "), &Origin::MemoryossFile)
        });
        let rows = secrets.chain(expiry).chain(lists);
        rows.map(Row::unused).chain(self.others.clone()).collect()
    }
}

fn allowlists(value: &Value) -> BTreeMap<String, Vec<String>> {
    let texts = |list: &Value| {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let lists = value.as_table().into_iter().flatten();
    lists
        .map(|(namespace, list)| (namespace.clone(), texts(list)))
        .collect()
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
