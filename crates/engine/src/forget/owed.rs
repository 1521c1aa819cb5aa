//! Receipts that were promised: noted with the act, and kept. Whoever asks for the same again
//! gets theirs, whatever happened in between, and so does whoever lost theirs on the way.

use mneme_access::{Caller, Need};
use mneme_model::{Code, NsId, Seq};
use mneme_store::names::Namespace;
use mneme_store::tables::{cursors, journal};
use mneme_store::{Tx, View};
use serde_json::json;

use super::{Forget, Forgot};
use crate::{Engine, Error, Result};

const OWED: &str = "receipt:";
/// So many of a namespace are kept at most; the oldest is given up first.
const MOST: usize = 100;

/// An act that somebody may have a receipt of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipted {
    pub id: String,
    pub forgot: Forgot,
}

/// Those of one namespace begin alike.
fn name(ns: NsId, act: Seq) -> String {
    format!("{}{act}", beginning(ns))
}

fn beginning(ns: NsId) -> String {
    format!("{OWED}{ns}:")
}

/// A keyed hash of a wish: names in it may be words of what is gone.
pub(super) fn value(namespace: &Namespace, wish: &Forget) -> String {
    let mut ids = wish.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    let mut said = json!({
        "ids": ids, "agent": wish.agent, "session": wish.session, "tags": wish.tags,
        "kinds": wish.kinds, "before": wish.before, "all": wish.all,
    });
    if !wish.seqs.is_empty() {
        said["seqs"] = json!(wish.seqs);
    }
    namespace.key.fingerprint(&said.to_string())
}

/// In the writer, with the act itself.
pub(super) fn owe(tx: &Tx<'_>, ns: NsId, act: Seq) -> Result<()> {
    cursors::set(tx, &name(ns, act), act)?;
    let all = cursors::beginning(tx, &beginning(ns))?;
    let too_many = all.len().saturating_sub(MOST);
    for old in all.iter().take(too_many) {
        cursors::remove(tx, &name(ns, *old))?;
    }
    Ok(())
}

impl Engine {
    /// Acts of a namespace with a receipt, newest first.
    pub async fn receipts(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<Receipted>> {
        self.scope(caller, Need::Administer, namespace)?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let all = move |view: &View<'_>| {
            let acts = cursors::beginning(view, OWED)?.into_iter().rev();
            let promised = acts.map(|act| receipted(view, &namespace, act));
            let promised = promised.filter_map(Result::transpose);
            let kept = promised.map(|promised| promised.map(|(_, kept)| kept));
            kept.collect::<Result<Vec<_>>>()
        };
        self.store.read(all).await
    }

    /// What an act took, once nothing holds it any more.
    pub async fn receipt(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
    ) -> Result<Forgot> {
        let all = self.receipts(caller, namespace).await?;
        let unknown = || Error::refused(Code::NoSuchReceipt, format!("no receipt has the id {id}"));
        let kept = all.into_iter().find(|kept| kept.id == id);
        let forgot = kept.ok_or_else(unknown)?.forgot;
        self.purge(caller).await?;
        Ok(forgot)
    }

    /// The latest act on this wish that a receipt was promised for.
    pub(super) async fn owed(&self, namespace: &str, wish: &Forget) -> Result<Option<Forgot>> {
        let Some(namespace) = self.store.known_namespace(namespace) else {
            return Ok(None);
        };
        let value = value(&namespace, wish);
        let latest = move |view: &View<'_>| {
            for act in cursors::beginning(view, OWED)?.into_iter().rev() {
                let kept = receipted(view, &namespace, act)?;
                if let Some((_, kept)) = kept.filter(|(wish, _)| *wish == value) {
                    return Ok(Some(kept.forgot));
                }
            }
            Ok::<_, Error>(None)
        };
        self.store.read(latest).await
    }
}

/// What an act in this namespace promised, and the wish it was for.
fn receipted(
    view: &View<'_>,
    namespace: &Namespace,
    act: Seq,
) -> Result<Option<(String, Receipted)>> {
    let event = journal::load(&view.exact(), act)?;
    let Some(event) = event.filter(|event| event.ns == namespace.ns) else {
        return Ok(None);
    };
    let forgotten = event.body.forgotten;
    let Some(promised) = forgotten.and_then(|forgotten| forgotten.promised) else {
        return Ok(None);
    };
    let mut records = Vec::with_capacity(promised.records.len());
    for (root, said) in promised.records {
        records.push((journal::ext_id(view, root)?.unwrap_or_default(), said));
    }
    let forgot = Forgot {
        namespace: namespace.name.to_string(),
        act,
        by: view.word(event.actor)?.to_string(),
        at_ms: event.recorded_ms,
        records,
    };
    let id = event.ext_id;
    Ok(Some((promised.wish, Receipted { id, forgot })))
}
