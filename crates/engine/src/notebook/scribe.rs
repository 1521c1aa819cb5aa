//! What a model makes of new observations, beside the writer: nobody waits for it, and without an
//! answer the observation stays as the rules told it.

use std::sync::{Arc, Weak};

use mneme_access::Caller;
use mneme_journal::{Intake, Journal, Origin};
use mneme_model::{Event, ids};
use mneme_notebook::compressed::{Compressed, Extracted};
use mneme_notebook::observation::Observation;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::{journal, notes};
use tokio::sync::{Mutex, mpsc};

use super::Settings;
use super::made::{self, From, Ids};
use super::mind::Mind;
use super::shelf::{self, Shelved};
use crate::{Engine, Error, Result};

impl Shelved for Compressed {
    const SHELF: &'static str = "compressed";
    const OPEN: bool = true;

    fn key(&self) -> String {
        self.observation_id.clone()
    }

    fn words(&self) -> String {
        Compressed::words(self)
    }
}

impl Shelved for Extracted {
    const SHELF: &'static str = "extracted";
    const OPEN: bool = true;

    fn key(&self) -> String {
        self.observation_id.clone()
    }

    fn words(&self) -> String {
        Extracted::words(self)
    }
}

/// Observations that wait for the model; more than that stay as they are.
const WAITING: usize = 1_000;
/// Questions under way at once.
const HANDS: usize = 4;

const COMPRESS: &str = "Tell this observation of a coding agent as {\"narrative\": one to three \
     sentences, \"facts\": list of sentences worth knowing later, \"concepts\": list of 1 to 6 \
     words, \"importance\": 1 (noise) to 10 (decisive)}.";
const EXTRACT: &str = "Find the things this observation of a coding agent names, and how they hang \
     together, as {\"entities\": [{\"name\", \"type\"}], \"relations\": [{\"source\", \
     \"target\", \"type\"}]}.";

struct Work {
    namespace: Namespace,
    origin: Origin,
    seen: Observation,
    occurred_ms: i64,
}

/// Takes observations down to be told again.
pub struct Scribe(mpsc::Sender<Work>);

struct Desk {
    mind: Arc<Mind>,
    /// The house may be closed before the model has answered.
    journal: Weak<Journal>,
    compress: bool,
    extract: bool,
}

// === impl Scribe ===

impl Scribe {
    /// None where nothing is asked of a model.
    pub fn start(
        settings: &Settings,
        mind: Option<&Arc<Mind>>,
        journal: &Arc<Journal>,
    ) -> Option<Self> {
        let mind = mind.filter(|_| settings.compress || settings.extract)?;
        let (sender, receiver) = mpsc::channel(WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let desk = Arc::new(Desk {
            mind: mind.clone(),
            journal: Arc::downgrade(journal),
            compress: settings.compress,
            extract: settings.extract,
        });
        for _ in 0..HANDS {
            tokio::spawn(work(desk.clone(), receiver.clone()));
        }
        Some(Self(sender))
    }

    pub fn take(&self, namespace: Namespace, origin: Origin, seen: Observation, occurred_ms: i64) {
        let work = Work {
            namespace,
            origin,
            seen,
            occurred_ms,
        };
        if self.0.try_send(work).is_err() {
            tracing::warn!("too many observations wait for the model; one stays as it is");
        }
    }
}

async fn work(desk: Arc<Desk>, receiver: Arc<Mutex<mpsc::Receiver<Work>>>) {
    loop {
        let next = receiver.lock().await.recv().await;
        let Some(work) = next else {
            return;
        };
        if let Err(error) = desk.tell(work).await {
            tracing::warn!(%error, "what a model said could not be kept");
        }
    }
}

// === impl Desk ===

impl Desk {
    async fn tell(&self, work: Work) -> Result<()> {
        let line = || [line(&work.seen)];
        if self.compress {
            let told: Option<Compressed> = self.mind.ask(COMPRESS, line()).await;
            let told = told.map(|told| Compressed {
                observation_id: work.seen.id.clone(),
                session_id: work.seen.session_id.clone(),
                occurred_ms: work.occurred_ms,
                ..told
            });
            self.keep(&work, told.and_then(Compressed::tidied)).await?;
        }
        if self.extract {
            let told: Option<Extracted> = self.mind.ask(EXTRACT, line()).await;
            let told = told.map(|told| Extracted {
                observation_id: work.seen.id.clone(),
                ..told
            });
            self.keep(&work, told.and_then(Extracted::tidied)).await?;
        }
        Ok(())
    }

    async fn keep<T: Shelved>(&self, work: &Work, note: Option<T>) -> Result<()> {
        let (Some(note), Some(journal)) = (note, self.journal.upgrade()) else {
            return Ok(());
        };
        let now = journal.store().now_ms();
        let id = || Ok::<_, Error>(ids::uuid_v7(now, random().map_err(Error::Store)?));
        let (names, about) = ([id()?, id()?], work.seen.id.clone());
        let (namespace, origin) = (work.namespace.clone(), work.origin.clone());
        let kept = journal.run(namespace, origin, &[], move |intake| {
            beside(intake, names, &note, &about)
        });
        kept.await
    }
}

fn line(seen: &Observation) -> String {
    let told = serde_json::json!({
        "type": seen.kind, "tool": seen.tool_name, "input": seen.tool_input,
        "output": seen.tool_output, "prompt": seen.user_prompt, "more": seen.raw,
    });
    told.to_string()
}

/// Puts a note beside the observation it tells of, unless that is gone.
fn beside<T: Shelved>(intake: &Intake<'_>, ids: Ids, note: &T, about: &str) -> Result<()> {
    let seq = journal::find(intake.tx, intake.ns(), about)?;
    let event = seq.map(|seq| journal::load(intake.tx, seq)).transpose()?;
    let Some(event) = event.flatten() else {
        return Ok(());
    };
    let agent = event.agent.map(|agent| intake.tx.word(agent)).transpose()?;
    let from = From {
        of: vec![event.seq],
        agent: agent.map(|agent| agent.to_string()),
    };
    made::put(intake, ids, note, &from).map(drop)
}

/// What a model made of an observation, if it did.
pub fn told_again(view: &View<'_>, event: &Event) -> Result<Option<Compressed>> {
    let found = notes::find(view, event.ns, Compressed::SHELF, &event.ext_id)?;
    Ok(found
        .map(|seq| shelf::read(view, seq))
        .transpose()?
        .flatten())
}

impl Engine {
    /// How many things and how many relations between them models have found.
    pub async fn graph_counts(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<(usize, usize)> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok((0, 0));
        };
        let read = move |view: &View<'_>| shelf::all::<Extracted>(view, &namespace);
        let found = self.store.read(read).await?;
        Ok(mneme_notebook::compressed::counted(&found))
    }
}
