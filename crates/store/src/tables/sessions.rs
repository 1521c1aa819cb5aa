//! Sessions: where each began and ended, and how much happened in it.

use mneme_model::{Kind, NameId, NsId, Seq};
use rusqlite::{OptionalExtension, Row, params};

use crate::{Result, Tx, View};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    pub session: NameId,
    pub ns: NsId,
    pub started_ms: i64,
    /// What happened in it, beginnings and ends aside.
    pub events: u64,
    /// The last event that began it.
    pub start_seq: Option<Seq>,
    /// The last event that ended it.
    pub end_seq: Option<Seq>,
    /// The first thing somebody asked for in it.
    pub prompt_seq: Option<Seq>,
    pub project: Option<NameId>,
}

/// A page of sessions, the latest first.
#[derive(Clone, Debug)]
pub struct SessionPage {
    pub ns: NsId,
    pub project: Option<NameId>,
    /// Where the page before ended.
    pub before: Option<(i64, NameId)>,
    pub limit: usize,
}

/// What one event adds to its session.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub seq: Seq,
    pub kind: Kind,
    pub occurred_ms: i64,
    pub project: Option<NameId>,
}

const COLUMNS: &str = "session, ns, started_ms, events, start_seq, end_seq, prompt_seq, project";
/// Live events of a session but one; kinds below 20 tell what happened.
const OTHERS: &str = "FROM journal WHERE session = ?1 AND kind < 20 AND state = 0 AND seq <> ?2";

fn read(row: &Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        session: row.get(0)?,
        ns: row.get(1)?,
        started_ms: row.get(2)?,
        events: row.get(3)?,
        start_seq: row.get(4)?,
        end_seq: row.get(5)?,
        prompt_seq: row.get(6)?,
        project: row.get(7)?,
    })
}

pub fn get(view: &View<'_>, session: NameId) -> Result<Option<SessionRow>> {
    let sql = format!("SELECT {COLUMNS} FROM sessions WHERE session = ?1");
    let mut statement = view.conn.prepare_cached(&sql)?;
    Ok(statement.query_row([session], read).optional()?)
}

pub fn page(view: &View<'_>, page: &SessionPage) -> Result<Vec<SessionRow>> {
    let (ms, session) = page.before.unwrap_or((i64::MAX, NameId::MAX));
    let sql = format!(
        "SELECT {COLUMNS} FROM sessions
         WHERE ns = ?1 AND (started_ms, session) < (?2, ?3) AND (?4 IS NULL OR project = ?4)
         ORDER BY started_ms DESC, session DESC LIMIT ?5"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let asked = params![page.ns, ms, session, page.project, page.limit as i64];
    let rows = statement.query_map(asked, read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many sessions were begun in a project.
pub fn count(view: &View<'_>, ns: NsId, project: NameId) -> Result<usize> {
    let sql = "SELECT COUNT(*) FROM sessions WHERE ns = ?1 AND project = ?2";
    let mut statement = view.conn.prepare_cached(sql)?;
    let count: i64 = statement.query_row(params![ns, project], |row| row.get(0))?;
    Ok(count as usize)
}

/// When something last happened in a session.
pub fn updated_ms(view: &View<'_>, session: NameId) -> Result<Option<i64>> {
    let sql = format!("SELECT occurred_ms {OTHERS} ORDER BY occurred_ms DESC LIMIT 1");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let found = statement.query_row(params![session, 0], |row| row.get(0));
    Ok(found.optional()?)
}

/// Adds an event to its session, which it may begin.
pub fn add(tx: &Tx<'_>, session: NameId, ns: NsId, seen: &Seen) -> Result<()> {
    let mark = |kind| (seen.kind == kind).then_some(seen.seq);
    tx.conn
        .prepare_cached(
            "INSERT INTO sessions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT(session) DO UPDATE SET
               started_ms = MIN(started_ms, excluded.started_ms), events = events + excluded.events,
               project = CASE WHEN excluded.start_seq IS NULL THEN project ELSE excluded.project END,
               start_seq = COALESCE(excluded.start_seq, start_seq),
               end_seq = COALESCE(excluded.end_seq, end_seq),
               prompt_seq = COALESCE(prompt_seq, excluded.prompt_seq)",
        )?
        .execute(params![
            session,
            ns,
            seen.occurred_ms,
            counts(seen.kind),
            mark(Kind::SessionStart),
            mark(Kind::SessionEnd),
            mark(Kind::UserMessage),
            seen.project.filter(|_| seen.kind == Kind::SessionStart),
        ])?;
    Ok(())
}

fn counts(kind: Kind) -> bool {
    !matches!(kind, Kind::SessionStart | Kind::SessionEnd)
}

/// Takes an event out of its session. `project_of` reads it from an event that begins one.
pub fn remove(
    tx: &Tx<'_>,
    session: NameId,
    seen: &Seen,
    project_of: impl FnOnce(Seq) -> Result<Option<NameId>>,
) -> Result<()> {
    let Some(mut row) = get(tx, session)? else {
        return Ok(());
    };
    let earliest = format!("SELECT occurred_ms {OTHERS} ORDER BY occurred_ms LIMIT 1");
    let Some(earliest) = other::<i64>(tx, &earliest, session, seen.seq)? else {
        let mut gone = tx
            .conn
            .prepare_cached("DELETE FROM sessions WHERE session = ?1")?;
        gone.execute([session])?;
        return Ok(());
    };
    row.started_ms = earliest;
    row.events -= u64::from(counts(seen.kind));
    let mark = |of: &str, kind: Kind| {
        let sql = format!("SELECT {of}(seq) {OTHERS} AND kind = {}", kind.code());
        other::<Option<Seq>>(tx, &sql, session, seen.seq).map(Option::flatten)
    };
    if row.start_seq == Some(seen.seq) {
        row.start_seq = mark("MAX", Kind::SessionStart)?;
        row.project = row.start_seq.map(project_of).transpose()?.flatten();
    }
    if row.end_seq == Some(seen.seq) {
        row.end_seq = mark("MAX", Kind::SessionEnd)?;
    }
    if row.prompt_seq == Some(seen.seq) {
        row.prompt_seq = mark("MIN", Kind::UserMessage)?;
    }
    put(tx, &row)
}

fn other<T: rusqlite::types::FromSql>(
    tx: &Tx<'_>,
    sql: &str,
    session: NameId,
    but: Seq,
) -> Result<Option<T>> {
    let mut statement = tx.conn.prepare_cached(sql)?;
    let found = statement.query_row(params![session, but], |row| row.get(0));
    Ok(found.optional()?)
}

fn put(tx: &Tx<'_>, row: &SessionRow) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE sessions SET started_ms = ?2, events = ?3, start_seq = ?4, end_seq = ?5,
               prompt_seq = ?6, project = ?7 WHERE session = ?1",
        )?
        .execute(params![
            row.session,
            row.started_ms,
            row.events,
            row.start_seq,
            row.end_seq,
            row.prompt_seq,
            row.project
        ])?;
    Ok(())
}

// === impl SessionRow ===

impl SessionRow {
    /// Whether it goes on: begun again after its end, or never ended.
    pub fn is_active(&self) -> bool {
        match (self.start_seq, self.end_seq) {
            (_, None) => true,
            (Some(start), Some(end)) => start > end,
            (None, Some(_)) => false,
        }
    }
}
