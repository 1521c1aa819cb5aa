//! Which model reads texts, and the order answers come in.

pub mod elsewhere;

use std::path::{Path, PathBuf};

use mneme_engine::Ranking;
use mneme_index::Embeddings;
use mneme_index::embed::{Precision, catalogue};
use mneme_wire::Fault;

use super::bad;
use super::file::File;
use crate::args::Global;

const DEFAULT_MODEL: &str = "all-minilm-l6-v2";

/// The configured model of this machine; `None` when it is switched off, or elsewhere.
pub fn read(file: &File, models_dir: &Path) -> Result<Option<Embeddings>, Fault> {
    let section = &file.embeddings;
    let name = section.model.as_deref().unwrap_or(DEFAULT_MODEL);
    if name == "off" || elsewhere::is_named(name) {
        return Ok(None);
    }
    let known = catalogue::find(name)
        .ok_or_else(|| bad(format!("embeddings.model: there is no model '{name}'")))?;
    let precision = match section.precision.as_deref() {
        None | Some("int8") => Precision::Int8,
        Some("f32") => Precision::Exact,
        Some(other) => {
            let message = format!("embeddings.precision: '{other}' is neither int8 nor f32");
            return Err(bad(message));
        }
    };
    Ok(Some(Embeddings {
        model: known.name.to_owned(),
        dir: models_dir.join(known.name),
        precision,
    }))
}

/// The flag or its variable, then the file, then the user's cache: weights can be had again.
pub fn models_dir(global: &Global, file: &File) -> Result<PathBuf, Fault> {
    let told = global.models_dir.clone();
    if let Some(dir) = told.or_else(|| file.embeddings.models_dir.clone()) {
        return Ok(dir);
    }
    let from = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let cache = from("XDG_CACHE_HOME").or_else(|| from("HOME").map(|home| home.join(".cache")));
    let cache = cache.ok_or_else(|| bad("no home directory is known: give --models-dir"))?;
    Ok(cache.join("mneme").join("models"))
}

pub fn ranking(file: &File) -> Result<Option<Ranking>, Fault> {
    let Some(name) = file.recall.ranking.as_deref() else {
        return Ok(None);
    };
    let offered = [Ranking::Mneme, Ranking::Memoryoss];
    let found = offered.into_iter().find(|ranking| ranking.name() == name);
    found.map(Some).ok_or_else(|| {
        bad(format!(
            "recall.ranking: '{name}' is neither mneme nor memoryoss"
        ))
    })
}
