//! `memoryoss.toml`, read as it is and translated one way into settings of ours.

pub mod keys;
mod translate;

use std::path::Path;

use mneme_wire::Fault;
use toml::Table;

use super::foreign::check::Said;
use super::foreign::{Translated, check, unused, warnings};
use super::origin::Origin;
use super::show::{Row, SECRET};
use super::{Again, Settings, Source, bad, file};
use crate::args::Global;
use translate::translated;

/// What is asked of the translation.
pub struct Wanted<'a> {
    pub path: &'a Path,
    /// Plain HTTP, whatever the file says of TLS.
    pub dev: bool,
}

/// Secrets the environment has the last word on.
const SECRETS: [(&str, &str); 2] = [
    ("auth.jwt_secret", "MEMORYOSS_JWT_SECRET"),
    ("auth.audit_hmac_secret", "MEMORYOSS_AUDIT_HMAC_SECRET"),
];
const HINT: &str = "memoryoss.toml.example shows every setting";

pub fn load(wanted: &Wanted<'_>, global: Global) -> Result<Settings, Fault> {
    let text =
        std::fs::read_to_string(wanted.path).map_err(|error| missing(wanted.path, &error))?;
    let mut settings = read(&text, wanted, global.clone())?;
    let (path, dev) = (wanted.path.to_path_buf(), wanted.dev);
    settings.again = Again::by(move || load(&Wanted { path: &path, dev }, global.clone()));
    Ok(settings)
}

/// What the file at the wanted path says.
pub fn read(text: &str, wanted: &Wanted<'_>, mut global: Global) -> Result<Settings, Fault> {
    let wrong = |why: String| Fault {
        hint: HINT.into(),
        ..bad(format!("{}: {why}", wanted.path.display()))
    };
    // The library would print the line itself, and with it what may be a secret.
    let table: Table =
        toml::from_str(text).map_err(|error| file::wrong(wanted.path, text, &error))?;
    let beside = wanted.path.parent().unwrap_or(Path::new("."));
    let said = check::read(keys::KEYS, &table, beside, &Origin::MemoryossFile).map_err(wrong)?;
    let env = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let mut ours = translated(&said, &table, wanted).map_err(wrong)?;
    secrets(&mut ours, env).map_err(wrong)?;
    let loaded = ours.finish().map_err(wrong)?;
    if loaded.file.data_dir.is_some() {
        global.data_dir = None;
    }
    let mut settings = Settings::assemble(&global, loaded)?;
    settings.source = Some(Source::of(wanted.path, &table));
    finish(&mut settings, &said);
    unlock(&mut settings, wanted);
    let warned = warnings(wanted.path, &said.unknown, &settings.shown);
    settings.warnings.extend(warned);
    Ok(settings)
}

fn secrets(ours: &mut Translated, env: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    for (setting, variable) in SECRETS {
        let Some(secret) = env(variable) else {
            continue;
        };
        check::signing_secret(&secret).map_err(|why| format!("{variable} {why}"))?;
        ours.set(setting, secret.into(), Origin::Env(variable.to_owned()));
    }
    Ok(())
}

fn missing(path: &Path, error: &std::io::Error) -> Fault {
    let shown = path.display();
    if error.kind() != std::io::ErrorKind::NotFound {
        return bad(format!("{shown} cannot be read: {error}"));
    }
    let mut fault = bad(format!("config not found at '{shown}'"));
    fault.hint = String::from("`memoryoss setup` writes one, -c FILE names another");
    fault
}

/// Whoever develops with a file that has no keys is not asked for one.
fn unlock(settings: &mut Settings, wanted: &Wanted<'_>) {
    settings.unlocked = wanted.dev && settings.engine.access.api_keys.is_empty();
    if settings.unlocked {
        let told =
            "no API keys are configured: every program of this machine is admin of 'default'";
        settings.warnings.push(told.to_owned());
    }
}

/// Adds what only a file of memoryOSS says.
fn finish(settings: &mut Settings, said: &Said) {
    let keys = settings.engine.access.api_keys.len();
    if keys > 0 {
        let value = format!("{keys} {SECRET}");
        let row = Row::new("auth.api_keys", value, &Origin::MemoryossFile);
        settings.shown.push(row);
    }
    settings.shown.extend(unused(said));
    settings.shown.sort_by(|a, b| a.key.cmp(&b.key));
}
