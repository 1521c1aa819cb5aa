//! Forgetting a whole session, counted as its owner counts.

use mneme_access::Caller;
use mneme_model::Kind;

use crate::{Engine, Forget, Result};

impl Engine {
    /// Each observation and each note of it is one, and so is the session itself.
    pub async fn forget_session(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<usize> {
        let wish = Forget {
            session: Some(session),
            ..Forget::default()
        };
        let records = self.would_forget(caller, namespace, wish.clone()).await?;
        self.forget(caller, namespace, wish).await?;
        let ends = [Kind::SessionStart, Kind::SessionEnd].map(Kind::name);
        let inside = records
            .iter()
            .filter(|record| !ends.contains(&record.kind.as_str()));
        Ok(inside.count() + usize::from(!records.is_empty()))
    }
}
