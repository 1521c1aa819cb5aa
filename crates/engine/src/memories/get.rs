//! Reading one record by its id.

use mneme_access::Caller;
use mneme_model::Code;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories};

use super::succession;
use crate::sharing::shown;
use crate::{Engine, Error, Record, Result};

impl Engine {
    /// A memory as it is believed now, or an event.
    pub async fn get(&self, caller: &Caller, namespace: Option<&str>, id: &str) -> Result<Record> {
        let found = match self.reading(caller, namespace)? {
            Some(namespace) => self.find(&namespace, id).await?,
            None => None,
        };
        let unknown = || Error::refused(Code::NoSuchMemory, format!("nothing has the id {id}"));
        found.ok_or_else(unknown)
    }

    /// The same in a namespace as somebody sees it.
    pub(crate) async fn find(&self, namespace: &Namespace, id: &str) -> Result<Option<Record>> {
        let (id, seen, namespace) = (id.to_owned(), namespace, namespace.clone());
        let found = self
            .store
            .read(move |view| {
                let Some(seq) = journal::find(view, namespace.ns, &id)? else {
                    return Ok(None);
                };
                if let Some(row) = memories::get(view, seq)? {
                    let supersedes = succession::predecessors(view, &row)?;
                    let head = row.head_seq;
                    let found = Record::of_memory(view, &namespace, row)?;
                    if found.is_none() {
                        // Damaged is not the same as gone.
                        journal::load(&view.exact(), head)?;
                    }
                    return Ok(found.map(|record| Record {
                        supersedes,
                        ..record
                    }));
                }
                let event =
                    journal::load(&view.exact(), seq)?.filter(|event| event.kind.is_content());
                event
                    .map(|event| Record::of_event(view, &namespace, event))
                    .transpose()
            })
            .await?;
        let found = found.filter(|record: &Record| seen.sees(record.agent.as_deref()));
        Ok(found.and_then(|record| shown(seen, record)))
    }
}
