//! Facts that summaries of several sessions come to.

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Moment, Seq, time};
use mneme_notebook::consolidate::{Claim, Fact, SUMMARIES, claims};
use mneme_notebook::summary::Summary;
use mneme_notebook::{cut, ids};
use mneme_store::View;
use mneme_store::tables::journal;
use serde::Deserialize;

use crate::notebook::made::{self, From, Ids};
use crate::notebook::mind::Mind;
use crate::notebook::shelf;
use crate::{Engine, Error, Result};

/// What a model says.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    facts: Vec<One>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct One {
    fact: String,
    confidence: Option<f64>,
    /// Numbers of the summaries it stands in.
    sessions: Vec<usize>,
}

/// Summaries that are looked at, the latest.
const MOST: usize = 50;
const FACT: usize = 300;
const TASK: &str = "These are summaries of sessions of coding agents, each with its number. Merge \
     what they say into facts that hold beyond one session, as {\"facts\": [{\"fact\": one \
     sentence, \"confidence\": 0 to 1, \"sessions\": numbers}]}.";

type Placed = Vec<(Seq, Summary)>;

impl Engine {
    /// How many facts are new, and of how many summaries.
    pub(super) async fn tell_facts(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: Option<&str>,
    ) -> Result<(usize, usize)> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Ok((0, 0));
        };
        let read = move |view: &View<'_>| shelf::placed::<Summary>(view, &known);
        let mut placed: Placed = self.store.read(read).await?;
        placed.retain(|(_, summary)| project.is_none_or(|project| summary.project == project));
        placed.sort_by(|a, b| time::order(&b.1.created_at, &a.1.created_at));
        placed.truncate(MOST);
        let summaries = placed.len();
        if summaries < SUMMARIES {
            return Ok((0, summaries));
        }
        let claims = claimed(self.mind.as_deref(), &placed).await;
        let mut new = 0;
        for claim in claims {
            new += usize::from(self.keep_fact(caller, namespace, claim, &placed).await?);
        }
        Ok((new, summaries))
    }

    /// Whether it is new.
    async fn keep_fact(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        claim: Claim,
        placed: &Placed,
    ) -> Result<bool> {
        let (named, origin) = self.writing(caller, namespace).await?;
        let (ids, now) = (self.two_ids()?, Moment::from_ms(self.store.now_ms()));
        let from: Vec<(Seq, String)> = placed
            .iter()
            .map(|(seq, summary)| (*seq, summary.session_id.clone()))
            .collect();
        let agent = caller.only.clone();
        let kept = self.journal.run(named, origin, &[], move |intake| {
            keep(intake, ids, &claim, &from, agent, now)
        });
        kept.await
    }
}

fn keep(
    intake: &Intake<'_>,
    ids: Ids,
    claim: &Claim,
    placed: &[(Seq, String)],
    agent: Option<String>,
    now: Moment,
) -> Result<bool> {
    let known: Vec<Fact> = shelf::all(intake.tx, intake.namespace)?;
    let known = known.into_iter().find(|fact| fact.is(claim));
    let new = known.is_none();
    let before = known.as_ref().map(|fact| sources(intake, fact));
    let mut of = before.transpose()?.unwrap_or_default();
    let mut fact = known.unwrap_or_else(|| Fact {
        id: ids::derived("sem", &named(claim)),
        fact: cut::ellipsis(&cut::collapsed(&claim.fact), FACT),
        project: claim.project.clone(),
        created_at: now.rfc3339(),
        ..Fact::default()
    });
    if !fact.take_in(claim) {
        return Ok(false);
    }
    fact.updated_at = now.rfc3339();
    for (seq, session) in placed {
        if fact.source_session_ids.contains(session) && !of.contains(seq) {
            of.push(*seq);
        }
    }
    let from = From { of, agent };
    let kept = made::put(intake, ids, &fact, &from)?;
    Ok::<_, Error>(new && kept.is_some())
}

/// The summaries it was made of so far: it names their sessions still, so it goes with them still.
fn sources(intake: &Intake<'_>, fact: &Fact) -> Result<Vec<Seq>> {
    let known = shelf::find::<Fact>(intake.tx, intake.namespace, &fact.id)?;
    let known = known.map(|seq| journal::load(intake.tx, seq)).transpose()?;
    Ok(known
        .flatten()
        .map(|event| event.body.tells_of)
        .unwrap_or_default())
}

/// What its id follows from.
fn named(claim: &Claim) -> String {
    format!("{}\n{}", claim.project, claim.fact.trim().to_lowercase())
}

async fn claimed(mind: Option<&Mind>, placed: &Placed) -> Vec<Claim> {
    if let Some(mind) = mind
        && let Some(claims) = by_model(mind, placed).await
    {
        return claims;
    }
    let summaries: Vec<Summary> = placed.iter().map(|(_, summary)| summary.clone()).collect();
    claims(&summaries)
}

async fn by_model(mind: &Mind, placed: &Placed) -> Option<Vec<Claim>> {
    let lines = placed.iter().enumerate().map(|(n, (_, summary))| {
        let decided = summary.key_decisions.join("; ");
        let (title, narrative) = (&summary.title, cut::collapsed(&summary.narrative));
        format!("{}. {title}: {narrative} Decided: {decided}", n + 1)
    });
    let told: Told = mind.ask(TASK, lines.collect::<Vec<_>>()).await?;
    let claims = told.facts.into_iter();
    let claims = claims.filter(|one| !one.fact.trim().is_empty());
    Some(claims.map(|one| claim(one, placed)).collect())
}

/// Whoever names no session means all of them.
fn claim(one: One, placed: &Placed) -> Claim {
    let named = |n: &usize| placed.get(n.checked_sub(1)?);
    let mut of: Vec<&(Seq, Summary)> = one.sessions.iter().filter_map(named).collect();
    if of.is_empty() {
        of = placed.iter().collect();
    }
    let project = of.first().map(|(_, summary)| summary.project.clone());
    let project = project.unwrap_or_default();
    let alone = of.iter().all(|(_, summary)| summary.project == project);
    Claim {
        fact: one.fact,
        confidence: one.confidence,
        sessions: of
            .iter()
            .map(|(_, summary)| summary.session_id.clone())
            .collect(),
        project: if alone { project } else { String::new() },
    }
}
