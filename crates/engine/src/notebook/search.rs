//! Searching the notebook: the engine's recall, told in the notebook's shapes.

use std::collections::{HashMap, HashSet};

use mneme_access::Caller;
use mneme_model::{Event, KindGroup, MemoryStatus};
use mneme_notebook::compressed::Compressed;
use mneme_notebook::redact;
use mneme_notebook::relation::Relation;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, notes};
use serde::Serialize;
use serde_json::Value;

use super::read::observation;
use super::shelf::{self, Shelved};
use super::{memories, whose};
use crate::{Engine, Ranking, Recall, Remembered, Result};

/// What is searched for.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub query: String,
    pub limit: usize,
    /// Hits of one session at most; a memory is of none.
    pub per_session: Option<usize>,
}

/// A hit in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    pub obs_id: String,
    pub session_id: String,
    pub bm25_score: f64,
    pub vector_score: f64,
    /// How far it hangs together with other hits of the same answer, 0 to 1.
    pub graph_score: f64,
    pub combined_score: f64,
    pub title: String,
    pub content: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub concepts: Vec<String>,
    pub files: Vec<String>,
    /// Where a memory stands, unless it is plainly believed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<MemoryStatus>,
}

/// What stands where an observation has its session.
const MEMORY: &str = "memory";
/// Of sessions that say much, so many times the answer is looked at.
const WIDER: usize = 4;
/// More are looked at than are shown: some are found twice, or only join others.
const SPARE: usize = 10;
/// So often it is looked further, where what was found is all of a few sessions.
const PAGES: usize = 5;
/// More relations than these are not looked through for every question.
const MOST_RELATIONS: usize = 500;

impl Engine {
    /// The best of all observations and notes, best first; as many as a recall answers at most.
    pub async fn search_notes(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        search: Search,
    ) -> Result<Vec<Found>> {
        let most = self.settings.limits.recall_limit;
        let (limit, each) = (search.limit.min(most), search.per_session);
        let mut ask = self.search_ask(&search);
        let mut all: Vec<Found> = Vec::new();
        for _ in 0..PAGES {
            let recalled = self.recall(caller, namespace, ask.clone()).await?;
            all.extend(self.shown(recalled.hits).await?);
            all = spread(once(all), each.unwrap_or(usize::MAX));
            ask.cursor = recalled.next;
            if all.len() >= limit || ask.cursor.is_none() {
                break;
            }
            ask.limit = Some(most);
        }
        all.truncate(limit);
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let joined = move |view: &View<'_>| {
            related(view, &namespace, &mut all)?;
            Ok(all)
        };
        self.store.read(joined).await
    }

    fn search_ask(&self, search: &Search) -> Recall {
        let wide = search.per_session.map_or(1, |_| WIDER);
        let groups = [KindGroup::Event, KindGroup::Memory];
        let looked_at = search.limit.saturating_mul(wide).saturating_add(SPARE);
        Recall {
            // Questions are remembered for a while, and what is kept has no secrets to find.
            query: redact::text(&search.query),
            limit: Some(looked_at.clamp(1, self.settings.limits.recall_limit)),
            // A door that shows some kinds only does not decide for this one.
            kinds: match self.settings.default_kinds.is_empty() {
                true => Vec::new(),
                false => groups.map(|group| group.name().to_owned()).to_vec(),
            },
            ranking: Some(Ranking::Notebook),
            ..Recall::default()
        }
    }

    async fn shown(&self, hits: Vec<Remembered>) -> Result<Vec<Found>> {
        let read = move |view: &View<'_>| {
            let shown = hits.iter().map(|hit| found(view, hit));
            shown.filter_map(Result::transpose).collect()
        };
        self.store.read(read).await
    }
}

/// What was found by its own words and by a model's is found once.
fn once(all: Vec<Found>) -> Vec<Found> {
    let mut seen = HashSet::new();
    let first = |hit: &Found| seen.insert(hit.obs_id.clone());
    all.into_iter().filter(first).collect()
}

/// At most so many of each session.
fn spread(all: Vec<Found>, each: usize) -> Vec<Found> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let few = |hit: &Found| {
        let told = seen.entry(hit.session_id.clone()).or_default();
        *told += 1;
        hit.session_id == MEMORY || *told <= each
    };
    all.into_iter().filter(few).collect()
}

/// A hit, unless somebody said that it is wrong, it was forgotten a moment ago, or it only says how
/// others hang together.
fn found(view: &View<'_>, hit: &Remembered) -> Result<Option<Found>> {
    if hit.record.status == MemoryStatus::Rejected {
        return Ok(None);
    }
    let Some(event) = journal::load(view, hit.record.seq)? else {
        return Ok(None);
    };
    let shown = match (hit.record.is_memory, shelf_of(&event)) {
        (false, _) => {
            let session = hit.record.session.as_deref();
            seen(view, session.unwrap_or_default(), &event)?
        }
        (true, Some(Relation::SHELF)) => return Ok(None),
        (true, Some(Compressed::SHELF)) => match told_of(view, &event)? {
            Some((session, observed)) => seen(view, &session, &observed)?,
            None => return Ok(None),
        },
        (true, Some(shelf)) => noted(hit, &event, shelf),
        (true, None) => kept(hit, &event),
    };
    let reason = |feature: &str| {
        let mut reasons = hit.reasons.iter();
        let found = reasons.find(|reason| reason.feature == feature);
        found.map_or(0.0, |reason| reason.value)
    };
    Ok(Some(Found {
        bm25_score: reason("bm25"),
        vector_score: reason("vector"),
        combined_score: hit.score,
        status: hit.record.status.unsure(),
        ..shown
    }))
}

