//! Opening the rooms in the order of the flow.

use std::sync::Arc;

use mneme_access::{Caller, Error as Refused, Gate, Need, Peer};
use mneme_index::Index;
use mneme_journal::{Journal, Origin};
use mneme_model::limits::Limits;
use mneme_model::{Clock, Code, ids};
use mneme_store::Store;
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::spaces;

use crate::asked::Asked;
use crate::events::Echoes;
use crate::forget::{Purge, Ridding};
use crate::jobs::{self, Wake};
use crate::notebook::images::Images;
use crate::notebook::{Homes, Live, Mind, Scribe};
use crate::parts::Parts;
use crate::sealing::Sealing;
use crate::sharing::Hooks;
use crate::timeline::{Repeats, Toc, TopicCache};
use crate::trust::Threshold;
use crate::vectors::elsewhere;
use crate::watch::Watch;
use crate::witness::Witnesses;
use crate::{Error, Result, Settings, checks, contradiction, fold};

pub struct Engine {
    // The journal holds the index as its witness and is dropped first; the index joins its
    // thread; the store joins its writer and gives the directory up last.
    pub(crate) jobs: jobs::Desk,
    pub(crate) wake: Wake,
    pub(crate) purge: Arc<Purge>,
    pub(crate) sealing: Arc<Sealing>,
    pub(crate) asked: Arc<Asked>,
    pub(crate) watch: Arc<Watch>,
    pub(crate) toc: Arc<Toc>,
    pub(crate) topics: Arc<TopicCache>,
    pub(crate) homes: Arc<Homes>,
    pub(crate) repeats: Repeats,
    pub(crate) echoes: Echoes,
    pub(crate) live: Live,
    pub(crate) mind: Option<Arc<Mind>>,
    pub(crate) parts: Option<Parts>,
    pub(crate) scribe: Option<Scribe>,
    pub(crate) journal: Arc<Journal>,
    pub(crate) index: Arc<Index>,
    pub(crate) store: Arc<Store>,
    pub(crate) gate: Gate,
    pub(crate) threshold: Threshold,
    pub(crate) settings: Settings,
    pub(crate) images: Arc<Images>,
    pub(crate) hooks: Arc<Hooks>,
}

// === impl Engine ===

impl Engine {
    pub async fn open(
        store: &mneme_store::Settings,
        settings: Settings,
        clock: Arc<dyn Clock>,
    ) -> Result<Self> {
        let store = Arc::new(Store::open(store, clock.clone())?);
        let elsewhere = settings
            .embed
            .as_ref()
            .map(elsewhere::encoder)
            .transpose()?;
        let reading = mneme_index::Settings {
            elsewhere,
            ..settings.index.clone()
        };
        let index = Index::open(store.clone(), reading)?;
        let hooks = Hooks::start(&store, settings.sharing.private_webhooks).await?;
        let hooks = Arc::new(hooks);
        let witnesses = Witnesses {
            index: index.clone(),
            hooks: hooks.clone(),
        };
        let journal = Arc::new(Journal::open(
            store.clone(),
            fold::all(),
            vec![Box::new(contradiction::Watch)],
            Arc::new(witnesses),
        ));
        contradiction::kept(&journal).await?;
        let gate = Gate::open(&store, &settings.access).await?;
        let jobs = jobs::Desk::default();
        let images = Arc::new(Images::new(store.dir(), settings.image_bytes));
        let chat = settings.notebook.chat.as_ref();
        let mind = chat.map(|chat| Mind::new(chat, &clock)).transpose()?;
        let parts = settings.parts.as_ref();
        let parts = parts.map(|parts| Parts::new(parts, &clock)).transpose()?;
        let asked = Arc::new(Asked::new(settings.answers));
        let purge = Purge::start(
            store.clone(),
            index.clone(),
            asked.clone(),
            settings.purge_ms,
        );
        let sealing = Sealing::start(
            store.clone(),
            index.clone(),
            images.clone(),
            settings.key_grace_secs,
        );
        Ok(Self {
            wake: Wake::new(&jobs, &store, settings.timeline.follow_ms),
            jobs,
            purge,
            sealing,
            asked,
            watch: Watch::new(store.clone()),
            toc: Toc::new(store.clone(), settings.timeline.clone(), &clock)?,
            topics: Arc::default(),
            homes: Arc::default(),
            repeats: Repeats::new(&settings.timeline.dedup),
            echoes: Echoes::default(),
            live: Live::default(),
            scribe: Scribe::start(&settings.notebook, mind.as_ref(), &journal),
            mind,
            parts,
            journal,
            index,
            store,
            gate,
            threshold: Threshold::new(settings.trust_threshold),
            images,
            hooks,
            settings,
        })
    }

