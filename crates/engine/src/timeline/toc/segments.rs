//! A segment as it is made from its events, and how it is written.

use std::sync::Arc;

use mneme_model::{Event, NameId};
use mneme_store::tables::cursors;
use mneme_store::tables::grips::{self, Grip};
use mneme_store::tables::journal::Position;
use mneme_store::tables::toc::{self, NewNode, Node, Stretch};
use mneme_store::{Tx, View};
use mneme_timeline::calendar::{Level, Period, Zone};
use mneme_timeline::digest::{self, Bullet, Digest, anchor};
use mneme_timeline::segment::Turn;
use mneme_timeline::ulid;

use super::walk::{Ending, Walk, turn};
use super::{ERASED, Summariser, Toc, Told, ancestors};
use crate::{Error, Result};

const LEVEL: u8 = Level::Segment as u8;

/// A segment that is new, or says something else than before.
pub struct Made {
    name: String,
    start_ms: i64,
    end_ms: i64,
    stretch: Stretch,
    told: Told,
    grips: Vec<Grip>,
    old: Option<Node>,
    /// It says what it said: its version stays.
    same: bool,
    /// What a model is asked about, and the session's name.
    events: Vec<Event>,
    word: Arc<str>,
}

// === impl Made ===

impl Made {
    /// `None` if it is as it was.
    pub fn of(
        view: &View<'_>,
        session: NameId,
        events: Vec<Event>,
        old: Option<Node>,
    ) -> Result<Option<Self>> {
        let (Some(first), Some(last)) = (events.first(), events.last()) else {
            return Ok(None);
        };
        let stretch = Stretch {
            session,
            first: first.seq,
            last: last.seq,
            events: events.len() as i64,
        };
        let stands = old.as_ref().filter(|old| old.stretch == Some(stretch));
        if stands.is_some_and(|old| !old.stale) {
            return Ok(None);
        }
        // One that cannot be read is made again.
        let said = stands.and_then(|old| Told::read(view, old).ok().flatten());
        let word = view.word(session)?;
        let turns: Vec<Turn<'_>> = events.iter().map(turn).collect();
        let (told, grips) = tell(&word, session, &events, &turns);
        Ok(Some(Self {
            name: ulid::derived(first.occurred.ms, &[&word, &first.ext_id, "0"]),
            start_ms: first.occurred.ms,
            end_ms: last.occurred.ms,
            stretch,
            same: said.is_some_and(|said| said == told),
            told,
            grips,
            old,
            word,
            events,
        }))
    }

    /// Lets a model tell it instead, if it can.
    async fn retell(&mut self, summariser: &Summariser) {
        let turns: Vec<Turn<'_>> = self.events.iter().map(turn).collect();
        let Some(digest) = summariser.of_turns(&turns).await else {
            return;
        };
        let session = self.stretch.session;
        let held = digest.bullets.iter().map(|bullet| {
            let (first, last) = anchor::find(&bullet.text, &turns)?;
            anchored(
                &self.word,
                session,
                self.events.get(first)?,
                self.events.get(last)?,
            )
        });
        let held: Vec<Option<Grip>> = held.collect();
        (self.told, self.grips) = told(digest, held);
        self.same = false;
    }

    fn write(&self, tx: &Tx<'_>, walk: &Walk, zone: &Zone) -> Result<()> {
        let namespace = walk.namespace();
        let day = ancestors::make(tx, namespace.ns, &Period::day_of(self.start_ms, zone), zone)?;
        let id = match &self.old {
            Some(old) => {
                toc::stretch(tx, old.id, self.end_ms, self.stretch)?;
                old.id
            }
            None => toc::insert(tx, namespace.ns, &self.node(day))?,
        };
        for grip in &self.grips {
            grips::insert(tx, namespace.ns, grip)?;
        }
        match self.same {
            true => toc::set_stale(tx, id, false)?,
            false => toc::tell(tx, namespace, id, &self.told.bytes()?)?,
        }
        Ok(toc::set_stale(tx, day, true)?)
    }

    fn node(&self, day: toc::NodeId) -> NewNode<'_> {
        NewNode {
            level: LEVEL,
            name: &self.name,
            parent: Some(day),
            start_ms: self.start_ms,
            end_ms: self.end_ms,
            stretch: Some(self.stretch),
        }
    }
}