fn shelf_of(event: &Event) -> Option<&str> {
    let shelf = event.body.noted.as_ref()?.shelf.as_str();
    Some(shelf).filter(|_| memories::is_shelved(event))
}

/// The observation a model told again, and its session.
fn told_of(view: &View<'_>, event: &Event) -> Result<Option<(String, Event)>> {
    let noted = event.body.noted.as_ref();
    let id = noted.and_then(|noted| noted.data["observationId"].as_str());
    let seq = id.map(|id| journal::find(view, event.ns, id)).transpose()?;
    let observed = seq.flatten().map(|seq| journal::load(view, seq));
    let Some(observed) = observed.transpose()?.flatten() else {
        return Ok(None);
    };
    let session = observed.session.map(|session| view.word(session));
    let session = session.transpose()?;
    Ok(session.map(|session| (session.to_string(), observed)))
}

fn seen(view: &View<'_>, session: &str, event: &Event) -> Result<Found> {
    let seen = observation(view, session, event)?;
    let content = seen.user_prompt.or(Some(seen.narrative));
    let content = content.filter(|content| !content.is_empty());
    Ok(Found {
        obs_id: seen.id,
        session_id: session.to_owned(),
        title: seen.title,
        content: content.unwrap_or_else(|| event.body.text.clone()),
        kind: seen.kind,
        concepts: seen.concepts,
        files: seen.files,
        ..Found::default()
    })
}

fn kept(hit: &Remembered, event: &Event) -> Found {
    let kept = memories::kept(event);
    Found {
        obs_id: hit.record.id.clone(),
        session_id: String::from(MEMORY),
        title: kept.title,
        content: event.body.text.clone(),
        kind: kept.kind,
        concepts: kept.concepts,
        files: kept.files,
        ..Found::default()
    }
}

/// A note by the name it is shown under, as far as it says what others say too.
fn noted(hit: &Remembered, event: &Event, shelf: &str) -> Found {
    let data = event.body.noted.as_ref().map(|noted| &noted.data);
    let text = |names: &[&str]| {
        let said = names.iter().find_map(|name| data?.get(name)?.as_str());
        said.map(str::to_owned)
    };
    let list = |names: &[&str]| -> Vec<String> {
        let said = names.iter().find_map(|name| data?.get(name)?.as_array());
        let said = said.into_iter().flatten().filter_map(Value::as_str);
        said.map(str::to_owned).collect()
    };
    let title = text(&["title", "label", "name"]);
    Found {
        obs_id: text(&["id", "sha", "label"]).unwrap_or_else(|| hit.record.id.clone()),
        session_id: String::from(MEMORY),
        title: title.unwrap_or_else(|| mneme_notebook::memory::title(&event.body.text)),
        content: event.body.text.clone(),
        kind: shelf.to_owned(),
        concepts: list(&["concepts", "tags"]),
        files: list(&["files"]),
        ..Found::default()
    }
}

/// How far the hits hang together.
fn related(view: &View<'_>, namespace: &Namespace, all: &mut [Found]) -> Result<()> {
    let known = notes::all(view, namespace.ns, Relation::SHELF)?.len();
    if known == 0 || known > MOST_RELATIONS {
        return Ok(());
    }
    let relations = shelf::all::<Relation>(view, namespace)?;
    let ids: Vec<String> = all.iter().map(|hit| hit.obs_id.clone()).collect();
    for hit in all {
        let other = |relation: &&Relation| {
            let ends = [&relation.source_id, &relation.target_id];
            let own = ends.contains(&&hit.obs_id);
            own && ends
                .iter()
                .any(|end| **end != hit.obs_id && ids.contains(end))
        };
        let joined = relations.iter().filter(other).count() as f64;
        hit.graph_score = joined / (joined + 1.0);
    }
    Ok(())
}

/// The name an event is shown under in the notebook.
pub fn shown_id(view: &View<'_>, namespace: &Namespace, event: &Event) -> Result<Option<String>> {
    if !whose::is_seen(view, namespace, event)? {
        return Ok(None);
    }
    let data = event.body.noted.as_ref().map(|noted| &noted.data);
    let named = shelf_of(event).and_then(|_| {
        let mut names = ["id", "sha", "label"].iter();
        names.find_map(|name| data?.get(name)?.as_str())
    });
    Ok(Some(named.unwrap_or(&event.ext_id).to_owned()))
}
