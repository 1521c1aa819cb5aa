//! From a request to what is told: recall, look, compose.

use mneme_access::{Caller, Need};
use mneme_model::{KindGroup, MemoryStatus, MemoryType, Seq};
use mneme_notebook::redact;
use mneme_recall::Ranking;
use mneme_recall::brief::{Piece, Wish, compose};
use mneme_recall::gate::{Bar, Considered, is_of_another};
use mneme_recall::guard::{Request, Risk};
use mneme_recall::rank::Strengths;

use super::latest::latest;
use super::{Ask, Brief, ReadBy};
use crate::{Engine, Recall, Recalled, Remembered, Result, Unasked};

/// Bytes of a request that are looked for, half of them from its end: a question often stands
/// behind what was pasted.
const LOOKED_FOR: usize = 512;
/// Rules that are looked for beside what was found.
const SOUGHT: usize = 10;
/// Words every rule may be known by.
pub(super) const NORMATIVE: &str = "policy never must approval required before without";

impl Engine {
    /// The brief, and the memories whose words stand in it.
    pub(super) async fn briefed(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        ask: &Ask,
        recall: Recall,
        patience_ms: Option<u64>,
    ) -> Result<(Brief, Vec<Seq>)> {
        self.scope(caller, Need::Read, namespace)?;
        let query = looked_for(&ask.query);
        if query.trim().is_empty() {
            return Ok((Brief::default(), Vec::new()));
        }
        let recall = Recall {
            query,
            kinds: vec![KindGroup::Memory.name().to_owned()],
            ranking: Some(super::ranking(&ask.rules, self.settings.ranking)),
            cursor: None,
            budget: None,
            unasked: Some(Unasked {
                patience_ms,
                min_channel: ask.rules.min_channel_score,
                diversity: ask.rules.diversity_factor,
                identifiers_first: ask.rules.identifier_first,
                // A call that waits turns no page; whoever looks into it may.
                unpaged: patience_ms.is_some(),
            }),
            ..recall
        };
        let recalled = self.recall(caller, namespace, recall.clone()).await?;
        let risky = Request::read(ask.whole());
        let sought = self
            .sought(caller, namespace, &risky.risks, recall.clone())
            .await?;
        let (brief, shown) = self.composed(ask, &risky, &recalled, &sought);
        let known = (&brief, &recalled);
        let said = self.instead_of_nothing(caller, namespace, ask, known, recall);
        match said.await? {
            Some(said) => Ok((said, Vec::new())),
            None => Ok((brief, shown)),
        }
    }

    /// Rules about what a risky request wants, in whatever words they are written.
    async fn sought(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        risks: &[Risk],
        recall: Recall,
    ) -> Result<Vec<Remembered>> {
        if risks.is_empty() {
            return Ok(Vec::new());
        }
        let words: Vec<&str> = risks.iter().map(|risk| vocabulary(*risk)).collect();
        let recall = Recall {
            query: format!("{} {NORMATIVE}", words.join(" ")),
            // A rule holds whenever it was told: only what is recalled has a date.
            after: None,
            limit: Some(SOUGHT),
            // Nobody says all these words at once.
            unasked: recall.unasked.map(|unasked| Unasked {
                min_channel: 0.0,
                ..unasked
            }),
            ..recall
        };
        Ok(self.recall(caller, namespace, recall).await?.hits)
    }

