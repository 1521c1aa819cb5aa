//! What many observations come to: memories of what belongs together, facts several sessions
//! stand for, procedures that were followed more than once.

mod facts;
mod groups;
mod procedures;

use std::collections::HashMap;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_model::Seq;
use mneme_notebook::consolidate::{Fact, Group, Procedure, groups};
use mneme_notebook::observation::Observation;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::sessions::{self, SessionPage};

use super::read::{latest, observation};
use super::shelf::{self, Shelved};
use crate::{Engine, Result};

impl Shelved for Fact {
    const SHELF: &'static str = "semantic";

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        self.fact.clone()
    }

    fn written(&self) -> Option<&str> {
        Some(&self.updated_at)
    }
}

impl Shelved for Procedure {
    const SHELF: &'static str = "procedural";

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        let steps = self.steps.join("\n");
        format!("{} ({})\n{steps}", self.name, self.trigger_condition)
    }

    fn written(&self) -> Option<&str> {
        Some(&self.updated_at)
    }
}

/// What is to be told together.
#[derive(Clone, Debug)]
pub struct Consolidate {
    pub project: Option<String>,
    /// Fewer observations are not looked at.
    pub least: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consolidated {
    /// Whether there was enough to look at.
    pub enough: bool,
    /// Memories that say something new.
    pub memories: usize,
    pub observations: usize,
    pub facts: usize,
    pub summaries: usize,
    pub procedures: usize,
    pub patterns: usize,
}

/// Sessions that are looked at, the latest, and of each so many observations.
const SESSIONS: usize = 200;
const EACH: usize = 100;

/// Observations, and where each stands in the journal.
pub(super) struct Observed {
    /// Each with the project of its session.
    seen: Vec<(Option<Arc<str>>, Observation)>,
    seqs: HashMap<String, Seq>,
}

// === impl Observed ===

impl Observed {
    fn groups(&self) -> Vec<Group<'_>> {
        let seen = self.seen.iter();
        groups(seen.map(|(project, one)| (project.as_deref(), one)))
    }

    fn seqs(&self, of: Vec<&Observation>) -> Vec<Seq> {
        let seqs = of.into_iter().filter_map(|one| self.seqs.get(&one.id));
        seqs.copied().collect()
    }
}

impl Default for Consolidate {
    fn default() -> Self {
        Self {
            project: None,
            least: 10,
        }
    }
}

impl Engine {
    /// Tells what belongs together, by a model or by rule. What was told before and is still true
    /// is not told again.
    pub async fn consolidate(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Consolidate,
    ) -> Result<Consolidated> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Ok(Consolidated::default());
        };
        let (project, asker) = (wanted.project.clone(), caller.clone());
        let read = self
            .store
            .read(move |view| observed(view, &known, project.as_deref(), &asker));
        let observed = read.await?;
        let observations = observed.seen.len();
        if observations < wanted.least {
            return Ok(Consolidated {
                observations,
                ..Consolidated::default()
            });
        }
        let project = wanted.project.as_deref();
        let groups = observed.groups();
        let told = self.tell_groups(caller, namespace, &observed, &groups);
        let memories = told.await?;
        let (facts, summaries) = self.tell_facts(caller, namespace, project).await?;
        let seen = (&observed, groups.as_slice());
        let procedures = self.tell_procedures(caller, namespace, project, seen);
        let (procedures, patterns) = procedures.await?;
        Ok(Consolidated {
            enough: true,
            memories,
            observations,
            facts,
            summaries,
            procedures,
            patterns,
        })
    }

    /// Facts, the surest first.
    pub async fn facts(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Fact>> {
        let mut all: Vec<Fact> = self.made(caller, namespace).await?;
        all.sort_by(|a, b| {
            b.confidence
                .total_cmp(&a.confidence)
                .then_with(|| a.id.cmp(&b.id))
        });
        Ok(all)
    }

    /// Procedures, the most often followed first.
    pub async fn procedures(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<Procedure>> {
        let mut all: Vec<Procedure> = self.made(caller, namespace).await?;
        all.sort_by(|a, b| b.frequency.cmp(&a.frequency).then_with(|| a.id.cmp(&b.id)));
        Ok(all)
    }

    pub(super) async fn made<T: Shelved>(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<T>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        self.store
            .read(move |view| shelf::all(view, &namespace))
            .await
    }
}

fn observed(
    view: &View<'_>,
    namespace: &Namespace,
    project: Option<&str>,
    caller: &Caller,
) -> Result<Observed> {
    let known = project.map(|name| view.name_id(namespace.ns, NameKind::Project, name));
    let (mut seen, mut seqs) = (Vec::new(), HashMap::new());
    let project = match known.transpose()? {
        Some(None) => return Ok(Observed { seen, seqs }),
        known => known.flatten(),
    };
    let page = SessionPage {
        ns: namespace.ns,
        project,
        before: None,
        limit: SESSIONS,
    };
    for row in sessions::page(view, &page)? {
        let session = view.word(row.session)?;
        let project = row.project.map(|project| view.word(project)).transpose()?;
        for event in latest(view, row.session, EACH)? {
            let one = observation(view, &session, &event)?;
            if caller.sees(one.agent_id.as_deref()) {
                seqs.insert(one.id.clone(), event.seq);
                seen.push((project.clone(), one));
            }
        }
    }
    Ok(Observed { seen, seqs })
}
