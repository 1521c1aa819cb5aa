//! The single way in.

use std::cell::RefCell;
use std::sync::Arc;

use mneme_model::{Event, Kind, NsId, Seq};
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::audit::{self, Entry};
use mneme_store::tables::journal::{self, NewEvent};
use mneme_store::{Store, Tx};

use crate::{Consequence, Draft, Error, Fold, Origin, Prepared, Result, Shown, Witness, signals};

pub struct Journal {
    store: Arc<Store>,
    folds: Arc<[Box<dyn Fold>]>,
    consequences: Arc<[Box<dyn Consequence>]>,
    witness: Arc<dyn Witness>,
}

/// Where an event stands, and whether this call put it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    pub seq: Seq,
    pub created: bool,
}

/// The writer's side of an operation: point reads through the transaction, and appending.
pub struct Intake<'a> {
    pub tx: &'a Tx<'a>,
    pub namespace: &'a Namespace,
    origin: &'a Origin,
    folds: &'a [Box<dyn Fold>],
    consequences: &'a [Box<dyn Consequence>],
    slots: &'a [Prepared],
    appended: RefCell<Vec<Shown>>,
}

// === impl Journal ===

impl Journal {
    /// The composition root registers every fold and every consequence, whichever doors it opens.
    pub fn open(
        store: Arc<Store>,
        folds: Vec<Box<dyn Fold>>,
        consequences: Vec<Box<dyn Consequence>>,
        witness: Arc<dyn Witness>,
    ) -> Self {
        Self {
            store,
            folds: folds.into(),
            consequences: consequences.into(),
            witness,
        }
    }

    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub(crate) fn folds(&self) -> &Arc<[Box<dyn Fold>]> {
        &self.folds
    }

    /// Appends all drafts or none. A repeated id is answered with `created: false`.
    pub async fn append(
        &self,
        namespace: Namespace,
        origin: Origin,
        drafts: Vec<Draft>,
    ) -> Result<Vec<Appended>> {
        let drafts: Arc<[Draft]> = drafts.into();
        let mut payloads = Vec::with_capacity(drafts.len());
        for draft in drafts.iter() {
            draft.check()?;
            payloads.push(journal::encode(&draft.body)?);
        }
        let for_writer = drafts.clone();
        self.run(namespace, origin, &drafts, move |intake| {
            let drafts = for_writer.iter().zip(&payloads).enumerate();
            drafts
                .map(|(n, (draft, payload))| intake.append_hint(n, draft, payload))
                .collect()
        })
        .await
    }

