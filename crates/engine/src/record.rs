//! A record as doors show it: an event or a memory, with its names as words.

use std::sync::Arc;

use mneme_model::event::Metadata;
use mneme_model::{Event, KindGroup, MemoryStatus, MemoryType, Moment, NameId, Role, Seq};
use mneme_notebook::redact;
use mneme_recall::guard::danger;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::injections::Injections;
use mneme_store::tables::memories::MemoryRow;
use mneme_store::tables::outcomes::Outcome;
use mneme_store::tables::{journal, versions};

use crate::aside::Aside;
use crate::memories::{Review, learnt_again, said_of, succession};
use crate::{Result, contradiction};

#[derive(Clone, Debug)]
pub struct Record {
    pub id: String,
    pub seq: Seq,
    /// Where it began: a memory's first event, an event itself.
    pub root: Seq,
    pub text: String,
    pub is_memory: bool,
    pub kind: String,
    pub memory_type: MemoryType,
    pub status: MemoryStatus,
    pub version: u64,
    pub tags: Vec<String>,
    pub role: Option<Role>,
    pub namespace: Arc<str>,
    pub session: Option<Arc<str>>,
    pub agent: Option<Arc<str>>,
    pub speaker: Option<Arc<str>>,
    pub occurred: Moment,
    pub created_ms: i64,
    pub updated_ms: i64,
    /// The key id, or the local door, on whose word it was written.
    pub source: Arc<str>,
    pub evidence: u64,
    /// What it turned out to be worth.
    pub outcome: Outcome,
    /// How often it was put before a model.
    pub injections: Injections,
    /// Somebody wants it kept at hand.
    pub pinned: bool,
    /// The memory that took this one's place.
    pub superseded_by: Option<String>,
    /// Memories whose place this one took; only looked for where one record is asked for.
    pub supersedes: Vec<String>,
    /// Memories that speak against it, those one sees.
    pub contradicts: Vec<String>,
    /// Somebody told it, and nobody spoke for any of those: as a rule it holds on.
    pub only_doubted: bool,
    /// Memories and events this one was made of.
    pub derived_from: Vec<String>,
    pub metadata: Metadata,
    /// Only its owner can read the words.
    pub zero_knowledge: bool,
    /// What the notebook keeps of it.
    pub noted: Option<Aside>,
    /// What was said of it, oldest first, and when a machine last learnt it again; only looked for where
    /// its owner lists or recalls.
    pub reviews: Vec<Review>,
    pub reused_ms: Option<i64>,
}

/// In thousandths: what is less sure than this is not put before a model.
const SURE_ENOUGH: u16 = 300;

/// What decides whether a memory may be put before a model. Everybody who tells or does that asks
/// here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitness {
    /// It says nothing a model could take for an order.
    pub safe: bool,
    /// Believed, and sure enough.
    pub believed: bool,
    /// Trusted less than it has to be.
    pub low_trust: bool,
}

// === impl Fitness ===

impl Fitness {
    pub fn is_fit(self) -> bool {
        self.safe && self.believed && !self.low_trust
    }
}

// === impl Record ===

impl Record {
    /// An event that is no memory.
    pub fn of_event(view: &View<'_>, namespace: &Namespace, event: Event) -> Result<Self> {
        let id = event.ext_id.clone();
        Self::build(view, namespace, id, event, None, 1)
    }

    /// A memory as its row says it is now.
    pub fn of_memory(
        view: &View<'_>,
        namespace: &Namespace,
        row: MemoryRow,
    ) -> Result<Option<Self>> {
        let Some(head) = journal::load(view, row.head_seq)? else {
            return Ok(None);
        };
        let id = match row.head_seq == row.seq {
            true => Some(head.ext_id.clone()),
            false => journal::live_id(view, row.seq)?,
        };
        let Some(id) = id else { return Ok(None) };
        let version = row.version;
        let superseded_by = succession::successor(view, &row)?;
        let record = Self::build(view, namespace, id, head, Some(row), version)?;
        Ok(Some(Self {
            superseded_by,
            ..record
        }))
    }

    /// Whether it is believed, and sure enough to be put before a model.
    pub fn is_believed(&self) -> bool {
        let sure = self.outcome.confidence;
        self.status == MemoryStatus::Active && sure.is_none_or(|sure| sure >= SURE_ENOUGH)
    }

