//! Receipts that are owed: noted with the act, crossed out when they are given. Whoever asks
//! for the same again gets theirs, whatever happened in between.

use mneme_model::Seq;
use mneme_store::names::Namespace;
use mneme_store::tables::{cursors, journal};
use mneme_store::{Tx, View};
use serde_json::json;

use super::{Forget, Forgot};
use crate::{Engine, Error, Result};

const OWED: &str = "receipt:";
/// So many are kept at most; the oldest is given up first.
const MOST: usize = 100;

fn name(act: Seq) -> String {
    format!("{OWED}{act}")
}

/// A keyed hash of a wish: names in it may be words of what is gone.
pub(super) fn value(namespace: &Namespace, wish: &Forget) -> String {
    let mut ids = wish.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    let wish = json!({
        "ids": ids, "agent": wish.agent, "session": wish.session, "tags": wish.tags,
        "kinds": wish.kinds, "before": wish.before, "all": wish.all,
    });
    namespace.key.fingerprint(&wish.to_string())
}

/// In the writer, with the act itself.
pub(super) fn owe(tx: &Tx<'_>, act: Seq) -> Result<()> {
    cursors::set(tx, &name(act), act)?;
    let all = cursors::beginning(tx, OWED)?;
    let too_many = all.len().saturating_sub(MOST);
    for old in all.iter().take(too_many) {
        cursors::remove(tx, &name(*old))?;
    }
    Ok(())
}

impl Engine {
    /// The latest act on this wish that nobody has a receipt for.
    pub(super) async fn owed(&self, namespace: &str, wish: &Forget) -> Result<Option<Forgot>> {
        let Some(namespace) = self.store.known_namespace(namespace) else {
            return Ok(None);
        };
        let value = value(&namespace, wish);
        let latest = move |view: &View<'_>| {
            for act in cursors::beginning(view, OWED)?.into_iter().rev() {
                if let Some(forgot) = promised(view, &namespace, act, &value)? {
                    return Ok(Some(forgot));
                }
            }
            Ok::<_, Error>(None)
        };
        self.store.read(latest).await
    }

    pub(super) async fn given(&self, act: Seq) -> Result<()> {
        let cross_out = move |tx: &Tx<'_>| Ok::<_, Error>(cursors::remove(tx, &name(act))?);
        self.store.write(64, cross_out).await
    }
}

/// What an act promised, where that was for this wish.
fn promised(
    view: &View<'_>,
    namespace: &Namespace,
    act: Seq,
    wish: &str,
) -> Result<Option<Forgot>> {
    let Some(event) = journal::load(view, act)?.filter(|event| event.ns == namespace.ns) else {
        return Ok(None);
    };
    let promised = event
        .body
        .forgotten
        .and_then(|forgotten| forgotten.promised);
    let Some(promised) = promised.filter(|promised| promised.wish == wish) else {
        return Ok(None);
    };
    let mut records = Vec::with_capacity(promised.records.len());
    for (root, said) in promised.records {
        records.push((journal::ext_id(view, root)?.unwrap_or_default(), said));
    }
    Ok(Some(Forgot {
        namespace: namespace.name.to_string(),
        act,
        by: view.word(event.actor)?.to_string(),
        at_ms: event.recorded_ms,
        records,
    }))
}
