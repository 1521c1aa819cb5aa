//! Who reads conversations: a model, or rules of our own.

use std::collections::HashMap;
use std::time::Duration;

use mneme_access::key_id;
use mneme_model::Secret;
use mneme_providers::chat::{Chat, Form, Protocol, Settings as Asking};

use crate::settings::{Extractor, OPENAI, Settings};

pub(super) enum Reads {
    /// By rules of our own.
    Alone,
    /// By asking a model, with a key that was given for that.
    With(Box<Chat>),
    /// By asking a model with the key behind the client's own, of whoever has one: nobody's key
    /// reads what others say.
    Each(HashMap<String, Chat>),
}

const PATIENCE: Duration = Duration::from_secs(30);
const MOST_TOKENS: u32 = 2_048;

// === impl Reads ===

impl Reads {
    /// Nobody, unless somebody wants it and there is a key for it that was given for this.
    pub(super) fn of(settings: &Settings) -> Result<Option<Self>, String> {
        let extraction = &settings.extraction;
        if extraction.coprocessor {
            return Ok(Some(Self::Alone));
        }
        if !extraction.enabled {
            return Ok(None);
        }
        if let Some(key) = common_key(settings) {
            return Ok(Some(Self::With(Box::new(chat(settings, key)?))));
        }
        let chats = own_keys(settings).map(|(subject, key)| Ok((subject, chat(settings, key)?)));
        let chats: HashMap<String, Chat> = chats.collect::<Result<_, String>>()?;
        Ok((!chats.is_empty()).then_some(Self::Each(chats)))
    }
}

/// Whether a model elsewhere is told what is said: somebody wants it, and there is a key for it.
pub fn asks_a_model(settings: &Settings) -> bool {
    let extraction = &settings.extraction;
    let keyed = || common_key(settings).is_some() || own_keys(settings).next().is_some();
    extraction.enabled && !extraction.coprocessor && keyed()
}

fn chat(settings: &Settings, key: Secret) -> Result<Chat, String> {
    Chat::new(asking(settings, key)).map_err(|error| error.to_string())
}

/// A key that was given for reading, or for all of our clients.
fn common_key(settings: &Settings) -> Option<Secret> {
    let extraction = &settings.extraction;
    let usual = match extraction.by {
        Extractor::OpenAi => settings.openai.key.clone(),
        Extractor::Claude => settings.anthropic.key.clone(),
        Extractor::Ollama => Some(Secret(String::new())),
    };
    extraction.key.clone().or(usual)
}

/// Whoever has a key of ours with another behind it; whether that is OpenAI's shows where it is used.
fn own_keys(settings: &Settings) -> impl Iterator<Item = (String, Secret)> {
    let openai = settings.extraction.by == Extractor::OpenAi;
    let keys = settings.keys.iter().filter(move |_| openai);
    keys.filter_map(|mapping| {
        let subject = key_id(&mapping.proxy_key.0);
        Some((subject, mapping.upstream_key.clone()?))
    })
}

/// Ours and the providers', longer ones before those they begin with.
pub(super) fn known_keys(settings: &Settings) -> Vec<Secret> {
    let mapped = settings.keys.iter().flat_map(|mapping| {
        let own = Some(&mapping.proxy_key);
        own.into_iter().chain(&mapping.upstream_key)
    });
    let (openai, anthropic) = (&settings.openai.key, &settings.anthropic.key);
    let others = [openai, anthropic, &settings.extraction.key];
    let mut known: Vec<Secret> = mapped
        .chain(others.into_iter().flatten())
        .cloned()
        .collect();
    known.sort_by_key(|key| std::cmp::Reverse(key.0.len()));
    known
}

fn asking(settings: &Settings, key: Secret) -> Asking {
    let extraction = &settings.extraction;
    let (protocol, base_url) = match extraction.by {
        Extractor::OpenAi => (Protocol::OpenAi, settings.openai.base().to_owned()),
        Extractor::Claude => {
            let url = settings.anthropic.base();
            let base = url.strip_suffix("/messages").unwrap_or(url);
            (Protocol::Anthropic, base.to_owned())
        }
        Extractor::Ollama => (Protocol::Ollama, ollama(settings)),
    };
    Asking {
        base_url,
        timeout: PATIENCE,
        total: PATIENCE,
        // What costs money is asked once.
        attempts: 1,
        // Each call that may be learnt from is: whoever wants less switches it off.
        tokens_per_day: 0,
        form: Form::Text(MOST_TOKENS),
        ..Asking::new(protocol, &extraction.model, key)
    }
}

/// Where the other calls go, without their version; its usual place where they go to OpenAI.
fn ollama(settings: &Settings) -> String {
    let base = settings.openai.base();
    match base == OPENAI {
        true => Protocol::Ollama.base_url().to_owned(),
        false => base.strip_suffix("/v1").unwrap_or(base).to_owned(),
    }
}

#[cfg(test)]
mod tests;
