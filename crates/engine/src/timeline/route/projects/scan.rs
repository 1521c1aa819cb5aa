//! Events whose words are those of a question, without an index: as many of the newest ones as
//! there is time for, ranked as our own are.

use std::time::Instant;

use mneme_model::{Event, KindGroup, Moment, NameId, Seq};
use mneme_recall::Tally;
use mneme_recall::question::{Question, people};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, versions};

use super::super::Asked;
use super::Own;
use crate::recall::remembered;
use crate::{Remembered, Result};

/// Rows read in one go, and at most.
const STRIDE: usize = 500;
const MOST: usize = 20_000;

/// The best first.
pub fn newest(
    view: &View<'_>,
    namespace: &Namespace,
    asked: &Asked,
    own: Own,
    agent: Option<NameId>,
    until: Instant,
) -> Result<Vec<Remembered>> {
    let speakers = people(view, namespace.ns)?;
    let now = Moment::from_ms(own.now_ms);
    let mut tally = Tally::new(Question::read(&asked.query, &speakers, now));
    let (mut seen, mut at): (usize, Seq) = (0, Seq::MAX);
    while seen < MOST && Instant::now() < until {
        let page = journal::before(view, namespace.ns, at, STRIDE)?;
        let Some(last) = page.last() else { break };
        at = last.seq;
        seen += page.len();
        for event in page.iter().filter(|event| is_meant(event, agent)) {
            if is_believed(view, event)? {
                tally.look(event.seq, &event.body.text);
            }
        }
    }
    let found = tally.rank(view, namespace, own.ranking, own.records, asked.limit)?;
    found
        .into_iter()
        .map(|evidence| remembered(view, namespace, evidence))
        .collect()
}

fn is_meant(event: &Event, agent: Option<NameId>) -> bool {
    let told = matches!(event.kind.group(), KindGroup::Event | KindGroup::Memory);
    told && !event.body.repeat && (agent.is_none() || event.agent == agent)
}

/// What was said, and what is known as it is believed now.
fn is_believed(view: &View<'_>, event: &Event) -> Result<bool> {
    if event.kind.group() != KindGroup::Memory {
        return Ok(true);
    }
    let version = versions::get(view, event.seq)?;
    Ok(version.is_some_and(|version| version.to_seq.is_none()))
}
