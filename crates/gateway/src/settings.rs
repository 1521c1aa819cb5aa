//! How the gateway acts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mneme_model::Secret;

use crate::mode::{Kind, Mode};

#[derive(Clone, Debug)]
pub struct Settings {
    pub enabled: bool,
    /// Chat completions, Responses, models and everything else below `/proxy/v1`.
    pub openai: Upstream,
    /// Its address is that of the messages themselves.
    pub anthropic: Upstream,
    pub extraction: Extraction,
    /// Which share of a model's context memory may take.
    pub max_memory_pct: f64,
    pub min_recall_score: f64,
    pub min_channel_score: f64,
    pub diversity_factor: f64,
    pub confidence_gate: bool,
    pub identifier_first: Option<bool>,
    /// What holds where a client says nothing.
    pub mode: Mode,
    /// Whether a client may say something.
    pub client_control: bool,
    pub passthrough: Passthrough,
    /// Log only that there was a call, and how it went.
    pub privacy: bool,
    /// Contexts of models, by name, that go before those we know.
    pub context_sizes: BTreeMap<String, u64>,
    pub keys: Vec<Mapping>,
    pub placement: Placement,
    /// Whether what was said is kept, beside the facts in it.
    pub record_turns: bool,
    /// How long a call waits for memory.
    pub patience: Duration,
    /// How long it waits for the model to read the question.
    pub reading: Duration,
    /// How often the rules are looked at that hold when memory is gone.
    pub rules_every: Duration,
    /// How long a provider may say nothing: before its answer begins, and within one that is no stream.
    pub silence: Duration,
    /// The longest request.
    pub request_bytes: usize,
    /// The longest answer that is not a stream, where somebody wants longer ones refused.
    pub reply_bytes: Option<usize>,
    /// Ids of keys that open the store and must never reach a provider.
    pub own_keys: BTreeSet<String>,
    /// Keep to the habits of memoryOSS where ours are others.
    pub published_habits: bool,
}

#[derive(Clone, Debug)]
pub struct Upstream {
    pub url: String,
    pub key: Option<Secret>,
}

/// Who reads facts out of a conversation.
#[derive(Clone, Debug)]
pub struct Extraction {
    pub enabled: bool,
    pub by: Extractor,
    pub model: String,
    pub key: Option<Secret>,
    /// Rules of our own, without any call.
    pub coprocessor: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extractor {
    OpenAi,
    Claude,
    Ollama,
}

/// A key of ours, whose memory it opens and which key of the provider's stands for it.
#[derive(Clone, Debug)]
pub struct Mapping {
    pub proxy_key: Secret,
    pub upstream_key: Option<Secret>,
    pub namespace: String,
}

/// Whether a client may come with the provider's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passthrough {
    No,
    /// From this machine only.
    Local,
    Anywhere,
}

/// Where the block goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// To the system's words, before the conversation.
    System,
    /// Behind everything a provider may have in its cache.
    Tail,
}

/// Where whoever brings no key of ours has its memory: nowhere that a key was made for.
pub const OPEN: &str = "default";
pub const OPENAI: &str = "https://api.openai.com/v1";
pub const ANTHROPIC: &str = "https://api.anthropic.com/v1/messages";
const MEBIBYTE: usize = 1024 * 1024;

// === impl Settings ===

impl Default for Settings {
    fn default() -> Self {
        Self {
            enabled: true,
            openai: Upstream::at(OPENAI),
            anthropic: Upstream::at(ANTHROPIC),
            extraction: Extraction::default(),
            max_memory_pct: 0.10,
            min_recall_score: 0.40,
            min_channel_score: 0.15,
            diversity_factor: 0.3,
            confidence_gate: true,
            identifier_first: None,
            mode: Mode::of(Kind::ReadOnly),
            client_control: true,
            passthrough: Passthrough::Local,
            privacy: true,
            context_sizes: BTreeMap::new(),
            keys: Vec::new(),
            placement: Placement::Tail,
            record_turns: false,
            patience: Duration::from_millis(1_500),
            reading: Duration::from_millis(10),
            rules_every: Duration::from_secs(2),
            silence: Duration::from_secs(300),
            request_bytes: 64 * MEBIBYTE,
            reply_bytes: None,
            own_keys: BTreeSet::new(),
            published_habits: false,
        }
    }
}

impl Settings {
    /// As memoryOSS has them where its file says nothing.
    pub fn published() -> Self {
        Self {
            enabled: false,
            passthrough: Passthrough::No,
            placement: Placement::System,
            published_habits: true,
            ..Self::default()
        }
    }

    /// What a provider is shown for somebody without a key of ours: their own. A key that was
    /// configured is spent for its owner's clients only, unless that is how it was published and
    /// nobody was given a key of ours to be told by.
    pub fn shown_for(&self, upstream: &Upstream, token: &str) -> Secret {
        let shared = self.published_habits && self.keys.is_empty();
        let configured = upstream.key.clone().filter(|_| shared);
        configured.unwrap_or_else(|| Secret(token.to_owned()))
    }

    /// Whether whoever reaches the door, from anywhere, is passed on with a key that was configured.
    pub fn is_open_to_all(&self) -> bool {
        let shared = self.published_habits && self.keys.is_empty();
        let configured = self.openai.key.is_some() || self.anthropic.key.is_some();
        self.enabled && shared && configured && self.passthrough == Passthrough::Anywhere
    }

    /// The key for Anthropic. One provider's key is nothing for the other to see, unless that is
    /// how it was published.
    pub fn anthropic_key(&self) -> Option<Secret> {
        let other = || self.openai.key.clone().filter(|_| self.published_habits);
        self.anthropic.key.clone().or_else(other)
    }
}

// === impl Upstream ===

impl Upstream {
    pub fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            key: None,
        }
    }

    /// The address without what would be doubled by a path behind it.
    pub fn base(&self) -> &str {
        self.url.trim_end_matches('/')
    }
}

// === impl Extraction ===

impl Default for Extraction {
    fn default() -> Self {
        Self {
            enabled: true,
            by: Extractor::OpenAi,
            model: String::from("gpt-4o-mini"),
            key: None,
            coprocessor: false,
        }
    }
}

// === impl Extractor ===

impl Extractor {
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "openai" => Some(Self::OpenAi),
            "claude" => Some(Self::Claude),
            "ollama" => Some(Self::Ollama),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Claude => "claude",
            Self::Ollama => "ollama",
        }
    }
}

// === impl Placement ===

impl Placement {
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "system" => Some(Self::System),
            "tail" => Some(Self::Tail),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Tail => "tail",
        }
    }
}
