//! Who writes summaries when it is not us: a model behind an address, if there is a key for it.

use std::time::Duration;

use mneme_model::Secret;
use mneme_providers::chat::{self, Protocol};

use super::file::SummarizerSection;

#[derive(Clone, Debug)]
pub struct Summarizer {
    pub provider: Provider,
    pub model: String,
    pub api_key: Option<Secret>,
    /// The only variable asked for a key, if one is named.
    pub api_key_env: Option<String>,
    pub api_base_url: String,
    /// For one attempt.
    pub timeout_secs: u64,
    /// For all attempts together.
    pub budget_secs: u64,
    /// How many tokens a day may cost; 0 is no limit.
    pub tokens_per_day: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
    /// Nobody outside: summaries are made of what was said.
    Extractive,
}

/// What was said goes to nobody outside unless a provider is named: a key that happens to lie in
/// the environment is no permission.
pub fn read(section: &SummarizerSection) -> (Summarizer, Option<String>) {
    let (provider, warning) = Provider::parse(section.provider.as_deref().unwrap_or("extractive"));
    let base = section.api_base_url.as_deref().unwrap_or(provider.base());
    let summarizer = Summarizer {
        provider,
        model: section
            .model
            .clone()
            .unwrap_or_else(|| provider.model().into()),
        api_key: section.api_key.clone().map(Secret),
        api_key_env: section.api_key_env.clone(),
        api_base_url: base.trim_end_matches('/').to_owned(),
        timeout_secs: section.timeout_secs.unwrap_or(60),
        budget_secs: section.budget_secs.unwrap_or(120),
        tokens_per_day: section.tokens_per_day.unwrap_or(2_000_000),
    };
    (summarizer, warning)
}

// === impl Summarizer ===

impl Summarizer {
    /// The key: the one that is told, else the one of the variable that is named, else the one of
    /// the provider's own variable.
    pub fn key(&self, env: impl Fn(&str) -> Option<String>) -> Option<Secret> {
        if self.api_key.is_some() {
            return self.api_key.clone();
        }
        env(self.variable()?)
            .filter(|key| !key.is_empty())
            .map(Secret)
    }

    /// Whom to ask, if there is somebody and a key for it.
    pub fn chat(&self, env: impl Fn(&str) -> Option<String>) -> Option<chat::Settings> {
        let protocol = match self.provider {
            Provider::OpenAi => Protocol::OpenAi,
            Provider::Anthropic => Protocol::Anthropic,
            Provider::Gemini => Protocol::Gemini,
            Provider::Extractive => return None,
        };
        Some(chat::Settings {
            base_url: self.api_base_url.clone(),
            timeout: Duration::from_secs(self.timeout_secs),
            total: Duration::from_secs(self.budget_secs),
            tokens_per_day: self.tokens_per_day,
            ..chat::Settings::new(protocol, &self.model, self.key(env)?)
        })
    }

    /// The variable that is asked when no key is told.
    pub fn variable(&self) -> Option<&str> {
        let usual = self.provider.variable()?;
        Some(self.api_key_env.as_deref().unwrap_or(usual))
    }
}

// === impl Provider ===

impl Provider {
    fn parse(name: &str) -> (Self, Option<String>) {
        match name.to_lowercase().as_str() {
            "openai" => (Self::OpenAi, None),
            "anthropic" => (Self::Anthropic, None),
            "gemini" => (Self::Gemini, None),
            "extractive" | "off" => (Self::Extractive, None),
            _ => {
                let told = format!("summarizer.provider: nobody knows '{name}'; taken as openai");
                (Self::OpenAi, Some(told))
            }
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Extractive => "extractive",
        }
    }

    fn base(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Extractive => "",
        }
    }

    fn model(self) -> &'static str {
        match self {
            Self::OpenAi | Self::Extractive => "gpt-4o-mini",
            Self::Anthropic => "claude-3-5-haiku-latest",
            Self::Gemini => "gemini-2.5-flash",
        }
    }

    fn variable(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Gemini => Some("GEMINI_API_KEY"),
            Self::Extractive => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_072_a_key_is_looked_for_in_order() {
        let env = |name: &str| match name {
            "MINE" => Some("of mine".to_owned()),
            "OPENAI_API_KEY" => Some("usual".to_owned()),
            _ => None,
        };
        let with = |key: Option<&str>, variable: Option<&str>, provider: &str| {
            let section = SummarizerSection {
                api_key: key.map(Into::into),
                api_key_env: variable.map(Into::into),
                provider: Some(provider.into()),
                ..SummarizerSection::default()
            };
            read(&section).0.key(env).map(|key| key.0)
        };
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(with(Some("told"), Some("MINE"), "openai"), told("told"));
        assert_eq!(with(None, Some("MINE"), "openai"), told("of mine"));
        assert_eq!(
            with(None, Some("EMPTY"), "openai"),
            None,
            "and only that one"
        );
        assert_eq!(with(None, None, "openai"), told("usual"));
        assert_eq!(with(None, None, "anthropic"), None);
        assert_eq!(with(None, None, "extractive"), None);
    }

    #[test]
    fn a_provider_nobody_knows_is_told_and_taken_as_the_usual_one() {
        let section = SummarizerSection {
            provider: Some("martian".into()),
            ..SummarizerSection::default()
        };
        let (summarizer, warning) = read(&section);
        assert_eq!(summarizer.provider, Provider::OpenAi);
        assert!(warning.unwrap().contains("martian"));
    }
}
