//! A workstation of a team: who the team is, and the note that it was set up.

use std::path::{Path, PathBuf, absolute};

use mneme_model::{Code, Moment};
use mneme_wire::Fault;
use serde::Deserialize;
use serde_json::json;

use super::profile::{Client, Profile};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    pub id: String,
    pub label: String,
    pub catalog_id: String,
    pub manifest: PathBuf,
}

#[derive(Deserialize)]
struct Manifest {
    team_id: String,
    #[serde(default)]
    team_label: String,
    catalog: Catalog,
}

#[derive(Deserialize)]
struct Catalog {
    catalog_id: String,
}

// === impl Team ===

impl Team {
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let wrong = |why: String| {
            let mut fault = Fault::new(Code::BadFile, format!("{}: {why}", path.display()));
            fault.hint = String::from(
                "a manifest is {\"team_id\", \"team_label\", \"catalog\": {\"catalog_id\", …}}",
            );
            fault
        };
        let path = absolute(path).map_err(|error| wrong(error.to_string()))?;
        let text = std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        let read: Manifest =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if read.team_id.trim().is_empty() || read.catalog.catalog_id.trim().is_empty() {
            return Err(wrong(String::from(
                "team_id and catalog.catalog_id must say something",
            )));
        }
        Ok(Self {
            id: read.team_id,
            label: read.team_label,
            catalog_id: read.catalog.catalog_id,
            manifest: path,
        })
    }

    /// As `[setup]` has it.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        vec![
            ("team_id", self.id.clone()),
            ("team_label", self.label.clone()),
            ("team_catalog_id", self.catalog_id.clone()),
            (
                "team_manifest_path",
                self.manifest.to_string_lossy().into_owned(),
            ),
        ]
    }

    /// The note, in the words it had; the time stays where nothing else changed.
    pub fn note(&self, before: &str, profile: Profile, clients: &[Client], now: Moment) -> String {
        let old: serde_json::Value = serde_json::from_str(before).unwrap_or_default();
        let mut note = json!({
            "team_id": self.id,
            "team_label": self.label,
            "catalog_id": self.catalog_id,
            "manifest_path": self.manifest,
            "applied_at": old["applied_at"],
            "profile": profile,
            "configured_clients": clients,
        });
        if note != old || !old["applied_at"].is_string() {
            note["applied_at"] = json!(now.rfc3339());
        }
        format!("{note:#}\n")
    }
}
