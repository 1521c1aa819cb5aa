//! Which credentials there are, never what they say.

use serde_json::Value;

/// Which provider takes a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    OpenAi,
    Anthropic,
    /// None, or a token of a login, which the gateway must not spend.
    None,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    pub openai: bool,
    pub anthropic: bool,
}

const VARIABLES: [&str; 2] = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"];

// === impl Key ===

impl Key {
    pub fn of(text: &str) -> Self {
        match text.trim() {
            token if token.starts_with("sk-ant-oat") => Key::None,
            key if key.starts_with("sk-ant-") => Key::Anthropic,
            key if key.starts_with("sk-") => Key::OpenAi,
            _ => Key::None,
        }
    }
}

// === impl Keys ===

impl Keys {
    pub fn count(&mut self, key: Key) {
        match key {
            Key::OpenAi => self.openai = true,
            Key::Anthropic => self.anthropic = true,
            Key::None => {}
        }
    }

    /// With those a shell's file exports.
    pub fn and(mut self, rc: &str) -> Self {
        rc.lines()
            .filter_map(exported)
            .for_each(|key| self.count(key));
        self
    }
}

fn exported(line: &str) -> Option<Key> {
    let line = line.trim().strip_prefix("export ")?.trim_start();
    let (name, value) = line.split_once('=')?;
    let value = value.trim().trim_start_matches(['"', '\'']);
    VARIABLES.contains(&name).then(|| Key::of(value))
}

/// The key in Codex's own file.
pub fn codex_key(auth: &str) -> Key {
    let auth = json(auth);
    auth["OPENAI_API_KEY"].as_str().map_or(Key::None, Key::of)
}

pub fn codex_oauth(auth: &str) -> bool {
    let tokens = &json(auth)["tokens"];
    tokens.as_object().is_some_and(|tokens| !tokens.is_empty())
}

pub fn claude_oauth(credentials: &str) -> bool {
    json(credentials)["claudeAiOauth"].is_object()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_tokens_and_from_each_other() {
        assert_eq!(Key::of("sk-proj-1"), Key::OpenAi);
        assert_eq!(Key::of("sk-ant-api03-1"), Key::Anthropic);
        assert_eq!(Key::of("sk-ant-oat01-1"), Key::None, "a login's token");
        assert_eq!(Key::of("REPLACE_ME"), Key::None);
        let rc = "# export OPENAI_API_KEY=sk-1\nexport ANTHROPIC_API_KEY='sk-ant-api-1'\nexport OTHER=sk-2\n";
        let keys = Keys::default().and(rc);
        assert_eq!((keys.openai, keys.anthropic), (false, true));
        assert!(
            Keys::default()
                .and(" export OPENAI_API_KEY=\"sk-1\"")
                .openai
        );
    }

    #[test]
    fn logins_are_found_in_the_files_of_the_agents() {
        let oauth = r#"{"OPENAI_API_KEY": null, "tokens": {"access_token": "x"}}"#;
        assert!(codex_oauth(oauth) && codex_key(oauth) == Key::None);
        let key = r#"{"OPENAI_API_KEY": "sk-1", "tokens": null}"#;
        assert!(!codex_oauth(key) && codex_key(key) == Key::OpenAi);
        assert!(!codex_oauth("no json") && !claude_oauth(""));
        assert!(claude_oauth(r#"{"claudeAiOauth": {"accessToken": "x"}}"#));
    }
}
