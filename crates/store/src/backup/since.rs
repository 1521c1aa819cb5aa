//! What was forgotten, revoked or closed since a backup was made: a restore must not undo it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::Connection;

use crate::Result;
use crate::seal::DataKey;
use crate::store::{DATABASE, connect};
use crate::view::Shared;

const CACHE_KIB: i64 = 1024;
/// Any text; two keys that make the same of it are the same.
const PROBE: &str = "namespace";

/// What the store that is replaced has taken away and the one that replaces it still has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    pub forgotten: Vec<Forgotten>,
    /// Keys, by their ids.
    pub revoked: Vec<String>,
    pub closed: Vec<Closed>,
}

/// What a namespace has forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    pub namespace: String,
    /// What it said, as keyed hashes.
    pub fingerprints: Vec<String>,
    /// Names of events that are erased: told again under another one, words may be known once more.
    pub ids: Vec<String>,
    /// Names of events that both stores have with their words: whatever else said the same and was
    /// forgotten, these were not.
    pub kept: BTreeSet<String>,
}

/// A space that was closed, or one of its grants that was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    pub namespace: String,
    pub space: String,
    pub grant: Option<String>,
}

/// A fingerprint means something only under the key of its namespace, so a namespace counts as
/// the same when its name and its fingerprint key are: whatever key it sealed under since. A store
/// that shares no namespace is another one, and has nothing to say.
pub fn since(old: &Path, new: &Path, shared: &Shared) -> Result<Since> {
    let (old, new) = (old.join(DATABASE), new.join(DATABASE));
    if !old.exists() {
        return Ok(Since::default());
    }
    let conn = connect(&new, CACHE_KIB)?;
    conn.execute("ATTACH ?1 AS old", [old.to_string_lossy()])?;
    let both = Both {
        ours: same_keys(&conn, shared)?,
        conn,
    };
    if both.ours.is_empty() {
        return Ok(Since::default());
    }
    Ok(Since {
        forgotten: both.forgotten()?,
        revoked: both.revoked()?,
        closed: [both.spaces()?, both.grants()?].concat(),
    })
}

/// The new database, with the old one beside it.
struct Both {
    conn: Connection,
    ours: BTreeSet<String>,
}

// === impl Both ===

impl Both {
    fn forgotten(&self) -> Result<Vec<Forgotten>> {
        let mut all: BTreeMap<String, Forgotten> = BTreeMap::new();
        for [namespace, value] in self.values()? {
            all.entry(namespace).or_default().fingerprints.push(value);
        }
        for [namespace, id] in self.erased()? {
            all.entry(namespace).or_default().ids.push(id);
        }
        let kept = if all.is_empty() {
            Vec::new()
        } else {
            self.kept()?
        };
        for [namespace, id] in kept {
            all.entry(namespace).and_modify(|what| {
                what.kept.insert(id);
            });
        }
        let named = all
            .into_iter()
            .map(|(namespace, what)| Forgotten { namespace, ..what });
        Ok(named.collect())
    }

