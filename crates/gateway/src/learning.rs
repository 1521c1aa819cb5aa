//! Learning from conversations that went by: behind the client's back, one after the other, and
//! never at the cost of a call.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use mneme_access::Caller;
use mneme_engine::Fact;
use mneme_model::{Clock, Secret};
use mneme_providers::chat::{Chat, Form, Protocol, Settings as Asking};
use tokio::sync::mpsc::Receiver;

use crate::extract::{self, Line, Seen};
use crate::inlets::{Inlet, Turn};
use crate::memory::Memory;
use crate::queue::{Offers, Waiting, queue};
use crate::settings::{Extractor, OPENAI, Settings};
use crate::signals;

/// A conversation, and the answer to it.
pub struct Lesson {
    pub caller: Caller,
    pub inlet: Inlet,
    pub body: Bytes,
    pub answer: String,
}

/// The queue of what is to be learned from.
pub struct Learning {
    lessons: Option<Offers<Lesson>>,
}

/// Whoever reads lessons.
struct Pupil {
    memory: Arc<dyn Memory>,
    clock: Arc<dyn Clock>,
    reads: Reads,
    seen: Seen,
}

enum Reads {
    /// By rules of our own.
    Alone,
    /// By asking a model.
    With(Box<Chat>),
}

const PATIENCE: Duration = Duration::from_secs(30);
const MOST_TOKENS: u32 = 2_048;

// === impl Learning ===

impl Learning {
    pub fn open(
        settings: &Settings,
        memory: Arc<dyn Memory>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let Some(reads) = Reads::of(settings)? else {
            return Ok(Self { lessons: None });
        };
        let (lessons, waiting) = queue();
        let pupil = Pupil {
            memory,
            clock,
            reads,
            seen: Seen::default(),
        };
        tokio::spawn(pupil.read_all(waiting));
        let lessons = Some(lessons);
        Ok(Self { lessons })
    }

    /// Whether anybody could learn something.
    pub fn wanted(&self) -> bool {
        self.lessons.is_some()
    }

    /// At once: whoever has no time for it drops it.
    pub fn offer(&self, lesson: Lesson) {
        let bytes = lesson.body.len() + lesson.answer.len();
        let offers = self.lessons.as_ref();
        if offers.is_some_and(|offers| !offers.offer(lesson, bytes)) {
            signals::UNLEARNED.add(1);
        }
    }
}

// === impl Reads ===

impl Reads {
    /// Nobody, unless somebody wants it and there is a key for it that was given for this.
    fn of(settings: &Settings) -> Result<Option<Self>, String> {
        let extraction = &settings.extraction;
        if extraction.coprocessor {
            return Ok(Some(Self::Alone));
        }
        let Some(asking) = asking(settings).filter(|_| extraction.enabled) else {
            return Ok(None);
        };
        let chat = Chat::new(asking).map_err(|error| error.to_string())?;
        Ok(Some(Self::With(Box::new(chat))))
    }
}

fn asking(settings: &Settings) -> Option<Asking> {
    let extraction = &settings.extraction;
    let told = extraction.key.clone();
    // With several clients, the key of one is not for what the others say.
    let shared = settings.published_habits || settings.keys.len() == 1;
    let mapped = || {
        let mut keys = settings.keys.iter().filter(|_| shared);
        keys.find_map(|mapping| mapping.upstream_key.clone())
    };
    let (protocol, key, base_url) = match extraction.by {
        Extractor::OpenAi => {
            let key = told
                .or_else(|| settings.openai.key.clone())
                .or_else(mapped)?;
            (Protocol::OpenAi, key, settings.openai.base().to_owned())
        }
        Extractor::Claude => {
            let key = told.or_else(|| settings.anthropic.key.clone())?;
            let url = settings.anthropic.base();
            let base = url.strip_suffix("/messages").unwrap_or(url);
            (Protocol::Anthropic, key, base.to_owned())
        }
        Extractor::Ollama => (Protocol::Ollama, Secret(String::new()), ollama(settings)),
    };
    Some(Asking {
        base_url,
        timeout: PATIENCE,
        total: PATIENCE,
        // What costs money is asked once.
        attempts: 1,
        form: Form::Text(MOST_TOKENS),
        ..Asking::new(protocol, &extraction.model, key)
    })
}

