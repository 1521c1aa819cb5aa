//! Addresses of providers that somebody chose before us: a company's own way to its models, mostly.

use serde_json::Value;

use crate::connect::values;
use crate::setup::profile::Client;

/// Where calls of one provider go by somebody's wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub url: String,
    /// Where it was found, for people.
    pub from: String,
    /// Whether an agent has it for itself: no shell changes that.
    pub own: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    pub openai: Option<Address>,
    pub anthropic: Option<Address>,
}

pub const OPENAI: &str = "OPENAI_BASE_URL";
pub const ANTHROPIC: &str = "ANTHROPIC_BASE_URL";

// === impl Address ===

impl Address {
    fn new(url: &str, from: impl Into<String>) -> Option<Self> {
        let url = url.trim().trim_end_matches('/');
        (!url.is_empty() && !is_ours(url)).then(|| Self {
            url: url.to_owned(),
            from: from.into(),
            own: false,
        })
    }

    fn of_an_agent(url: &str, from: &str) -> Option<Self> {
        let own = true;
        Self::new(url, from).map(|address| Self { own, ..address })
    }

    /// Without a name and a password in it, and without the values of a query.
    pub fn shown(&self) -> String {
        let Some((scheme, rest)) = self.url.split_once("://") else {
            return unasked(&self.url);
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (place, path) = rest.split_at(end);
        match place.rsplit_once('@') {
            Some((_, host)) => format!("{scheme}://…@{host}{}", unasked(path)),
            // A password with a sign in it that should not stand there as it is.
            None if path.contains('@') => format!("{scheme}://…"),
            None => format!("{scheme}://{place}{}", unasked(path)),
        }
    }

    /// What the gateway's settings call the same place; none where it would not be the same, as
    /// with a name only a shell knows, where it should not stand in a file, or would help nobody.
    pub fn upstream(&self, client: Client) -> Option<String> {
        self.asked(client).filter(|_| !self.own)
    }

    /// The same for what is asked with the key that belongs to it: also an agent's own.
    pub fn asked(&self, client: Client) -> Option<String> {
        let rest = self.url.strip_prefix("https://");
        let rest = rest.or_else(|| self.url.strip_prefix("http://"))?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:[]".contains(c);
        if rest.is_empty() || !rest.chars().all(plain) {
            return None;
        }
        Some(match client {
            // Clients put the way to the messages behind it.
            Client::Claude => format!("{}/v1/messages", self.url),
            Client::Codex | Client::Cursor => self.url.clone(),
        })
    }
}

// === impl Addresses ===

impl Addresses {
    pub fn of(&self, client: Client) -> Option<&Address> {
        match client {
            Client::Claude => self.anthropic.as_ref(),
            Client::Codex => self.openai.as_ref(),
            Client::Cursor => None,
        }
    }

    /// Those of the environment; what a gateway of ours put there is none.
    pub fn said(var: impl Fn(&str) -> Option<String>) -> Self {
        let said = |name: &str| Address::new(&var(name)?, "the environment");
        Self {
            openai: said(OPENAI),
            anthropic: said(ANTHROPIC),
        }
    }

    /// And where nothing is known yet, those a shell's file exports.
    pub fn or_exported(self, rc: &str, file: &str) -> Self {
        let said = |name: &str| {
            let mut lines = rc.lines().rev();
            let value = lines.find_map(|line| exported(line, name))?;
            Address::new(value, file)
        };
        Self {
            openai: self.openai.or_else(|| said(OPENAI)),
            anthropic: self.anthropic.or_else(|| said(ANTHROPIC)),
        }
    }

    /// And those an agent's own settings name.
    pub fn or_configured(self, claude: &str, codex: &str) -> Self {
        let claude = || {
            let settings: Value = serde_json::from_str(claude).ok()?;
            let url = settings["env"][ANTHROPIC].as_str()?;
            Address::of_an_agent(url, "Claude Code's own settings")
        };
        let codex = || Address::of_an_agent(&codex_url(codex)?, "Codex's own settings");
        Self {
            openai: self.openai.or_else(codex),
            anthropic: self.anthropic.or_else(claude),
        }
    }
}

/// What is asked for stays, but for its values: a key may be one.
fn unasked(path: &str) -> String {
    let Some(at) = path.find(['?', '#']) else {
        return path.to_owned();
    };
    let (before, behind) = path.split_at(at);
    let Some(query) = behind.strip_prefix('?') else {
        return format!("{before}#…");
    };
    let hidden = query
        .split(['&', ';', '#'])
        .map(|part| match part.split_once('=') {
            // What only ends with the sign is a value that was coded.
            Some((name, value)) if !value.trim_matches('=').is_empty() => format!("{name}=…"),
            _ => String::from("…"),
        });
    let hidden: Vec<String> = hidden.collect();
    format!("{before}?{}", hidden.join("&"))
}

/// The address of the provider that Codex is told to use.
fn codex_url(config: &str) -> Option<String> {
    let config = values::read(config).ok()?;
    let chosen = config.get("model_provider").and_then(toml::Value::as_str);
    let own = chosen.and_then(|name| config.get("model_providers")?.get(name)?.get("base_url"));
    let url = own.or_else(|| config.get("openai_base_url"))?;
    url.as_str().map(str::to_owned)
}

/// The value a line of a shell exports under a name.
fn exported<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let line = line.trim_start().strip_prefix("export ")?.trim_start();
    let value = line.strip_prefix(name)?.strip_prefix('=')?;
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split([' ', '\t', ';', '#']).next(),
    }
}