    /// A store written before there were tombstones has no such table, and nothing to carry.
    fn values(&self) -> Result<Vec<[String; 2]>> {
        if !self.has_table("old", "tombstones")? {
            return Ok(Vec::new());
        }
        let known = match self.has_table("main", "tombstones")? {
            true => {
                "WHERE NOT EXISTS (SELECT 1 FROM main.tombstones k
                   WHERE k.ns = n.ns AND k.fingerprint = t.fingerprint)"
            }
            false => "",
        };
        self.ours(&format!(
            "SELECT n.name, t.fingerprint FROM old.tombstones t
             JOIN old.namespaces o ON o.ns = t.ns JOIN main.namespaces n ON n.name = o.name
             {known} ORDER BY n.name, t.fingerprint"
        ))
    }

    /// Events of the new store that the old one has without their words.
    fn erased(&self) -> Result<Vec<[String; 2]>> {
        self.ours(
            "SELECT n.name, d.ext_id FROM old.journal d
             JOIN old.namespaces o ON o.ns = d.ns JOIN main.namespaces n ON n.name = o.name
             JOIN main.journal j ON j.ns = n.ns AND j.ext_id = d.ext_id
             WHERE d.state <> 0 AND j.state = 0 ORDER BY n.name, j.seq",
        )
    }

    /// Events that both have with their words.
    fn kept(&self) -> Result<Vec<[String; 2]>> {
        self.ours(
            "SELECT n.name, j.ext_id FROM main.journal j JOIN main.namespaces n ON n.ns = j.ns
             JOIN old.namespaces o ON o.name = n.name
             JOIN old.journal d ON d.ns = o.ns AND d.ext_id = j.ext_id
             WHERE d.state = 0 AND j.state = 0",
        )
    }

    fn revoked(&self) -> Result<Vec<String>> {
        let gone = "SELECT key_id, '' FROM main.api_keys
             WHERE key_id NOT IN (SELECT key_id FROM old.api_keys) ORDER BY key_id";
        Ok(self.rows(gone)?.into_iter().map(|[id, _]| id).collect())
    }

    fn spaces(&self) -> Result<Vec<Closed>> {
        if !self.has_both("spaces")? {
            return Ok(Vec::new());
        }
        let gone = self.ours(&format!(
            "SELECT n.name, s.name FROM main.spaces s JOIN main.journal j ON j.seq = s.seq
             JOIN main.namespaces n ON n.ns = s.ns WHERE {} ORDER BY s.seq",
            not_in_old("spaces")
        ))?;
        let closed = |[namespace, space]: [String; 2]| Closed {
            namespace,
            space,
            grant: None,
        };
        Ok(gone.into_iter().map(closed).collect())
    }

    /// Those of spaces that are still open.
    fn grants(&self) -> Result<Vec<Closed>> {
        if !self.has_both("spaces")? {
            return Ok(Vec::new());
        }
        let gone = self.ours(&format!(
            "SELECT n.name, s.name || char(0) || j.ext_id FROM main.grants g
             JOIN main.spaces s ON s.seq = g.space JOIN main.journal j ON j.seq = g.seq
             JOIN main.namespaces n ON n.ns = s.ns
             WHERE {} AND EXISTS (SELECT 1 FROM old.spaces t WHERE t.name = s.name)
             ORDER BY g.seq",
            not_in_old("grants")
        ))?;
        let closed = |[namespace, both]: [String; 2]| {
            let (space, grant) = both.split_once('\0')?;
            Some(Closed {
                namespace,
                space: space.to_owned(),
                grant: Some(grant.to_owned()),
            })
        };
        Ok(gone.into_iter().filter_map(closed).collect())
    }

    /// Pairs that begin with the name of a namespace both stores have.
    fn ours(&self, sql: &str) -> Result<Vec<[String; 2]>> {
        let rows = self.rows(sql)?.into_iter();
        Ok(rows.filter(|[name, _]| self.ours.contains(name)).collect())
    }

    fn rows(&self, sql: &str) -> Result<Vec<[String; 2]>> {
        let mut statement = self.conn.prepare(sql)?;
        let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?]))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn has_both(&self, table: &str) -> Result<bool> {
        Ok(self.has_table("main", table)? && self.has_table("old", table)?)
    }

    fn has_table(&self, database: &str, table: &str) -> Result<bool> {
        let sql = format!(
            "SELECT count(*) FROM {database}.sqlite_schema WHERE type = 'table' AND name = ?1"
        );
        let found: i64 = self.conn.query_row(&sql, [table], |row| row.get(0))?;
        Ok(found > 0)
    }
}

/// Whether the old store has no row of this table that the same event made.
fn not_in_old(table: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM old.{table} t JOIN old.journal k ON k.seq = t.seq
           JOIN old.namespaces o ON o.ns = k.ns WHERE o.name = n.name AND k.ext_id = j.ext_id)"
    )
}

/// The namespaces whose fingerprints in the old store are made as in the new one. A key of the old
/// store that the new one's master key does not open belongs to another store.
fn same_keys(conn: &Connection, shared: &Shared) -> Result<BTreeSet<String>> {
    let mut statement = conn.prepare(
        "SELECT o.name, o.ns, k.key_id, k.wrapped FROM old.namespaces o
         JOIN old.keys k ON k.key_id = o.key_id",
    )?;
    let mut rows = statement.query([])?;
    let mut same = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let (name, id): (String, u32) = (row.get(0)?, row.get(2)?);
        let wrapped: Vec<u8> = row.get(3)?;
        let secret = shared.keyring.master.unwrap(row.get(1)?, id, &wrapped);
        let theirs = secret.and_then(|secret| DataKey::derive(id, &secret));
        let ours = shared.names.namespace(&name);
        if let (Some(ours), Ok(theirs)) = (ours, theirs)
            && ours.key.fingerprint(PROBE) == theirs.fingerprint(PROBE)
        {
            same.insert(name);
        }
    }
    Ok(same)
}
