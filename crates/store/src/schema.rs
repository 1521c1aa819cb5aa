//! The tables. `journal` is the truth; tables named in [`FOLDED`] are made from it and can be
//! made again; the rest are bookkeeping.

use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::tables::meta;
use crate::{Error, Result};

/// What this build writes.
pub const FORMAT: i64 = 13;

/// The oldest build that can read it: one that does not know the table of format 13 would not write
/// down what memories said before they were given other words.
const MIN_READER: i64 = 13;

/// Tables thrown away and folded again by a rebuild, compared by a verify.
pub const FOLDED: [&str; 17] = [
    "memories",
    "memory_versions",
    "lineage",
    "counters",
    "tombstones",
    "episodes",
    "outcomes",
    "reputations",
    "pins",
    "sessions",
    "notes",
    "spaces",
    "grants",
    "assertions",
    "assertion_words",
    "contradictions",
    "former",
];

pub const FOLDED_DDL: &str = "
CREATE TABLE memories(
  seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, status INTEGER NOT NULL, version INTEGER NOT NULL,
  head_seq INTEGER NOT NULL, fingerprint TEXT NOT NULL, memory_type INTEGER NOT NULL,
  evidence INTEGER NOT NULL, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL);
CREATE INDEX memories_ns ON memories(ns);
CREATE INDEX memories_fingerprint ON memories(ns, fingerprint);
CREATE TABLE memory_versions(
  from_seq INTEGER PRIMARY KEY, memory INTEGER NOT NULL, version INTEGER NOT NULL, to_seq INTEGER);
CREATE INDEX memory_versions_memory ON memory_versions(memory, version);
CREATE TABLE lineage(
  child_seq INTEGER NOT NULL, parent_seq INTEGER NOT NULL, why INTEGER NOT NULL,
  PRIMARY KEY(child_seq, parent_seq)) WITHOUT ROWID;
CREATE INDEX lineage_parent ON lineage(parent_seq);
CREATE TABLE counters(
  ns INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL, bytes INTEGER NOT NULL,
  PRIMARY KEY(ns, kind)) WITHOUT ROWID;
";

/// Since format 3: who did what, each row chained to the one before.
const AUDIT_DDL: &str = "
CREATE TABLE audit(
  n INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, action TEXT NOT NULL, namespace TEXT NOT NULL,
  subject TEXT NOT NULL, first_seq INTEGER NOT NULL, times INTEGER NOT NULL, mac BLOB NOT NULL);
";

/// The folded table that came with format 3: values that must not come back by themselves.
const TOMBSTONES_DDL: &str = "
CREATE TABLE tombstones(
  at_seq INTEGER NOT NULL, n INTEGER NOT NULL, ns INTEGER NOT NULL, fingerprint TEXT NOT NULL,
  PRIMARY KEY(ns, fingerprint)) WITHOUT ROWID;
";

/// The folded table that came with format 6: tasks, how each goes, and what it was worth.
const EPISODES_DDL: &str = "
CREATE TABLE episodes(
  seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, status INTEGER NOT NULL, actions INTEGER NOT NULL,
  outcome REAL NOT NULL, value REAL NOT NULL, end_seq INTEGER);
CREATE INDEX episodes_value ON episodes(ns, value, seq) WHERE end_seq IS NOT NULL;
";

/// The folded tables that came with format 6: what memories turned out to be worth, and those
/// on whose word they were written.
const OUTCOMES_DDL: &str = "
CREATE TABLE outcomes(
  memory INTEGER PRIMARY KEY, confirms INTEGER NOT NULL, rejects INTEGER NOT NULL,
  supersedes INTEGER NOT NULL, confidence INTEGER, verified_ms INTEGER, last_ms INTEGER NOT NULL,
  reuses INTEGER NOT NULL DEFAULT 0);
CREATE TABLE reputations(
  ns INTEGER NOT NULL, source INTEGER NOT NULL, good INTEGER NOT NULL, bad INTEGER NOT NULL,
  PRIMARY KEY(ns, source)) WITHOUT ROWID;
