//! A [`View`] reads; a [`Tx`] is the writer's view inside a transaction and also writes.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use mneme_model::{NameId, NsId, Seq};
use ring::hmac;
use rusqlite::Connection;

use crate::damage::Damage;
use crate::gate::Gate;
use crate::names::{NameKind, Names, Namespace};
use crate::room::Commits;
use crate::schema;
use crate::scratch::Scratch;
use crate::seal::{DataKey, Keyring, NamespaceKey, random};
use crate::tables::{journal, keys, names as name_table, namespaces};
use crate::{Error, Result};

/// While the log is emptied nobody writes: so long, at the most, for other processes to finish.
const EMPTY_WAIT: Duration = Duration::from_millis(50);

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseBusy | DatabaseLocked)
    )
}

/// What every connection shares.
pub(crate) struct Shared {
    pub names: Names,
    pub keyring: Keyring,
    pub commits: Commits,
    pub damage: Damage,
    pub gate: Gate,
}

pub struct View<'c> {
    pub(crate) conn: &'c Connection,
    pub(crate) shared: &'c Shared,
    /// What is damaged is an error here; else it is left out, and told where health is.
    pub(crate) exact: bool,
}

pub struct Tx<'c> {
    view: View<'c>,
    next_seq: Cell<Seq>,
    now_ms: i64,
    fresh: RefCell<Vec<Fresh>>,
}

/// Interned in this transaction, published once it is committed.
enum Fresh {
    Name(NsId, NameKind, Arc<str>, NameId),
    Namespace(Namespace),
    Key(Arc<NamespaceKey>, Arc<DataKey>),
}

/// A place in a transaction to go back to.
pub(crate) struct Mark {
    next_seq: Seq,
    fresh: usize,
}

// === impl View ===

impl<'c> View<'c> {
    pub(crate) fn new(conn: &'c Connection, shared: &'c Shared) -> Self {
        Self {
            conn,
            shared,
            exact: false,
        }
    }

    /// The same view for an answer about one record, and for whoever must not go on with less than
    /// everything: an event whose body is damaged is an error that names it.
    pub fn exact(&self) -> View<'c> {
        View {
            exact: true,
            ..View::new(self.conn, self.shared)
        }
    }

    /// The same view, in which such an event is left out. Readers have this one.
    pub fn forgiving(&self) -> View<'c> {
        View::new(self.conn, self.shared)
    }

    pub fn namespace(&self, name: &str) -> Option<Namespace> {
        self.shared.names.namespace(name)
    }

    /// The same by its number.
    pub fn namespace_of(&self, ns: NsId) -> Result<Namespace> {
        let known = self.shared.names.namespace_by_id(ns);
        known.ok_or_else(|| Error::Corrupt(format!("namespace {ns} is missing")))
    }

    pub fn name_id(&self, ns: NsId, kind: NameKind, name: &str) -> Result<Option<NameId>> {
        if let Some(id) = self.shared.names.id(ns, kind, name) {
            return Ok(Some(id));
        }
        name_table::find(self.conn, ns, kind, name)
    }

    /// The word behind an interned id.
    pub fn word(&self, id: NameId) -> Result<Arc<str>> {
        if let Some(word) = self.shared.names.word(id) {
            return Ok(word);
        }
        let word = name_table::word(self.conn, id)?
            .ok_or_else(|| Error::Corrupt(format!("name {id} is missing")))?;
        self.shared.names.publish_word(id, word.clone());
        Ok(word)
    }

    /// Names of one sort in a namespace, the first in their alphabet.
    pub fn names(&self, ns: NsId, kind: NameKind, limit: usize) -> Result<Vec<Arc<str>>> {
        name_table::some(self.conn, ns, kind, limit)
    }

    /// An empty set of folded tables in memory, for folding the journal a second time.
    pub fn scratch(&self) -> Result<Scratch> {
        Scratch::new()
    }

    /// Runs `body` with this view held still: later commits are not seen until it ends. Many small
    /// reads are quicker so, too: each by itself begins and ends.
    pub fn frozen<T, E: From<Error>>(&self, body: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let _frozen = self.conn.unchecked_transaction().map_err(Error::from)?;
        body()
    }

    /// Folds the log back into the file and empties it, so that nothing overwritten stays in it.
    /// Whether it is empty now: who reads or writes already goes first, and others are kept waiting
    /// for them no longer than `patience`.
    pub fn empty_log(&self, patience: Duration) -> Result<bool> {
        let Some(_alone) = self.shared.gate.alone(patience) else {
            return Ok(false);
        };
        self.conn.busy_timeout(EMPTY_WAIT)?;
        let busy = self
            .conn
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
                row.get::<_, i64>(0)
            });
        self.conn.busy_timeout(schema::BUSY_WAIT)?;
        match busy {
            Ok(busy) => Ok(busy == 0),
            Err(error) if is_busy(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs SQLite's own check of the file, of what its indexes say too.
    pub fn integrity(&self) -> Result<Option<String>> {
        let found: String = self
            .conn
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok((found != "ok").then_some(found))
    }

    /// What chains the rows of the audit.
    pub(crate) fn audit_key(&self) -> &hmac::Key {
        self.shared.keyring.master.audit()
    }

    pub(crate) fn key(&self, id: u32) -> Result<Arc<DataKey>> {
        self.shared
            .keyring
            .get(id)
            .ok_or(Error::Unseal("its key is gone"))
    }
}

// === impl Tx ===

impl<'c> Deref for Tx<'c> {
    type Target = View<'c>;

    fn deref(&self) -> &View<'c> {
        &self.view
    }
}

