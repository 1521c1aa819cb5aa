//! Opening a store: lock, key, tables, one writer, a pool of readers.

use std::fs::{self, DirBuilder, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mneme_model::{Clock, NameId, NsId};
use rusqlite::Connection;

use crate::damage::Damage;
use crate::gate::Gate;
use crate::lock::DirLock;
use crate::names::{Names, Namespace};
use crate::pool::Pool;
use crate::room::{Commits, Room};
use crate::seal::{Custody, Keyring, MasterKey, master};
use crate::tables::namespaces;
use crate::view::{Shared, Tx, View};
use crate::writer::Writer;
use crate::{Error, Result, Settings, backup, checkpoint, schema};

const WRITER_CACHE_KIB: i64 = 16 * 1024;
pub(crate) const READER_CACHE_KIB: i64 = 4 * 1024;
pub(crate) const PAGE_BYTES: u64 = 4096;

/// The file of the tables, and where secrets, objects and pictures lie beside it.
pub(crate) const DATABASE: &str = "mneme.db";
pub(crate) const KEYS: &str = "keys";
pub(crate) const OBJECTS: &str = "objects";
pub const IMAGES: &str = "images";

pub struct Store {
    dir: PathBuf,
    shared: Arc<Shared>,
    writer: Option<Writer>,
    writer_thread: Option<JoinHandle<()>>,
    readers: Pool,
    clock: Arc<dyn Clock>,
    custody: Custody,
    _lock: DirLock,
}

// === impl Store ===

impl Store {
    pub fn open(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self> {
        make_dir(&settings.dir)?;
        make_dir(&settings.dir.join(KEYS))?;
        let lock = DirLock::take(&settings.dir, Duration::from_millis(settings.lock_wait_ms))?;
        let path = settings.dir.join(DATABASE);
        let fresh = create_private(&path)?;
        refuse_emptied(&path, &settings.dir.join(KEYS))?;
        let mut conn = connect(&path, WRITER_CACHE_KIB)?;
        schema::open(&conn).map_err(|e| e.at(&path))?;
        limit_size(&conn, settings.max_bytes)?;
        let shared = share(&conn, &settings.dir, &settings.custody, fresh);
        let shared = Arc::new(shared.map_err(|e| e.at(&path))?);
        watch_log(&mut conn, &path, settings.checkpoint_bytes)?;
        let readers = (0..settings.readers.max(1))
            .map(|_| connect(&path, READER_CACHE_KIB))
            .collect::<Result<Vec<_>>>()?;
        let (writer, thread) = Writer::start(conn, shared.clone(), clock.clone(), settings)?;
        let readers = Pool::start(readers, &shared, settings.read_queue)?;
        Ok(Self {
            dir: settings.dir.clone(),
            shared,
            writer: Some(writer),
            writer_thread: Some(thread),
            readers,
            clock,
            custody: settings.custody.clone(),
            _lock: lock,
        })
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// How much of the room for waiting writes is taken, 0 to 1.
    pub fn queue_share(&self) -> f64 {
        self.writer.as_ref().map_or(0.0, Writer::queue_share)
    }

    /// How much room is left, and whether writes find their place.
    pub fn room(&self) -> Room {
        Room {
            failing: self.shared.commits.failing(),
            ..Room::of(&self.dir)
        }
    }

    /// Runs `body` in the writer; answers once it is durable.
    pub async fn write<F, T, E>(&self, bytes: usize, body: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.write_then(bytes, body, |_| ()).await
    }

    /// As [`Store::write`], with something to do on the writer's thread between commit and
    /// answer. It happens even when the caller has gone away.
    pub async fn write_then<F, A, T, E>(&self, bytes: usize, body: F, after: A) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        A: FnOnce(&mut T) + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let writer = self.writer.as_ref().ok_or(Error::Closed)?;
        writer.write(bytes, body, after).await
    }

    /// As [`Store::write`], for threads of our own: waits where it stands.
    pub fn write_now<F, T, E>(&self, bytes: usize, body: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let writer = self.writer.as_ref().ok_or(Error::Closed)?;
        writer.write_now(bytes, body)
    }

    /// As [`Store::read`], for threads of our own: waits where it stands.
    pub fn read_now<F, T, E>(&self, body: F) -> Result<T, E>
    where
        F: FnOnce(&View<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.readers.read_now(body)
    }

    /// Runs `body` on a reader thread.
    pub async fn read<F, T, E>(&self, body: F) -> Result<T, E>
    where
        F: FnOnce(&View<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.readers.read(body).await
    }

    /// A namespace by name, made if it is new.
    pub async fn namespace(&self, name: &str) -> Result<Namespace> {
        if let Some(known) = self.known_namespace(name) {
            return Ok(known);
        }
        let name = name.to_owned();
        self.write(name.len(), move |tx| tx.make_namespace(&name))
            .await
    }

    pub fn known_namespace(&self, name: &str) -> Option<Namespace> {
        self.shared.names.namespace(name)
    }

    /// An interned word, if this process has met it; what it wrote itself it has met.
    pub fn known_word(&self, id: NameId) -> Option<Arc<str>> {
        self.shared.names.word(id)
    }

    pub fn namespace_by_id(&self, ns: NsId) -> Option<Namespace> {
        self.shared.names.namespace_by_id(ns)
    }

    /// Secret bytes of this store, from which the key for receipts is made.
    pub fn receipt_seed(&self) -> &[u8; 32] {
        self.shared.keyring.master.receipts()
    }

    pub fn namespaces(&self) -> Vec<Namespace> {
        self.shared.names.namespaces()
    }

    /// Has whoever keeps the master key wrap it again. Takes a while: for a thread that may wait.
    pub fn wrap_again(&self) -> Result<()> {
        master::wrap_again(&self.dir.join(KEYS), &self.custody)
    }

    /// Who keeps the master key, as people call it.
    pub fn keeper(&self) -> String {
        self.custody.name()
    }

    /// Writes a backup while everybody goes on. Takes a while: for a thread that may wait.
    pub fn backup(&self, order: &backup::Order, told: &backup::Told) -> Result<backup::Written> {
        backup::write(&self.dir, order, self.now_ms(), told)
    }
}

impl Drop for Store {
    /// Lets the writer finish what it took before the directory is given up. Its connection is
    /// the last one: of several that close at the same moment none would tidy up.
    fn drop(&mut self) {
        self.readers.close();
        drop(self.writer.take());
        let this = thread::current().id();
        // What the writer was asked for may hold the last handle; it cannot wait for itself.
        let writer = self.writer_thread.take();
        let _ = writer
            .filter(|writer| writer.thread().id() != this)
            .map(JoinHandle::join);
    }
}

pub(crate) fn make_dir(dir: &Path) -> Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::StorageFull => Error::Full,
            _ => Error::ReadOnly(format!("{} cannot be made: {e}", dir.display())),
        })
}

