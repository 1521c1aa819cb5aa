//! The registry in our own store: nothing to install, nothing to connect to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use mneme_model::archive::{Session, Status};
use mneme_store::tables::archive::{self, Listed, Moved, Place, SessionRow};
use mneme_store::{Store, Tx, View};

use super::registry::{checked, moment_ms, open};
use super::{
    BoxFuture, Change, Error, Instance, Mended, Move, Page, Registry, Result, Retention, Walk,
};

/// Records in one chunk of a walk, and rows one write removes.
const CHUNK: usize = 500;

/// One process owns a store, so whoever beats here is the only one who can.
pub struct Embedded {
    store: Arc<Store>,
    retention: Retention,
    here: Mutex<Option<Instance>>,
}

// === impl Embedded ===

impl Embedded {
    pub fn new(store: Arc<Store>, retention: Retention) -> Self {
        let here = Mutex::default();
        Self {
            store,
            retention,
            here,
        }
    }

    async fn add(&self, session: &Session) -> Result<()> {
        let row = self.row(session)?;
        let size = size(&row.fields);
        let added = self
            .store
            .write::<_, _, Error>(size, move |tx| Ok(archive::add(tx, &row)?))
            .await?;
        match added {
            true => Ok(()),
            false => Err(Error::Exists(session.id().to_owned())),
        }
    }

    fn row(&self, session: &Session) -> Result<SessionRow> {
        let status = checked(session)?;
        let created_ms = moment_ms(session, "created_at");
        let updated_ms = moment_ms(session, "updated_at").max(created_ms);
        Ok(SessionRow {
            id: session.id().to_owned(),
            status,
            os: session.get("os_type").to_uppercase(),
            mode: session.get("mode").to_owned(),
            created_ms,
            updated_ms,
            expires_ms: expires_ms(self.retention, status, updated_ms),
            fields: session.fields.clone(),
        })
    }

    async fn find(&self, id: &str) -> Result<Option<Session>> {
        let (id, now_ms) = (id.to_owned(), self.store.now_ms());
        let found = self
            .store
            .read::<_, _, Error>(move |view| Ok(archive::get(view, &id, now_ms)?))
            .await?;
        Ok(found.map(|fields| Session { fields }))
    }

    async fn change(&self, changes: &[Change]) -> Result<Vec<bool>> {
        let changes = changes.to_vec();
        let size = changes.iter().map(|change| size(&change.fields)).sum();
        let write = move |tx: &Tx<'_>| changes.iter().map(|c| change_one(tx, c)).collect();
        self.store.write(size, write).await
    }

    async fn some(&self, status: Status, page: Page) -> Result<Vec<Session>> {
        let now_ms = self.store.now_ms();
        let read =
            move |view: &View<'_>| archive::list(view, status, page.skip, page.limit, now_ms);
        let rows = self.store.read(read).await?;
        Ok(rows.into_iter().map(session).collect())
    }

    async fn chunk(&self, status: Status, from: Option<&str>) -> Result<Walk> {
        let from = from.and_then(place).unwrap_or((i64::MIN, 0));
        let rows = self
            .store
            .read(move |view| archive::after(view, status, from, CHUNK))
            .await?;
        let full = rows.last().filter(|_| rows.len() == CHUNK);
        let next = full.map(|row| format!("{} {}", row.place.0, row.place.1));
        let sessions = rows.into_iter().map(session).collect();
        Ok(Walk { sessions, next })
    }

