//! Where the memories of a namespace stand.

use mneme_access::{Caller, Need};
use mneme_model::{MemoryStatus, NsId, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};

use super::Inspected;
use crate::{Engine, Error, Record, Result};

/// Which of them to show, newest first.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    /// A published word, or one of the whole table.
    pub status: Option<String>,
    pub archived: bool,
    pub limit: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingSummary {
    pub total: u64,
    pub active: u64,
    pub candidate: u64,
    pub contested: u64,
    pub stale: u64,
    pub archived: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub namespace: String,
    pub summary: StandingSummary,
    pub memories: Vec<Inspected>,
}

/// Rows read in one go.
const STRIDE: usize = 1_000;

impl Engine {
    pub async fn lifecycle(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Lifecycle,
    ) -> Result<Standing> {
        let name = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let mut found = Standing {
            namespace: name,
            ..Standing::default()
        };
        // To whoever sees one agent's things only, what is counted over all is nothing.
        let space = self.reading(caller, namespace)?;
        let Some(space) = space.filter(|space| space.only.is_none()) else {
            return Ok(found);
        };
        found.summary = self.standing(space.ns).await?;
        let records = self.standing_so(&space, wish).await?;
        found.memories = self.look_at(&space, records).await?;
        Ok(found)
    }

    /// How many memories of a namespace stand where.
    pub(crate) async fn standing(&self, ns: NsId) -> Result<StandingSummary> {
        let counts = move |view: &View<'_>| Ok::<_, Error>(memories::standing(view, ns)?);
        Ok(StandingSummary::of(&self.store.read(counts).await?))
    }

    async fn standing_so(&self, space: &Namespace, wish: Lifecycle) -> Result<Vec<Record>> {
        let (mut shown, mut before) = (Vec::new(), Some(Seq::MAX));
        while let Some(at) = before.filter(|_| shown.len() < wish.limit) {
            let (space, wish) = (space.clone(), wish.clone());
            let left = wish.limit - shown.len();
            let page = move |view: &View<'_>| page(view, &space, &wish, at, left);
            let (records, next) = self.store.read(page).await?;
            shown.extend(records);
            before = next;
        }
        Ok(shown)
    }
}

fn page(
    view: &View<'_>,
    space: &Namespace,
    wish: &Lifecycle,
    before: Seq,
    left: usize,
) -> Result<(Vec<Record>, Option<Seq>)> {
    let rows = memories::page_before(view, space.ns, before, STRIDE)?;
    let next = rows.last().filter(|_| rows.len() == STRIDE);
    let next = next.map(|row| row.seq);
    let wanted = rows.into_iter().filter(|row| wish.means(row)).take(left);
    let records = wanted.map(|row| Record::of_memory(view, space, row));
    let records = records.filter_map(Result::transpose);
    Ok((records.collect::<Result<_>>()?, next))
}

// === impl Lifecycle ===

impl Lifecycle {
    fn means(&self, row: &MemoryRow) -> bool {
        let archived = row.status == MemoryStatus::Archived;
        match self.status.as_deref() {
            Some("archived") => archived,
            _ if archived && !self.archived => false,
            Some(word) => row.status.name() == word || row.status.state() == word,
            None => true,
        }
    }
}

// === impl StandingSummary ===

impl StandingSummary {
    fn of(counts: &[(MemoryStatus, u64)]) -> Self {
        let sum = |word: &str| -> u64 {
            let published = |status: MemoryStatus| match status {
                MemoryStatus::Archived => "archived",
                other => other.name(),
            };
            let counts = counts
                .iter()
                .filter(|(status, _)| published(*status) == word);
            counts.map(|(_, count)| count).sum()
        };
        Self {
            total: counts.iter().map(|(_, count)| count).sum(),
            active: sum("active"),
            candidate: sum("candidate"),
            contested: sum("contested"),
            stale: sum("stale"),
            archived: sum("archived"),
        }
    }
}
