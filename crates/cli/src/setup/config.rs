//! The settings file: what it says, how a new one looks, and how one that is there is changed.

mod fresh;
mod reader;
mod secrets;

use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use toml::{Table, Value};

use super::decide::Extraction;
use super::profile::Profile;
use super::team::Team;
use crate::connect::values;

pub use fresh::{fresh, renewed};
pub use reader::{LEAVE_OUT, Named, Reader};
pub use secrets::Secrets;

/// A secret nobody has put in yet starts like this in the example file.
const PLACEHOLDER: &str = "REPLACE_ME";

/// What there is at the place of the settings file.
#[derive(Debug)]
pub enum Existing {
    Nothing,
    /// The example, with secrets nobody put in.
    Example(Says),
    Settings(Says),
}

/// What a settings file says of what matters here.
#[derive(Clone, Debug, Default)]
pub struct Says {
    pub text: String,
    pub port: Option<u16>,
    pub core_port: Option<u16>,
    pub tls: bool,
    pub proxy: bool,
    /// Who reads conversations, where anything is kept of them.
    pub reader: Option<Reader>,
    /// The model that does, where one does.
    pub named: Named,
    /// Whether a key for that stands in it.
    pub reader_has_key: bool,
    /// Where calls are passed on to; the providers' own places where nothing is said.
    pub upstream: Option<String>,
    pub anthropic_upstream: Option<String>,
    /// Whether a client's key may do everything.
    pub admin_at_proxy: bool,
    /// From where the file is.
    pub data_dir: Option<PathBuf>,
    pub models_dir: Option<PathBuf>,
    /// Whether a model is to read conversations, where that is said.
    pub extraction: Option<bool>,
    /// What the gateway may do with memories, where that is said.
    pub mode: Option<String>,
    pub profile: Profile,
    /// Whether it says one at all.
    pub has_profile: bool,
    pub admins: usize,
    pub team: Option<Team>,
}

/// What is to be written.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub profile: Profile,
    pub port: u16,
    pub core_port: u16,
    pub data_dir: PathBuf,
    /// Where that was said.
    pub models_dir: Option<PathBuf>,
    pub mode: String,
    pub extraction: Extraction,
    /// Where calls are passed on to, where that is not the provider's own place.
    pub upstream: Option<String>,
    pub anthropic_upstream: Option<String>,
    pub secrets: Secrets,
    pub team: Option<Team>,
}

pub const PORT: u16 = 8000;

// === impl Existing ===

impl Existing {
    pub fn read(path: &Path) -> Result<Self, Fault> {
        if !path.exists() {
            return Ok(Existing::Nothing);
        }
        let planned = crate::connect::place::Planned::read(path.to_owned())?;
        let says = Says::of(&planned.before, path);
        let says = says.map_err(|fault| planned.named(fault))?;
        Ok(match is_example(&says.text) {
            true => Existing::Example(says),
            false => Existing::Settings(says),
        })
    }

    pub fn says(&self) -> Option<&Says> {
        match self {
            Existing::Nothing => None,
            Existing::Example(says) | Existing::Settings(says) => Some(says),
        }
    }
}

/// Remarks may speak of placeholders; values may not be any.
fn is_example(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| !line.starts_with('#') && line.contains(&format!("\"{PLACEHOLDER}")))
}

// === impl Says ===

impl Says {
    pub fn of(text: &str, path: &Path) -> Result<Self, Fault> {
        let table = values::read(text)?;
        let flag = |section: &str, key: &str| at(&table, section, key).and_then(Value::as_bool);
        let words = |section: &str, key: &str| at(&table, section, key).and_then(Value::as_str);
        let port = |key: &str| {
            let said = at(&table, "server", key).and_then(Value::as_integer);
            said.and_then(|port| u16::try_from(port).ok())
        };
        let beside = path.parent().unwrap_or(Path::new("."));
        let profile = words("setup", "profile").and_then(Profile::of_key);
        let team = |key| words("setup", key).map(str::to_owned);
        Ok(Self {
            text: text.to_owned(),
            port: port("port"),
            core_port: port("core_port"),
            tls: flag("tls", "enabled").unwrap_or(true),
            proxy: flag("proxy", "enabled").unwrap_or(false),
            reader: Reader::of(&table),
            named: Named::of(&table),
            reader_has_key: reader::has_key(&table),
            upstream: words("proxy", "upstream_url").map(str::to_owned),
            anthropic_upstream: words("proxy", "anthropic_upstream_url").map(str::to_owned),
            admin_at_proxy: admin_at_proxy(&table),
            data_dir: words("storage", "data_dir").map(|dir| beside.join(dir)),
            models_dir: words("embeddings", "models_dir").map(|dir| beside.join(dir)),
            extraction: flag("proxy", "extraction_enabled"),
            mode: words("proxy", "default_memory_mode").map(str::to_owned),
            profile: profile.unwrap_or_default(),
            has_profile: profile.is_some(),
            admins: admins(&table),
            team: team("team_id").map(|id| Team {
                id,
                label: team("team_label").unwrap_or_default(),
                catalog_id: team("team_catalog_id").unwrap_or_default(),
                manifest: team("team_manifest_path").unwrap_or_default().into(),
            }),
        })
    }

    /// The same where a model is asked for facts, or none is.
    pub fn with_extraction(self, asked: bool) -> Result<Self, Fault> {
        let said = asked.to_string();
        let text = values::set(&self.text, &["proxy"], "extraction_enabled", &said)?;
        Ok(Self { text, ..self })
    }

    /// The same where the gateway may do something else with memories.
    pub fn with_mode(self, mode: &str) -> Result<Self, Fault> {
        let text = values::set(&self.text, &["proxy"], "default_memory_mode", &quoted(mode))?;
        Ok(Self { text, ..self })
    }

    /// The text with another profile in it, and nothing else changed.
    pub fn with_profile(&self, profile: Profile, team: Option<&Team>) -> Result<String, Fault> {
        let mut rows = vec![("profile", profile.key().to_owned())];
        rows.extend(team.map(Team::rows).into_iter().flatten());
        rows.iter()
            .try_fold(self.text.clone(), |text, (key, value)| {
                let said = values::said(&text, &["setup"], key)?;
                match said.as_ref().and_then(Value::as_str) == Some(value) {
                    true => Ok(text),
                    false => values::set(&text, &["setup"], key, &quoted(value)),
                }
            })
    }
}

fn at<'t>(table: &'t Table, section: &str, key: &str) -> Option<&'t Value> {
    table.get(section)?.get(key)
}

fn entries<'t>(table: &'t Table, section: &str, key: &str) -> impl Iterator<Item = &'t Value> {
    let list = at(table, section, key).and_then(Value::as_array);
    list.into_iter().flatten()
}

fn admins(table: &Table) -> usize {
    admin_keys(table).count()
}

fn admin_keys(table: &Table) -> impl Iterator<Item = &str> {
    let keys = entries(table, "auth", "api_keys");
    let admins = keys.filter(|key| key.get("role").and_then(Value::as_str) == Some("admin"));
    admins.filter_map(|key| key.get("key")?.as_str())
}

fn admin_at_proxy(table: &Table) -> bool {
    let mut mapped = entries(table, "proxy", "key_mapping");
    mapped.any(|row| {
        let key = row.get("proxy_key").and_then(Value::as_str);
        key.is_some_and(|key| admin_keys(table).any(|admin| admin == key))
    })
}

/// A text of JSON is one of TOML.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