    /// Runs an operation that decides, inside the writer, what to append. `hints` are drafts
    /// it will probably append, in that order; they are analysed while the writer is busy.
    pub async fn run<T, E, F>(
        &self,
        namespace: Namespace,
        origin: Origin,
        hints: &[Draft],
        body: F,
    ) -> Result<T, E>
    where
        F: FnOnce(&Intake<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<mneme_store::Error> + Send + 'static,
    {
        if let Some(wait) = self.witness.admit(hints.len().max(1)) {
            wait.await;
        }
        let slots: Arc<[Prepared]> = hints.iter().map(|_| Prepared::default()).collect();
        let write = self.start(&namespace, origin, hints, slots.clone(), body);
        let (outcome, ()) = beside(write, || self.prepare(hints, &slots)).await;
        let (answer, _) = outcome?;
        self.witness.settle(&namespace);
        Ok(answer)
    }

    /// The part that runs in the writer: decide, append, fold; then show what was committed.
    async fn start<T, E, F>(
        &self,
        namespace: &Namespace,
        origin: Origin,
        hints: &[Draft],
        slots: Arc<[Prepared]>,
        body: F,
    ) -> Result<(T, Vec<Shown>), E>
    where
        F: FnOnce(&Intake<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<mneme_store::Error> + Send + 'static,
    {
        let (folds, ns) = (self.folds.clone(), namespace.clone());
        let consequences = self.consequences.clone();
        let decide = move |tx: &Tx<'_>| {
            let appended = RefCell::default();
            let intake = Intake {
                tx,
                namespace: &ns,
                origin: &origin,
                folds: &folds,
                consequences: &consequences,
                slots: &slots,
                appended,
            };
            let answer = body(&intake)?;
            intake.audit()?;
            Ok::<_, E>((answer, intake.appended.into_inner()))
        };
        let (witness, ns) = (self.witness.clone(), namespace.clone());
        let show =
            move |done: &mut (T, Vec<Shown>)| witness.committed(&ns, std::mem::take(&mut done.1));
        let weight = hints.iter().map(Draft::weight).sum::<usize>().max(256);
        self.store.write_then(weight, decide, show).await
    }

    fn prepare(&self, hints: &[Draft], slots: &[Prepared]) {
        for (draft, slot) in hints.iter().zip(slots) {
            self.witness.prepare(draft, slot);
        }
    }
}

/// Starts `write`, does `work` on this thread while the writer is busy, then awaits.
async fn beside<T, W>(write: impl Future<Output = T>, work: impl FnOnce() -> W) -> (T, W) {
    let mut write = Box::pin(write);
    // The first poll hands the operation to the writer; it cannot be done yet, or it was
    // refused at once.
    let early = std::future::poll_fn(|cx| {
        std::task::Poll::Ready(match write.as_mut().poll(cx) {
            std::task::Poll::Ready(done) => Some(done),
            std::task::Poll::Pending => None,
        })
    })
    .await;
    let work = work();
    match early {
        Some(done) => (done, work),
        None => (write.await, work),
    }
}

/// What an operation is called in the audit, by the first event it appended.
fn action(first: &Event) -> &'static str {
    match first.kind {
        Kind::MemoryStored if is_made_here(first) => "consolidate",
        Kind::MemoryStored | Kind::EvidenceAdded => "store",
        Kind::MemoryUpdated => "update",
        Kind::MemorySuperseded => "supersede",
        Kind::FeedbackGiven => "feedback",
        Kind::MemoryMoved if !first.body.derived_from.is_empty() => "store",
        Kind::MemoryMoved => "decay",
        Kind::MemoryContradicted => "contradict",
        Kind::Forgotten => "forget",
        Kind::Pinned => "pin",
        Kind::Unpinned => "unpin",
        Kind::SpaceMade => "share_create",
        Kind::SpaceDeleted => "share_delete",
        Kind::GrantGiven => "share_grant",
        Kind::GrantTaken => "share_revoke",
        _ => "record",
    }
}

/// Out of others; what comes from elsewhere says when it was made.
fn is_made_here(first: &Event) -> bool {
    !first.body.derived_from.is_empty() && first.body.created_ms.is_none()
}

/// On whose word an event is appended, where not the caller's, and whether anything follows from it.
#[derive(Clone, Copy)]
struct Word<'a> {
    writer: Option<&'a str>,
    alone: bool,
}

impl<'a> Word<'a> {
    fn own() -> Self {
        Self::of(None)
    }

    fn of(writer: Option<&'a str>) -> Self {
        Self {
            writer,
            alone: false,
        }
    }
}

// === impl Intake ===

