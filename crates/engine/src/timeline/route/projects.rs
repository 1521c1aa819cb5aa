//! Other stores, read beside their owners. Their indexes belong to whoever owns them; here the
//! newest events are read and compared with the question, and the table of contents is walked.

mod scan;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mneme_access::{Caller, Need};
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::counters;
use mneme_store::{Guest, View};
use mneme_timeline::route::{ENOUGH, Layer};

use super::walk::walk;
use super::{Answer, Asked};
use crate::timeline::docs;
use crate::timeline::prune::Limits;
use crate::{Engine, Error, Ranking, Result};

/// How our own store was asked: a guest's answers stand beside its answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub ranking: Ranking,
    /// Whether its table of contents was walked, and nothing else asked.
    pub walked: bool,
    /// How many records it has.
    pub records: u64,
    pub now_ms: i64,
}

/// Neighbours of an event are not read there, so that it is a little less sure than one of ours.
const WITHOUT_INDEX: f64 = 0.9;

impl Engine {
    /// What the other stores answer within the time that is left, in the namespace of the same
    /// name. One that cannot be read is passed over.
    pub(super) async fn ask_projects(
        &self,
        caller: &Caller,
        asked: &Asked,
        attempted: &[Layer],
        left_ms: u64,
    ) -> Result<Vec<Answer>> {
        let name = self.scope(caller, Need::Read, None)?;
        let own = Own {
            ranking: ranking(attempted),
            walked: ranked(attempted).next().is_none(),
            records: self.records(caller).await?,
            now_ms: self.store.now_ms(),
        };
        let until = Instant::now() + Duration::from_millis(left_ms.max(1));
        let ask = |dir: PathBuf| {
            let (name, asked) = (name.to_owned(), asked.clone());
            tokio::task::spawn_blocking(move || ask(&dir, &name, &asked, own, until))
        };
        let asking: Vec<_> = self.others().into_iter().map(ask).collect();
        let mut answers = Vec::new();
        for asking in asking {
            answers.extend(asking.await.unwrap_or_default());
        }
        answers.sort_by(|a: &Answer, b| b.score.total_cmp(&a.score));
        Ok(answers)
    }

    /// How many events and memories there are.
    async fn records(&self, caller: &Caller) -> Result<u64> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(0);
        };
        let counted = self.store.read(|view| Ok::<_, Error>(counters::all(view)?));
        let counted = counted.await?.into_iter();
        let ours = counted.filter(|count| count.ns == namespace.ns && count.kind.is_content());
        Ok(ours.map(|count| count.n).sum())
    }

    /// Every store that is registered, each once, but not this one.
    fn others(&self) -> Vec<PathBuf> {
        let real = |dir: &Path| dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf());
        let mut known = vec![real(self.store.dir())];
        let mut others = self.settings.timeline.projects.clone();
        others.retain(|dir| {
            let dir = real(dir);
            let new = !known.contains(&dir);
            known.push(dir);
            new
        });
        others
    }
}

/// What was found by words alone is compared with words alone; everything else is on the scale of
/// our own ranking.
fn ranking(attempted: &[Layer]) -> Ranking {
    let by_words = |layer: &Layer| matches!(layer, Layer::Words | Layer::Topics);
    match ranked(attempted).next().is_some() && ranked(attempted).all(by_words) {
        true => Ranking::Words,
        false => Ranking::Mneme,
    }
}

/// The layers that give scores by a ranking: walking does not.
fn ranked(attempted: &[Layer]) -> impl Iterator<Item = &Layer> {
    attempted.iter().filter(|layer| **layer != Layer::Agentic)
}

fn ask(dir: &Path, name: &str, asked: &Asked, own: Own, until: Instant) -> Vec<Answer> {
    let project = dir.display().to_string();
    match read(dir, name, asked, own, until) {
        Ok(answers) => {
            let tagged = |answer: Answer| Answer {
                project: Some(project.clone()),
                score: answer.score * WITHOUT_INDEX,
                ..answer
            };
            answers.into_iter().map(tagged).collect()
        }
        Err(error) => {
            tracing::debug!(project, %error, "a registered store is passed over");
            Vec::new()
        }
    }
}

fn read(dir: &Path, name: &str, asked: &Asked, own: Own, until: Instant) -> Result<Vec<Answer>> {
    let guest = Guest::open(dir)?;
    match guest.namespace(name) {
        Some(namespace) => search(&guest.view(), &namespace, asked, own, until),
        None => Ok(Vec::new()),
    }
}

fn search(
    view: &View<'_>,
    namespace: &Namespace,
    asked: &Asked,
    own: Own,
    until: Instant,
) -> Result<Vec<Answer>> {
    let agent = asked.agent.as_deref();
    let agent = agent.map(|name| view.name_id(namespace.ns, NameKind::Agent, name));
    let agent = match agent.transpose()? {
        // Nothing there is of the agent that is asked for.
        Some(None) => return Ok(Vec::new()),
        agent => agent.flatten(),
    };
    let hits = scan::newest(view, namespace, asked, own, agent, until)?;
    let mut docs = docs::of_hits(view, &hits, None, &Limits::none(), docs::room(asked.limit))?;
    let mut walked = walk(view, namespace.ns, asked, agent)?;
    docs::weigh(&mut walked);
    if !own.walked {
        // A walk counts terms, which is no probability: beside what was ranked it is enough to be
        // shown, and no more.
        let within = |doc: &mut docs::Doc| doc.score = doc.score.min(ENOUGH);
        walked.iter_mut().for_each(within);
    }
    docs.extend(walked);
    let mut answers: Vec<Answer> = Vec::new();
    answers.extend(
        docs.into_iter()
            .map(|doc| Answer::of_doc(doc, Layer::Agentic)),
    );
    for hit in hits {
        if docs::segment_of(view, hit.record.seq)?.is_none() {
            answers.push(Answer::of_hit(hit));
        }
    }
    Ok(answers)
}
