//! Listing what is known, in the order it was first stored.

use mneme_access::Caller;
use mneme_model::{NsId, Seq};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::memories::{self, MemoryPage};

use crate::page::{self, Paged};
use crate::sharing::shown;
use crate::{Engine, Record, Result, checks};

#[derive(Clone, Debug, Default)]
pub struct ListMemories {
    pub agent: Option<String>,
    pub session: Option<String>,
    pub after: Seq,
    /// Goes before `after`.
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct MemoryList {
    pub memories: Vec<Record>,
    /// Where the next page starts, when there is one.
    pub next: Option<Seq>,
    /// The same, for whoever asks the same again.
    pub cursor: Option<String>,
}

/// Rows read in one go, so that no reader holds the log for long.
const STRIDE: usize = 1_000;

impl Engine {
    pub async fn list_memories(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        list: ListMemories,
    ) -> Result<MemoryList> {
        let namespace = self.reading(caller, namespace)?;
        self.list_in(namespace, list).await
    }

    /// The same, also in a namespace that was opened to the caller.
    pub async fn list_shared(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        list: ListMemories,
    ) -> Result<MemoryList> {
        let namespace = self.reaching(caller, namespace).await?;
        self.list_in(namespace, list).await
    }

    async fn list_in(
        &self,
        namespace: Option<Namespace>,
        list: ListMemories,
    ) -> Result<MemoryList> {
        let max = self.settings.limits.list_limit;
        let limit = list
            .limit
            .map_or(Ok(max), |limit| checks::limit(limit, max))?;
        let cursor = list.cursor.as_deref();
        let place = cursor.map(page::place).transpose()?;
        let place = place.map(read_cursor).transpose()?;
        let Some(namespace) = namespace else {
            page::none(cursor)?;
            return Ok(MemoryList::default());
        };
        let asked = Paged::new(&namespace, "memories", &(&list.agent, &list.session));
        cursor.map(|cursor| asked.open(cursor)).transpose()?;
        let mut found = MemoryList {
            next: Some(place.unwrap_or(list.after)),
            ..MemoryList::default()
        };
        while let Some(after) = found.next.filter(|_| found.memories.len() < limit) {
            let stride = STRIDE.min(limit - found.memories.len());
            let (namespace, list) = (namespace.clone(), list.clone());
            let page = self
                .store
                .read(move |view| view.frozen(|| rows(view, &namespace, &list, after, stride)))
                .await?;
            found.memories.extend(page.memories);
            found.next = page.next;
        }
        found.cursor = found.next.map(|seq| asked.seal(&seq.to_string()));
        Ok(found)
    }
}

fn rows(
    view: &View<'_>,
    namespace: &Namespace,
    list: &ListMemories,
    after: Seq,
    limit: usize,
) -> Result<MemoryList> {
    let only = namespace.only.as_deref();
    let others = |asked: &String| only.is_some_and(|only| only != asked);
    if list.agent.as_ref().is_some_and(others) {
        return Ok(MemoryList::default());
    }
    let agent = only.or(list.agent.as_deref());
    let (Ok(agent), Ok(session)) = (
        known(view, namespace.ns, NameKind::Agent, agent)?,
        known(
            view,
            namespace.ns,
            NameKind::Session,
            list.session.as_deref(),
        )?,
    ) else {
        return Ok(MemoryList::default());
    };
    let found = memories::page(
        view,
        &MemoryPage {
            ns: namespace.ns,
            agent,
            session,
            after,
            limit: limit + 1,
        },
    )?;
    let next = (found.len() > limit).then(|| found[limit - 1].seq);
    let records = found
        .into_iter()
        .take(limit)
        .map(|row| Record::of_memory(view, namespace, row));
    let mut memories = records
        .filter_map(|record| match record {
            Ok(record) => shown(namespace, record?).map(Ok),
            Err(error) => Some(Err(error)),
        })
        .collect::<Result<Vec<_>>>()?;
    // Who said what of it stays with the owner.
    if namespace.through.is_none() {
        for record in &mut memories {
            record.look_back(view)?;
        }
    }
    Ok(MemoryList {
        memories,
        next,
        cursor: None,
    })
}

fn read_cursor(text: &str) -> Result<Seq> {
    text.parse().map_err(|_| page::unknown())
}

/// A name was asked for that nothing carries: nothing can match.
pub(crate) struct NobodyKnows;

/// The id of a name to filter by, if one is asked for.
pub(crate) fn known(
    view: &View<'_>,
    ns: NsId,
    kind: NameKind,
    name: Option<&str>,
) -> Result<Result<Option<i64>, NobodyKnows>> {
    let Some(name) = name else {
        return Ok(Ok(None));
    };
    Ok(view.name_id(ns, kind, name)?.map(Some).ok_or(NobodyKnows))
}