";

/// Since format 12: how often a machine learnt a memory again. Tables of formats 6 to 11 are folded
/// again for it: until then none was.
const REUSES_OF_OLD: &str = "
ALTER TABLE outcomes ADD COLUMN reuses INTEGER NOT NULL DEFAULT 0;
";

/// The folded table that came with format 7: what somebody wants to keep at hand, one row an act.
/// A memory is named by its first event, a node or a grip by its id.
const PINS_DDL: &str = "
CREATE TABLE pins(at_seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, memory INTEGER, name TEXT);
CREATE UNIQUE INDEX pins_memory ON pins(memory) WHERE memory IS NOT NULL;
CREATE UNIQUE INDEX pins_name ON pins(ns, name) WHERE name IS NOT NULL;
";

/// The folded table that came with format 7: sessions, whichever door their events came through.
/// It keeps places and no last moment: that one is read from the journal's own index.
const SESSIONS_DDL: &str = "
CREATE TABLE sessions(
  session INTEGER PRIMARY KEY, ns INTEGER NOT NULL, started_ms INTEGER NOT NULL,
  events INTEGER NOT NULL, start_seq INTEGER, end_seq INTEGER, prompt_seq INTEGER, project INTEGER);
CREATE INDEX sessions_started ON sessions(ns, started_ms, session);
";

/// The folded table that came with format 7: notes by their own names.
const NOTES_DDL: &str = "
CREATE TABLE notes(
  memory INTEGER NOT NULL, ns INTEGER NOT NULL, shelf TEXT NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY(ns, shelf, key)) WITHOUT ROWID;
CREATE INDEX notes_memory ON notes(memory);
";

/// The folded tables that came with format 8: what namespaces open to others. Filters and webhooks
/// stay in the events.
const SHARING_DDL: &str = "
CREATE TABLE spaces(
  seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, name TEXT NOT NULL UNIQUE, hooked INTEGER NOT NULL);
CREATE INDEX spaces_ns ON spaces(ns);
CREATE TABLE grants(
  seq INTEGER PRIMARY KEY, space INTEGER NOT NULL, grantee TEXT NOT NULL, permission INTEGER NOT NULL,
  expires_ms INTEGER);
CREATE INDEX grants_space ON grants(space);
CREATE INDEX grants_grantee ON grants(grantee);
";

/// The folded tables that came with format 9: what memories say, as it is held against others, and
/// which speak against which. An older store is folded again for them.
const ASSERTIONS_DDL: &str = "
CREATE TABLE assertions(
  memory INTEGER PRIMARY KEY, ns INTEGER NOT NULL, negative INTEGER NOT NULL, words BLOB NOT NULL);
CREATE TABLE contradictions(
  memory INTEGER NOT NULL, other INTEGER NOT NULL, act INTEGER NOT NULL, at_ms INTEGER NOT NULL,
  PRIMARY KEY(memory, other)) WITHOUT ROWID;
CREATE INDEX contradictions_other ON contradictions(other);
";

/// The folded table by which they are found, with an outline of each since format 11. Tables of formats
/// 9 and 10 are folded again for it.
const ASSERTION_WORDS_DDL: &str = "
CREATE TABLE assertion_words(
  memory INTEGER NOT NULL, word INTEGER NOT NULL, ns INTEGER NOT NULL, negative INTEGER NOT NULL,
  outline INTEGER NOT NULL, PRIMARY KEY(ns, negative, word, memory)) WITHOUT ROWID;
";

/// The folded table that came with format 13: what memories said before they were given other words. An
/// older store is folded again for it.
const FORMER_DDL: &str = "
CREATE TABLE former(
  head_seq INTEGER PRIMARY KEY, memory INTEGER NOT NULL, ns INTEGER NOT NULL, fingerprint TEXT NOT NULL);
CREATE INDEX former_memory ON former(memory);
CREATE INDEX former_fingerprint ON former(ns, fingerprint);
";