/// Where the other calls go, without their version; its usual place where they go to OpenAI.
fn ollama(settings: &Settings) -> String {
    let base = settings.openai.base();
    match base == OPENAI {
        true => Protocol::Ollama.base_url().to_owned(),
        false => base.strip_suffix("/v1").unwrap_or(base).to_owned(),
    }
}

// === impl Pupil ===

impl Pupil {
    async fn read_all(mut self, mut waiting: Receiver<Waiting<Lesson>>) {
        while let Some(waited) = waiting.recv().await {
            self.read(waited.what).await;
        }
    }

    async fn read(&mut self, lesson: Lesson) {
        let turns = lesson.inlet.said(&lesson.body);
        let said: Vec<Line<'_>> = turns.iter().map(line).collect();
        if !self.seen.is_new(&lesson.caller.namespace, &said) {
            return;
        }
        let facts = self.facts(&said, &lesson.answer).await;
        if facts.is_empty() {
            return;
        }
        match self.memory.learn(&lesson.caller, facts).await {
            Ok(learned) => {
                let known = learned.stored.len() + learned.reused.len();
                signals::FACTS.add(known as u64);
                tracing::debug!(stored = learned.stored.len(), known, "learned from a call");
            }
            Err(lost) => tracing::warn!(?lost, "what was learned from a call is lost"),
        }
    }

    async fn facts(&self, said: &[Line<'_>], answer: &str) -> Vec<Fact> {
        let chat = match &self.reads {
            Reads::Alone => return extract::coprocess(said, answer),
            Reads::With(chat) => chat,
        };
        let Some(prompt) = extract::prompt(said, answer) else {
            return Vec::new();
        };
        match chat.ask(&prompt, self.clock.as_ref()).await {
            Ok(told) => extract::facts(&told),
            Err(error) => {
                tracing::warn!(%error, "nothing was learned from a call");
                Vec::new()
            }
        }
    }
}

fn line(turn: &Turn) -> Line<'_> {
    (&turn.role, &turn.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Mapping, Upstream};

    fn keyed(key: &str) -> Upstream {
        Upstream {
            key: Some(Secret(key.into())),
            ..Upstream::at("http://127.0.0.1:1/v1")
        }
    }

    #[test]
    fn nobody_reads_without_a_key_that_was_given_for_it() {
        assert!(asking(&Settings::default()).is_none());
        assert!(Reads::of(&Settings::default()).unwrap().is_none());
        let settings = Settings {
            openai: keyed("sk"),
            ..Settings::default()
        };
        assert_eq!(asking(&settings).unwrap().api_key.0, "sk");
        let mapping = Mapping {
            proxy_key: Secret("pk".into()),
            upstream_key: Some(Secret("mapped".into())),
            namespace: "a".into(),
        };
        let mut settings = Settings {
            keys: vec![mapping.clone()],
            ..Settings::default()
        };
        assert_eq!(asking(&settings).unwrap().api_key.0, "mapped");
        settings.keys.push(mapping);
        assert!(asking(&settings).is_none(), "whose key would it be?");
        settings.published_habits = true;
        assert_eq!(asking(&settings).unwrap().api_key.0, "mapped");
    }

    #[test]
    fn each_provider_is_asked_where_its_calls_go() {
        let mut settings = Settings {
            openai: keyed("sk"),
            ..Settings::default()
        };
        settings.anthropic = Upstream {
            url: "http://x/v1/messages".into(),
            ..keyed("ak")
        };
        settings.extraction.by = Extractor::Claude;
        let asked = asking(&settings).unwrap();
        assert_eq!(
            (asked.base_url.as_str(), asked.api_key.0.as_str()),
            ("http://x/v1", "ak")
        );
        settings.extraction.by = Extractor::Ollama;
        assert_eq!(asking(&settings).unwrap().base_url, "http://127.0.0.1:1");
        settings.openai = Upstream::at(OPENAI);
        assert_eq!(
            asking(&settings).unwrap().base_url,
            "http://127.0.0.1:11434"
        );
    }
}
