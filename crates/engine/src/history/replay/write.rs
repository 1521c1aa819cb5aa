//! In the writer: the memories first, then what happened to them.

use std::collections::{HashMap, HashSet};

use mneme_journal::{Draft, Intake};
use mneme_model::event::{Brought, Judged};
use mneme_model::{Body, Kind, Moment, Seq};
use mneme_store::names::NameKind;
use mneme_store::tables::memories;

use super::super::plan::Plan;
use super::past::{PastMemory, PastReview, past_ms};
use crate::Result;
use crate::memories::{lifecycle, supersede};

/// Where the memories of a history stand by now.
struct Told<'a, 'b> {
    intake: &'a Intake<'b>,
    seqs: HashMap<&'a str, Seq>,
    coming: HashSet<&'a str>,
    ids: Vec<String>,
}

pub fn all<'a>(
    intake: &'a Intake<'_>,
    past: &'a [PastMemory],
    drafts: Vec<Draft>,
    plan: &Plan,
    ids: Vec<String>,
) -> Result<()> {
    let mut told = Told {
        intake,
        seqs: HashMap::new(),
        coming: plan.coming().map(|at| past[at].id.as_str()).collect(),
        ids,
    };
    for at in plan.coming() {
        told.store(&past[at], drafts[at].clone())?;
    }
    for at in plan.coming() {
        told.relive(&past[at])?;
    }
    // Last: a word on either would settle it again.
    for at in plan.coming() {
        told.oppose(&past[at])?;
    }
    Ok(())
}

// === impl Told ===

impl<'a> Told<'a, '_> {
    fn fresh(&mut self) -> String {
        self.ids.pop().unwrap_or_default()
    }

    fn seq(&self, id: &str) -> Option<Seq> {
        self.seqs.get(id).copied()
    }

    fn store(&mut self, one: &'a PastMemory, draft: Draft) -> Result<()> {
        let mut from: Vec<Seq> = one
            .derived_from
            .iter()
            .filter_map(|id| self.seq(id))
            .collect();
        from.sort_unstable();
        from.dedup();
        let draft = Draft {
            body: Body {
                derived_from: from,
                ..self.unopposed(one, draft.body)
            },
            ..draft
        };
        // What speaks against it is told with it.
        let appended = self.intake.append_alone(&draft, one.source.as_deref())?;
        self.seqs.insert(&one.id, appended.seq);
        Ok(())
    }

    /// As it would stand if nothing spoke against it.
    fn unopposed(&self, one: &PastMemory, body: Body) -> Body {
        let opposed = one.opposed(&self.coming);
        let brought = body.brought.map(|brought| Brought {
            confidence: opposed.without(brought.confidence),
            ..brought
        });
        Body {
            status: body.status.filter(|_| opposed.open == 0),
            brought,
            ..body
        }
    }

    fn relive(&mut self, one: &PastMemory) -> Result<()> {
        let Some(seq) = self.seq(&one.id) else {
            return Ok(());
        };
        for review in &one.reviews {
            let draft = self.review(one, seq, review)?;
            self.intake.append_of(&draft, &review.actor)?;
        }
        self.put_away(one, seq)
    }

    /// Each says for itself what speaks against it: one of two may have settled that.
    fn oppose(&mut self, one: &PastMemory) -> Result<()> {
        let Some(seq) = self.seq(&one.id) else {
            return Ok(());
        };
        for other in &one.contradicts {
            if let Some(other) = self.seq(other) {
                let body = Body {
                    by: Some(other),
                    one_sided: true,
                    ..Body::default()
                };
                let draft = self.happened(Kind::MemoryContradicted, seq, &one.updated_at, body)?;
                self.intake.append(&draft)?;
            }
        }
        Ok(())
    }

    fn put_away(&mut self, one: &PastMemory, seq: Seq) -> Result<()> {
        let now_ms = self.intake.tx.now_ms();
        let at = |told: &Option<String>| -> Result<Moment> {
            let told = told.as_ref().unwrap_or(&one.updated_at);
            Ok(Moment::from_ms(past_ms("a time", told, now_ms)?))
        };
        let row = memories::get(self.intake.tx, seq)?;
        if let Some((by, row)) = one.superseded_by.as_ref().zip(row) {
            let note = supersede::note(self.intake, self.fresh(), &row, self.seq(by));
            let occurred = at(&one.superseded_at)?;
            self.intake.append(&Draft { occurred, ..note })?;
        }
        let row = memories::get(self.intake.tx, seq)?;
        if let Some(row) = row.filter(|_| one.archived) {
            let note = lifecycle::put_away(self.intake, self.fresh(), &row);
            let occurred = at(&one.archived_at)?;
            self.intake.append(&Draft { occurred, ..note })?;
        }
        Ok(())
    }

    fn review(&mut self, one: &PastMemory, seq: Seq, review: &PastReview) -> Result<Draft> {
        let tx = self.intake.tx;
        let source = one.source.as_deref().unwrap_or(&review.actor);
        let judged = Judged {
            verdict: review.verdict,
            source: tx.intern(self.intake.ns(), NameKind::Actor, source)?,
            confidence: one.opposed(&self.coming).without(one.thousandths()),
            via: review.via.clone(),
            queue: review.queue.clone().unwrap_or_default(),
        };
        let body = Body {
            by: review.superseded_by.as_ref().and_then(|by| self.seq(by)),
            judged: Some(judged),
            ..Body::default()
        };
        self.happened(Kind::FeedbackGiven, seq, &review.at, body)
    }

    fn happened(&mut self, kind: Kind, memory: Seq, at: &str, body: Body) -> Result<Draft> {
        let at_ms = past_ms("a time", at, self.intake.tx.now_ms())?;
        Ok(Draft {
            ext_id: self.fresh(),
            kind,
            session: None,
            agent: None,
            speaker: None,
            occurred: Moment::from_ms(at_ms),
            body: Body {
                memory: Some(memory),
                ..body
            },
        })
    }
}
