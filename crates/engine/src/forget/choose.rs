//! Which records are meant.

use std::collections::BTreeSet;

use mneme_model::{Code, Event, Kind, KindGroup, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, versions};

use crate::notebook::{is_shelved, kept, shelf};
use crate::{Engine, Error, Record, Result, checks};

/// By id or position, or by everything a filter names; all of its conditions hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forget {
    pub ids: Vec<String>,
    /// Where records begin, as whoever looked for them found them: no name has to be looked up.
    pub seqs: Vec<Seq>,
    pub agent: Option<String>,
    pub session: Option<String>,
    /// Any of these.
    pub tags: Vec<String>,
    /// Kinds or groups (`memory`, `event`), any of these.
    pub kinds: Vec<String>,
    /// First recorded before this.
    pub before: Option<String>,
    /// Everything, where no condition is given.
    pub all: bool,
}

/// A filter does not take more than this at once.
const MOST: usize = 10_000;
/// Rows read in one go.
const STRIDE: usize = 1_000;

struct Filter {
    wish: Forget,
    before_ms: Option<i64>,
}

type Chosen = Vec<(Seq, Record)>;

impl Engine {
    /// The records a wish names, in journal order, each with the position it began at.
    /// With what was made of them: that goes too.
    pub(super) async fn choose(&self, namespace: &Namespace, wish: Forget) -> Result<Chosen> {
        let chosen = self.meant(namespace, wish).await?;
        let namespace = namespace.clone();
        let whole = move |view: &View<'_>| with_made(view, &namespace, chosen);
        self.store.read(whole).await
    }

    async fn meant(&self, namespace: &Namespace, wish: Forget) -> Result<Chosen> {
        if wish.names_some() {
            checks::batch("ids", wish.ids.len().max(wish.seqs.len()), MOST)?;
            let namespace = namespace.clone();
            // What is said to be forgotten is: nothing that does not open is passed over.
            let named = move |view: &View<'_>| named(&view.exact(), &namespace, &wish);
            return self.store.read(named).await;
        }
        let filter = Filter::read(wish)?;
        self.by_filter(namespace, filter).await
    }

    async fn by_filter(&self, namespace: &Namespace, filter: Filter) -> Result<Chosen> {
        let (mut chosen, mut at) = (Chosen::new(), Some(0));
        let filter = std::sync::Arc::new(filter);
        while let Some(after) = at {
            let (namespace, filter) = (namespace.clone(), filter.clone());
            let page = move |view: &View<'_>| filter.page(&view.exact(), &namespace, after);
            let (found, next) = self.store.read(page).await?;
            chosen.extend(found);
            if chosen.len() > MOST {
                let message = format!("this would forget more than {MOST} records at once");
                return Err(Error::refused(Code::BadBatch, message));
            }
            at = next;
        }
        chosen.extend(self.of_session(namespace, &filter.wish).await?);
        chosen.retain(|(_, record)| namespace.sees(record.agent.as_deref()));
        Ok(chosen)
    }

    /// What is noted of a session under its name goes with the whole of it.
    async fn of_session(&self, namespace: &Namespace, wish: &Forget) -> Result<Chosen> {
        let whole = Forget {
            session: wish.session.clone(),
            ..Forget::default()
        };
        let Some(session) = wish.session.clone().filter(|_| *wish == whole) else {
            return Ok(Chosen::new());
        };
        let namespace = namespace.clone();
        let noted = move |view: &View<'_>| {
            let mut chosen = Chosen::new();
            for seq in shelf::named(view, &namespace, &session)? {
                if let Some(event) = journal::load(&view.exact(), seq)? {
                    chosen.extend(record(view, &namespace, event)?);
                }
            }
            Ok(chosen)
        };
        self.store.read(noted).await
    }
}

fn named(view: &View<'_>, namespace: &Namespace, wish: &Forget) -> Result<Chosen> {
    let mut seqs = wish.seqs.clone();
    for id in &wish.ids {
        match journal::find(view, namespace.ns, id)? {
            Some(seq) => seqs.push(seq),
            // A note is called as the notebook shows it.
            None => seqs.extend(shelf::named(view, namespace, id)?),
        }
    }
    seqs.sort_unstable();
    seqs.dedup();
    let mut chosen = Chosen::new();
    for seq in seqs {
        choose_with_versions(view, namespace, seq, &mut chosen)?;
    }
    chosen.retain(|(_, record)| namespace.sees(record.agent.as_deref()));
    chosen.sort_by_key(|(seq, _)| *seq);
    chosen.dedup_by_key(|(seq, _)| *seq);
    Ok(chosen)
}

/// A record, and what it was the next version of, where each version is a memory of its own.
fn choose_with_versions(
    view: &View<'_>,
    namespace: &Namespace,
    seq: Seq,
    chosen: &mut Chosen,
) -> Result<()> {
    let (mut next, mut known) = (vec![seq], BTreeSet::new());
    while let Some(seq) = next.pop() {
        let new = known.insert(seq);
        let event = journal::load(view, seq)?;
        // A position may be of anywhere.
        let own = event.filter(|event| new && event.ns == namespace.ns);
        if let Some(event) = own {
            next.extend(before(view, &event)?);
            chosen.extend(record(view, namespace, event)?);
        }
    }
    Ok(())
}

