//! What waits for somebody's word: doubted, rejected, or never confirmed.

mod past;

use mneme_access::{Caller, Need};
use mneme_model::{MemoryStatus, Seq, Verdict};
use mneme_recall::trust::{Sources, Trust};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::outcomes::Outcome;
use serde_json::Value;

use super::{Feedback, Via};
use crate::{Engine, Record, Result, contradiction};

pub use past::Review;
pub(crate) use past::{again as learnt_again, agreed, by as said_by, of as said_of};

/// The lists there are, in the order they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Queue {
    Contested,
    Rejected,
    Candidate,
}

/// A memory that waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub record: Record,
    pub queue: Queue,
    pub trust: Trust,
    /// What was said of it, oldest first.
    pub reviews: Vec<Review>,
    /// How many other memories say exactly the same.
    pub repeated: u64,
    /// Memories that speak against it.
    pub against: Vec<Record>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewSummary {
    pub candidate: u64,
    pub contested: u64,
    pub rejected: u64,
    /// Those of them that another one speaks against.
    pub opposed: u64,
    /// When the oldest of them was first told.
    pub oldest_ms: Option<i64>,
}

#[derive(Clone, Debug, Default)]
pub struct ReviewQueue {
    pub namespace: String,
    pub summary: ReviewSummary,
    pub items: Vec<Waiting>,
}

/// What became of a memory by a review, and of the one that took its place.
#[derive(Clone, Debug)]
pub struct Reviewed {
    pub before: Option<Queue>,
    pub memory: Past,
    pub replacement: Option<Past>,
}

/// A memory with what came of it.
#[derive(Clone, Debug)]
pub struct Past {
    pub record: Record,
    /// What was said of it, oldest first.
    pub reviews: Vec<Review>,
    /// What a team had agreed on it where it comes from.
    pub governance: Option<Value>,
}

/// Rows read in one go.
const STRIDE: usize = 1_000;
const WAITING: [MemoryStatus; 3] = [
    MemoryStatus::Contested,
    MemoryStatus::Rejected,
    MemoryStatus::Candidate,
];

// === impl Queue ===

impl Queue {
    /// The list a memory waits on, if it waits.
    pub fn of(status: MemoryStatus, told: &Outcome) -> Option<Self> {
        match status {
            status if !WAITING.contains(&status) => None,
            _ if told.rejects > 0 => Some(Queue::Rejected),
            MemoryStatus::Candidate => Some(Queue::Candidate),
            _ => Some(Queue::Contested),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Queue::Contested => "contested",
            Queue::Rejected => "rejected",
            Queue::Candidate => "candidate",
        }
    }

    /// What is likely to be said of a memory on it: where others speak against it, one of them may
    /// take its place.
    pub fn suggests(self, opposed: bool) -> Verdict {
        match self {
            Queue::Candidate => Verdict::Confirm,
            Queue::Contested | Queue::Rejected if opposed => Verdict::Supersede,
            Queue::Contested | Queue::Rejected => Verdict::Reject,
        }
    }
}

// === impl ReviewSummary ===

impl ReviewSummary {
    pub fn pending(&self) -> u64 {
        self.candidate + self.contested + self.rejected
    }

    /// Those that are doubted, and that nothing could take the place of: as `Queue::suggests` says it
    /// of each.
    pub fn unopposed(&self) -> u64 {
        (self.contested + self.rejected).saturating_sub(self.opposed)
    }

    fn count(&mut self, queue: Queue, row: &MemoryRow) {
        *match queue {
            Queue::Contested => &mut self.contested,
            Queue::Rejected => &mut self.rejected,
            Queue::Candidate => &mut self.candidate,
        } += 1;
        self.opposed += u64::from(queue != Queue::Candidate && row.opposition.open > 0);
        let oldest = self.oldest_ms.unwrap_or(i64::MAX);
        self.oldest_ms = Some(oldest.min(row.created_ms));
    }
}

