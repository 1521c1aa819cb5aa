//! What the notebook does with what it holds, and the model it may ask. A key under one of the
//! published names is the permission to ask: that is what it is set for.

use mneme_engine::notebook::Settings;
use mneme_model::Secret;
use mneme_providers::chat::{self, Protocol};
use mneme_wire::Fault;

use super::super::bad;
use super::super::file::NotebookSection;

/// The key's two names, in the order they are asked.
pub const KEYS: [&str; 2] = ["GEMINI_API_KEY", "GOOGLE_API_KEY"];
const MODEL: &str = "GEMINI_MODEL";
pub const BASE: &str = "GEMINI_BASE_URL";
const USUAL_MODEL: &str = "gemini-2.5-flash";
/// What an address without a path is asked under.
const VERSION: &str = "v1beta";

/// The variables, as `from` finds them, win over the file. `told` is a model the file names for
/// everything that is summed up.
pub fn read(
    section: &NotebookSection,
    told: Option<chat::Settings>,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Settings, Fault> {
    let usual = Settings::default();
    let from = |name: &str| from(name).filter(|value| !value.trim().is_empty());
    let flag = |name: &str, own: Option<bool>, usual: bool| match from(name) {
        Some(text) => on(name, text.trim()),
        None => Ok(own.unwrap_or(usual)),
    };
    Ok(Settings {
        compress: flag(
            "AGENTMEMORY_AUTO_COMPRESS",
            section.auto_compress,
            usual.compress,
        )?,
        extract: flag(
            "GRAPH_EXTRACTION_ENABLED",
            section.graph_extraction,
            usual.extract,
        )?,
        consolidate: flag(
            "CONSOLIDATION_ENABLED",
            section.consolidation,
            usual.consolidate,
        )?,
        forget: flag("AUTO_FORGET_ENABLED", section.auto_forget, usual.forget)?,
        chat: told.or_else(|| gemini(from)),
    })
}

/// Whom to ask, if there is a key.
pub fn gemini(from: impl Fn(&str) -> Option<String>) -> Option<chat::Settings> {
    let (_, key) = key(&from)?;
    let model = from(MODEL).unwrap_or_else(|| USUAL_MODEL.into());
    Some(chat::Settings {
        base_url: base(from(BASE)),
        ..chat::Settings::new(Protocol::Gemini, model.trim(), key)
    })
}

/// The key, and the name it was found under.
pub fn key(from: impl Fn(&str) -> Option<String>) -> Option<(&'static str, Secret)> {
    let found = |name: &&'static str| Some((*name, Secret(from(name)?.trim().to_owned())));
    KEYS.iter().find_map(found)
}

/// An address as it is asked.
pub fn base(told: Option<String>) -> String {
    let base = told.unwrap_or_default();
    let base = base.trim().trim_end_matches('/');
    let host = base.split_once("://").map_or(base, |(_, host)| host);
    match base.is_empty() || host.contains('/') {
        true => base.to_owned(),
        false => format!("{base}/{VERSION}"),
    }
}

fn on(name: &str, text: &str) -> Result<bool, Fault> {
    match text.to_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(bad(format!("{name} is '{text}'; it must be true or false"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pairs: &[(&str, &str)]) -> Result<Settings, Fault> {
        let section = NotebookSection::default();
        read(&section, None, |name| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn either_name_of_the_key_is_a_permission_to_ask() {
        assert!(told(&[]).unwrap().chat.is_none());
        assert!(told(&[("GEMINI_API_KEY", " ")]).unwrap().chat.is_none());
        for name in KEYS {
            let chat = told(&[(name, "k"), (BASE, "http://127.0.0.1:9")]).unwrap();
            let chat = chat.chat.unwrap();
            assert_eq!(chat.protocol, Protocol::Gemini);
            assert_eq!(
                (chat.model.as_str(), chat.api_key.0.as_str()),
                (USUAL_MODEL, "k")
            );
            assert_eq!(chat.base_url, "http://127.0.0.1:9/v1beta");
        }
        assert_eq!(base(Some("http://h/v2/".into())), "http://h/v2");
        assert_eq!(base(None), "");
    }

    #[test]
    fn flags_are_off_unless_somebody_says_so_and_forgetting_is_on() {
        let usual = told(&[]).unwrap();
        let off = [usual.compress, usual.extract, usual.consolidate];
        assert_eq!((off, usual.forget), ([false; 3], true));
        let set = told(&[
            ("CONSOLIDATION_ENABLED", "TRUE"),
            ("AUTO_FORGET_ENABLED", "false"),
        ]);
        let set = set.unwrap();
        assert!(set.consolidate && !set.forget && !set.compress);
        assert!(told(&[("CONSOLIDATION_ENABLED", "maybe")]).is_err());
    }
}
