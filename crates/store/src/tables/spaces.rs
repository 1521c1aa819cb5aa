//! What namespaces open to others: spaces by their names, and the grants on each. What a grant
//! admits, and whom a space tells, stands in the event that made it.

use mneme_model::{GrantPermission, NsId, Seq};
use rusqlite::{OptionalExtension, Row, params};

use crate::{Error, Result, Tx, View};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceRow {
    /// The event that made it.
    pub seq: Seq,
    /// Whose memories it opens.
    pub ns: NsId,
    /// One name is one space in the whole store.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantRow {
    /// The event that gave it.
    pub seq: Seq,
    pub space: Seq,
    /// A name and no number: it may be granted before there is such a namespace.
    pub grantee: String,
    pub permission: GrantPermission,
    pub expires_ms: Option<i64>,
}

const SPACE: &str = "SELECT seq, ns, name FROM spaces";
const GRANT: &str = "SELECT seq, space, grantee, permission, expires_ms FROM grants";

// === impl GrantRow ===

impl GrantRow {
    /// Whether it still opens anything.
    pub fn holds(&self, now_ms: i64) -> bool {
        self.expires_ms.is_none_or(|end| now_ms < end)
    }
}

pub fn named(view: &View<'_>, name: &str) -> Result<Option<SpaceRow>> {
    let mut statement = view
        .conn
        .prepare_cached(&format!("{SPACE} WHERE name = ?1"))?;
    Ok(statement.query_row([name], space).optional()?)
}

/// Whether a name means somebody's space, so that no namespace can have it. An owner's space may be called
/// as its owner is.
pub fn takes(view: &View<'_>, name: &str) -> Result<bool> {
    let own = view.namespace(name).map(|own| own.ns);
    Ok(named(view, name)?.is_some_and(|space| Some(space.ns) != own))
}

pub fn get(view: &View<'_>, seq: Seq) -> Result<Option<SpaceRow>> {
    let mut statement = view
        .conn
        .prepare_cached(&format!("{SPACE} WHERE seq = ?1"))?;
    Ok(statement.query_row([seq], space).optional()?)
}

/// Spaces of an owner, oldest first.
pub fn owned(view: &View<'_>, ns: NsId) -> Result<Vec<SpaceRow>> {
    let sql = format!("{SPACE} WHERE ns = ?1 ORDER BY seq");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([ns], space)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Spaces of an owner that tell somebody of what is stored.
pub fn hooked(view: &View<'_>, ns: NsId) -> Result<Vec<SpaceRow>> {
    let sql = format!("{SPACE} WHERE ns = ?1 AND hooked = 1 ORDER BY seq");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([ns], space)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Whether any space tells anybody anything.
pub fn any_hooked(view: &View<'_>) -> Result<bool> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT 1 FROM spaces WHERE hooked = 1")?;
    Ok(statement.exists([])?)
}

/// Grants of a space, oldest first.
pub fn grants(view: &View<'_>, space: Seq) -> Result<Vec<GrantRow>> {
    let sql = format!("{GRANT} WHERE space = ?1 ORDER BY seq");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let mut rows = statement.query([space])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(grant(row)?);
    }
    Ok(all)
}

/// Grants to a namespace, oldest first.
pub fn granted(view: &View<'_>, grantee: &str) -> Result<Vec<GrantRow>> {
    let sql = format!("{GRANT} WHERE grantee = ?1 ORDER BY seq");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let mut rows = statement.query([grantee])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(grant(row)?);
    }
    Ok(all)
}

pub fn make(tx: &Tx<'_>, row: &SpaceRow, hooked: bool) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO spaces VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![row.seq, row.ns, row.name, hooked])?;
    Ok(())
}

/// Takes a space away, and every grant on it.
pub fn remove(tx: &Tx<'_>, space: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM grants WHERE space = ?1")?
        .execute([space])?;
    tx.conn
        .prepare_cached("DELETE FROM spaces WHERE seq = ?1")?
        .execute([space])?;
    Ok(())
}

pub fn give(tx: &Tx<'_>, row: &GrantRow) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO grants VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            row.seq,
            row.space,
            row.grantee,
            row.permission as i64,
            row.expires_ms
        ])?;
    Ok(())
}

pub fn take(tx: &Tx<'_>, grant: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM grants WHERE seq = ?1")?
        .execute([grant])?;
    Ok(())
}

fn space(row: &Row<'_>) -> rusqlite::Result<SpaceRow> {
    Ok(SpaceRow {
        seq: row.get(0)?,
        ns: row.get(1)?,
        name: row.get(2)?,
    })
}

fn grant(row: &Row<'_>) -> Result<GrantRow> {
    let code: i64 = row.get(3)?;
    let unknown = || Error::Corrupt(format!("a grant has the permission {code}"));
    Ok(GrantRow {
        seq: row.get(0)?,
        space: row.get(1)?,
        grantee: row.get(2)?,
        permission: GrantPermission::from_code(code).ok_or_else(unknown)?,
        expires_ms: row.get(4)?,
    })
}