impl Engine {
    /// What waits for a word, the newest of each list first; counted whole, shown up to a limit.
    pub async fn review_queue(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        limit: usize,
    ) -> Result<ReviewQueue> {
        let name = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let mut found = ReviewQueue {
            namespace: name,
            ..ReviewQueue::default()
        };
        let Some(space) = self.reading(caller, namespace)? else {
            return Ok(found);
        };
        let mut rows = self.all_waiting(&space, &mut found.summary).await?;
        rows.sort_by_key(|(queue, row)| (*queue, std::cmp::Reverse(row.seq)));
        rows.truncate(limit);
        let (now_ms, index) = (self.store.now_ms(), self.index.clone());
        // Without an index, how a memory fits the others is not known, and that is no reason to stop.
        self.index.ready(&space).await.ok();
        let items = move |view: &View<'_>| {
            let sources = Sources::among(view, &index, &space)?;
            shown(view, &space, &sources, rows, now_ms)
        };
        found.items = self.store.read(items).await?;
        Ok(found)
    }

    /// How much waits; told to whoever may read, as it says nothing of what.
    pub async fn review_summary(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<ReviewSummary> {
        self.scope(caller, Need::Read, namespace)?;
        let mut summary = ReviewSummary::default();
        if let Some(space) = self.reading(caller, namespace)? {
            self.all_waiting(&space, &mut summary).await?;
        }
        Ok(summary)
    }

    async fn all_waiting(
        &self,
        space: &Namespace,
        summary: &mut ReviewSummary,
    ) -> Result<Vec<(Queue, MemoryRow)>> {
        let mut all = Vec::new();
        for status in WAITING {
            let mut before = Some(Seq::MAX);
            while let Some(at) = before {
                let seen = space.clone();
                let page = move |view: &View<'_>| page(view, &seen, status, at);
                let (rows, next) = self.store.read(page).await?;
                for row in rows {
                    if let Some(queue) = Queue::of(row.status, &row.outcome) {
                        summary.count(queue, &row);
                        all.push((queue, row));
                    }
                }
                before = next;
            }
        }
        Ok(all)
    }

    /// Says a word on one of them, and tells how it stands now.
    pub async fn review(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        feedback: Feedback,
    ) -> Result<Reviewed> {
        self.scope(caller, Need::Administer, namespace)?;
        let before = self.get(caller, namespace, &feedback.id).await?;
        let by = feedback.superseded_by.clone();
        let via = via(caller);
        let feedback = Feedback { via, ..feedback };
        let record = self.feedback(caller, namespace, feedback).await?;
        let replacement = match by {
            Some(id) => Some(self.get(caller, namespace, &id).await?),
            None => None,
        };
        Ok(Reviewed {
            before: Queue::of(before.status, &before.outcome),
            memory: self.past(record).await?,
            replacement: match replacement {
                Some(record) => Some(self.past(record).await?),
                None => None,
            },
        })
    }

    async fn past(&self, record: Record) -> Result<Past> {
        let read = move |view: &View<'_>| {
            Ok(Past {
                reviews: past::of(view, record.root)?,
                governance: past::agreed(view, record.root)?,
                record,
            })
        };
        self.store.read(read).await
    }
}

/// Memories of a status before a position, those one sees, and where the next page ends.
fn page(
    view: &View<'_>,
    space: &Namespace,
    status: MemoryStatus,
    before: Seq,
) -> Result<(Vec<MemoryRow>, Option<Seq>)> {
    let mut rows = memories::in_status(view, space.ns, status, before, STRIDE)?;
    let next = rows.last().filter(|_| rows.len() == STRIDE);
    let next = next.map(|row| row.seq);
    if space.only.is_some() {
        let mut seen = Vec::new();
        for row in rows {
            let record = Record::of_memory(view, space, row.clone())?;
            if record.is_some_and(|record| space.sees(record.agent.as_deref())) {
                seen.push(row);
            }
        }
        rows = seen;
    }
    Ok((rows, next))
}

fn shown(
    view: &View<'_>,
    space: &Namespace,
    sources: &Sources<'_>,
    rows: Vec<(Queue, MemoryRow)>,
    now_ms: i64,
) -> Result<Vec<Waiting>> {
    let mut items = Vec::with_capacity(rows.len());
    for (queue, row) in rows {
        let Some(head) = journal::load(view, row.head_seq)? else {
            continue;
        };
        let trust = sources.explain(&head, Some(&row), now_ms);
        let same = memories::saying(view, space.ns, &row.fingerprint)?;
        let reviews = past::of(view, row.seq)?;
        let against = contradiction::against(view, space, row.seq)?;
        let Some(record) = Record::of_memory(view, space, row)? else {
            continue;
        };
        items.push(Waiting {
            record,
            queue,
            trust,
            reviews,
            repeated: same.saturating_sub(1),
            against,
        });
    }
    Ok(items)
}

/// How a word from the list is told, by the door it came through.
fn via(caller: &Caller) -> Via {
    match caller.owns_machine() {
        true => Via::Command,
        false => Via::Inbox,
    }
}