/// A gateway of ours, whichever port it has.
fn is_ours(url: &str) -> bool {
    let rest = url.strip_prefix("http://").unwrap_or(url);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let here = ["127.0.0.1", "localhost", "[::1]"].contains(&host);
    here && (path.starts_with("proxy/v1") || path.starts_with("proxy/anthropic"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(address: Option<Address>) -> Option<String> {
        address.map(|address| address.url)
    }

    #[test]
    fn what_somebody_chose_is_found_and_what_we_wrote_is_not_theirs() {
        let said = |url: &'static str| {
            let said = Addresses::said(|name| (name == OPENAI).then(|| url.to_owned()));
            self::url(said.openai)
        };
        assert_eq!(said("https://llm.corp/v1/").unwrap(), "https://llm.corp/v1");
        assert_eq!(said("http://127.0.0.1:8000/proxy/v1"), None);
        assert_eq!(said("http://localhost:9/proxy/anthropic/v1"), None);
        assert!(said("http://127.0.0.1:4000/v1").is_some(), "another's");
        assert_eq!(said("  "), None);
    }

    #[test]
    fn the_last_line_of_a_shell_counts_and_an_agent_is_asked_last() {
        let rc = "export OPENAI_BASE_URL=https://old/v1\n# export OPENAI_BASE_URL=no\n export OPENAI_BASE_URL=\"https://llm.corp/v1\" # ours\nexport ANTHROPIC_BASE_URL='https://a.corp'\n";
        let found = Addresses::default().or_exported(rc, "~/.bashrc");
        assert_eq!(url(found.openai.clone()).unwrap(), "https://llm.corp/v1");
        assert_eq!(url(found.anthropic.clone()).unwrap(), "https://a.corp");
        let claude = r#"{"env": {"ANTHROPIC_BASE_URL": "https://c.corp"}}"#;
        let codex =
            "model_provider = \"corp\"\n[model_providers.corp]\nbase_url = \"https://x.corp/v1\"\n";
        let own = Addresses::default().or_configured(claude, codex);
        assert_eq!(url(own.anthropic).unwrap(), "https://c.corp");
        assert_eq!(url(own.openai).unwrap(), "https://x.corp/v1");
        assert_eq!(found.clone().or_configured(claude, codex), found);
        assert_eq!(
            Addresses::default().or_configured("x", "["),
            Addresses::default()
        );
    }

    #[test]
    fn only_a_plain_address_becomes_one_of_the_gateway() {
        let address = |url: &str| Address::new(url, "x").unwrap();
        let corp = address("https://llm.corp/v1");
        assert_eq!(corp.upstream(Client::Codex).unwrap(), "https://llm.corp/v1");
        let corp = address("https://llm.corp/anthropic");
        assert_eq!(
            corp.upstream(Client::Claude).unwrap(),
            "https://llm.corp/anthropic/v1/messages"
        );
        for odd in [
            "$CORP/v1",
            "https://u:p@llm.corp/v1",
            "https://llm.corp/v1?api-version=1",
            "ftp://x",
            "https://",
        ] {
            let odd = Address {
                url: odd.to_owned(),
                from: String::new(),
                own: false,
            };
            assert_eq!(odd.upstream(Client::Codex), None, "{odd:?}");
            assert!(!odd.shown().contains("u:p"), "{}", odd.shown());
        }
    }

    #[test]
    fn an_address_is_shown_without_what_may_be_a_secret() {
        for (url, shown) in [
            ("https://llm.corp/v1", "https://llm.corp/v1"),
            ("https://u:p@llm.corp/v1", "https://…@llm.corp/v1"),
            ("https://u:p@q@llm.corp/v1", "https://…@llm.corp/v1"),
            ("https://u:p/q@llm.corp/v1", "https://…"),
            (
                "https://a/v1?api-key=9f8e&v=2",
                "https://a/v1?api-key=…&v=…",
            ),
            ("https://a/v1?9f8e==", "https://a/v1?…"),
            ("https://a/v1?v=2#9f8e", "https://a/v1?v=…&…"),
            ("https://a/v1#9f8e", "https://a/v1#…"),
            ("$CORP/v1?key=9f8e", "$CORP/v1?key=…"),
        ] {
            let address = Address::new(url, "x").unwrap();
            assert_eq!(address.shown(), shown);
        }
    }
}
