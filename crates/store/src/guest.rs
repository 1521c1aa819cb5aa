//! Another store, read beside its owner: nothing in it is locked, made or changed, and nobody
//! there has to wait.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::names::Namespace;
use crate::seal::{Custody, MasterKey};
use crate::store::{DATABASE, KEYS, READER_CACHE_KIB, share_under};
use crate::tables::meta;
use crate::view::{Shared, View};
use crate::{Result, schema};

/// A guest does not wait long for a lock.
const PATIENCE: Duration = Duration::from_millis(200);

pub struct Guest {
    conn: Connection,
    shared: Shared,
}

// === impl Guest ===

impl Guest {
    /// Opens the store in a directory, whether or not another process owns it.
    pub fn open(dir: &Path) -> Result<Self> {
        let path = dir.join(DATABASE);
        let conn = look(&path).map_err(|error| error.at(&path))?;
        schema::check(&conn).map_err(|error| error.at(&path))?;
        schema::lend(&conn).map_err(|error| error.at(&path))?;
        conn.pragma_update(None, "query_only", "on")?;
        // One whose key a service keeps is read through its own server.
        let master = MasterKey::load(&dir.join(KEYS), &Custody::default(), false)?;
        let shared = share_under(&conn, master).map_err(|error| error.at(&path))?;
        Ok(Self { conn, shared })
    }

    /// Reads on the thread that asks: each statement sees what is committed by then, and none
    /// holds the owner's log for longer than a page.
    pub fn view(&self) -> View<'_> {
        View::new(&self.conn, &self.shared)
    }

    pub fn namespace(&self, name: &str) -> Option<Namespace> {
        self.shared.names.namespace(name)
    }
}

/// Which build's tables a directory has; those of a newer one are refused. Nothing is changed.
pub fn format_of(dir: &Path) -> Result<i64> {
    let path = dir.join(DATABASE);
    let conn = look(&path).map_err(|error| error.at(&path))?;
    schema::check(&conn).map_err(|error| error.at(&path))?;
    Ok(meta::get(&conn, "format_version")?.unwrap_or(1))
}

/// A connection that cannot write.
fn look(path: &Path) -> Result<Connection> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    // Without a log nobody has the store open. Read as a file that does not change, no log is
    // made for it; should its owner come meanwhile, some rows may be missed.
    let more = if Path::new(&log).exists() {
        ""
    } else {
        "&immutable=1"
    };
    let uri = format!("file:{}?mode=ro{more}", encoded(path));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(uri, flags)?;
    conn.busy_timeout(PATIENCE)?;
    // The last one to leave a store tidies it up; a guest does not.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    conn.pragma_update(None, "cell_size_check", "on")?;
    conn.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    conn.pragma_update(None, "temp_store", "memory")?;
    schema::plan_once(&conn)?;
    Ok(conn)
}

/// A path as the part of an address it is.
fn encoded(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes
        .map(|byte| match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => char::from(*byte).to_string(),
            byte if byte.is_ascii_alphanumeric() => char::from(*byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mneme_model::Clock;

    use super::*;
    use crate::seal::master;
    use crate::{Error, Settings, Store};

    struct Never;

    impl Clock for Never {
        fn now_ms(&self) -> i64 {
            0
        }
    }

    fn own(dir: &Path) -> Store {
        let store = Store::open(&Settings::at(dir), Arc::new(Never)).unwrap();
        let made: Result<_> = store.write_now(1, |tx| tx.make_namespace("ours"));
        made.unwrap();
        store
    }

    fn listed(dir: &Path) -> Vec<String> {
        let names = std::fs::read_dir(dir).unwrap();
        let mut names: Vec<String> = names
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_guest_reads_beside_the_owner_and_leaves_no_trace() {
        let root = tempfile::tempdir().unwrap();
        // A path that an address would read otherwise.
        let dir = root.path().join("a b?c#d%20ä");
        let store = own(&dir);
        let guest = Guest::open(&dir).unwrap();
        assert!(guest.namespace("ours").is_some());
        let written = guest.conn.execute("DELETE FROM namespaces", []);
        assert!(written.is_err(), "a guest changes nothing");
        let more: Result<_> = store.write_now(1, |tx| tx.make_namespace("later"));
        more.unwrap();
        assert!(Guest::open(&dir).unwrap().namespace("later").is_some());
        drop((store, guest));
        let before = listed(&dir);
        let guest = Guest::open(&dir).unwrap();
        assert!(guest.namespace("later").is_some());
        drop(guest);
        assert_eq!(listed(&dir), before);
    }

    #[test]
    fn an_owner_that_has_left_has_tidied_up() {
        let dir = tempfile::tempdir().unwrap();
        for _ in 0..20 {
            drop(own(dir.path()));
            let left = listed(dir.path());
            let log = left.iter().find(|name| name.starts_with("mneme.db-"));
            assert_eq!(log, None, "every connection is closed by now");
        }
    }

    #[test]
    fn what_is_no_store_is_refused_and_nothing_is_made() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Guest::open(&dir.path().join("gone")).is_err());
        assert!(Guest::open(dir.path()).is_err());
        assert_eq!(listed(dir.path()), Vec::<String>::new());
        let store = own(dir.path());
        let key = master::path(&dir.path().join(KEYS));
        std::fs::remove_file(&key).unwrap();
        let refused = Guest::open(dir.path()).err().unwrap();
        assert!(matches!(refused, Error::KeyMissing(_)), "{refused}");
        assert!(!key.exists());
        drop(store);
    }
}
