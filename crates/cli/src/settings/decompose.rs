//! Who splits questions to a large namespace: nobody, unless a provider is named.

use std::time::Duration;

use mneme_engine::PartsSettings;
use mneme_model::Secret;
use mneme_providers::chat::{self, Protocol};
use mneme_wire::Fault;

use super::bad;
use super::file::DecomposeSection;

pub const PROVIDER: &str = "none";
pub const TOKENS: usize = 2_000;
/// Somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);
const TOKENS_PER_DAY: u64 = 2_000_000;

pub fn read(
    section: &DecomposeSection,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Option<PartsSettings>, Fault> {
    let tokens = section.token_budget.unwrap_or(TOKENS);
    let Some(protocol) = protocol(section)? else {
        return Ok(None);
    };
    let key = key(section, protocol, env)?;
    Ok(Some(PartsSettings {
        chat: chat::Settings {
            base_url: base(section.endpoint.as_deref().unwrap_or_default()),
            timeout: PATIENCE,
            total: PATIENCE,
            attempts: 1,
            tokens_per_day: TOKENS_PER_DAY,
            ..chat::Settings::new(protocol, model(section, protocol), key)
        },
        tokens,
    }))
}

fn protocol(section: &DecomposeSection) -> Result<Option<Protocol>, Fault> {
    match section.provider.as_deref().unwrap_or(PROVIDER) {
        "none" | "off" | "" => Ok(None),
        "openai" => Ok(Some(Protocol::OpenAi)),
        "claude" | "anthropic" => Ok(Some(Protocol::Anthropic)),
        "ollama" => Ok(Some(Protocol::Ollama)),
        other => Err(bad(format!(
            "decompose.provider: '{other}' is none of none, openai, claude, ollama"
        ))),
    }
}

/// The key that is told, else the provider's own variable.
fn key(
    section: &DecomposeSection,
    protocol: Protocol,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Secret, Fault> {
    let variable = match protocol {
        Protocol::Anthropic => "ANTHROPIC_API_KEY",
        Protocol::Ollama => return Ok(Secret(String::new())),
        _ => "OPENAI_API_KEY",
    };
    let told = section.api_key.clone().or_else(|| env(variable));
    let told = told.filter(|key| !key.trim().is_empty());
    told.map(Secret).ok_or_else(|| {
        bad(format!(
            "decompose.provider needs decompose.api_key, or the variable {variable}"
        ))
    })
}

pub fn model(section: &DecomposeSection, protocol: Protocol) -> String {
    let usual = match protocol {
        Protocol::Anthropic => "claude-sonnet-4-6",
        Protocol::Ollama => "llama3.1",
        _ => "gpt-4o-mini",
    };
    section.model.clone().unwrap_or_else(|| usual.to_owned())
}

/// The address of a provider, or of the one path of it that is asked.
fn base(endpoint: &str) -> String {
    let endpoint = endpoint.trim_end_matches('/');
    let paths = ["/chat/completions", "/messages", "/api/generate"];
    let base = paths.iter().find_map(|path| endpoint.strip_suffix(path));
    base.unwrap_or(endpoint).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(toml: &str) -> DecomposeSection {
        toml::from_str(toml).unwrap()
    }

    #[test]
    fn nobody_is_asked_who_was_not_named() {
        let env = |_: &str| Some(String::from("sk-of-others"));
        assert!(read(&section(""), env).unwrap().is_none());
        assert!(read(&section("provider = \"oracle\""), env).is_err());
        assert!(read(&section("provider = \"openai\""), |_| None).is_err());
        let claude = read(&section("provider = \"claude\""), env);
        let claude = claude.unwrap().unwrap().chat;
        assert_eq!(claude.model, "claude-sonnet-4-6");
        assert_eq!(claude.api_key.0, "sk-of-others");
        let local = "provider = \"ollama\"\nendpoint = \"http://h:1/api/generate/\"";
        let local = read(&section(local), |_| None).unwrap().unwrap();
        assert_eq!(local.chat.base_url, "http://h:1");
    }
}
