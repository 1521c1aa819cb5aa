//! The layers: which are healthy, and what each of them finds.

use mneme_access::Caller;
use mneme_model::KindGroup;
use mneme_store::names::NameKind;
use mneme_timeline::route::{Healthy, Layer};

use super::walk::walk;
use super::{Answer, Asked};
use crate::timeline::docs::{self, Doc, DocType};
use crate::timeline::teleport::Teleport;
use crate::{Engine, Ranking, Remembered, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerState {
    pub layer: Layer,
    pub enabled: bool,
    pub healthy: bool,
    pub docs: u64,
    /// Why it is not healthy.
    pub message: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Capabilities {
    pub healthy: Healthy,
    pub words: LayerState,
    pub vectors: LayerState,
    pub topics: LayerState,
    pub agentic: LayerState,
    pub took_ms: u64,
}

const NOTHING: &str = "the table of contents is empty: no session has been summarised yet";

impl Engine {
    /// Which layers can answer in the caller's namespace.
    pub async fn capabilities(&self, caller: &Caller) -> Result<Capabilities> {
        let began_ms = self.store.now_ms();
        let (nodes, grips) = self.doc_counts(caller).await?;
        let (docs, reads) = (nodes + grips, self.reads_meaning().await?);
        let topics = self.topic_count(caller).await?;
        let state = |layer, enabled: bool, docs, off: &str| LayerState {
            layer,
            enabled,
            healthy: enabled && docs > 0,
            docs,
            message: match (enabled, docs) {
                (false, _) => Some(off.to_owned()),
                (true, 0) => Some(NOTHING.to_owned()),
                _ => None,
            },
        };
        let words = state(Layer::Words, true, docs, "");
        let seen = if reads { docs } else { 0 };
        let vectors = state(Layer::Vector, reads, seen, "no model reads questions");
        let topics = state(Layer::Topics, self.has_topics(), topics, "topics are off");
        Ok(Capabilities {
            healthy: Healthy {
                words: words.healthy,
                vectors: vectors.healthy,
                topics: topics.healthy,
            },
            words,
            vectors,
            topics,
            agentic: LayerState {
                layer: Layer::Agentic,
                enabled: true,
                healthy: true,
                docs: nodes,
                message: None,
            },
            took_ms: self.store.now_ms().saturating_sub(began_ms).unsigned_abs(),
        })
    }

    /// What one layer finds, the best first.
    pub(super) async fn ask_layer(
        &self,
        caller: &Caller,
        layer: Layer,
        asked: &Asked,
    ) -> Result<Vec<Answer>> {
        let ranking = match layer {
            Layer::Topics => return self.ask_topics(caller, asked).await,
            Layer::Agentic => return self.ask_agentic(caller, asked).await,
            Layer::Words => Ranking::Words,
            Layer::Vector => Ranking::Vectors,
            // Ours puts both into one score that can be compared.
            Layer::Hybrid => Ranking::Mneme,
        };
        let docs = self.teleport(caller, ranking, &asked.teleport()).await?;
        Ok(docs
            .into_iter()
            .map(|doc| Answer::of_doc(doc, layer))
            .collect())
    }

    async fn ask_topics(&self, caller: &Caller, asked: &Asked) -> Result<Vec<Answer>> {
        // Nobody knows which agent a topic is of.
        if asked.agent.is_some() {
            return Ok(Vec::new());
        }
        let found = self.topics_about(caller, &asked.query, asked.limit).await?;
        let answer = |(found, score): (super::super::topics::Weighed, f32)| Answer {
            id: found.topic.id,
            doc_type: "topic",
            score: f64::from(score),
            text: found.topic.keywords.join(" "),
            layer: Layer::Topics,
            at_ms: found.topic.last_ms,
            agent: None,
            project: None,
        };
        Ok(found.into_iter().map(answer).collect())
    }

    /// Down the table of contents, and what is in none of its segments yet.
    async fn ask_agentic(&self, caller: &Caller, asked: &Asked) -> Result<Vec<Answer>> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(Vec::new());
        };
        let groups = [KindGroup::Event, KindGroup::Memory];
        let hits = self
            .event_hits(caller, Ranking::Mneme, &asked.teleport(), &groups)
            .await?;
        let asked = asked.clone();
        self.store
            .read(move |view| {
                let agent = asked.agent.as_deref();
                let known = agent.map(|name| view.name_id(namespace.ns, NameKind::Agent, name));
                let mut docs = match known.transpose()? {
                    Some(None) => Vec::new(),
                    agent => walk(view, namespace.ns, &asked, agent.flatten())?,
                };
                docs::weigh(&mut docs);
                let doc = |doc| Answer::of_doc(doc, Layer::Agentic);
                let mut answers: Vec<Answer> = docs.into_iter().map(doc).collect();
                for hit in hits {
                    if docs::segment_of(view, hit.record.seq)?.is_none() {
                        answers.push(Answer::of_hit(hit));
                    }
                }
                answers.sort_by(|a, b| b.score.total_cmp(&a.score));
                Ok(answers)
            })
            .await
    }
}

// === impl Asked ===

impl Asked {
    fn teleport(&self) -> Teleport {
        Teleport {
            query: self.query.clone(),
            limit: self.limit,
            agent: self.agent.clone(),
            ..Teleport::default()
        }
    }
}

// === impl Answer ===

impl Answer {
    pub(super) fn of_doc(doc: Doc, layer: Layer) -> Self {
        Self {
            doc_type: match doc.doc_type {
                DocType::Node => "toc_node",
                DocType::Grip => "grip",
            },
            id: doc.id,
            score: doc.score,
            text: doc.text,
            layer,
            at_ms: doc.at_ms,
            agent: doc.agent,
            project: None,
        }
    }

    pub(super) fn of_hit(hit: Remembered) -> Self {
        Self {
            doc_type: "event",
            id: hit.record.id,
            score: hit.score,
            text: docs::preview(&hit.record.text),
            layer: Layer::Agentic,
            at_ms: hit.record.occurred.ms,
            agent: hit.record.agent.as_deref().map(str::to_owned),
            project: None,
        }
    }
}
