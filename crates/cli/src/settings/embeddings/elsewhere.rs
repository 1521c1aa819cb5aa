//! A model elsewhere that reads texts: Gemini's, asked with the key under one of its published
//! names. Under `agentmemory` the key alone is the permission; else the settings file must name
//! the model, because what is kept leaves this machine.

use std::time::Duration;

use mneme_providers::embed::{GEMINI, Settings};
use mneme_wire::Fault;

use super::super::bad;
use super::super::file::EmbeddingsSection;
use super::super::notebook::holds;

/// Whether a name of the settings file is one of a model elsewhere.
pub fn is_named(model: &str) -> bool {
    model == GEMINI.0
}

/// Whom to ask; `None` where texts are read here.
pub fn read(
    section: &EmbeddingsSection,
    by_key: bool,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Option<Settings>, Fault> {
    let from = |name: &str| from(name).filter(|value| !value.trim().is_empty());
    let named = section.model.as_deref().map(is_named);
    if !named.unwrap_or(by_key) {
        return Ok(None);
    }
    let Some((_, key)) = holds::key(from) else {
        return match named {
            Some(_) => Err(no_key()),
            None => Ok(None),
        };
    };
    let usual = Settings::gemini(key);
    let timeout = section.timeout_ms.map(Duration::from_millis);
    let timeout = timeout.unwrap_or(usual.timeout);
    if timeout.is_zero() {
        return Err(bad("embeddings.timeout_ms must be more than 0"));
    }
    Ok(Some(Settings {
        base_url: holds::base(from(holds::BASE).or_else(|| section.base_url.clone())),
        timeout,
        ..usual
    }))
}

fn no_key() -> Fault {
    let [one, other] = holds::KEYS;
    bad(format!(
        "embeddings.model: {} is asked with a key, and there is none: set {one} or {other}",
        GEMINI.0
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(
        section: &EmbeddingsSection,
        by_key: bool,
        pairs: &[(&str, &str)],
    ) -> Result<Option<Settings>, Fault> {
        read(section, by_key, |name| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_key_is_a_permission_under_one_name_only_and_a_named_model_needs_one() {
        let silent = EmbeddingsSection::default();
        for name in holds::KEYS {
            assert!(told(&silent, false, &[(name, "k")]).unwrap().is_none());
            let asked = told(&silent, true, &[(name, "k")]).unwrap().unwrap();
            assert_eq!((asked.api_key.0.as_str(), asked.dimension), ("k", 768));
        }
        assert!(
            told(&silent, true, &[("GEMINI_API_KEY", " ")])
                .unwrap()
                .is_none()
        );
        let named = |model: &str| EmbeddingsSection {
            model: Some(model.to_owned()),
            base_url: Some(String::from("http://h")),
            timeout_ms: Some(5),
            ..EmbeddingsSection::default()
        };
        let (key, base) = (("GOOGLE_API_KEY", "k"), ("GEMINI_BASE_URL", "http://e/v2"));
        let asked = told(&named(GEMINI.0), false, &[key]).unwrap().unwrap();
        assert_eq!(asked.base_url, "http://h/v1beta");
        assert_eq!(asked.timeout.as_millis(), 5);
        let asked = told(&named(GEMINI.0), false, &[key, base])
            .unwrap()
            .unwrap();
        assert_eq!(asked.base_url, "http://e/v2", "the variable wins");
        assert!(told(&named(GEMINI.0), true, &[]).is_err());
        for here in ["off", "all-minilm-l6-v2"] {
            assert!(
                told(&named(here), true, &[key]).unwrap().is_none(),
                "{here}"
            );
        }
    }
}
