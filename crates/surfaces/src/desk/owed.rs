//! Summaries that nobody made yet: a hook told the end of a session, and asked for one when nobody
//! was there, or not at all.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mneme_access::Caller;

use super::Desk;

/// Sessions that wait for a summary at once. More are summed up when somebody asks for it.
const MOST: usize = 1_000;
/// A command waits so long for them; a model may take longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A session that is to be summed up, for whoever ended it.
#[derive(Clone, Debug)]
pub struct Owed {
    caller: Caller,
    namespace: String,
    session: String,
}

/// Each session once, however often its end was told.
#[derive(Debug, Default)]
pub struct Owing(Mutex<Vec<Owed>>);

// === impl Owing ===

impl Owing {
    fn all(&self) -> MutexGuard<'_, Vec<Owed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Desk ===

impl Desk {
    /// Notes that a session is to be summed up once everything that waited with its end is in.
    pub fn owe(&self, caller: &Caller, namespace: Option<&str>, session: &str) {
        let namespace = namespace.unwrap_or(&caller.namespace);
        let mut all = self.spools.owing.all();
        let known = |owed: &Owed| owed.namespace == namespace && owed.session == session;
        if all.len() < MOST && !all.iter().any(known) {
            all.push(Owed {
                caller: caller.clone(),
                namespace: namespace.to_owned(),
                session: session.to_owned(),
            });
        }
    }

    /// Somebody asks for the summary of a session now: it is not made twice.
    pub(crate) fn pay(&self, caller: &Caller, session: &str) {
        let other = |owed: &Owed| owed.namespace != caller.namespace || owed.session != session;
        self.spools.owing.all().retain(other);
    }

    /// What is owed now; whoever takes it makes it good.
    pub fn owed(&self) -> Vec<Owed> {
        std::mem::take(&mut *self.spools.owing.all())
    }

    pub async fn sum_up(&self, owed: Vec<Owed>) {
        for Owed {
            caller,
            namespace,
            session,
        } in owed
        {
            let summed_up = self.engine.sum_up(&caller, Some(&namespace), session);
            if let Err(error) = summed_up.await {
                tracing::debug!(%error, "a session that ended is not summed up");
            }
        }
    }

    /// For a process that ends with its answer.
    pub(super) async fn settle(&self) {
        let owed = self.owed();
        let sessions = owed.len();
        let summed_up = tokio::time::timeout(PATIENCE, self.sum_up(owed));
        if summed_up.await.is_err() {
            tracing::warn!(
                sessions,
                "some sessions that were told late are not summed up"
            );
        }
    }
}