/// Since format 9: how often memories were put before a model. Bookkeeping: asking is no event.
const INJECTIONS_DDL: &str = "
CREATE TABLE injections(
  memory INTEGER PRIMARY KEY, times INTEGER NOT NULL, last_ms INTEGER NOT NULL);
CREATE INDEX injections_last ON injections(last_ms);
";

/// Since format 10: how often memories answered a question. Bookkeeping, as injections are; an older
/// build counts nothing there, and loses nothing by it.
const RECALLS_DDL: &str = "
CREATE TABLE recalls(memory INTEGER PRIMARY KEY, times INTEGER NOT NULL);
";

/// Sessions of a store that did not keep them yet, as folding its events again would make them.
const SESSIONS_OF_OLD: &str = "
INSERT INTO sessions
  SELECT session, ns, MIN(occurred_ms), SUM(kind NOT IN (1, 8)), MAX(CASE WHEN kind = 1 THEN seq END),
    MAX(CASE WHEN kind = 8 THEN seq END), MIN(CASE WHEN kind = 2 THEN seq END), NULL
  FROM journal WHERE session IS NOT NULL AND kind < 20 AND state = 0 GROUP BY session;
";

const TRUTH_DDL: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE namespaces(ns INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, key_id INTEGER NOT NULL);
CREATE TABLE keys(key_id INTEGER PRIMARY KEY, ns INTEGER NOT NULL, wrapped BLOB NOT NULL, created_ms INTEGER NOT NULL);
CREATE TABLE names(id INTEGER PRIMARY KEY, ns INTEGER NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,
  UNIQUE(ns, kind, name));
