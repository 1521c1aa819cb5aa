//! One turn told through two doors: a hook, a proxy and a notebook may each tell of it. What
//! comes second within a while is kept as an event, but the first is what is found and told of;
//! and they are forgotten together.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mneme_journal::{Appended, Draft};
use mneme_model::{Door, KindGroup, NsId, Role, Seq};
use mneme_store::names::Namespace;
use mneme_store::tables::journal;

use crate::{Engine, Error, Result};

/// Later than this it is something said again.
const WHILE_MS: i64 = 10 * 60 * 1_000;
/// Turns remembered at most; a restart forgets them, and whoever is in doubt keeps and finds.
const MOST: usize = 20_000;

/// A keyed hash of session, role and words.
type Key = (NsId, String);

#[derive(Clone, Copy)]
struct First {
    door: Door,
    seq: Seq,
    at_ms: i64,
}

#[derive(Default)]
struct Told {
    firsts: HashMap<Key, First>,
    order: VecDeque<(Key, i64)>,
}

#[derive(Default)]
pub(crate) struct Echoes(Mutex<Told>);

impl Engine {
    /// Marks what another door has told a moment ago. Gives what to [`Echoes::note`] afterwards,
    /// a key for each that is told for the first time.
    pub(crate) async fn mark_echoes(
        &self,
        namespace: &Namespace,
        door: Door,
        drafts: &mut [Draft],
    ) -> Result<Vec<Option<String>>> {
        let (mut keys, now_ms) = (Vec::with_capacity(drafts.len()), self.store.now_ms());
        for draft in drafts {
            let key = key(namespace, draft);
            let known = key.as_ref().and_then(|key| {
                let key = (namespace.ns, key.clone());
                self.echoes.first(&key, door, now_ms)
            });
            if let Some(first) = known.filter(|_| !draft.body.repeat)
                && self.is_live(first).await?
            {
                draft.body.repeat = true;
                draft.body.echoes = Some(first);
            }
            keys.push(key.filter(|_| !draft.body.repeat));
        }
        Ok(keys)
    }

    async fn is_live(&self, seq: Seq) -> Result<bool> {
        let live = move |view: &mneme_store::View<'_>| Ok::<_, Error>(journal::is_live(view, seq)?);
        self.store.read(live).await
    }
}

/// `None` for what cannot be an echo.
fn key(namespace: &Namespace, draft: &Draft) -> Option<String> {
    let session = draft.session.as_deref()?;
    if draft.kind.group() != KindGroup::Event || draft.body.text.trim().is_empty() {
        return None;
    }
    let role = draft.body.role.map_or("", Role::name);
    let said = [session, role, &draft.body.text].join("\u{0}");
    Some(namespace.key.fingerprint(&said))
}

// === impl Echoes ===

impl Echoes {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What another door told a moment ago.
    fn first(&self, key: &Key, door: Door, now_ms: i64) -> Option<Seq> {
        let first = self.told().firsts.get(key).copied()?;
        let recent = now_ms.saturating_sub(first.at_ms) <= WHILE_MS;
        (recent && first.door != door).then_some(first.seq)
    }

    /// Remembers what was told for the first time.
    pub(crate) fn note(
        &self,
        ns: NsId,
        door: Door,
        keys: Vec<Option<String>>,
        appended: &[Appended],
        now_ms: i64,
    ) {
        let mut told = self.told();
        for (key, appended) in keys.into_iter().zip(appended) {
            let Some(key) = key.filter(|_| appended.created) else {
                continue;
            };
            let first = First {
                door,
                seq: appended.seq,
                at_ms: now_ms,
            };
            told.remember((ns, key), first);
        }
    }
}

// === impl Told ===

impl Told {
    fn remember(&mut self, key: Key, first: First) {
        let old = |at_ms: i64| first.at_ms.saturating_sub(at_ms) > WHILE_MS;
        let known = self.firsts.get(&key).is_some_and(|known| !old(known.at_ms));
        if !known {
            self.order.push_back((key.clone(), first.at_ms));
            self.firsts.insert(key, first);
        }
        let past = |(_, at_ms): &(Key, i64), n: usize| n > MOST || old(*at_ms);
        while self
            .order
            .front()
            .is_some_and(|front| past(front, self.order.len()))
        {
            let Some((key, at_ms)) = self.order.pop_front() else {
                break;
            };
            // It may have been told anew since.
            if self
                .firsts
                .get(&key)
                .is_some_and(|first| first.at_ms == at_ms)
            {
                self.firsts.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(echoes: &Echoes, word: &str, door: Door, seq: Seq, now_ms: i64) {
        let appended = [Appended { seq, created: true }];
        echoes.note(1, door, vec![Some(word.to_owned())], &appended, now_ms);
    }

    #[test]
    fn only_another_door_echoes_and_only_for_a_while() {
        let echoes = Echoes::default();
        note(&echoes, "hello", Door::Grpc, 7, 1_000);
        let key = (1, String::from("hello"));
        assert_eq!(echoes.first(&key, Door::Control, 2_000), Some(7));
        assert_eq!(echoes.first(&key, Door::Grpc, 2_000), None);
        assert_eq!(echoes.first(&key, Door::Control, 1_001 + WHILE_MS), None);
        assert_eq!(
            echoes.first(&(2, key.1.clone()), Door::Control, 2_000),
            None
        );
        note(&echoes, "hello", Door::Rest, 8, 2_000);
        assert_eq!(
            echoes.first(&key, Door::Control, 2_000),
            Some(7),
            "the first stays"
        );
        note(&echoes, "hello", Door::Rest, 9, 2_000 + WHILE_MS);
        assert_eq!(echoes.first(&key, Door::Control, 3_000 + WHILE_MS), Some(9));
        assert_eq!(echoes.told().order.len(), 1);
    }

    #[test]
    fn no_more_is_remembered_than_there_is_room_for() {
        let echoes = Echoes::default();
        for n in 0..MOST as i64 + 10 {
            note(&echoes, &n.to_string(), Door::Grpc, n, 1_000);
        }
        let told = echoes.told();
        assert_eq!((told.order.len(), told.firsts.len()), (MOST, MOST));
    }
}