/// The memories that gave way to this one.
fn before(view: &View<'_>, event: &Event) -> Result<Vec<Seq>> {
    // What it was made of says the same.
    let mut older = event.body.derived_from.clone();
    for id in kept(event).supersedes {
        older.extend(journal::find(view, event.ns, &id)?);
    }
    let mut before = Vec::new();
    for seq in older {
        // Only what is not believed any more: an import may claim anything.
        let gone_by = memories::get(view, seq)?.filter(|row| !row.status.is_found());
        before.extend(gone_by.map(|row| row.seq));
    }
    Ok(before)
}

/// What stands on a shelf is a part of what it was noted of; every other memory counts for itself.
fn with_made(view: &View<'_>, namespace: &Namespace, mut chosen: Chosen) -> Result<Chosen> {
    let mut known: BTreeSet<Seq> = chosen.iter().map(|(seq, _)| *seq).collect();
    for seq in known.clone() {
        for made in versions::family(view, seq)? {
            if !known.insert(made) {
                continue;
            }
            let event = journal::load(view, made)?;
            let event = event.filter(|event| event.kind == Kind::MemoryStored);
            if let Some(event) = event.filter(|event| !is_shelved(event)) {
                chosen.extend(record(view, namespace, event)?);
            }
        }
    }
    // It goes with what it was made of, and is shown only to whoever sees it.
    chosen.retain(|(_, record)| namespace.sees(record.agent.as_deref()));
    chosen.sort_by_key(|(seq, _)| *seq);
    Ok(chosen)
}

/// A record by the event it began with; later versions are part of it.
fn record(view: &View<'_>, namespace: &Namespace, event: Event) -> Result<Option<(Seq, Record)>> {
    let seq = event.seq;
    let record = match event.kind {
        Kind::MemoryStored => match memories::get(view, seq)? {
            Some(row) => Record::of_memory(view, namespace, row)?,
            None => None,
        },
        // What belongs to an episode goes with its beginning.
        kind if kind == Kind::EpisodeStarted || kind.group() == KindGroup::Event => {
            Some(Record::of_event(view, namespace, event)?)
        }
        _ => None,
    };
    Ok(record.map(|record| (seq, record)))
}

// === impl Forget ===

impl Forget {
    /// Whether it says what to forget, wherever that may be.
    pub(super) fn check(self) -> Result<()> {
        match self.names_some() {
            false => Filter::read(self).map(drop),
            true => checks::batch("ids", self.ids.len().max(self.seqs.len()), MOST),
        }
    }

    fn names_some(&self) -> bool {
        !self.ids.is_empty() || !self.seqs.is_empty()
    }

    fn has_nameless(&self) -> bool {
        let words = [&self.session, &self.agent].into_iter().flatten();
        let mut words = words.chain(&self.tags).chain(&self.kinds);
        words.any(String::is_empty)
    }
}

// === impl Filter ===

impl Filter {
    fn read(wish: Forget) -> Result<Self> {
        if wish.has_nameless() {
            let message = "a session, an agent, a tag or a kind without a name means nothing";
            return Err(Error::refused(Code::BadName, message));
        }
        let before_ms = checks::moment("before", wish.before.as_deref())?.map(|moment| moment.ms);
        let named = wish.agent.is_some()
            || wish.session.is_some()
            || before_ms.is_some()
            || !wish.tags.is_empty()
            || !wish.kinds.is_empty();
        if !named && !wish.all {
            let message = "nothing says what to forget: give ids, a filter, or all";
            return Err(Error::refused(Code::NothingToForget, message));
        }
        Ok(Self { wish, before_ms })
    }

    /// What is meant among the next rows, and where to go on.
    fn page(
        &self,
        view: &View<'_>,
        namespace: &Namespace,
        after: Seq,
    ) -> Result<(Chosen, Option<Seq>)> {
        let events = journal::after(view, Some(namespace.ns), after, STRIDE)?;
        let next = events.last().map(|event| event.seq);
        let mut chosen = Chosen::new();
        for event in events {
            let found = record(view, namespace, event)?;
            chosen.extend(found.filter(|(_, record)| self.means(record)));
        }
        Ok((chosen, next))
    }

    fn means(&self, record: &Record) -> bool {
        let wish = &self.wish;
        let named = |wanted: &Option<String>, has: &Option<std::sync::Arc<str>>| {
            wanted.is_none() || wanted.as_deref() == has.as_deref()
        };
        let group = match record.is_memory {
            true => KindGroup::Memory.name(),
            false => KindGroup::Event.name(),
        };
        let kind = |kind: &String| *kind == record.kind || kind == group;
        named(&wish.agent, &record.agent)
            && named(&wish.session, &record.session)
            && (wish.tags.is_empty() || wish.tags.iter().any(|tag| record.tags.contains(tag)))
            && (wish.kinds.is_empty() || wish.kinds.iter().any(kind))
            && self.before_ms.is_none_or(|ms| record.created_ms < ms)
    }
}
