//! Topics of the segments there are, made when they are asked for and kept until the table of
//! contents says something else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mneme_access::Caller;
use mneme_model::{NameId, NsId};
use mneme_store::View;
use mneme_store::names::NameKind;
use mneme_store::tables::{cursors, toc};
use mneme_timeline::calendar::Level;
use mneme_timeline::terms::Terms;
use mneme_timeline::topics::{self, Mention, Topic};

use super::docs::agents_of;
use super::toc::{ERASED, Told};
use crate::{Engine, Result};

/// Whether there are topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopicSettings {
    pub enabled: bool,
}

/// A topic and how much it matters now.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    pub topic: Topic,
    pub importance: f64,
}

/// How two topics belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    pub topic: Weighed,
    pub strength: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopicGraph {
    pub topics: u64,
    pub relations: u64,
    /// The last mention of any.
    pub last_ms: Option<i64>,
}

/// Segments looked at, the newest ones.
const SEGMENTS: usize = 2_000;
/// Topics kept, those mentioned most.
const MOST: usize = 500;
/// Namespaces whose topics are kept.
const NAMESPACES: usize = 16;
const DAY_MS: i64 = 86_400_000;

type Stamp = ([i64; 3], i64);
type Kept = HashMap<NsId, (Stamp, Arc<Vec<Topic>>)>;

/// What was made last, for each namespace.
#[derive(Default)]
pub struct Cache(Mutex<Kept>);

impl Engine {
    /// Whether topics are made at all.
    pub fn has_topics(&self) -> bool {
        self.settings.timeline.topics.enabled
    }

    pub async fn topic_count(&self, caller: &Caller) -> Result<u64> {
        Ok(self.topics(caller).await?.len() as u64)
    }

    pub async fn topic_graph(&self, caller: &Caller) -> Result<TopicGraph> {
        let topics = self.topics(caller).await?;
        let related = |(at, one): (usize, &Topic)| {
            let others = topics[at + 1..].iter();
            others
                .filter(|other| topics::share(&one.mentions, &other.mentions) > 0.0)
                .count()
        };
        Ok(TopicGraph {
            topics: topics.len() as u64,
            relations: topics.iter().enumerate().map(related).sum::<usize>() as u64,
            last_ms: topics.iter().map(|topic| topic.last_ms).max(),
        })
    }

    /// Topics mentioned in the last days, by one agent if it is named, the most important first.
    pub async fn top_topics(
        &self,
        caller: &Caller,
        days: u32,
        agent: Option<String>,
        limit: usize,
    ) -> Result<Vec<Weighed>> {
        let since = self.store.now_ms() - i64::from(days) * DAY_MS;
        let topics = match agent {
            Some(agent) => Arc::new(self.topics_of(caller, agent).await?),
            None => self.topics(caller).await?,
        };
        let lately = topics.iter().filter(|topic| topic.last_ms >= since);
        let mut found: Vec<Weighed> = lately.map(|topic| self.weighed(topic)).collect();
        found.sort_by(|a, b| b.importance.total_cmp(&a.importance));
        found.truncate(limit);
        Ok(found)
    }

    /// Topics whose words a question has, with the share of its words they have.
    pub async fn topics_about(
        &self,
        caller: &Caller,
        query: &str,
        limit: usize,
    ) -> Result<Vec<(Weighed, f32)>> {
        let (terms, topics) = (Terms::of(query), self.topics(caller).await?);
        let score = |topic: &Topic| terms.in_text(&topic.keywords.join(" "));
        let found = topics
            .iter()
            .filter_map(|topic| Some((self.weighed(topic), score(topic)?)));
        let mut found: Vec<(Weighed, f32)> = found.collect();
        found.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(b.importance.total_cmp(&a.importance)));
        found.truncate(limit);
        Ok(found)
    }

    /// Topics said in the same segments as one; `None` if nobody knows it.
    pub async fn related_topics(
        &self,
        caller: &Caller,
        id: &str,
        limit: usize,
    ) -> Result<Option<Vec<Relation>>> {
        let topics = self.topics(caller).await?;
        let Some(one) = topics.iter().find(|topic| topic.id == id) else {
            return Ok(None);
        };
        let others = topics.iter().filter(|topic| topic.id != id);
        let related = others.filter_map(|topic| {
            let strength = topics::share(&one.mentions, &topic.mentions);
            (strength > 0.0).then(|| Relation {
                topic: self.weighed(topic),
                strength,
            })
        });
        let mut related: Vec<Relation> = related.collect();
        related.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        related.truncate(limit);
        Ok(Some(related))
    }

    fn weighed(&self, topic: &Topic) -> Weighed {
        Weighed {
            importance: topic.importance(self.store.now_ms()),
            topic: topic.clone(),
        }
    }

    async fn topics(&self, caller: &Caller) -> Result<Arc<Vec<Topic>>> {
        let Some(namespace) = self.reading(caller, None)?.filter(|_| self.has_topics()) else {
            return Ok(Arc::default());
        };
        let cache = self.topics.clone();
        self.store
            .read(move |view| cache.get(view, namespace.ns))
            .await
    }

    async fn topics_of(&self, caller: &Caller, agent: String) -> Result<Vec<Topic>> {
        let Some(namespace) = self.reading(caller, None)?.filter(|_| self.has_topics()) else {
            return Ok(Vec::new());
        };
        self.store
            .read(
                move |view| match view.name_id(namespace.ns, NameKind::Agent, &agent)? {
                    Some(agent) => made(view, namespace.ns, Some(agent)),
                    None => Ok(Vec::new()),
                },
            )
            .await
    }
}

// === impl Cache ===

impl Cache {
    fn get(&self, view: &View<'_>, ns: NsId) -> Result<Arc<Vec<Topic>>> {
        let level = Level::Segment as u8;
        let stamp = (toc::stamp(view, ns, level)?, cursors::get(view, ERASED)?);
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, topics)) = kept().get(&ns).filter(|(of, _)| *of == stamp) {
            return Ok(topics.clone());
        }
        let topics = Arc::new(made(view, ns, None)?);
        let mut kept = kept();
        if kept.len() >= NAMESPACES {
            kept.clear();
        }
        kept.insert(ns, (stamp, topics.clone()));
        Ok(topics)
    }
}

fn made(view: &View<'_>, ns: NsId, agent: Option<NameId>) -> Result<Vec<Topic>> {
    let mut mentions = Vec::new();
    for node in toc::newest(view, ns, Level::Segment as u8, SEGMENTS)? {
        let ours = match agent {
            Some(agent) => agents_of(view, &node)?.contains(&agent),
            None => true,
        };
        let Some(told) = Told::read(view, &node)?.filter(|_| ours) else {
            continue;
        };
        let keywords = told.digest.keywords.into_iter();
        mentions.push(Mention {
            start_ms: node.start_ms,
            end_ms: node.end_ms,
            keywords: keywords.map(|keyword| keyword.word).collect(),
        });
    }
    let mut topics = topics::of(&mentions);
    topics.truncate(MOST);
    Ok(topics)
}
