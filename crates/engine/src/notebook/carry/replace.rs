//! What does not come in goes.

use std::collections::BTreeSet;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_notebook::export::Export;

use super::shelves;
use crate::notebook::{Notes, Sessions};
use crate::{Engine, Forget, Result};

/// Ids that one act forgets.
const AT_ONCE: usize = 1_000;

impl Engine {
    /// Forgets what is here and not in `export`. How much that was.
    pub(super) async fn replaced(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        export: &Export,
    ) -> Result<usize> {
        let mut gone = 0;
        let coming = export.sessions.iter().map(|session| session.id.as_str());
        let coming = coming.chain(export.observations.keys().map(String::as_str));
        let coming: BTreeSet<&str> = coming.collect();
        let here = self.sessions(caller, namespace, Sessions::default());
        for session in here.await? {
            if !coming.contains(session.id.as_str()) {
                let wish = Forget {
                    session: Some(session.id),
                    ..Forget::default()
                };
                gone += self.forgotten_by(caller, namespace, wish).await?;
            }
        }
        for ids in self
            .unnamed(caller, namespace, export)
            .await?
            .chunks(AT_ONCE)
        {
            let wish = Forget {
                ids: ids.to_vec(),
                ..Forget::default()
            };
            gone += self.forgotten_by(caller, namespace, wish).await?;
        }
        Ok(gone)
    }

    /// Memories and notes that are here and do not come in.
    async fn unnamed(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        export: &Export,
    ) -> Result<Vec<String>> {
        let coming: BTreeSet<&str> = export.memories.iter().map(|m| m.id.as_str()).collect();
        let all = Notes {
            limit: usize::MAX,
            ..Notes::default()
        };
        let here = self.notes(caller, namespace, all).await?.into_iter();
        let mut ids: Vec<String> = here
            .map(|memory| memory.id)
            .filter(|id| !coming.contains(id.as_str()))
            .collect();
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(ids);
        };
        let notes = export.notes.clone();
        let others = self
            .store
            .read(move |view| shelves::others(view, &namespace, &notes));
        ids.extend(others.await?);
        Ok(ids)
    }

    async fn forgotten_by(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<usize> {
        match self.forget(caller, namespace, wish).await {
            Ok(forgot) => Ok(forgot.records.len()),
            Err(error) if error.code() == Code::NoSuchMemory => Ok(0),
            Err(error) => Err(error),
        }
    }
}