impl Intake<'_> {
    pub fn ns(&self) -> NsId {
        self.namespace.ns
    }

    /// Appends one event decided here, and folds it.
    pub fn append(&self, draft: &Draft) -> Result<Appended> {
        draft.check()?;
        let payload = journal::encode(&draft.body)?;
        self.put(draft, &payload, Prepared::default(), Word::own())
    }

    /// The same on the word of whoever said it in the store it comes from. The audit names who
    /// brought it.
    pub fn append_of(&self, draft: &Draft, writer: &str) -> Result<Appended> {
        draft.check()?;
        let payload = journal::encode(&draft.body)?;
        self.put(draft, &payload, Prepared::default(), Word::of(Some(writer)))
    }

    /// The same without any consequence: for whoever also tells what came of it, or whose word is
    /// stronger.
    pub fn append_alone(&self, draft: &Draft, writer: Option<&str>) -> Result<Appended> {
        draft.check()?;
        let payload = journal::encode(&draft.body)?;
        let word = Word {
            alone: true,
            ..Word::of(writer)
        };
        self.put(draft, &payload, Prepared::default(), word)
    }

    /// Appends the `n`th hint of this operation, its body encoded beforehand.
    pub fn append_hint(&self, n: usize, draft: &Draft, payload: &[u8]) -> Result<Appended> {
        self.append_hint_of(n, draft, payload, None)
    }

    /// The same on the word of somebody else: whoever wrote it in the store it comes from. The
    /// audit names who brought it.
    pub fn append_hint_of(
        &self,
        n: usize,
        draft: &Draft,
        payload: &[u8],
        writer: Option<&str>,
    ) -> Result<Appended> {
        let prepared = self.slots.get(n).cloned().unwrap_or_default();
        self.put(draft, payload, prepared, Word::of(writer))
    }

    /// Takes the content of these events away, and whatever was folded from them. Returns
    /// what they were, in journal order.
    pub fn erase(&self, seqs: &[Seq]) -> Result<Vec<Event>> {
        let load = |seq: &Seq| journal::load(self.tx, *seq).transpose();
        let mut events: Vec<Event> = seqs.iter().filter_map(load).collect::<Result<_, _>>()?;
        events.sort_by_key(|event| event.seq);
        for event in events.iter().rev() {
            for fold in self.folds {
                fold.unfold(self.tx, event)?;
            }
            journal::erase(self.tx, event.seq)?;
            signals::ERASED.add(1);
        }
        Ok(events)
    }

    /// One row for the whole operation, in its own transaction.
    fn audit(&self) -> Result<(), mneme_store::Error> {
        let appended = self.appended.borrow();
        let Some(first) = appended.first().map(|shown| &shown.event) else {
            return Ok(());
        };
        let forgotten = first.body.forgotten.as_ref().map(|f| f.seqs.len());
        audit::append(
            self.tx,
            &Entry {
                at_ms: self.tx.now_ms(),
                action: action(first).to_owned(),
                about: String::new(),
                namespace: self.namespace.name.to_string(),
                subject: self.origin.actor.clone(),
                first_seq: first.seq,
                times: forgotten.unwrap_or(appended.len()) as u64,
            },
        )
    }

    fn put(
        &self,
        draft: &Draft,
        payload: &[u8],
        prepared: Prepared,
        word: Word<'_>,
    ) -> Result<Appended> {
        // Kept apart, an agent writes as itself, or it could put words into another's memory.
        if draft.agent.is_some() && !self.namespace.sees(draft.agent.as_deref()) {
            return Err(Error::ForeignAgent);
        }
        let event = self.event(draft, word.writer.unwrap_or(&self.origin.actor))?;
        let row = NewEvent {
            ext_id: &event.ext_id,
            kind: event.kind,
            door: event.door,
            actor: event.actor,
            session: event.session,
            agent: event.agent,
            speaker: event.speaker,
            occurred: event.occurred,
            payload,
        };
        match journal::insert(self.tx, self.namespace, &row)? {
            Some(seq) => {
                let event = Event { seq, ..event };
                self.fold(&event)?;
                let next = match word.alone {
                    true => Vec::new(),
                    false => self.consequences(&event)?,
                };
                signals::APPENDED.add(1);
                self.appended.borrow_mut().push(Shown { event, prepared });
                for draft in &next {
                    self.append(draft)?;
                }
                Ok(Appended { seq, created: true })
            }
            None => self.known(&draft.ext_id),
        }
    }

    fn known(&self, ext_id: &str) -> Result<Appended> {
        let seq = journal::find(self.tx, self.ns(), ext_id)?.ok_or_else(|| {
            mneme_store::Error::Corrupt(format!("event {ext_id} is there and is not"))
        })?;
        Ok(Appended {
            seq,
            created: false,
        })
    }

    fn fold(&self, event: &Event) -> Result<()> {
        for fold in self.folds {
            fold.fold(self.tx, event)?;
        }
        Ok(())
    }

    fn consequences(&self, event: &Event) -> Result<Vec<Draft>> {
        let mut all = Vec::new();
        for one in self.consequences {
            all.extend(one.follow(self.tx, self.namespace, event)?);
        }
        Ok(all)
    }

    fn event(&self, draft: &Draft, actor: &str) -> Result<Event> {
        let ns = self.ns();
        let intern = |kind, name: Option<&String>| -> Result<Option<_>> {
            Ok(name
                .map(|name| self.tx.intern(ns, kind, name))
                .transpose()?)
        };
        Ok(Event {
            seq: 0,
            ns,
            ext_id: draft.ext_id.clone(),
            kind: draft.kind,
            door: self.origin.door,
            actor: self.tx.intern(ns, NameKind::Actor, actor)?,
            session: intern(NameKind::Session, draft.session.as_ref())?,
            agent: intern(
                NameKind::Agent,
                draft.agent.as_ref().or(self.origin.agent.as_ref()),
            )?,
            speaker: intern(NameKind::Speaker, draft.speaker.as_ref())?,
            occurred: draft.occurred,
            recorded_ms: self.tx.now_ms(),
            body: draft.body.clone(),
        })
    }
}