    pub(super) fn composed(
        &self,
        ask: &Ask,
        risky: &Request,
        recalled: &Recalled,
        sought: &[Remembered],
    ) -> (Brief, Vec<Seq>) {
        let least = self.trust_threshold();
        let pieces = |hits: &[Remembered]| -> Vec<Piece> {
            let mut all: Vec<Piece> = hits.iter().map(|hit| piece(hit, hits, least)).collect();
            for one in &mut all {
                let other = is_of_another(&recalled.question.text, &one.text);
                one.considered.eligible &= !other;
            }
            // What is told although it is contradicted stands where it would stand without that.
            if all.iter().any(|one| one.remark.is_some()) {
                all.sort_by(|a, b| b.considered.score.total_cmp(&a.considered.score));
            }
            all
        };
        let ranking = super::ranking(&ask.rules, self.settings.ranking);
        let wish = Wish {
            bar: Bar {
                outstanding: ranking == Ranking::Mneme,
                ..ask.rules.bar()
            },
            budget_tokens: ask.budget_tokens,
            confirmed: ask.confirmed,
        };
        let (found, sought) = (pieces(&recalled.hits), pieces(sought));
        let request = (ask.whole(), risky);
        let told = compose(&recalled.question, request, &found, &sought, wish);
        let stands = |hit: &&Remembered| {
            let id = &hit.record.id;
            let mut shown = told.injected.iter();
            shown.any(|one| one.memory_id == *id) || told.asked_about.contains(id)
        };
        let shown = recalled.hits.iter().filter(stands);
        let shown = shown.map(|hit| hit.record.root).collect();
        let read_by = match recalled.model {
            Some(_) => ReadBy::Meaning,
            None => ReadBy::Words,
        };
        let brief = Brief {
            block: told.block,
            injected: told.injected,
            filtered: told.filtered,
            gate: told.gate,
            policy: told.policy,
            stop: told.stop,
            task_state: told.task_state,
            tokens: told.tokens,
            read_by,
        };
        (brief, shown)
    }
}

/// The beginning and the end of a long text.
fn looked_for(text: &str) -> String {
    let text = text.trim();
    if text.len() <= LOOKED_FOR {
        return text.to_owned();
    }
    let half = LOOKED_FOR / 2;
    let (head, tail) = (
        &text[..text.floor_char_boundary(half)],
        &text[text.ceil_char_boundary(text.len() - half + 1)..],
    );
    format!("{head} {tail}")
}

pub(super) fn vocabulary(risk: Risk) -> &'static str {
    match risk {
        Risk::Deploy => "deploy deploys release ship rollout production staging",
        Risk::Delete => {
            "delete deleted remove purge wipe erase destroy drop terminate retention löschen"
        }
        Risk::Exfiltrate => "export share upload public customer data secrets",
        Risk::Override => "bypass skip review approval merge tests force push",
    }
}

/// A memory as it is shown to a model: without secrets, whatever it was stored with.
fn piece(hit: &Remembered, hits: &[Remembered], least_trust: f64) -> Piece {
    let record = &hit.record;
    let latest = latest(hit, hits);
    let strengths = Strengths::of(&hit.reasons);
    let text = redact::text(&record.text);
    let fitness = record.fitness_of(&text, hit.trusted.score, least_trust);
    let told = &record.outcome;
    Piece {
        id: record.id.clone(),
        tags: record.tags.clone(),
        source: record.source.to_string(),
        provenance: hit.provenance(),
        status: match record.only_doubted {
            // What anybody says by the way ends no rule.
            true => MemoryStatus::Active,
            false => record.status,
        },
        episodic: record.memory_type == MemoryType::Episodic,
        binds: record.is_memory,
        considered: Considered {
            score: latest.as_ref().map_or(hit.score, |latest| latest.score),
            safe: fitness.safe,
            eligible: fitness.believed || latest.is_some(),
            low_trust: fitness.low_trust,
            channel: strengths.most(),
            trust: hit.trusted.score,
            confidence: told
                .confidence
                .filter(|_| latest.is_none())
                .map(|sure| f64::from(sure) / 1_000.0),
            settled: told.confirms > 0 || record.evidence > 1,
            literal: strengths.exact > 0.0,
            matched: hit.matched.clone(),
            meaning: strengths.vector,
        },
        remark: latest.map(|latest| latest.remark),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_request_both_ends_are_looked_for() {
        assert_eq!(looked_for(" short ? "), "short ?");
        let long = format!("begin {} end", "ä".repeat(2_000));
        let cut = looked_for(&long);
        assert!(cut.starts_with("begin") && cut.ends_with("end"), "{cut}");
        assert!(cut.len() <= LOOKED_FOR + 1, "{}", cut.len());
    }
}
