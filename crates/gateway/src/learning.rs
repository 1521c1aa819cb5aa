//! Learning from conversations that went by: behind the client's back, one after the other, and
//! never at the cost of a call.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use mneme_access::{Caller, key_id};
use mneme_engine::{Fact, SaidIn};
use mneme_model::{Clock, Secret};
use mneme_providers::chat::{Chat, Form, Protocol, Settings as Asking};
use tokio::sync::mpsc::Receiver;

use crate::answer;
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
    /// Where its turns are kept, if they are.
    pub said_in: Option<SaidIn>,
}

/// The queue of what is to be learned from.
pub struct Learning {
    lessons: Option<Offers<Lesson>>,
    /// Whom it is learned from, where that is not everybody.
    only: Option<HashSet<String>>,
}

/// Whoever reads lessons.
struct Pupil {
    memory: Arc<dyn Memory>,
    clock: Arc<dyn Clock>,
    reads: Reads,
    seen: Seen,
    /// Keys of the settings: no provider reads them in what somebody said.
    known: Vec<Secret>,
}

enum Reads {
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

// === impl Learning ===

impl Learning {
    pub fn open(
        settings: &Settings,
        memory: Arc<dyn Memory>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let Some(reads) = Reads::of(settings)? else {
            return Ok(Self {
                lessons: None,
                only: None,
            });
        };
        let only = match &reads {
            Reads::Each(chats) => Some(chats.keys().cloned().collect()),
            Reads::Alone | Reads::With(_) => None,
        };
        let (lessons, waiting) = queue();
        let pupil = Pupil {
            memory,
            clock,
            reads,
            seen: Seen::default(),
            known: known_keys(settings),
        };
        tokio::spawn(pupil.read_all(waiting));
        let lessons = Some(lessons);
        Ok(Self { lessons, only })
    }

    /// Whether anybody could learn something from what a caller says.
    pub fn wanted(&self, caller: &Caller) -> bool {
        let only = self.only.as_ref();
        self.lessons.is_some() && only.is_none_or(|only| only.contains(&caller.subject))
    }

    /// At once: whoever has no time for it drops it.
    pub fn offer(&self, lesson: Lesson) {
        if !self.wanted(&lesson.caller) {
            return;
        }
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
fn known_keys(settings: &Settings) -> Vec<Secret> {
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
        let Some(fresh) = self.seen.fresh(&lesson.caller.namespace, &said) else {
            return;
        };
        let known = &said[..said.len() - fresh.len()];
        let mut facts = self.facts(&lesson, known, fresh).await;
        // Whoever read for us may have put a secret in words of its own.
        facts.retain(|fact| !extract::tells_secret(&fact.content));
        for fact in &mut facts {
            fact.said_in.clone_from(&lesson.said_in);
            fact.overheard = !extract::is_of_user(&fact.content, known, fresh);
        }
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

    /// By rules of our own.
    fn alone(lesson: &Lesson, known: &[Line<'_>], said: &[Line<'_>]) -> Vec<Fact> {
        let before = known.iter().rev().find(|(role, _)| *role == "assistant");
        let before = before.map_or("", |(_, text)| *text);
        let mut facts = extract::coprocess(said, &lesson.answer);
        facts.extend(extract::statements(before, said));
        facts
    }

    async fn facts(&self, lesson: &Lesson, known: &[Line<'_>], said: &[Line<'_>]) -> Vec<Fact> {
        let chat = match &self.reads {
            Reads::Alone => return Self::alone(lesson, known, said),
            Reads::With(chat) => Some(&**chat),
            // A client's own key is shown to nobody but the provider it was used with: it may be
            // another's. Then our own rules read.
            Reads::Each(_) if lesson.inlet.form() != answer::Form::OpenAi => {
                return Self::alone(lesson, known, said);
            }
            Reads::Each(chats) => chats.get(&lesson.caller.subject),
        };
        let prompt = extract::prompt(known, said, &lesson.answer, &self.known);
        let (Some(chat), Some(prompt)) = (chat, prompt) else {
            return Vec::new();
        };
        match chat.ask(&prompt, self.clock.as_ref()).await {
            Ok(told) => {
                let facts = extract::facts(&told).into_iter();
                let new = |fact: &Fact| extract::is_new(&fact.content, known, said, &lesson.answer);
                facts.filter(new).collect()
            }
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

    fn mapping(proxy_key: &str) -> Mapping {
        Mapping {
            proxy_key: Secret(proxy_key.into()),
            upstream_key: Some(Secret(format!("behind-{proxy_key}"))),
            namespace: "a".into(),
        }
    }

    #[test]
    fn nobody_reads_without_a_key_that_was_given_for_it() {
        assert!(Reads::of(&Settings::default()).unwrap().is_none());
        let settings = Settings {
            openai: keyed("sk"),
            ..Settings::default()
        };
        assert_eq!(common_key(&settings).unwrap().0, "sk");
    }

    #[test]
    fn a_key_behind_one_of_ours_reads_what_its_holder_says() {
        for published_habits in [false, true] {
            let mut settings = Settings {
                keys: vec![mapping("pk-one"), mapping("pk-two")],
                published_habits,
                ..Settings::default()
            };
            let Some(Reads::Each(chats)) = Reads::of(&settings).unwrap() else {
                panic!("each by its own");
            };
            assert!(chats.contains_key(&key_id("pk-one")) && chats.len() == 2);
            let own: Vec<String> = own_keys(&settings).map(|(_, key)| key.0).collect();
            assert_eq!(own, ["behind-pk-one", "behind-pk-two"]);
            settings.extraction.key = Some(Secret("told".into()));
            assert!(matches!(Reads::of(&settings), Ok(Some(Reads::With(_)))));
            settings.extraction.enabled = false;
            assert!(matches!(Reads::of(&settings), Ok(None)));
        }
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
        let asked = |settings: &Settings| asking(settings, common_key(settings).unwrap());
        let told = asked(&settings);
        assert_eq!(
            (told.base_url.as_str(), told.api_key.0.as_str()),
            ("http://x/v1", "ak")
        );
        settings.extraction.by = Extractor::Ollama;
        assert_eq!(asked(&settings).base_url, "http://127.0.0.1:1");
        settings.openai = Upstream::at(OPENAI);
        assert_eq!(asked(&settings).base_url, "http://127.0.0.1:11434");
        assert_eq!(asked(&settings).tokens_per_day, 0, "no day is too long");
    }
}
