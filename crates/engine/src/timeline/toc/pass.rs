//! One pass: which sessions got something new, or fell silent; each is walked.

use std::collections::BTreeMap;

use mneme_model::{NameId, NsId, Seq};
use mneme_store::tables::journal::{self, Position};
use mneme_store::tables::toc::Open;
use mneme_store::tables::{cursors, toc};

use super::walk::{Task, walk};
use super::{CURSOR, Passed, Toc};
use crate::{Error, Result};

/// Rows looked at in one go, and before the cursor moves.
const PAGE: usize = 5_000;
const STRIDE: u64 = 50_000;
/// Silent sessions taken up together.
const SILENT: usize = 200;

/// What is new of one session: its first and its last place in time.
type News = BTreeMap<(NsId, NameId), (Position, Position)>;

pub async fn run(toc: &Toc) -> Result<Passed> {
    let mut passed = Passed::default();
    loop {
        let (news, through, events) = gather(toc).await?;
        let Some(through) = through else { break };
        for ((ns, session), (first, last)) in news {
            let task = Task {
                ns,
                session,
                first,
                last,
            };
            passed.segments += walk(toc, task).await?;
            passed.sessions += 1;
        }
        passed.events += events;
        let done =
            move |tx: &mneme_store::Tx<'_>| Ok::<_, Error>(cursors::set(tx, CURSOR, through)?);
        toc.store.write(64, done).await?;
    }
    passed.add(silent(toc, None).await?);
    Ok(passed)
}

/// Only the sessions that lost something.
pub async fn again(toc: &Toc) -> Result<Passed> {
    silent(toc, Some(0)).await
}

/// What stands behind the cursor, a bounded part of it; `None` when there is nothing.
async fn gather(toc: &Toc) -> Result<(News, Option<Seq>, u64)> {
    let (mut news, mut through, mut events) = (News::new(), None, 0);
    while events < STRIDE {
        let page = toc.store.read(move |view| {
            let at = match through {
                Some(at) => at,
                None => cursors::get(view, CURSOR)?,
            };
            Ok::<_, Error>(journal::touched(view, at, PAGE)?)
        });
        let Some(page) = page.await? else { break };
        through = Some(page.through);
        events += page.places.len() as u64;
        for (ns, session, place) in page.places {
            let seen = news.entry((ns, session)).or_insert((place, place));
            *seen = (seen.0.min(place), seen.1.max(place));
        }
    }
    Ok((news, through, events))
}

/// Sessions nobody went on with until a moment, which is now unless it is named, and those that
/// lost something.
async fn silent(toc: &Toc, until_ms: Option<i64>) -> Result<Passed> {
    let mut passed = Passed::default();
    loop {
        let now = until_ms.unwrap_or(toc.store.now_ms());
        let page =
            move |view: &mneme_store::View<'_>| Ok::<_, Error>(toc::idle(view, now, SILENT)?);
        let page: Vec<Open> = toc.store.read(page).await?;
        if page.is_empty() {
            return Ok(passed);
        }
        for open in page {
            passed.segments += walk(toc, Task::again(open)).await?;
            passed.sessions += 1;
        }
    }
}
