//! Who reads conversations that pass the gateway, as far as a settings file says.

use toml::{Table, Value};

use super::{at, entries};
use crate::running::ToldTo;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// It was switched off.
    Nobody,
    /// A few rules of our own, which ask no model.
    Rules,
    /// A model, with a key that stands in the file or without one.
    Model,
    /// A model, if the server has a key in its environment; else nobody.
    Perhaps,
}

/// The model a file names for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub provider: String,
    pub model: String,
}

const WAY: &str = "set proxy.extract_api_key (and extract_provider, extract_model)";
pub const LEAVE_OUT: &str = "--no-extraction leaves that out";

// === impl Named ===

impl Named {
    pub fn of(table: &Table) -> Self {
        let words = |key: &str| at(table, "proxy", key).and_then(Value::as_str);
        Self {
            provider: words("extract_provider").unwrap_or("openai").to_owned(),
            model: words("extract_model").unwrap_or("gpt-4o-mini").to_owned(),
        }
    }

    /// For people: whose model, and which.
    pub fn shown(&self) -> String {
        let provider = match self.provider.as_str() {
            "openai" => "OpenAI",
            "claude" => "Anthropic",
            "ollama" => "Ollama",
            other => other,
        };
        format!("{provider} ({})", self.model)
    }
}

impl From<ToldTo> for Named {
    fn from(ToldTo { provider, model }: ToldTo) -> Self {
        Self { provider, model }
    }
}

// === impl Reader ===

impl Reader {
    /// Nothing where nothing would be kept.
    pub fn of(table: &Table) -> Option<Self> {
        let flag = |key: &str| at(table, "proxy", key).and_then(Value::as_bool);
        let words = |key: &str| at(table, "proxy", key).and_then(Value::as_str);
        let keeps = matches!(words("default_memory_mode"), Some("full" | "after"));
        if !keeps || flag("enabled") != Some(true) {
            return None;
        }
        Some(match words("memory_coprocessor") {
            Some("local_heuristic") => Self::Rules,
            _ if flag("extraction_enabled") == Some(false) => Self::Nobody,
            _ if has_key(table) => Self::Model,
            _ => Self::Perhaps,
        })
    }

    /// What somebody should know who expects that something is learned, and what helps.
    pub fn told(self) -> Option<(&'static str, String)> {
        match self {
            Self::Model => None,
            Self::Nobody => Some((
                "nobody reads conversations that pass the gateway",
                format!("{WAY} and proxy.extraction_enabled = true"),
            )),
            Self::Rules => Some((
                "only a few rules of our own read conversations, no model does",
                format!("{WAY} and proxy.memory_coprocessor = \"off\""),
            )),
            Self::Perhaps => Some((
                "nobody reads conversations unless the server has a provider's key in its environment: the settings have none",
                WAY.to_owned(),
            )),
        }
    }

    /// The same where the server that runs says whom it tells, or that it tells nobody.
    pub fn told_of(self, told_to: Option<&Named>) -> Option<(String, String)> {
        match (self, told_to) {
            (Self::Perhaps, Some(named)) => Some((
                format!(
                    "conversations are read for facts by {}, with a key of the server's environment",
                    named.shown()
                ),
                String::from("`mneme setup --no-extraction` leaves that out"),
            )),
            (Self::Perhaps, None) => Some((
                String::from(
                    "nobody reads conversations: the server has no provider's key, neither in its settings nor in its environment",
                ),
                WAY.to_owned(),
            )),
            _ => self.told().map(|(told, way)| (told.to_owned(), way)),
        }
    }
}

/// Whether a file has what its reader needs.
pub fn has_key(table: &Table) -> bool {
    let words = |key: &str| at(table, "proxy", key).and_then(Value::as_str);
    let said = |key: &str| words(key).is_some_and(|key| !key.trim().is_empty());
    let behind = || {
        let mut rows = entries(table, "proxy", "key_mapping");
        rows.any(|row| row.get("upstream_key").is_some())
    };
    said("extract_api_key")
        || match words("extract_provider") {
            Some("ollama") => true,
            Some("claude") => said("anthropic_api_key"),
            _ => said("upstream_api_key") || behind(),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_of_who_reads() {
        let reader = |more: &str| {
            let text = format!("[proxy]\nenabled = true\ndefault_memory_mode = \"full\"\n{more}");
            Reader::of(&text.parse().unwrap())
        };
        for (more, expected) in [
            ("", Reader::Perhaps),
            ("extraction_enabled = false", Reader::Nobody),
            ("extract_api_key = \"sk-1\"", Reader::Model),
            ("extract_provider = \"ollama\"", Reader::Model),
            (
                "extract_provider = \"claude\"\nupstream_api_key = \"sk-1\"",
                Reader::Perhaps,
            ),
            ("upstream_api_key = \"sk-1\"", Reader::Model),
            ("memory_coprocessor = \"local_heuristic\"", Reader::Rules),
        ] {
            assert_eq!(reader(more), Some(expected), "{more}");
            assert_eq!(expected.told().is_none(), expected == Reader::Model);
        }
        let quiet = "[proxy]\nenabled = true\ndefault_memory_mode = \"readonly\"\n";
        assert_eq!(Reader::of(&quiet.parse().unwrap()), None);
    }
}