    /// Whether it may be put before a model, trusted so far where `least` is asked for.
    pub fn fitness(&self, trust: f64, least: f64) -> Fitness {
        self.fitness_of(&redact::text(&self.text), trust, least)
    }

    /// The same where its words are at hand as they would be shown.
    pub(crate) fn fitness_of(&self, shown: &str, trust: f64, least: f64) -> Fitness {
        Fitness {
            safe: danger(shown).is_none(),
            believed: self.is_believed(),
            low_trust: trust < least,
        }
    }

    /// Words of one version of a memory, or of an event.
    pub fn build(
        view: &View<'_>,
        namespace: &Namespace,
        id: String,
        event: Event,
        memory: Option<MemoryRow>,
        version: u64,
    ) -> Result<Self> {
        let word = |id: Option<NameId>| id.map(|id| view.word(id)).transpose();
        let is_memory = event.kind.group() == KindGroup::Memory;
        let unknown = if is_memory {
            MemoryType::Semantic
        } else {
            MemoryType::Episodic
        };
        let kind = match &event.body.label {
            Some(label) => label.clone(),
            None if is_memory => String::from("memory"),
            None => event.kind.name().to_owned(),
        };
        let derived_from = match &memory {
            Some(row) => sources(view, row.seq, &event)?,
            None => Vec::new(),
        };
        let opposed = memory.as_ref().filter(|row| row.opposition.open > 0);
        let contradicts = opposed.map(|row| contradiction::names(view, namespace, row.seq));
        let only_doubted = opposed.map(|row| contradiction::are_only_heard(view, row));
        Ok(Self {
            id,
            seq: event.seq,
            root: memory.as_ref().map_or(event.seq, |row| row.seq),
            is_memory,
            kind,
            memory_type: event.body.memory_type.unwrap_or(unknown),
            status: memory
                .as_ref()
                .map_or_else(MemoryStatus::default, |row| row.status),
            version,
            role: event.body.role,
            namespace: namespace.name.clone(),
            session: word(event.session)?,
            agent: word(event.agent)?,
            speaker: word(event.speaker)?,
            occurred: event.occurred,
            created_ms: memory
                .as_ref()
                .map_or(event.recorded_ms, |row| row.created_ms),
            updated_ms: event.written_ms(),
            source: view.word(event.actor)?,
            evidence: memory.as_ref().map_or(1, |row| row.evidence),
            pinned: memory.as_ref().is_some_and(|row| row.pinned),
            injections: memory
                .as_ref()
                .map(|row| row.injections)
                .unwrap_or_default(),
            outcome: memory.map(|row| row.outcome).unwrap_or_default(),
            noted: Aside::of(view, &event)?,
            zero_knowledge: event.body.zero_knowledge,
            superseded_by: None,
            supersedes: Vec::new(),
            contradicts: contradicts.transpose()?.unwrap_or_default(),
            only_doubted: only_doubted.transpose()?.unwrap_or_default(),
            derived_from: names(view, &derived_from)?,
            text: event.body.text,
            tags: event.body.tags,
            metadata: event.body.metadata,
            reviews: Vec::new(),
            reused_ms: None,
        })
    }

    /// Adds what came of it. Nothing is read where its counts say that there is nothing.
    pub(crate) fn look_back(&mut self, view: &View<'_>) -> Result<()> {
        let told = self.outcome;
        if told.reuses > 0 {
            self.reused_ms = learnt_again(view, self.root)?.last().copied();
        }
        if told.confirms + told.rejects + told.supersedes > 0 {
            self.reviews = said_of(view, self.root)?;
        }
        Ok(())
    }
}

/// What its first words and its last ones were made of.
fn sources(view: &View<'_>, memory: Seq, head: &Event) -> Result<Vec<Seq>> {
    let mut sources = versions::sources(view, memory)?;
    sources.extend(head.body.derived_from.iter().chain(&head.body.tells_of));
    sources.sort_unstable();
    sources.dedup();
    Ok(sources)
}

fn names(view: &View<'_>, seqs: &[Seq]) -> Result<Vec<String>> {
    let mut names = Vec::with_capacity(seqs.len());
    for seq in seqs {
        names.extend(journal::ext_id(view, *seq)?);
    }
    Ok(names)
}
