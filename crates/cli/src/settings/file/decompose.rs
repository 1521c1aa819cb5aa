//! Who splits questions.

use serde::Deserialize;

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DecomposeSection {
    /// `none`, `openai`, `claude` or `ollama`.
    pub provider: Option<String>,
    pub api_key: Option<String>,
    pub model: Option<String>,
    /// Where it is asked, instead of its usual place.
    pub endpoint: Option<String>,
    /// How much it may be told about a namespace.
    pub token_budget: Option<usize>,
}