    async fn counts(&self) -> Result<BTreeMap<Status, u64>> {
        let now_ms = self.store.now_ms();
        let count = move |view: &View<'_>| {
            let each = Status::ALL.into_iter();
            each.map(|status| Ok((status, archive::count(view, status, now_ms)?)))
                .collect()
        };
        self.store.read(count).await
    }

    /// A table lists itself, so nothing can stand in a wrong list: what is left to do is to
    /// remove what nobody sees any more.
    async fn expire(&self) -> Result<Mended> {
        let mut orphans = 0;
        loop {
            let expire = |tx: &Tx<'_>| archive::expire(tx, tx.now_ms(), CHUNK);
            let gone = self
                .store
                .write::<_, _, mneme_store::Error>(0, expire)
                .await?;
            orphans += gone as u64;
            if gone < CHUNK {
                let misplaced = 0;
                return Ok(Mended { orphans, misplaced });
            }
        }
    }

    fn here(&self) -> std::sync::MutexGuard<'_, Option<Instance>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registry for Embedded {
    fn ping(&self) -> BoxFuture<'_, Result<String>> {
        Box::pin(async { Ok(String::from("embedded")) })
    }

    fn register<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.add(session))
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Session>>> {
        Box::pin(self.find(id))
    }

    fn turn<'a>(&'a self, id: &'a str, by: Move) -> BoxFuture<'a, Result<Status>> {
        let (id, retention) = (id.to_owned(), self.retention);
        let write = move |tx: &Tx<'_>| turn_one(tx, &id, &by, retention);
        Box::pin(self.store.write(256, write))
    }

    fn set<'a>(&'a self, changes: &'a [Change]) -> BoxFuture<'a, Result<Vec<bool>>> {
        Box::pin(self.change(changes))
    }

    fn list(&self, status: Status, page: Page) -> BoxFuture<'_, Result<Vec<Session>>> {
        Box::pin(self.some(status, page))
    }

    fn walk<'a>(&'a self, status: Status, from: Option<&'a str>) -> BoxFuture<'a, Result<Walk>> {
        Box::pin(self.chunk(status, from))
    }

    fn count(&self) -> BoxFuture<'_, Result<BTreeMap<Status, u64>>> {
        Box::pin(self.counts())
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool>> {
        let id = id.to_owned();
        let write = move |tx: &Tx<'_>| Ok(archive::remove(tx, &id)?);
        Box::pin(self.store.write(0, write))
    }

    fn mend(&self) -> BoxFuture<'_, Result<Mended>> {
        Box::pin(self.expire())
    }

    fn beat<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<bool>> {
        let before = self.here().replace(instance.clone());
        let news = before.is_none_or(|one| one.id != instance.id);
        Box::pin(async move { Ok(news) })
    }

    fn instances(&self) -> BoxFuture<'_, Result<Vec<Instance>>> {
        let here = self.here().clone();
        Box::pin(async { Ok(here.into_iter().collect()) })
    }

    fn leave<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<()>> {
        let mut here = self.here();
        if here.as_ref().is_some_and(|one| one.id == instance.id) {
            *here = None;
        }
        Box::pin(async { Ok(()) })
    }
}

fn turn_one(tx: &Tx<'_>, id: &str, by: &Move, retention: Retention) -> Result<Status> {
    let found = archive::get(tx, id, tx.now_ms())?;
    let mut fields = found.ok_or_else(|| Error::NoSuchSession(id.to_owned()))?;
    let from = fields.get("status").map_or("", String::as_str);
    let from = Status::named(from).ok_or_else(|| Error::UnknownStatus {
        id: id.to_owned(),
        status: from.to_owned(),
    })?;
    let status = from.after(by.turn)?;
    fields.extend(by.written());
    fields.insert(String::from("status"), status.name().to_owned());
    let to = Moved {
        status,
        updated_ms: by.now_ms,
        expires_ms: expires_ms(retention, status, by.now_ms),
    };
    archive::moved(tx, id, to, &fields)?;
    Ok(status)
}

fn change_one(tx: &Tx<'_>, change: &Change) -> Result<bool> {
    let Some(mut fields) = archive::get(tx, &change.id, tx.now_ms())? else {
        return Ok(false);
    };
    fields.extend(open(&change.fields));
    archive::set(tx, &change.id, &fields)?;
    Ok(true)
}

fn expires_ms(retention: Retention, status: Status, from_ms: i64) -> Option<i64> {
    let kept_s = retention.expires_s(status)?;
    Some(from_ms.saturating_add(i64::try_from(kept_s).ok()?.saturating_mul(1_000)))
}

fn size(fields: &super::Fields) -> usize {
    fields.iter().map(|(k, v)| k.len() + v.len()).sum()
}

fn session(row: Listed) -> Session {
    let fields = row.fields;
    Session { fields }
}

/// Reads a place as a chunk gave it.
fn place(text: &str) -> Option<Place> {
    let (created_ms, n) = text.split_once(' ')?;
    Some((created_ms.parse().ok()?, n.parse().ok()?))
}