/// What the events say together, and what holds each line of it.
fn tell(word: &str, session: NameId, events: &[Event], turns: &[Turn<'_>]) -> (Told, Vec<Grip>) {
    let digest = digest::of_turns(turns);
    let grip = |bullet: &Bullet| grip(word, session, events, bullet);
    let held = digest.bullets.iter().map(grip).collect();
    told(digest, held)
}

fn told(digest: Digest, held: Vec<Option<Grip>>) -> (Told, Vec<Grip>) {
    let names = |grip: &Option<Grip>| grip.iter().map(|grip| grip.name.clone()).collect();
    let told = Told {
        grips: held.iter().map(names).collect(),
        digest,
        ..Told::default()
    };
    (told, held.into_iter().flatten().collect())
}

/// A model's line is held by the run of events that says most of it.
fn anchored(word: &str, session: NameId, first: &Event, last: &Event) -> Option<Grip> {
    let (from, to, cut) = digest::excerpt(&first.body.text, 0, first.body.text.len());
    let at_ms = first.occurred.ms;
    let parts = ["grip", word, &first.ext_id, &last.ext_id, "run"];
    Some(Grip {
        name: ulid::derived(at_ms, &parts),
        session,
        first: first.seq,
        last: last.seq,
        at_ms,
        from: from as i64,
        to: to as i64,
        cut,
    })
}

/// The same sentence of the same event has the same grip for ever.
fn grip(word: &str, session: NameId, events: &[Event], bullet: &Bullet) -> Option<Grip> {
    let source = bullet.source?;
    let event = events.get(source.turn)?;
    let (from, to, cut) = digest::excerpt(&event.body.text, source.start, source.end);
    let at_ms = event.occurred.ms;
    Some(Grip {
        name: ulid::derived(at_ms, &["grip", word, &event.ext_id, &from.to_string()]),
        session,
        first: event.seq,
        last: event.seq,
        at_ms,
        from: from as i64,
        to: to as i64,
        cut,
    })
}

/// Writes what a walk has made; how many segments that were. `None` if something was erased
/// since the walk began to read: then nothing is written.
pub async fn write(toc: &Toc, mut walk: Walk) -> Result<Option<(Walk, u64)>> {
    let (mut made, erased) = walk.parts();
    if let Some(summariser) = &toc.summariser {
        for segment in &mut made {
            segment.retell(summariser).await;
        }
    }
    let ending = walk.ending(&toc.settings.rules);
    if made.is_empty() && ending.is_none() {
        return Ok(Some((walk, 0)));
    }
    let (zone, count) = (toc.settings.zone.clone(), made.len() as u64);
    let weight = 2_048 * made.len() + 64;
    toc.store
        .write(weight, move |tx| {
            if cursors::get(tx, ERASED)? != erased {
                return Ok::<_, Error>(None);
            }
            for segment in &made {
                segment.write(tx, &walk, &zone)?;
            }
            if let Some(ending) = ending {
                end(tx, &ending)?;
            }
            Ok(Some((walk, count)))
        })
        .await
}

fn end(tx: &Tx<'_>, ending: &Ending) -> Result<()> {
    for node in &ending.left {
        toc::remove(tx, node.id)?;
        if let Some(day) = node.parent {
            toc::set_stale(tx, day, true)?;
        }
    }
    match &ending.open {
        Some(open) => toc::set_open(tx, open)?,
        None if ending.at_end => toc::close(tx, ending.session)?,
        // What is still open at its end was not looked at: that comes next.
        None => toc::look_at_end(tx, ending.session)?,
    }
    Ok(())
}

/// In the transaction that erases an event: nothing may quote it any more.
pub fn erase(tx: &Tx<'_>, session: NameId, event: &Event) -> mneme_store::Result<()> {
    cursors::set(tx, ERASED, cursors::get(tx, ERASED)? + 1)?;
    let place = Position {
        occurred_ms: event.occurred.ms,
        seq: event.seq,
    };
    let Some(segment) = toc::segments_until(tx, session, place, 1)?.pop() else {
        return Ok(());
    };
    for id in ancestors::chain(tx, segment)? {
        toc::hush(tx, id)?;
    }
    toc::look_again(tx, event.ns, session, event.occurred.ms)
}
