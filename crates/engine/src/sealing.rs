//! Data keys: a namespace gets a new one, what the old one sealed is sealed again, and the old one
//! is kept until nothing needs it.

mod again;

pub(crate) use again::Sealing;

use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_model::Code;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{keys, reseal};

use crate::note::Act;
use crate::{Engine, Error, Result};

/// A namespace that seals under another key from now on.
#[derive(Clone, Debug)]
pub struct Rotated {
    /// The key that was retired, by its public name.
    pub retired: String,
    pub namespace: String,
    pub grace_secs: u64,
}

/// A key that seals nothing any more and may still be needed to open something.
#[derive(Clone, Debug)]
pub struct RetiredKey {
    pub id: String,
    pub namespace: String,
    pub retired_ms: i64,
    /// From then on it goes as soon as nothing needs it.
    pub expires_ms: i64,
}

/// What a namespace is sealed under.
#[derive(Clone, Debug)]
pub struct NamespaceKeys {
    pub namespace: String,
    /// The key of now.
    pub current: String,
    pub retired: Vec<String>,
    pub progress: reseal::Progress,
}

#[derive(Clone, Debug)]
pub struct DataKeys {
    /// Who keeps the key that wraps all of these.
    pub keeper: String,
    pub namespaces: Vec<NamespaceKeys>,
}

/// How a data key is called outside.
fn public(key_id: u32) -> String {
    format!("dk_{key_id}")
}

fn private(id: &str) -> Option<u32> {
    id.strip_prefix("dk_")?.parse().ok()
}

impl Engine {
    /// Gives a namespace a new key. What is written from now on is sealed under it.
    pub async fn rotate_key(&self, caller: &Caller, named: Option<&str>) -> Result<Rotated> {
        let name = self.scope(caller, Need::Administer, named)?.to_owned();
        let namespace = match self.reading(caller, named)? {
            Some(namespace) => namespace,
            None => self.namespace(&name).await?,
        };
        self.wrap_again().await?;
        let act = Act::of(caller, "key_rotate", "").within(&name);
        let done = self.store.write(256, move |tx| {
            let retired = public(tx.rotate_key(&namespace)?);
            let about = retired.clone();
            Act { about, ..act }.append(tx)?;
            Ok::<_, Error>(retired)
        });
        let retired = done.await?;
        tracing::info!(key = %retired, namespace = %name, by = %caller.subject, "retired a data key");
        self.sealing.soon(Duration::ZERO);
        Ok(Rotated {
            retired,
            namespace: name,
            grace_secs: self.settings.key_grace_secs,
        })
    }

    /// Whoever keeps the master key wraps it under the newest version of their own. If they do not
    /// answer, there is no new key.
    async fn wrap_again(&self) -> Result<()> {
        let store = self.store.clone();
        let wrapped = tokio::task::spawn_blocking(move || store.wrap_again());
        let wrapped = wrapped
            .await
            .map_err(|_| Error::refused(Code::Internal, "the work on a key ended early"))?;
        Ok(wrapped?)
    }

    /// Keys that were replaced and are still there: those of the caller's namespace, and all for
    /// whoever owns the machine.
    pub async fn retired_keys(&self, caller: &Caller) -> Result<Vec<RetiredKey>> {
        let own = self.scope(caller, Need::Administer, None)?;
        let grace = self.sealing.grace_ms();
        let known = self.store.read(|view| Ok::<_, Error>(keys::retired(view)?));
        let listed = known.await?.into_iter().filter_map(|key| {
            let namespace = self.store.namespace_by_id(key.ns)?.name.to_string();
            Some(RetiredKey {
                id: public(key.key_id),
                namespace,
                retired_ms: key.retired_ms,
                expires_ms: key.retired_ms.saturating_add(grace),
            })
        });
        let visible = |key: &RetiredKey| caller.owns_machine() || key.namespace == own;
        Ok(listed.filter(visible).collect())
    }

    /// Takes a retired key away, once everything it sealed is sealed again; whether there was one.
    pub async fn revoke_data_key(&self, caller: &Caller, id: &str) -> Result<bool> {
        let known = self.retired_keys(caller).await?;
        let key = known.into_iter().find(|key| key.id == id);
        let (Some(key), Some(key_id)) = (key, private(id)) else {
            return self.not_in_use(caller, id).map(|()| false);
        };
        let Some(namespace) = self.store.known_namespace(&key.namespace) else {
            return Ok(false);
        };
        let wait = Duration::from_millis(self.settings.key_wait_ms);
        self.sealing.complete(&namespace, wait).await?;
        let act = Act::of(caller, "key_revoke", id).within(&key.namespace);
        let gone = self.store.write(256, move |tx| {
            // Another key may have taken over meanwhile.
            if !reseal::is_done(tx, &namespace)? {
                return Err(still_needed(&public(key_id)));
            }
            tx.drop_key(key_id)?;
            act.append(tx)
        });
        gone.await?;
        tracing::info!(key = %id, namespace = %key.namespace, by = %caller.subject, "took a data key away");
        Ok(true)
    }

    /// The key a namespace seals under is there, and is not to be taken away.
    fn not_in_use(&self, caller: &Caller, id: &str) -> Result<()> {
        let own = self.scope(caller, Need::Administer, None)?;
        let current = |namespace: &Namespace| public(namespace.key.current().id) == id;
        let visible = |namespace: &Namespace| caller.owns_machine() || *namespace.name == *own;
        let mut all = self.store.namespaces().into_iter().filter(visible);
        match all.find(current) {
            None => Ok(()),
            Some(namespace) => {
                let message = format!(
                    "{id} is the key namespace {} is sealed under; only a retired one can be revoked",
                    namespace.name
                );
                Err(Error::refused(Code::KeyInUse, message))
            }
        }
    }

    /// What is sealed under which key, and how far sealing again has come.
    pub async fn data_keys(&self, caller: &Caller) -> Result<DataKeys> {
        let own = self.scope(caller, Need::Administer, None)?;
        let visible = |namespace: &Namespace| caller.owns_machine() || *namespace.name == *own;
        let all: Vec<Namespace> = self
            .store
            .namespaces()
            .into_iter()
            .filter(visible)
            .collect();
        let told = move |view: &View<'_>| {
            let retired = keys::retired(view)?;
            let each = all.iter().map(|namespace| told(view, namespace, &retired));
            each.collect::<Result<Vec<_>>>()
        };
        Ok(DataKeys {
            keeper: self.store.keeper(),
            namespaces: self.store.read(told).await?,
        })
    }
}

fn told(
    view: &View<'_>,
    namespace: &Namespace,
    retired: &[keys::Retired],
) -> Result<NamespaceKeys> {
    let own = retired.iter().filter(|key| key.ns == namespace.ns);
    Ok(NamespaceKeys {
        namespace: namespace.name.to_string(),
        current: public(namespace.key.current().id),
        retired: own.map(|key| public(key.key_id)).collect(),
        progress: reseal::progress(view, namespace)?,
    })
}

fn still_needed(id: &str) -> Error {
    let message = format!("{id} is still needed: not everything it sealed is sealed again");
    Error::refused(Code::KeyInUse, message)
}
