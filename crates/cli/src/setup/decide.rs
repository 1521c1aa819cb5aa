//! Who gets what. Nothing here looks at the machine or changes it.

use serde::{Deserialize, Serialize};

use super::found::{Found, Login};
use super::profile::{CLIENTS, Client, Profile};
use crate::args::SignIn;

/// What was chosen where there was a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub claude: SignIn,
    pub codex: SignIn,
}

// === impl Chosen ===

impl Chosen {
    fn of(self, client: Client) -> SignIn {
        match client {
            Client::Claude => self.claude,
            Client::Codex => self.codex,
            Client::Cursor => SignIn::Oauth,
        }
    }
}

/// Variables that lead calls of a provider through the gateway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exports {
    pub openai: bool,
    pub anthropic: bool,
}

// === impl Exports ===

impl Exports {
    pub fn has(self, client: Client) -> bool {
        match client {
            Client::Claude => self.anthropic,
            Client::Codex => self.openai,
            Client::Cursor => false,
        }
    }

    pub fn without(self, client: Client) -> Self {
        Self {
            openai: self.openai && client != Client::Codex,
            anthropic: self.anthropic && client != Client::Claude,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub profile: Profile,
    /// Who is let in.
    pub clients: Vec<Client>,
    /// Whose entries of ours go.
    pub pruned: Vec<Client>,
    pub exports: Exports,
    pub extraction: Extraction,
    /// Who goes by the API key because somebody said so.
    pub by_key: Vec<Client>,
}

/// Who reads what passes through the gateway, and whether anybody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extraction {
    pub enabled: bool,
    /// By rules of our own: a key was found, but not where the server has it.
    pub alone: bool,
    pub provider: &'static str,
    pub model: &'static str,
}

// === impl Extraction ===

impl Extraction {
    pub fn switched_off(self) -> Self {
        Self {
            enabled: false,
            alone: false,
            ..self
        }
    }

