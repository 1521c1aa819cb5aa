//! The names things have in Redis. Other programs read them: never rename one.

use mneme_model::archive::{Session, Status, Turn};
use redis::{Cmd, cmd};
use serde_json::{Map, Value, json};

use super::super::Retention;

/// Recordings others may take over, by when they were made.
const QUEUE: &str = "sessions:queue";
/// Recordings that ended, by when they did; their records go by themselves.
const INCOMPLETE: &str = "sessions:incomplete";
const COMPLETE: &str = "sessions:complete";

pub const SORTED: [&str; 3] = [QUEUE, INCOMPLETE, COMPLETE];

/// The names of instances that were alive once; whether one still is, its own key says.
pub const INSTANCES: &str = "instances";

/// Operating systems and modes there can be lists of.
const SYSTEMS: [&str; 3] = ["LINUX", "WINDOWS", "MACOS"];
const MODES: [&str; 2] = ["manual", "automated"];

pub fn record(id: &str) -> String {
    format!("session:{id}")
}

pub fn instance(id: &str) -> String {
    format!("instance:{id}")
}

/// The sets of those statuses that have one.
pub fn sets() -> impl Iterator<Item = &'static str> {
    Status::ALL.into_iter().filter_map(Status::index)
}

/// The sorted set of a status, and which moment sorts it.
pub fn sorted(status: Status) -> Option<(&'static str, &'static str)> {
    match status {
        Status::PendingHumanAnnotation => Some((QUEUE, "created")),
        Status::Incomplete => Some((INCOMPLETE, "updated")),
        Status::Complete => Some((COMPLETE, "updated")),
        _ => None,
    }
}

/// The list to look a status up in, and whether it is a sorted set.
pub fn list(status: Status) -> (&'static str, bool) {
    let sorted = sorted(status).map(|(key, _)| (key, true));
    let set = status.index().map(|key| (key, false));
    set.or(sorted).unwrap_or((COMPLETE, true))
}

/// Lists a record is in whatever its status.
pub fn traits(session: &Session) -> [String; 2] {
    let os = session.get("os_type").to_uppercase();
    [by_os(&os), by_mode(session.get("mode"))]
}

pub fn all_traits() -> impl Iterator<Item = String> {
    let systems = SYSTEMS.into_iter().map(by_os);
    systems.chain(MODES.into_iter().map(by_mode))
}

fn by_os(os: &str) -> String {
    format!("sessions:by_os:{os}")
}

fn by_mode(mode: &str) -> String {
    format!("sessions:by_mode:{mode}")
}

/// What a script must know of a status: its name, its lists, how long its record is kept.
pub fn target(status: Status, retention: Retention) -> Value {
    let mut target = json!({ "status": status.name() });
    if let Some(set) = status.index() {
        target["set"] = set.into();
    }
    if let Some((key, by)) = sorted(status) {
        target["sorted"] = key.into();
        target["by"] = by.into();
    }
    if let Some(kept_s) = retention.expires_s(status) {
        target["kept_s"] = kept_s.into();
    }
    target
}

/// From which status a turn leads where.
pub fn moves(turn: Turn, retention: Retention) -> Value {
    let rows = Status::before(turn).filter_map(|from| Some((from, from.after(turn).ok()?)));
    let rows = rows.map(|(from, to)| (from.name().to_owned(), target(to, retention)));
    Value::Object(rows.collect::<Map<_, _>>())
}

pub fn targets(retention: Retention) -> Value {
    let rows = Status::ALL.into_iter();
    let rows = rows.map(|status| (status.name().to_owned(), target(status, retention)));
    Value::Object(rows.collect::<Map<_, _>>())
}

/// When a record was made and last moved, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// What lists a record where its status says and nowhere else, one key at a time: into the new
/// list before out of the old, so that it is always in one.
pub fn placing(id: &str, status: Status, times: Times) -> Vec<Cmd> {
    let (set, order) = (status.index(), sorted(status));
    let mut cmds: Vec<Cmd> = set.map(|key| two("SADD", key, id)).into_iter().collect();
    cmds.extend(order.map(|(key, by)| {
        let created = by == "created";
        let score = if created {
            times.created_ms
        } else {
            times.updated_ms
        };
        cmd("ZADD").arg(key).arg(score).arg(id).take()
    }));
    let other_sets = sets().filter(|key| Some(*key) != set);
    cmds.extend(other_sets.map(|key| two("SREM", key, id)));
    let other_orders = SORTED
        .into_iter()
        .filter(|key| Some(*key) != order.map(|o| o.0));
    cmds.extend(other_orders.map(|key| two("ZREM", key, id)));
    cmds
}

/// A command with a key and a member.
pub fn two(name: &str, key: &str, member: &str) -> Cmd {
    cmd(name).arg(key).arg(member).take()
}
