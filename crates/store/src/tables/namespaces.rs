//! Namespaces and their wrapped data keys.

use std::sync::Arc;

use mneme_model::NsId;
use rusqlite::{Connection, params};

use crate::names::Namespace;
use crate::seal::{DataKey, Keyring, MasterKey, NamespaceKey};
use crate::tables::audit;
use crate::{Error, Result};

pub struct Made {
    pub ns: NsId,
    pub key: DataKey,
}

pub fn none(conn: &Connection) -> Result<bool> {
    let count: i64 = conn.query_row("SELECT count(*) FROM namespaces", [], |row| row.get(0))?;
    Ok(count == 0)
}

/// Writes a namespace with a data key of its own.
pub fn create(
    conn: &Connection,
    master: &MasterKey,
    name: &str,
    secret: &[u8],
    now_ms: i64,
) -> Result<Made> {
    let next = |sql| conn.query_row(sql, [], |row| row.get::<_, i64>(0));
    let ns: NsId = next("SELECT coalesce(max(ns), 0) + 1 FROM namespaces")?;
    let key_id = next("SELECT coalesce(max(key_id), 0) + 1 FROM keys")?;
    let key = DataKey::derive(number(key_id)?, secret)?;
    let wrapped = master.wrap(ns, key.id, secret)?;
    conn.execute(
        "INSERT INTO keys VALUES (?1, ?2, ?3, ?4)",
        params![key_id, ns, wrapped, now_ms],
    )?;
    conn.execute(
        "INSERT INTO namespaces VALUES (?1, ?2, ?3)",
        params![ns, name, key_id],
    )?;
    Ok(Made { ns, key })
}

/// Unwraps every data key into the ring and lists the namespaces.
pub fn all(conn: &Connection, keyring: &Keyring) -> Result<Vec<Namespace>> {
    unwrap_keys(conn, keyring)?;
    let mut statement = conn.prepare("SELECT ns, name, key_id FROM namespaces ORDER BY ns")?;
    let rows = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?))
    })?;
    rows.map(|row| {
        let (ns, name, key_id) = row?;
        let key = keyring
            .get(number(key_id)?)
            .ok_or(Error::Unseal("its key is gone"))?;
        Ok(Namespace {
            ns,
            name: Arc::from(name),
            key: Arc::new(NamespaceKey::new(key, keyring)),
            only: None,
            through: None,
        })
    })
    .collect()
}

fn unwrap_keys(conn: &Connection, keyring: &Keyring) -> Result<()> {
    let mut statement = conn.prepare("SELECT key_id, ns, wrapped FROM keys")?;
    let mut rows = statement.query([])?;
    let (mut opened, mut shut) = (0, None);
    while let Some(row) = rows.next()? {
        let id = number(row.get(0)?)?;
        let wrapped: Vec<u8> = row.get(2)?;
        match keyring.master.unwrap(row.get(1)?, id, &wrapped) {
            Ok(secret) => {
                keyring.add(DataKey::derive(id, &secret)?);
                opened += 1;
            }
            Err(error) => shut = Some(error),
        }
    }
    match shut {
        None => Ok(()),
        // A key that opens another one, or that the audit began under, is the right one.
        Some(_) if opened == 0 && !audit::began_under(conn, keyring.master.audit()) => {
            Err(Error::KeyForeign)
        }
        Some(error) => Err(error),
    }
}

pub(crate) fn number(id: i64) -> Result<u32> {
    u32::try_from(id).map_err(|_| Error::Corrupt(format!("key id {id} is out of range")))
}
