//! What nobody had a use for: first it counts less, later it is put away. Nothing is forgotten. A rule
//! holds until somebody ends it, also where nobody had to be stopped for long.

use mneme_access::{Caller, Need};
use mneme_journal::{Draft, Intake};
use mneme_model::{Body, Kind, MemoryStatus, Moment, Seq};
use mneme_recall::guard::is_rule;
use mneme_recall::trust::Sources;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryPage, MemoryRow};
use mneme_store::tables::{journal, notes};

use super::{Cause, change};
use crate::{Engine, Error, Result, signals};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecaySettings {
    /// Whether it is done by itself.
    pub enabled: bool,
    /// After so many days without a use.
    pub after_days: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Decay {
    /// The setting's, where none is named.
    pub after_days: Option<u64>,
    pub dry_run: bool,
}

/// A memory that came to stand elsewhere, or would.
#[derive(Clone, Debug)]
pub struct Moved {
    pub namespace: String,
    pub id: String,
    pub text: String,
    pub from: MemoryStatus,
    pub to: MemoryStatus,
    row: MemoryRow,
}

#[derive(Clone, Debug, Default)]
pub struct Decayed {
    pub looked_at: u64,
    pub moved: Vec<Moved>,
}

const DAY_MS: i64 = 86_400_000;
/// Rows read in one go, so that no reader holds the log for long; and moved in one.
const STRIDE: usize = 500;
/// What was shown to a model so often, and of no use to it, is neglected.
const IN_VAIN: u64 = 3;
/// What is trusted less than this and was never of use is neglected.
const TRUSTED: f64 = 0.45;

impl Default for DecaySettings {
    fn default() -> Self {
        Self {
            enabled: false,
            after_days: 90,
        }
    }
}

impl Engine {
    /// Moves what nobody had a use for, or only says what it would. Whoever owns the machine and
    /// names no namespace means all of them.
    pub async fn decay(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Decay,
    ) -> Result<Decayed> {
        self.scope(caller, Need::Administer, namespace)?;
        // What was shown a moment ago counts.
        self.watch.flush().await?;
        let mut names = vec![namespace.map(str::to_owned)];
        if namespace.is_none() && caller.owns_machine() {
            let all = self.store.namespaces().into_iter();
            names = all.map(|known| Some(known.name.to_string())).collect();
        }
        let mut done = Decayed::default();
        for name in names {
            self.decay_one(caller, name.as_deref(), wish, &mut done)
                .await?;
        }
        Ok(done)
    }

    async fn decay_one(
        &self,
        caller: &Caller,
        name: Option<&str>,
        wish: Decay,
        done: &mut Decayed,
    ) -> Result<()> {
        let days = wish.after_days.unwrap_or(self.settings.decay.after_days);
        let Some(namespace) = self.reading(caller, name)? else {
            return Ok(());
        };
        // Without an index, how a memory fits the others is not known, and that is no reason to stop.
        self.index.ready(&namespace).await.ok();
        let idle_ms = i64::try_from(days).unwrap_or(i64::MAX);
        let idle_ms = idle_ms.saturating_mul(DAY_MS);
        let (mut after, now_ms) = (Some(0), self.store.now_ms());
        while let Some(from) = after {
            let seen = namespace.clone();
            let index = self.index.clone();
            let page = move |view: &View<'_>| {
                let sources = Sources::among(view, &index, &seen)?;
                due(view, &seen, &sources, from, now_ms, idle_ms)
            };
            let (looked_at, due, next) = self.store.read(page).await?;
            if !wish.dry_run && !due.is_empty() {
                self.move_all(caller, name, due.clone()).await?;
            }
            done.looked_at += looked_at;
            done.moved.extend(due);
            after = next;
        }
        Ok(())
    }

    async fn move_all(&self, caller: &Caller, name: Option<&str>, due: Vec<Moved>) -> Result<()> {
        let (namespace, origin) = self.writing(caller, name).await?;
        let ids = due.iter().map(|_| self.mint_id());
        let ids = ids.collect::<Result<Vec<_>>>()?;
        let moved = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let mut moved = 0;
                for (one, id) in due.iter().zip(ids) {
                    // Somebody may have said something of it since it was looked at.
                    let now = memories::get(intake.tx, one.row.seq)?;
                    if now.as_ref() == Some(&one.row) {
                        intake.append(&note(intake, id, &one.row, one.to))?;
                        moved += 1;
                    }
                }
                Ok::<_, Error>(moved)
            })
            .await?;
        signals::DECAYED.add(moved);
        Ok(())
    }
}

