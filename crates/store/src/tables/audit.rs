//! Who did what, row after row, each bound to the one before by a keyed hash: a row that is
//! changed, moved or taken out breaks the chain behind it.

use mneme_model::Seq;
use ring::hmac;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{Result, Tx, View};

/// One act, or several alike within a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub at_ms: i64,
    /// One word.
    pub action: String,
    /// What it was done to, where the journal does not say: a key's id, a file. Never content,
    /// never a secret.
    pub about: String,
    pub namespace: String,
    /// A key's id, or the name of a local door.
    pub subject: String,
    /// The first event it appended; 0 where it appended none.
    pub first_seq: Seq,
    pub times: u64,
}

/// An entry at its place in the chain.
#[derive(Clone, Debug)]
pub struct Link {
    pub n: i64,
    pub entry: Entry,
    mac: Vec<u8>,
}

const COLUMNS: &str = "n, at_ms, action, namespace, subject, first_seq, times, mac";

/// Adds a row to the chain, in the transaction of what it tells.
pub fn append(tx: &Tx<'_>, entry: &Entry) -> Result<()> {
    let last = last(tx)?;
    let (n, before) = last.map_or((1, Vec::new()), |link| (link.n + 1, link.mac));
    let mac = mac(tx.audit_key(), n, &before, entry);
    tx.conn
        .prepare_cached("INSERT INTO audit VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
        .execute(params![
            n,
            entry.at_ms,
            entry.act(),
            entry.namespace,
            entry.subject,
            entry.first_seq,
            entry.times as i64,
            mac.as_ref()
        ])?;
    Ok(())
}

fn last(view: &View<'_>) -> Result<Option<Link>> {
    let sql = format!("SELECT {COLUMNS} FROM audit ORDER BY n DESC LIMIT 1");
    let link = view
        .conn
        .prepare_cached(&sql)?
        .query_row([], read)
        .optional()?;
    Ok(link)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Link> {
    let act: String = row.get(2)?;
    let (action, about) = act.split_once(' ').unwrap_or((&act, ""));
    Ok(Link {
        n: row.get(0)?,
        entry: Entry {
            at_ms: row.get(1)?,
            action: action.to_owned(),
            about: about.to_owned(),
            namespace: row.get(3)?,
            subject: row.get(4)?,
            first_seq: row.get(5)?,
            times: row.get::<_, i64>(6)?.unsigned_abs(),
        },
        mac: row.get(7)?,
    })
}

// === impl Entry ===

impl Entry {
    /// As it is written: the word, and behind a space what it was done to.
    fn act(&self) -> String {
        match self.about.as_str() {
            "" => self.action.clone(),
            about => format!("{} {about}", self.action),
        }
    }
}

/// Rows behind one, oldest first.
pub fn after(view: &View<'_>, n: i64, limit: usize) -> Result<Vec<Link>> {
    let sql = format!("SELECT {COLUMNS} FROM audit WHERE n > ?1 ORDER BY n LIMIT ?2");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![n, limit as i64], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The newest rows of a namespace, or of all, newest first.
pub fn newest(view: &View<'_>, namespace: Option<&str>, limit: usize) -> Result<Vec<Link>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM audit WHERE ?1 IS NULL OR namespace = ?1 ORDER BY n DESC LIMIT ?2"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![namespace, limit as i64], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Rows of a namespace before one, newest first.
pub fn before(view: &View<'_>, namespace: &str, n: i64, limit: usize) -> Result<Vec<Link>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM audit WHERE namespace = ?1 AND n < ?2 ORDER BY n DESC LIMIT ?3"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![namespace, n, limit as i64], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Goes through the whole chain: how many rows hold, and the first that does not.
pub fn verify(view: &View<'_>) -> Result<(u64, Option<i64>)> {
    const PAGE: usize = 1_000;
    let (mut rows, mut at, mut before) = (0, 0, Vec::new());
    loop {
        let page = after(view, at, PAGE)?;
        for link in &page {
            let expected = mac(view.audit_key(), at + 1, &before, &link.entry);
            if link.n != at + 1 || expected.as_ref() != link.mac.as_slice() {
                return Ok((rows, Some(link.n)));
            }
            (rows, at, before) = (rows + 1, link.n, link.mac.clone());
        }
        if page.is_empty() {
            return Ok((rows, None));
        }
    }
}

/// Whether its first row was written under this key; also false where nobody can tell.
pub(crate) fn began_under(conn: &Connection, key: &hmac::Key) -> bool {
    let sql = format!("SELECT {COLUMNS} FROM audit WHERE n = 1");
    let first = conn.query_row(&sql, [], read);
    first.is_ok_and(|link| mac(key, link.n, &[], &link.entry).as_ref() == link.mac.as_slice())
}

/// Over everything in the row and the hash before it; texts with their lengths, so that none
/// can pass for two.
fn mac(key: &hmac::Key, n: i64, before: &[u8], entry: &Entry) -> hmac::Tag {
    let mut context = hmac::Context::with_key(key);
    for number in [n, entry.at_ms, entry.first_seq, entry.times as i64] {
        context.update(&number.to_le_bytes());
    }
    for text in [&entry.act(), &entry.namespace, &entry.subject] {
        context.update(&(text.len() as u64).to_le_bytes());
        context.update(text.as_bytes());
    }
    context.update(before);
    context.sign()
}
