//! The rules of a namespace, for whoever must go on when memory cannot be asked.

use std::collections::BTreeSet;

use mneme_access::Caller;
use mneme_index::Filter;
use mneme_index::search::Search;
use mneme_index::words::words;
use mneme_model::{KindGroup, MemoryStatus, Seq};
use mneme_notebook::redact;
use mneme_recall::guard::{Risk, Rule, danger, is_rule};
use mneme_recall::trust::Sources;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, versions};
use serde::{Deserialize, Serialize};

use super::compose::{NORMATIVE, vocabulary};
use crate::contradiction::are_only_heard;
use crate::{Engine, Error, Result};

/// Rules about each risk that are looked for.
const MOST: usize = 100;

/// What holds now.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// How far the journal was read; whoever has this has what follows from it.
    pub mark: Seq,
    /// None where nothing was written since the mark somebody has.
    pub rules: Option<Vec<Rule>>,
}

/// One moment's look at a namespace.
struct Look<'a> {
    namespace: &'a Namespace,
    sources: Sources<'a>,
    least_trust: f64,
    now_ms: i64,
}

impl Engine {
    /// The rules in the caller's namespace, unless nothing was written since a mark. Nobody asked
    /// anything, so nothing is counted.
    pub async fn standing_rules(&self, caller: &Caller, mark: Option<Seq>) -> Result<Standing> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(Standing {
                mark: 0,
                rules: Some(Vec::new()),
            });
        };
        let head = self.store.read(|view| Ok::<_, Error>(journal::head(view)?));
        let head = head.await?;
        if mark == Some(head) {
            return Ok(Standing {
                mark: head,
                rules: None,
            });
        }
        self.index.ready(&namespace).await?;
        let mut seqs = BTreeSet::new();
        for risk in Risk::ALL {
            let hits = self.index.search(&namespace, &about(risk))?.hits;
            seqs.extend(hits.into_iter().map(|hit| hit.seq));
        }
        let (least_trust, now_ms) = (self.trust_threshold(), self.store.now_ms());
        let index = self.index.clone();
        let read = move |view: &View<'_>| {
            let look = Look {
                sources: Sources::among(view, &index, &namespace)?,
                namespace: &namespace,
                least_trust,
                now_ms,
            };
            let rules = seqs.iter().map(|seq| look.rule(view, *seq));
            let rules = rules.collect::<Result<Vec<_>>>()?;
            Ok::<_, Error>(rules.into_iter().flatten().collect())
        };
        let rules: Vec<Rule> = self.store.read(read).await?;
        Ok(Standing {
            mark: head,
            rules: Some(rules),
        })
    }
}

fn about(risk: Risk) -> Search {
    let mut seen = BTreeSet::new();
    let mut words = words(&format!("{} {NORMATIVE}", vocabulary(risk)));
    words.retain(|word| seen.insert(word.clone()));
    Search {
        words,
        limit: MOST,
        filter: Filter {
            kinds: vec![KindGroup::Memory.name().to_owned()],
            ..Filter::default()
        },
        ..Search::default()
    }
}

// === impl Look ===

impl Look<'_> {
    /// A memory as a rule, if it is one that counts and the caller sees it.
    fn rule(&self, view: &View<'_>, seq: Seq) -> Result<Option<Rule>> {
        let version = versions::get(view, seq)?.filter(|version| version.to_seq.is_none());
        let row = version.map(|version| memories::get(view, version.memory));
        let Some(row) = row.transpose()?.flatten() else {
            return Ok(None);
        };
        let status = match row.status {
            MemoryStatus::Active | MemoryStatus::Candidate => row.status,
            _ if are_only_heard(view, &row)? => MemoryStatus::Active,
            _ => return Ok(None),
        };
        let Some(head) = journal::load(view, row.head_seq)? else {
            return Ok(None);
        };
        let agent = head.agent.map(|agent| view.word(agent)).transpose()?;
        let text = redact::text(&head.body.text);
        let counts = self.namespace.sees(agent.as_deref()) && danger(&text).is_none();
        if !counts || !is_rule(&text, &head.body.tags) {
            return Ok(None);
        }
        let trust = self.sources.trust(&head, Some(&row), self.now_ms);
        Ok(Some(Rule {
            id: journal::ext_id(view, row.seq)?.unwrap_or_default(),
            text,
            tags: head.body.tags,
            score: 1.0,
            trust,
            low_trust: trust < self.least_trust,
            status,
            sought: true,
        }))
    }
}
