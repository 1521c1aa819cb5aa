//! Forgetting that is answered once nothing holds it any more.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_model::Code;

use super::{Forget, Forgot};
use crate::{Engine, Error, Result};

/// Acts whose purge took too long for an answer: whoever asks again is told of them. Newest
/// last; a restart forgets them.
#[derive(Default)]
pub struct Promised(Mutex<VecDeque<(Forget, Forgot)>>);

/// So many at most.
const MOST: usize = 100;

impl Engine {
    /// As [`Engine::forget`], but answered when old files are rid of it too. Where that takes
    /// too long, the same wish once more goes on with it.
    pub async fn forget_for_good(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<Forgot> {
        let mut forgot = self.forget(caller, namespace, wish.clone()).await?;
        if forgot.records.is_empty() {
            let nothing = || Error::refused(Code::NoSuchMemory, "nothing matches");
            let before = self.promised.find(&wish, &forgot.namespace);
            forgot = before.ok_or_else(nothing)?;
        } else {
            self.promised.add(wish, forgot.clone());
        }
        self.purge(caller).await?;
        self.promised.keep(&forgot);
        Ok(forgot)
    }

    /// Takes away now what was forgotten and not purged yet. It goes on when whoever asked has
    /// waited long enough.
    pub async fn purge(&self, caller: &Caller) -> Result<()> {
        caller.scope(Need::Administer, None)?;
        let purge = self.purge.clone();
        let work = tokio::spawn(async move { purge.run_until_done().await });
        let patience = Duration::from_millis(self.settings.purge_wait_ms);
        match tokio::time::timeout(patience, work).await {
            Ok(done) => done.map_err(|_| mneme_store::Error::Closed)?,
            Err(_) => {
                let message = "it is forgotten and found no more, but old files still hold it, \
                               sealed; they are being rid of it";
                Err(Error::refused(Code::PurgePending, message))
            }
        }
    }
}

// === impl Promised ===

impl Promised {
    fn acts(&self) -> MutexGuard<'_, VecDeque<(Forget, Forgot)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, wish: Forget, forgot: Forgot) {
        let mut acts = self.acts();
        acts.push_back((wish, forgot));
        if acts.len() > MOST {
            acts.pop_front();
        }
    }

    fn find(&self, wish: &Forget, namespace: &str) -> Option<Forgot> {
        let acts = self.acts();
        let mut same = acts
            .iter()
            .rev()
            .filter(|(asked, forgot)| asked == wish && forgot.namespace == namespace);
        same.next().map(|(_, forgot)| forgot.clone())
    }

    /// The promise is kept.
    fn keep(&self, forgot: &Forgot) {
        self.acts().retain(|(_, promised)| promised != forgot);
    }
}
