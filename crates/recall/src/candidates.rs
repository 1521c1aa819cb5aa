//! From index positions to loaded records that may be shown.

use std::sync::Arc;

use mneme_index::lexical::bm25;
use mneme_index::search::Found;
use mneme_index::window::OWN;
use mneme_index::{Granted, Match};
use mneme_model::{Event, KindGroup, Seq};
use mneme_store::View;
use mneme_store::tables::journal;
use mneme_store::tables::memories::MemoryRow;
use mneme_store::tables::records::{self, Found as Record};
use mneme_store::tables::versions::VersionRow;

use crate::question::Question;
use crate::said::Said;
use crate::then::stood;
use crate::trust::Trust;
use crate::{Result, weights};

/// A record that matched, with everything needed to rank and to show it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The event that holds the words.
    pub event: Event,
    /// The memory it belongs to, when it is one.
    pub memory: Option<MemoryRow>,
    /// Which version of the memory these words are.
    pub version: u64,
    pub speaker: Option<Arc<str>>,
    /// Score of its words and those around it, as the index gave it.
    pub words: f32,
    /// The same as a share of what was attainable, 0 to 1.
    pub window: f64,
    /// How near it is in meaning, −1 to 1; `None` while it has no vector.
    pub cosine: Option<f64>,
    /// What its own words say of the question.
    pub(crate) said: Said,
    /// How far it is to be trusted, and what that takes of its score.
    pub trust: Trust,
    pub(crate) doubt: f64,
    /// Those that say the same and are told by this one.
    pub(crate) repeats: Vec<Seq>,
}

// === impl Candidate ===

impl Candidate {
    /// The id it is known by outside: a memory keeps that of its first version.
    pub fn id(&self, view: &View<'_>) -> Result<String> {
        let root = self
            .memory
            .as_ref()
            .filter(|memory| memory.seq != self.event.seq);
        let first = root.map(|memory| journal::live_id(view, memory.seq));
        let first = first.transpose()?.flatten();
        Ok(first.unwrap_or_else(|| self.event.ext_id.clone()))
    }

    /// Whether it shares nothing with the question that would count as found.
    pub(crate) fn is_weak(&self) -> bool {
        self.words <= 0.0 && !self.is_near()
    }

    fn is_near(&self) -> bool {
        self.cosine >= Some(f64::from(weights::NEAR))
    }

    /// Whether it is a memory that was granted as it stands now, whatever it was at another time.
    pub(crate) fn is_granted(&self, view: &View<'_>, granted: &[Granted]) -> Result<bool> {
        let Some(memory) = &self.memory else {
            return Ok(false);
        };
        let admits = |head: &Event| {
            let mut all = granted.iter();
            all.any(|one| one.admits(&head.body.tags, head.agent))
        };
        if memory.head_seq == self.event.seq {
            return Ok(admits(&self.event));
        }
        Ok(journal::load(view, memory.head_seq)?.is_some_and(|head| admits(&head)))
    }

    /// As if nothing stood beside it: to whom its neighbours were not granted, their words say
    /// nothing, not even by how well this one is found.
    pub(crate) fn alone(self, found: &Found) -> Option<Self> {
        if self.event.session.is_none() {
            return Some(self);
        }
        let words = own_words(&self.said, found).min(self.words);
        (words > 0.0 || self.is_near()).then_some(Self {
            window: window(words, found.ceiling),
            words,
            ..self
        })
    }
}

/// Loads matches, as many as are there still. `found` knows what their words could score; what was
/// found by its meaning alone is scored by its own words here.
pub fn load_matches(
    view: &View<'_>,
    hits: &[Match],
    question: &Question,
    found: &Found,
    as_of: Option<Seq>,
) -> Result<Vec<Candidate>> {
    let seqs: Vec<Seq> = hits.iter().map(|hit| hit.seq).collect();
    let loaded = load_all(view, &seqs, as_of)?.into_iter().zip(hits);
    let matched = loaded.filter_map(|(candidate, hit)| candidate.map(|one| (one, hit)));
    let matched = matched.map(|(candidate, hit)| {
        let said = Said::of(question, &candidate.event.body.text);
        let words = hit.words.unwrap_or_else(|| own_words(&said, found));
        Candidate {
            said,
            words,
            window: window(words, found.ceiling),
            cosine: hit.cosine.map(f64::from),
            ..candidate
        }
    });
    Ok(matched.collect())
}

/// What a text's own words score, as in a document of usual length without neighbours.
fn own_words(said: &Said, found: &Found) -> f32 {
    let pairs = said.counts.iter().zip(&found.rarity);
    pairs
        .map(|(count, idf)| bm25::score(*idf, (count * OWN) as f32, 1.0, 1.0))
        .sum()
}

/// A score of words as a share of the most there could be.
pub fn window(words: f32, ceiling: f32) -> f64 {
    f64::from(words / ceiling.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
}

/// Loads one position; `None` when it is gone or was not believed at `as_of`.
pub fn load(view: &View<'_>, seq: Seq, as_of: Option<Seq>) -> Result<Option<Candidate>> {
    Ok(load_all(view, &[seq], as_of)?.pop().flatten())
}

/// The same for many: the store is asked once, and what is not believed stays closed.
fn load_all(view: &View<'_>, seqs: &[Seq], as_of: Option<Seq>) -> Result<Vec<Option<Candidate>>> {
    let found = records::find(view, seqs)?.into_iter();
    let loaded = found.map(|one| one.map_or(Ok(None), |one| open(view, one, as_of)));
    loaded.collect()
}

fn open(view: &View<'_>, found: Record, as_of: Option<Seq>) -> Result<Option<Candidate>> {
    let version = found.version;
    if version.is_some_and(|version| !is_believed(&version, as_of)) {
        return Ok(None);
    }
    let Some((event, memory)) = found.open(view)? else {
        return Ok(None);
    };
    let is_memory = event.kind.group() == KindGroup::Memory;
    let later = as_of.is_some_and(|then| event.seq > then);
    if is_memory && version.is_none() || later {
        return Ok(None);
    }
    let memory = match (memory, as_of) {
        (Some(memory), Some(then)) => Some(stood(view, memory, &event, then)?),
        (memory, _) => memory,
    };
    Ok(Some(Candidate {
        speaker: event.speaker.map(|id| view.word(id)).transpose()?,
        event,
        memory,
        version: version.map_or(1, |version| version.version),
        words: 0.0,
        window: 0.0,
        cosine: None,
        said: Said::default(),
        trust: Trust::default(),
        doubt: 1.0,
        repeats: Vec::new(),
    }))
}

/// Now, or at a journal position.
fn is_believed(version: &VersionRow, as_of: Option<Seq>) -> bool {
    match as_of {
        Some(then) => version.from_seq <= then && version.to_seq.is_none_or(|to| to > then),
        None => version.to_seq.is_none(),
    }
}