/// The neglected of one page, how many it had, and where the next begins.
fn due(
    view: &View<'_>,
    namespace: &Namespace,
    sources: &Sources<'_>,
    after: Seq,
    now_ms: i64,
    idle_ms: i64,
) -> Result<(u64, Vec<Moved>, Option<Seq>)> {
    let page = MemoryPage {
        ns: namespace.ns,
        agent: None,
        session: None,
        after,
        limit: STRIDE,
    };
    let rows = memories::page(view, &page)?;
    let next = rows.last().filter(|_| rows.len() == STRIDE);
    let next = next.map(|row| row.seq);
    let looked_at = rows.len() as u64;
    let mut moved = Vec::new();
    for row in rows {
        let idle = now_ms.saturating_sub(last_use(&row)) >= idle_ms;
        let Some(to) = change(row.status, Cause::Neglected).filter(|_| idle) else {
            continue;
        };
        let Some(head) = journal::load(view, row.head_seq)? else {
            continue;
        };
        let trust = sources.trust(&head, Some(&row), now_ms);
        let holds = row.status == MemoryStatus::Active && is_rule(&head.body.text, &head.body.tags);
        if row.pinned || holds || is_of_use(&row, trust) || notes::has(view, row.seq)? {
            continue;
        }
        moved.push(Moved {
            namespace: namespace.name.to_string(),
            id: journal::ext_id(view, row.seq)?.unwrap_or_default(),
            text: head.body.text,
            from: row.status,
            to,
            row,
        });
    }
    Ok((looked_at, moved, next))
}

/// When anything last happened to a memory.
fn last_use(row: &MemoryRow) -> i64 {
    let told = [
        row.outcome.verified_ms,
        row.outcome.last_ms,
        row.opposition.since_ms,
        row.injections.last_ms,
    ];
    let known = told.into_iter().flatten();
    known.fold(row.updated_ms.max(row.created_ms), i64::max)
}

/// Whether a memory that is believed, or may be, has earned to stay, however long ago it was.
fn is_of_use(row: &MemoryRow, trust: f64) -> bool {
    let told = &row.outcome;
    let good = told.confirms > 0 || told.reuses > 0 || row.evidence > 1;
    let bad = told.rejects + told.supersedes > told.confirms;
    match row.status {
        MemoryStatus::Active => {
            let in_vain = row.injections.times >= IN_VAIN && !good;
            !bad && !in_vain && (good || trust >= TRUSTED)
        }
        // What no model was ever shown waits for somebody's word.
        MemoryStatus::Candidate => good || row.injections.times == 0,
        _ => false,
    }
}

/// The event that says so. What is put away takes its words out of every recall; what another
/// took the place of has lost that already.
fn note(intake: &Intake<'_>, ext_id: String, row: &MemoryRow, to: MemoryStatus) -> Draft {
    let retires = !to.is_found() && row.status.is_found();
    Draft {
        ext_id,
        kind: Kind::MemoryMoved,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            memory: Some(row.seq),
            replaces: retires.then_some(row.head_seq),
            status: Some(to),
            ..Body::default()
        },
    }
}

/// As [`note`], for what was put away in the store it comes from.
pub fn put_away(intake: &Intake<'_>, ext_id: String, row: &MemoryRow) -> Draft {
    note(intake, ext_id, row, MemoryStatus::Archived)
}