    /// Takes over what may change while it runs: lists of addresses, and what is trusted.
    pub fn reload(&self, settings: &Settings) {
        self.gate.set_allowed(settings.access.allowed.clone());
        self.threshold.set(settings.trust_threshold);
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The way in for those who append what they saw themselves: recorders.
    pub fn journal(&self) -> &Arc<Journal> {
        &self.journal
    }

    /// Whoever appended without the engine says so here, and followers look at once.
    pub fn stir(&self) {
        self.wake.soon();
    }

    /// Whoever keeps what was said outside the store is asked in time: a receipt waits for them.
    pub fn also_rid(&self, elsewhere: Ridding) {
        self.purge.also(elsewhere);
    }

    pub fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// Writes down what was only noted so far. Whoever ends the process calls it last.
    pub async fn close(&self) -> Result<()> {
        self.hooks.finish().await;
        self.watch.flush().await
    }

    /// Bytes of the tables and their log on disk, and of the log alone.
    pub fn disk_bytes(&self) -> (u64, u64) {
        let log = std::fs::metadata(self.store.dir().join("mneme.db-wal"));
        (
            mneme_store::disk_bytes(self.store.dir()),
            log.map_or(0, |log| log.len()),
        )
    }

    /// Documents that wait for the follower.
    pub fn index_lag(&self) -> usize {
        self.index.lag()
    }

    /// The question every operation asks first: may they, in which namespace, and from where they
    /// are. Doors bring callers; nobody but this decides.
    pub fn scope<'a>(
        &self,
        caller: &'a Caller,
        need: Need,
        named: Option<&'a str>,
    ) -> Result<&'a str> {
        Ok(self.gate.scope(caller, need, named)?)
    }

    /// Whether a namespace is open to where somebody is.
    pub fn is_open_to(&self, namespace: &str, peer: Peer) -> bool {
        self.gate.may_come(namespace, peer).is_ok()
    }

    /// May they write; then the namespace, made if it is new.
    pub(crate) async fn writing(
        &self,
        caller: &Caller,
        named: Option<&str>,
    ) -> Result<(Namespace, Origin)> {
        let name = self.scope(caller, Need::Write, named)?;
        checks::namespace(&self.settings.limits, name)?;
        let origin = Origin {
            door: caller.door,
            actor: caller.subject.clone(),
            agent: caller.only.clone().or_else(|| caller.agent.clone()),
        };
        let namespace = self.namespace(name).await?;
        Ok((namespace.seen_by(caller.only.as_deref()), origin))
    }

    /// The namespace of a name, made if it is new. What is called so already and is none stays what
    /// it is.
    pub(crate) async fn namespace(&self, name: &str) -> Result<Namespace> {
        if let Some(known) = self.store.known_namespace(name) {
            return Ok(known);
        }
        let name = name.to_owned();
        let made = self.store.write(name.len(), move |tx| {
            if spaces::takes(tx, &name)? {
                return Err(Refused::NameTaken(name).into());
            }
            Ok::<_, Error>(tx.make_namespace(&name)?)
        });
        made.await
    }

    /// May they read; then the namespace, if anything was ever written there. Whoever may name
    /// any is told when there is none of that name: it is a slip of the pen.
    pub(crate) fn reading(
        &self,
        caller: &Caller,
        named: Option<&str>,
    ) -> Result<Option<Namespace>> {
        let name = self.scope(caller, Need::Read, named)?;
        let known = self.store.known_namespace(name);
        if known.is_none() && named.is_some() && caller.owns_machine() {
            let message = format!("there is no namespace '{name}'");
            return Err(Error::refused(Code::NoSuchNamespace, message));
        }
        Ok(known.map(|namespace| namespace.seen_by(caller.only.as_deref())))
    }

    /// The same for what is made of everybody's things: to whoever sees one agent's only, there is
    /// nothing.
    pub(crate) fn reading_all(&self, caller: &Caller) -> Result<Option<Namespace>> {
        let namespace = self.reading(caller, None)?;
        Ok(namespace.filter(|namespace| namespace.only.is_none()))
    }

    /// The same caller at work in a namespace it may name.
    pub fn within(&self, caller: &Caller, named: Option<&str>) -> Result<Caller> {
        self.reading(caller, named)?;
        let namespace = self.scope(caller, Need::Read, named)?.to_owned();
        Ok(Caller {
            namespace,
            ..caller.clone()
        })
    }

    pub(crate) fn mint_id(&self) -> Result<String> {
        Ok(ids::uuid_v7(
            self.store.now_ms(),
            random().map_err(Error::Store)?,
        ))
    }
}