impl<'c> Tx<'c> {
    pub(crate) fn new(view: View<'c>, now_ms: i64) -> Result<Self> {
        let next_seq = Cell::new(journal::head(&view)? + 1);
        Ok(Self {
            // Nothing is decided on half of what there is.
            view: view.exact(),
            next_seq,
            now_ms,
            fresh: RefCell::default(),
        })
    }

    /// For folding into scratch tables: no positions are given, nothing is interned.
    pub(crate) fn beside(view: View<'c>) -> Self {
        Self {
            view: view.exact(),
            next_seq: Cell::new(0),
            now_ms: 0,
            fresh: RefCell::default(),
        }
    }

    /// When this group of operations is recorded; never earlier than the group before.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    pub(crate) fn take_seq(&self) -> Seq {
        let seq = self.next_seq.get();
        self.next_seq.set(seq + 1);
        seq
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            next_seq: self.next_seq.get(),
            fresh: self.fresh.borrow().len(),
        }
    }

    pub(crate) fn back_to(&self, mark: Mark) {
        self.next_seq.set(mark.next_seq);
        self.fresh.borrow_mut().truncate(mark.fresh);
    }

    /// The id of a name, made if it is new.
    pub fn intern(&self, ns: NsId, kind: NameKind, name: &str) -> Result<NameId> {
        if let Some(id) = self
            .view
            .shared
            .names
            .id(ns, kind, name)
            .or_else(|| self.fresh_id(ns, kind, name))
        {
            return Ok(id);
        }
        let id = name_table::intern(self.conn, ns, kind, name)?;
        self.fresh
            .borrow_mut()
            .push(Fresh::Name(ns, kind, Arc::from(name), id));
        Ok(id)
    }

    fn fresh_id(&self, ns: NsId, kind: NameKind, name: &str) -> Option<NameId> {
        self.fresh.borrow().iter().find_map(|fresh| match fresh {
            Fresh::Name(n, k, word, id) if *n == ns && *k == kind && **word == *name => Some(*id),
            _ => None,
        })
    }

    /// A namespace with its own data key, made if it is new.
    pub fn make_namespace(&self, name: &str) -> Result<Namespace> {
        if let Some(known) = self
            .view
            .namespace(name)
            .or_else(|| self.fresh_namespace(name))
        {
            return Ok(known);
        }
        let keyring = &self.view.shared.keyring;
        let made = namespaces::create(
            self.conn,
            &keyring.master,
            name,
            &random::<32>()?,
            self.now_ms,
        )?;
        let key = keyring.add(made.key);
        let namespace = Namespace {
            ns: made.ns,
            name: Arc::from(name),
            key: Arc::new(NamespaceKey::new(key, keyring)),
            only: None,
            through: None,
        };
        self.fresh
            .borrow_mut()
            .push(Fresh::Namespace(namespace.clone()));
        Ok(namespace)
    }

    fn fresh_namespace(&self, name: &str) -> Option<Namespace> {
        self.fresh.borrow().iter().find_map(|fresh| match fresh {
            Fresh::Namespace(n) if *n.name == *name => Some(n.clone()),
            _ => None,
        })
    }

    /// A new data key for a namespace; all who hold the namespace seal under it once this is
    /// committed. The id of the one it takes the place of.
    pub fn rotate_key(&self, namespace: &Namespace) -> Result<u32> {
        let keyring = &self.view.shared.keyring;
        let secret = namespace.key.current().succession()?;
        let (retired, key) = keys::succeed(
            self.conn,
            &keyring.master,
            namespace.ns,
            &secret,
            self.now_ms,
        )?;
        let key = keyring.add(key);
        let fresh = Fresh::Key(namespace.key.clone(), key);
        self.fresh.borrow_mut().push(fresh);
        Ok(retired)
    }

    /// Takes a retired key away. Whoever asks has seen that nothing needs it. This process keeps
    /// it in memory: a reader may still hold rows from before they were sealed again.
    pub fn drop_key(&self, key_id: u32) -> Result<()> {
        keys::remove(self.conn, key_id)
    }

    /// Makes what this transaction interned known to all readers. Only after its commit.
    pub(crate) fn publish(self) {
        let names = &self.view.shared.names;
        for fresh in self.fresh.into_inner() {
            match fresh {
                Fresh::Name(ns, kind, name, id) => names.publish(ns, kind, name, id),
                Fresh::Namespace(namespace) => names.publish_namespace(namespace),
                Fresh::Key(of, key) => of.turn_to(key),
            }
        }
    }

    /// Makes every index of the tables again from their rows.
    pub fn reindex(&self) -> Result<()> {
        Ok(self.conn.execute_batch("REINDEX")?)
    }

    /// Throws the folded tables away, to be folded again in this transaction.
    pub fn reset_folded(&self) -> Result<()> {
        schema::reset_folded(self.conn)
    }
}
