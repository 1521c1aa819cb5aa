//! What there is to say of a model elsewhere.

use super::Row;
use crate::environment;
use crate::settings::Settings;
use crate::settings::notebook::holds;
use crate::settings::origin::{Loaded, Origin};

/// Nothing where texts are read here.
pub fn base(settings: &Settings) -> String {
    let embed = settings.engine.embed.as_ref();
    embed.map_or_else(String::new, |embed| embed.base_url.clone())
}

pub fn timeout_ms(settings: &Settings) -> String {
    let embed = settings.engine.embed.as_ref();
    embed.map_or_else(String::new, |embed| embed.timeout.as_millis().to_string())
}

/// What variables said of it and no file.
pub fn by_variables(rows: &mut [Row], settings: &Settings, loaded: &Loaded) {
    if settings.engine.embed.is_none() {
        return;
    }
    let key = holds::key(environment::var).map(|(name, _)| name);
    let key = key.filter(|_| loaded.file.embeddings.model.is_none());
    let base = environment::var(holds::BASE).map(|_| holds::BASE);
    for (setting, variable) in [("embeddings.model", key), ("embeddings.base_url", base)] {
        let row = rows.iter_mut().find(|row| row.key == setting);
        if let (Some(row), Some(variable)) = (row, variable) {
            row.origin = Origin::Env(variable.to_owned()).to_string();
        }
    }
}