    /// Whether a provider's key is spent for it.
    pub fn asks(self, client: Client) -> bool {
        let provider = match client {
            Client::Claude => "claude",
            Client::Codex => "openai",
            Client::Cursor => return false,
        };
        self.enabled && !self.alone && self.provider == provider
    }
}

impl Default for Chosen {
    fn default() -> Self {
        Self {
            claude: SignIn::Oauth,
            codex: SignIn::Oauth,
        }
    }
}

pub fn decide(profile: Profile, found: &Found, chosen: Chosen) -> Decision {
    let wanted = |client: &Client| match profile.client() {
        Some(only) => only == *client,
        None => found.has(*client),
    };
    let prunes = matches!(profile, Profile::Claude | Profile::Codex);
    Decision {
        profile,
        clients: CLIENTS.into_iter().filter(wanted).collect(),
        pruned: prunes.then_some(Client::Cursor).into_iter().collect(),
        exports: exports(profile, found, chosen),
        extraction: extraction(profile, found),
        by_key: by_key(found, chosen),
    }
}

/// Where both ways are open; where one is, there is nothing to choose.
fn by_key(found: &Found, chosen: Chosen) -> Vec<Client> {
    let both = |login: Login| login.oauth && login.key;
    let clients = CLIENTS
        .into_iter()
        .filter(|client| both(found.login(*client)));
    clients
        .filter(|client| chosen.of(*client) == SignIn::Key)
        .collect()
}

/// A login of its own would be broken by an address that is not its provider's.
fn exports(profile: Profile, found: &Found, chosen: Chosen) -> Exports {
    let safe = |login: Login, chosen: SignIn| login.key && (!login.oauth || chosen == SignIn::Key);
    Exports {
        openai: leads(profile, Client::Codex) && safe(found.codex, chosen.codex),
        anthropic: leads(profile, Client::Claude) && safe(found.claude, chosen.claude),
    }
}

/// Whether a profile may lead an agent's calls at all.
pub fn leads(profile: Profile, client: Client) -> bool {
    profile == Profile::Auto || profile.client() == Some(client)
}

/// A login is no credential for work of our own: only a key is.
fn extraction(profile: Profile, found: &Found) -> Extraction {
    let (codex, claude) = (found.codex.key, found.claude.key);
    // A key that is for an address we cannot ask is for nobody else.
    let usable = |client: Client| {
        let address = found.addresses.of(client);
        address.is_none_or(|address| address.asked(client).is_some())
    };
    let openai = (
        "openai",
        "gpt-4o-mini",
        codex,
        found.handed.openai && usable(Client::Codex),
    );
    let claude = (
        "claude",
        "claude-haiku-4-5-20251001",
        claude,
        found.handed.anthropic && usable(Client::Claude),
    );
    let claude_alone = found.has(Client::Claude) && !found.has(Client::Codex);
    let first = match profile {
        Profile::Claude => [claude, openai],
        Profile::Auto | Profile::TeamNode if claude_alone => [claude, openai],
        _ => [openai, claude],
    };
    // One whose key the server has goes before one whose key it has not.
    let handed = first
        .into_iter()
        .find(|(_, _, key, handed)| *key && *handed);
    let with_key = first.into_iter().find(|(_, _, key, _)| *key);
    let (provider, model, enabled, handed) = handed.or(with_key).unwrap_or(first[0]);
    Extraction {
        enabled,
        alone: enabled && !handed,
        provider,
        model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Login = Login {
        oauth: false,
        key: false,
    };
    const KEY: Login = Login {
        oauth: false,
        key: true,
    };
    const OAUTH: Login = Login {
        oauth: true,
        key: false,
    };
    const BOTH: Login = Login {
        oauth: true,
        key: true,
    };
    const KEYS: Chosen = Chosen {
        claude: SignIn::Key,
        codex: SignIn::Key,
    };

    fn found(claude: Login, codex: Login) -> Found {
        Found {
            clients: vec![Client::Claude, Client::Codex],
            claude,
            codex,
            ..Found::default()
        }
    }

    fn exported(profile: Profile, found: &Found, chosen: Chosen) -> (bool, bool) {
        let exports = decide(profile, found, chosen).exports;
        (exports.anthropic, exports.openai)
    }

    #[test]
    fn g_048_an_address_is_exported_only_where_no_login_would_break() {
        let oauth = Chosen::default();
        for (claude, codex, chosen, expected) in [
            (NONE, NONE, oauth, (false, false)),
            (KEY, KEY, oauth, (true, true)),
            (OAUTH, OAUTH, KEYS, (false, false)),
            (BOTH, KEY, oauth, (false, true)),
            (BOTH, BOTH, oauth, (false, false)),
            (BOTH, BOTH, KEYS, (true, true)),
            (KEY, BOTH, oauth, (true, false)),
        ] {
            let found = found(claude, codex);
            let told = format!("{claude:?} {codex:?} {chosen:?}");
            assert_eq!(exported(Profile::Auto, &found, chosen), expected, "{told}");
            for none in [Profile::Cursor, Profile::TeamNode] {
                assert_eq!(exported(none, &found, chosen), (false, false), "{told}");
            }
            let (anthropic, openai) = expected;
            assert_eq!(
                exported(Profile::Claude, &found, chosen),
                (anthropic, false)
            );
            assert_eq!(exported(Profile::Codex, &found, chosen), (false, openai));
        }
    }

    #[test]
    fn only_a_key_switches_extraction_on() {
        let told = |claude, codex| {
            let extraction = decide(Profile::Auto, &found(claude, codex), KEYS).extraction;
            (extraction.enabled, extraction.provider)
        };
        assert_eq!(told(OAUTH, OAUTH), (false, "openai"));
        assert_eq!(told(BOTH, OAUTH), (true, "claude"));
        assert_eq!(told(KEY, KEY), (true, "openai"));
        let mut handed = found(KEY, KEY);
        let extraction = decide(Profile::Auto, &handed, KEYS).extraction;
        assert!(extraction.alone, "no server has a key of a shell's file");
        handed.handed.anthropic = true;
        let extraction = decide(Profile::Auto, &handed, KEYS).extraction;
        assert_eq!((extraction.alone, extraction.provider), (false, "claude"));
        let alone = Found {
            clients: vec![Client::Claude],
            ..found(OAUTH, NONE)
        };
        let extraction = decide(Profile::Auto, &alone, KEYS).extraction;
        assert_eq!((extraction.enabled, extraction.provider), (false, "claude"));
    }

    #[test]
    fn a_named_profile_is_for_its_agent_and_the_others_for_those_found() {
        let found = found(NONE, NONE);
        let clients = |profile| decide(profile, &found, KEYS).clients;
        assert_eq!(clients(Profile::Cursor), [Client::Cursor]);
        assert_eq!(clients(Profile::Auto), [Client::Claude, Client::Codex]);
        assert_eq!(clients(Profile::TeamNode), [Client::Claude, Client::Codex]);
        let pruned = |profile| decide(profile, &found, KEYS).pruned;
        assert_eq!(pruned(Profile::Codex), [Client::Cursor]);
        assert!(pruned(Profile::Auto).is_empty() && pruned(Profile::Cursor).is_empty());
    }
}