CREATE TABLE journal(
  seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, ext_id TEXT NOT NULL, kind INTEGER NOT NULL,
  schema INTEGER NOT NULL, door INTEGER NOT NULL, actor INTEGER NOT NULL,
  session INTEGER, agent INTEGER, speaker INTEGER,
  occurred_ms INTEGER NOT NULL, occurred_ns INTEGER NOT NULL, recorded_ms INTEGER NOT NULL,
  key_id INTEGER NOT NULL, body BLOB NOT NULL, state INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX journal_ext ON journal(ns, ext_id);
CREATE INDEX journal_time ON journal(ns, occurred_ms, seq);
CREATE INDEX journal_session ON journal(session, occurred_ms, seq) WHERE session IS NOT NULL;
CREATE TABLE objects(
  seq INTEGER NOT NULL, n INTEGER NOT NULL, backend INTEGER NOT NULL, session INTEGER,
  rel_path TEXT NOT NULL, sha256 TEXT NOT NULL, len INTEGER NOT NULL, media TEXT NOT NULL,
  PRIMARY KEY(seq, n)) WITHOUT ROWID;
CREATE TABLE api_keys(
  key_id TEXT PRIMARY KEY, hash BLOB NOT NULL, role INTEGER NOT NULL, namespace TEXT NOT NULL,
  created_ms INTEGER NOT NULL) WITHOUT ROWID;
";

/// Since format 2: vectors in sealed blocks, the models that made them, and how far each
/// follower has read. Made from the journal, but dear: a rebuild keeps them.
const VECTORS_DDL: &str = "
CREATE TABLE models(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL);
CREATE TABLE vectors(
  id INTEGER PRIMARY KEY, ns INTEGER NOT NULL, model INTEGER NOT NULL,
  first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX vectors_ns ON vectors(ns, model, first_seq);
CREATE TABLE cursors(name TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
";

/// Since format 4: the table of contents, the grips that hold it to the journal, sessions that
/// still go on, and how the jobs went. Made from the journal; summaries may be dear: a rebuild of
/// the folded tables keeps them.
const TIMELINE_DDL: &str = "
CREATE TABLE toc(
  id INTEGER PRIMARY KEY, ns INTEGER NOT NULL, level INTEGER NOT NULL, name TEXT NOT NULL,
  parent INTEGER, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, version INTEGER NOT NULL,
  stale INTEGER NOT NULL, session INTEGER, first_seq INTEGER, last_seq INTEGER,
  events INTEGER NOT NULL, key_id INTEGER, body BLOB);
CREATE UNIQUE INDEX toc_name ON toc(ns, level, name);
CREATE INDEX toc_parent ON toc(parent, start_ms, name) WHERE parent IS NOT NULL;
CREATE INDEX toc_session ON toc(session, start_ms, first_seq) WHERE session IS NOT NULL;
CREATE INDEX toc_stale ON toc(level, id) WHERE stale = 1;
CREATE TABLE toc_open(
  session INTEGER PRIMARY KEY, ns INTEGER NOT NULL, idle_ms INTEGER NOT NULL, from_ms INTEGER NOT NULL);
CREATE INDEX toc_open_idle ON toc_open(idle_ms);
CREATE TABLE grips(
  id INTEGER PRIMARY KEY, ns INTEGER NOT NULL, name TEXT NOT NULL, session INTEGER NOT NULL,
  first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, at_ms INTEGER NOT NULL,
  from_byte INTEGER NOT NULL, to_byte INTEGER NOT NULL, cut INTEGER NOT NULL);
CREATE UNIQUE INDEX grips_name ON grips(ns, name);
CREATE INDEX grips_first ON grips(first_seq);
CREATE TABLE jobs(
  name TEXT PRIMARY KEY, paused INTEGER NOT NULL, last_run_ms INTEGER NOT NULL,
  last_duration_ms INTEGER NOT NULL, last_result INTEGER NOT NULL, last_error TEXT,
  runs INTEGER NOT NULL, errors INTEGER NOT NULL, notes TEXT NOT NULL) WITHOUT ROWID;
";

/// Since format 5: which desktop recordings there are and where each stands. Bookkeeping: what was
/// recorded is in the journal.
const ARCHIVE_DDL: &str = "
CREATE TABLE archive_sessions(
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, os TEXT NOT NULL, mode TEXT NOT NULL,
  created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, expires_ms INTEGER, fields TEXT NOT NULL);
CREATE INDEX archive_sessions_status ON archive_sessions(status, created_ms, n);
CREATE INDEX archive_sessions_expiry ON archive_sessions(expires_ms) WHERE expires_ms IS NOT NULL;
";

/// How long a connection waits for another's lock.
pub const BUSY_WAIT: Duration = Duration::from_secs(5);

/// Sets a connection up: every commit waits for the disk, deleted bytes are overwritten.
pub fn prepare(conn: &Connection, cache_kib: i64) -> Result<()> {
    conn.set_prepared_statement_cache_capacity(96);
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.pragma_update(None, "synchronous", "full")?;
    conn.pragma_update(None, "secure_delete", "on")?;
    conn.pragma_update(None, "cell_size_check", "on")?;
    conn.pragma_update(None, "wal_autocheckpoint", 0)?;
    conn.pragma_update(None, "cache_size", -cache_kib)?;
    conn.pragma_update(None, "temp_store", "memory")?;
    conn.busy_timeout(BUSY_WAIT)?;
    plan_once(conn)
}

/// A statement keeps the plan it was prepared with. Otherwise each new bound of a range makes
/// SQLite plan it again, which takes longer than most of our reads.
pub fn plan_once(conn: &Connection) -> Result<()> {
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Makes the tables of a new store, or refuses one this build cannot read.
pub fn open(conn: &Connection) -> Result<()> {
    match version(conn)? {
        None => create(conn),
        Some(_) => check(conn).and_then(|()| upgrade(conn)),
    }
}

/// Refuses tables that only a newer build can read, or that are none of ours.
pub fn check(conn: &Connection) -> Result<()> {
    match version(conn)? {
        None => Err(Error::Corrupt(String::from("it is not a store"))),
        Some(found) if found > FORMAT => Err(Error::Newer {
            found,
            known: FORMAT,
        }),
        Some(_) => Ok(()),
    }
}

/// Gives a guest, which changes nothing, the tables of now that an older build did not write:
/// empty ones of its own.
pub fn lend(conn: &Connection) -> Result<()> {
    let found = meta::get(conn, "format_version")?.unwrap_or(1);
    for (since, ddl) in [
        (6, EPISODES_DDL),
        (6, OUTCOMES_DDL),
        (7, PINS_DDL),
        (7, SESSIONS_DDL),
        (9, INJECTIONS_DDL),
        (9, ASSERTIONS_DDL),
        (10, RECALLS_DDL),
        (11, ASSERTION_WORDS_DDL),
    ] {
        if found < since {
            conn.execute_batch(&ddl.replace("CREATE TABLE", "CREATE TEMP TABLE"))?;
        }
    }
    if has_old_outcomes(found) {
        conn.execute_batch(
            "CREATE TEMP TABLE outcomes AS SELECT *, 0 AS reuses FROM main.outcomes;
             CREATE UNIQUE INDEX temp.outcomes_memory ON outcomes(memory);",
        )?;
    }
    Ok(())
}

/// Whether a store of this format has them, and without a number.
fn has_old_outcomes(found: i64) -> bool {
    (6..12).contains(&found)
}

/// Adds what an older build did not write.
fn upgrade(conn: &Connection) -> Result<()> {
    let found = meta::get(conn, "format_version")?.unwrap_or(1);
    if found >= FORMAT {
        return Ok(());
    }
    let since = |format, ddl| if found < format { ddl } else { "" };
    let vectors = since(2, VECTORS_DDL);
    let (tombstones, audit) = (since(3, TOMBSTONES_DDL), since(3, AUDIT_DDL));
    let (timeline, archive) = (since(4, TIMELINE_DDL), since(5, ARCHIVE_DDL));
    let (episodes, outcomes) = (since(6, EPISODES_DDL), since(6, OUTCOMES_DDL));
    let (pins, notes) = (since(7, PINS_DDL), since(7, NOTES_DDL));
    let (sessions, of_old) = (since(7, SESSIONS_DDL), since(7, SESSIONS_OF_OLD));
    let (sharing, assertions) = (since(8, SHARING_DDL), since(9, ASSERTIONS_DDL));
    let (injections, recalls) = (since(9, INJECTIONS_DDL), since(10, RECALLS_DDL));
    let (words, former) = (since(11, ASSERTION_WORDS_DDL), since(13, FORMER_DDL));
    let outlineless = since(11, "DROP TABLE IF EXISTS assertion_words;");
    let reuses = match has_old_outcomes(found) {
        true => REUSES_OF_OLD,
        false => "",
    };
    conn.execute_batch(&format!(
        "BEGIN IMMEDIATE; {vectors} {tombstones} {audit} {timeline} {archive} {episodes} {outcomes} {pins}
         {sessions} {of_old} {notes} {sharing} {assertions} {injections} {recalls}
         {outlineless} {words} {reuses} {former}
         -- Whoever opens it next folds it again.
         DELETE FROM meta WHERE key = 'assertions';
         UPDATE meta SET value = {FORMAT} WHERE key = 'format_version';
         UPDATE meta SET value = {MIN_READER} WHERE key = 'min_reader'; COMMIT"
    ))?;
    Ok(())
}

fn version(conn: &Connection) -> Result<Option<i64>> {
    let tables: i64 = conn.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'",
        [],
        |row| row.get(0),
    )?;
    if tables == 0 {
        return Ok(None);
    }
    // A build that only needs an older reader says so in `min_reader`.
    meta::get(conn, "min_reader")
}

fn create(conn: &Connection) -> Result<()> {
    conn.execute_batch(&format!(
        "BEGIN IMMEDIATE; {TRUTH_DDL} {FOLDED_DDL} {TOMBSTONES_DDL} {VECTORS_DDL} {AUDIT_DDL} {TIMELINE_DDL}
         {ARCHIVE_DDL} {EPISODES_DDL} {OUTCOMES_DDL} {PINS_DDL} {SESSIONS_DDL} {NOTES_DDL} {SHARING_DDL}
         {ASSERTIONS_DDL} {ASSERTION_WORDS_DDL} {FORMER_DDL} {INJECTIONS_DDL} {RECALLS_DDL}
         INSERT INTO meta VALUES ('format_version', {FORMAT}), ('min_reader', {MIN_READER}); COMMIT"
    ))?;
    Ok(())
}

/// Drops the folded tables and makes them anew, empty.
pub fn reset_folded(conn: &Connection) -> Result<()> {
    for table in FOLDED {
        conn.execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
    }
    conn.execute_batch(FOLDED_DDL)?;
    conn.execute_batch(TOMBSTONES_DDL)?;
    conn.execute_batch(EPISODES_DDL)?;
    conn.execute_batch(OUTCOMES_DDL)?;
    conn.execute_batch(PINS_DDL)?;
    conn.execute_batch(SESSIONS_DDL)?;
    conn.execute_batch(NOTES_DDL)?;
    conn.execute_batch(SHARING_DDL)?;
    conn.execute_batch(ASSERTIONS_DDL)?;
    conn.execute_batch(ASSERTION_WORDS_DDL)?;
    conn.execute_batch(FORMER_DDL)?;
    // What was counted beside them stays; where all is folded again elsewhere, nothing was.
    for counted in [INJECTIONS_DDL, RECALLS_DDL] {
        conn.execute_batch(
            &counted
                .replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
                .replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS"),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every store an older build left has the tables of this one after it was opened.
    #[test]
    fn a_store_of_any_earlier_format_is_brought_up_to_date() {
        let old_outcomes = OUTCOMES_DDL.replace(",\n  reuses INTEGER NOT NULL DEFAULT 0", "");
        assert!(!old_outcomes.contains("reuses"));
        let added = |format: i64| {
            [
                VECTORS_DDL,
                TOMBSTONES_DDL,
                AUDIT_DDL,
                TIMELINE_DDL,
                ARCHIVE_DDL,
                EPISODES_DDL,
                match format {
                    ..12 => old_outcomes.as_str(),
                    _ => OUTCOMES_DDL,
                },
                PINS_DDL,
                SESSIONS_DDL,
                NOTES_DDL,
                SHARING_DDL,
                ASSERTIONS_DDL,
                "CREATE TABLE assertion_words(memory INTEGER);",
                INJECTIONS_DDL,
                RECALLS_DDL,
            ]
        };
        let since = [2, 3, 3, 4, 5, 6, 6, 7, 7, 7, 8, 9, 9, 9, 10];
        let fresh = Connection::open_in_memory().unwrap();
        open(&fresh).unwrap();
        for format in 1..FORMAT {
            let conn = Connection::open_in_memory().unwrap();
            let known = since
                .iter()
                .zip(added(format))
                .filter(|(since, _)| **since <= format);
            let ddl: String = known.map(|(_, ddl)| ddl).collect();
            conn.execute_batch(&format!(
                "{TRUTH_DDL} {FOLDED_DDL} {ddl}
                 INSERT INTO meta VALUES ('format_version', {format}), ('min_reader', 1)"
            ))
            .unwrap();
            open(&conn).unwrap();
            assert_eq!(tables(&conn), tables(&fresh), "format {format}");
            assert_eq!(meta::get(&conn, "format_version").unwrap(), Some(FORMAT));
            let reuses = conn.prepare("SELECT reuses FROM outcomes");
            assert!(reuses.is_ok(), "format {format}");
            open(&conn).unwrap();
        }
    }

    fn tables(conn: &Connection) -> Vec<String> {
        let mut names = conn
            .prepare("SELECT name FROM sqlite_schema ORDER BY name")
            .unwrap();
        let names = names.query_map([], |row| row.get(0)).unwrap();
        names.collect::<rusqlite::Result<_>>().unwrap()
    }
}
