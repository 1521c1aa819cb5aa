//! Asking in other namespaces, as far as they are open, and in all of them together.

use mneme_access::Caller;
use mneme_model::{Code, GrantPermission};

use crate::{Engine, Error, Packed, Recall, Recalled, Result};

/// Others that are asked at once; those whose grants came first.
const MOST: usize = 20;

impl Engine {
    /// As [`Engine::recall`], also in a namespace that was opened to the caller; `shared` asks in
    /// its own and in all of those together.
    pub async fn recall_shared(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        ask: Recall,
        shared: bool,
    ) -> Result<Recalled> {
        self.prepared(&ask)?;
        if shared {
            let caller = self.within(caller, namespace)?;
            return self.recall_joined(&caller, ask).await;
        }
        match self.reaching(caller, namespace).await? {
            Some(namespace) => self.recall_in_parts(caller, namespace, ask).await,
            None => crate::recall::nothing(&ask),
        }
    }

    /// The best of all of them, each with the namespace it is from. What is packed is the caller's
    /// own first: others have what room is left.
    async fn recall_joined(&self, caller: &Caller, ask: Recall) -> Result<Recalled> {
        if ask.cursor.is_some() {
            let message = "an answer from several namespaces has one page";
            return Err(Error::refused(Code::BadCursor, message));
        }
        let limit = self.prepared(&ask)?.limit;
        let own = self.reading(caller, None)?;
        let mut others = self.open_to(caller, GrantPermission::Read, None).await?;
        others.truncate(MOST);
        let mut joined: Option<Recalled> = None;
        let mut left = ask.budget;
        for space in own.into_iter().chain(others) {
            let budget = left.filter(|left| *left > 0);
            let one = Recall {
                budget,
                ..ask.clone()
            };
            let answer = self.recall_in(caller, space, one).await?;
            let used = answer.packed.as_ref().map_or(0, |packed| packed.tokens);
            left = left.map(|left| left.saturating_sub(used));
            joined = Some(match joined {
                None => answer,
                Some(first) => join(first, answer),
            });
        }
        let mut joined = joined.unwrap_or_default();
        joined.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        joined.hits.truncate(limit);
        joined.next = None;
        if let (Some(packed), Some(budget)) = (&mut joined.packed, ask.budget) {
            packed.budget = budget;
        }
        Ok(joined)
    }
}

fn join(mut first: Recalled, more: Recalled) -> Recalled {
    first.hits.extend(more.hits);
    first.considered += more.considered;
    first.model = first.model.or(more.model);
    first.words_only = first.words_only.or(more.words_only);
    if let Some(more) = more.packed {
        let packed = first.packed.get_or_insert_with(Packed::default);
        packed.lines.extend(more.lines);
        packed.tokens += more.tokens;
    }
    first
}
