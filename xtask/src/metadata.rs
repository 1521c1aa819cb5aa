//! What cargo says about our crates and everything they stand on.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::error::Error;

const COMMAND: &str = "cargo metadata";
/// Releases for other systems stand on a few more crates; this one is checked everywhere.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

#[derive(Clone, Debug, Default)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// Path of the manifest, relative to the workspace when it is ours.
    pub manifest: String,
    pub licence: Option<String>,
    pub needs: Vec<Need>,
}

#[derive(Clone, Debug)]
pub struct Need {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    Normal,
    Build,
    Dev,
}

/// Our own crates.
pub fn workspace(root: &Path) -> Result<Vec<Package>, Error> {
    ask(root, &["--no-deps"])
}

/// Our own crates and every crate below them. Neither the network nor the lock file is touched.
pub fn everything(root: &Path) -> Result<Vec<Package>, Error> {
    ask(
        root,
        &["--offline", "--locked", "--filter-platform", PLATFORM],
    )
}

fn ask(root: &Path, words: &[&str]) -> Result<Vec<Package>, Error> {
    let mut command = Command::new("cargo");
    command
        .args(["metadata", "--format-version", "1"])
        .args(words)
        .current_dir(root);
    let output = command
        .output()
        .map_err(|cause| Error::tool(COMMAND, cause))?;
    if !output.status.success() {
        return Err(Error::tool(
            COMMAND,
            String::from_utf8_lossy(&output.stderr),
        ));
    }
    let said = serde_json::from_slice(&output.stdout);
    packages(root, &said.map_err(|cause| Error::form(COMMAND, cause))?)
}

fn packages(root: &Path, said: &Value) -> Result<Vec<Package>, Error> {
    let list = said["packages"].as_array();
    let list = list.ok_or_else(|| Error::form(COMMAND, "no list of packages"))?;
    Ok(list.iter().map(|package| read(root, package)).collect())
}

fn read(root: &Path, package: &Value) -> Package {
    let manifest = Path::new(text(&package["manifest_path"]));
    let manifest = manifest.strip_prefix(root).unwrap_or(manifest);
    Package {
        name: text(&package["name"]).to_owned(),
        version: text(&package["version"]).to_owned(),
        manifest: manifest.display().to_string(),
        licence: package["license"].as_str().map(str::to_owned),
        needs: package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(need)
            .collect(),
    }
}

fn need(dependency: &Value) -> Need {
    let kind = match dependency["kind"].as_str() {
        Some("dev") => Kind::Dev,
        Some("build") => Kind::Build,
        _ => Kind::Normal,
    };
    Need {
        name: text(&dependency["name"]).to_owned(),
        kind,
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
impl Package {
    pub fn of(name: &str, needs: &[(&str, Kind)]) -> Self {
        let need = |(name, kind): &(&str, Kind)| Need {
            name: (*name).to_owned(),
            kind: *kind,
        };
        Self {
            name: name.to_owned(),
            manifest: format!("crates/{name}/Cargo.toml"),
            needs: needs.iter().map(need).collect(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_read_with_its_needs() {
        let said = serde_json::json!({"packages": [{
            "name": "mneme-store", "version": "0.1.0", "license": "Apache-2.0",
            "manifest_path": "/here/crates/store/Cargo.toml",
            "dependencies": [{"name": "ring", "kind": null}, {"name": "tempfile", "kind": "dev"}],
        }]});
        let read = packages(Path::new("/here"), &said).unwrap();
        assert_eq!(read[0].manifest, "crates/store/Cargo.toml");
        assert_eq!(read[0].licence.as_deref(), Some("Apache-2.0"));
        let kinds: Vec<Kind> = read[0].needs.iter().map(|need| need.kind).collect();
        assert_eq!(kinds, [Kind::Normal, Kind::Dev]);
    }
}
