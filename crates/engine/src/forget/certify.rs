//! Forgetting that is answered once nothing holds it any more.

use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_model::Code;

use super::{Forget, Forgot};
use crate::{Engine, Error, Result};

impl Engine {
    /// As [`Engine::forget`], but answered when old files are rid of it too. Where that takes
    /// too long, a kill comes between, or the answer is lost, the same wish once more goes on
    /// with it.
    pub async fn forget_for_good(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<Forgot> {
        let mut forgot = self.act(caller, namespace, wish.clone(), true).await?;
        if forgot.records.is_empty() {
            let nothing = || Error::refused(Code::NoSuchMemory, "nothing matches");
            let before = self.owed(&forgot.namespace, &wish).await?;
            forgot = before.ok_or_else(nothing)?;
        }
        self.purge(caller).await?;
        Ok(forgot)
    }

    /// Takes away now what was forgotten and not purged yet. It goes on when whoever asked has
    /// waited long enough.
    pub async fn purge(&self, caller: &Caller) -> Result<()> {
        self.scope(caller, Need::Administer, None)?;
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