/// Makes the database file readable by its owner alone, before SQLite does; its log gets the
/// same mode. Whether it was missing.
pub(crate) fn create_private(path: &Path) -> Result<bool> {
    match OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
    {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(Error::io("create the database", path, error)),
    }
}

/// An empty file beside a key is not a new store: it once held something, and making it anew
/// would hide that it is lost.
fn refuse_emptied(path: &Path, keys: &Path) -> Result<()> {
    let empty = fs::metadata(path).is_ok_and(|meta| meta.len() == 0);
    let key = master::kept_in(keys).filter(|_| empty);
    let name = key.as_deref().and_then(Path::file_name);
    name.map_or(Ok(()), |name| {
        let why = format!(
            "the file is empty, but the key of a store is here (to start anew, move keys/{} away too)",
            name.to_string_lossy()
        );
        Err(Error::Corrupt(why).at(path))
    })
}

pub(crate) fn connect(path: &Path, cache_kib: i64) -> Result<Connection> {
    let conn = Connection::open(path).map_err(|e| Error::from(e).at(path))?;
    schema::prepare(&conn, cache_kib).map_err(|e| e.at(path))?;
    Ok(conn)
}

fn limit_size(conn: &Connection, max_bytes: u64) -> Result<()> {
    if max_bytes > 0 {
        let pages = i64::try_from(max_bytes / PAGE_BYTES).unwrap_or(i64::MAX);
        conn.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
    }
    Ok(())
}

pub(crate) fn share(
    conn: &Connection,
    dir: &Path,
    custody: &Custody,
    fresh: bool,
) -> Result<Shared> {
    let fresh = fresh || namespaces::none(conn)?;
    let master = MasterKey::load(&dir.join(KEYS), custody, fresh)?;
    share_under(conn, master)
}

/// Every namespace with its key, under the master key they are wrapped with.
pub(crate) fn share_under(conn: &Connection, master: MasterKey) -> Result<Shared> {
    let shared = Shared {
        names: Names::default(),
        keyring: Keyring::new(master),
        commits: Commits::default(),
        damage: Damage::default(),
        gate: Gate::default(),
    };
    for known in namespaces::all(conn, &shared.keyring)? {
        shared.names.publish_namespace(known);
    }
    Ok(shared)
}

/// Wakes the checkpoint thread when a commit left the log longer than its mark.
fn watch_log(conn: &mut Connection, path: &Path, checkpoint_bytes: u64) -> Result<()> {
    let mark = i32::try_from(checkpoint_bytes / PAGE_BYTES).unwrap_or(i32::MAX);
    let watch = checkpoint::start(connect(path, READER_CACHE_KIB)?, mark)?;
    conn.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages| {
        watch.committed(pages);
        Ok(())
    }))?;
    Ok(())
}

/// Bytes of the database and its log on disk.
pub fn disk_bytes(dir: &Path) -> u64 {
    ["mneme.db", "mneme.db-wal"]
        .iter()
        .filter_map(|name| fs::metadata(dir.join(name)).ok())
        .map(|meta| meta.len())
        .sum()
}
