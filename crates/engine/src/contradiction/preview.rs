//! What would speak against words that are not told yet.

use mneme_access::Caller;
use mneme_store::View;

use super::opponents::{seen, speaking_against};
use crate::{Engine, Error, Record, Result};

impl Engine {
    /// The memories that each of these texts would contradict, the latest first. Nothing is written.
    pub async fn contradicted_by(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        texts: Vec<String>,
    ) -> Result<Vec<Vec<Record>>> {
        let Some(space) = self.reading(caller, namespace)? else {
            return Ok(vec![Vec::new(); texts.len()]);
        };
        let look = move |view: &View<'_>| {
            let mut all = Vec::with_capacity(texts.len());
            for text in &texts {
                let rows = speaking_against(view, &space, text)?.into_iter();
                let records = rows.map(|row| seen(view, &space, row));
                let records = records.filter_map(Result::transpose);
                all.push(records.collect::<Result<Vec<_>>>()?);
            }
            Ok::<_, Error>(all)
        };
        self.store.read(look).await
    }
}
