//! The registry in a Redis server, in the keys and sets other programs know.

mod keys;
mod link;
mod lists;

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_model::Clock;
use mneme_model::archive::{Refused, Session, Status};
use redis::{Cmd, cmd};
use serde_json::Value;

use super::registry::{checked, moment_ms, open};
use super::{
    BoxFuture, Change, Error, Instance, Mended, Move, Page, Process, Registry, Result, Retention,
    Walk,
};
use keys::Times;
use link::Link;

pub use link::without_credentials;

const PLACE: &str = include_str!("redis/place.lua");
const REGISTER: &str = include_str!("redis/register.lua");
const TURN: &str = include_str!("redis/turn.lua");
const MEND: &str = include_str!("redis/mend.lua");

/// Writes fields of a record only if there is one.
const SET: &str = "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV)) return 1";

/// On a cluster: how long a record lasts that was written but not listed yet.
const DRAFT_S: u64 = 60;

/// Beats that may be missed before an instance counts as gone.
const MISSED: u64 = 3;

/// What the connection can be told.
#[derive(Clone)]
pub struct RedisSettings {
    /// `redis://` or `rediss://`, with the number of the database as its path.
    pub url: String,
    /// How long one request may take, with every attempt, in milliseconds.
    pub wait_ms: u64,
    /// How long one attempt may take, in milliseconds.
    pub answer_ms: u64,
    /// How often an instance says that it lives, in milliseconds.
    pub beat_ms: u64,
}

pub struct Redis {
    link: Link,
    retention: Retention,
    beat_ms: u64,
    clock: Arc<dyn Clock>,
}

// === impl RedisSettings ===

impl RedisSettings {
    pub fn at(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            wait_ms: 10_000,
            answer_ms: 2_000,
            beat_ms: 10_000,
        }
    }
}

// === impl Redis ===

impl Redis {
    pub async fn open(
        settings: &RedisSettings,
        retention: Retention,
        clock: Arc<dyn Clock>,
    ) -> Result<Self> {
        let link = Link::open(settings).await?;
        let beat_ms = settings.beat_ms;
        Ok(Self {
            link,
            retention,
            beat_ms,
            clock,
        })
    }

    /// A call of a script over one record and, where one unit can span keys, its lists.
    fn script(&self, body: &str, call: Call<'_>, more_keys: &[String]) -> Cmd {
        let listed = !self.link.is_cluster();
        let sets: Vec<_> = keys::sets().filter(|_| listed).collect();
        let sorted: Vec<_> = keys::SORTED.into_iter().filter(|_| listed).collect();
        let more_keys = if listed { more_keys } else { &[] };
        let mut cmd = cmd("EVAL");
        cmd.arg(format!("{PLACE}\n{body}"));
        cmd.arg(1 + sets.len() + sorted.len() + more_keys.len());
        cmd.arg(keys::record(call.id)).arg(&sets).arg(&sorted);
        cmd.arg(more_keys).arg(call.to.to_string()).arg(call.id);
        cmd.arg(call.times.created_ms).arg(call.times.updated_ms);
        cmd.arg(sets.len()).arg(sorted.len());
        cmd
    }

    async fn add(&self, session: &Session) -> Result<()> {
        let status = checked(session)?;
        let created_ms = moment_ms(session, "created_at");
        let updated_ms = moment_ms(session, "updated_at").max(created_ms);
        let times = Times {
            created_ms,
            updated_ms,
        };
        let mut to = keys::target(status, self.retention);
        if self.link.is_cluster() {
            to["kept_s"] = DRAFT_S.into();
        }
        let id = session.id();
        let mut cmd = self.script(REGISTER, Call { id, to, times }, &keys::traits(session));
        for (field, value) in &session.fields {
            cmd.arg(field).arg(value);
        }
        let added = self.link.ask::<bool>(&cmd).await?;
        // A first attempt whose answer got lost wrote exactly this.
        let ours = added.again && self.find(id).await?.as_ref() == Some(session);
        if !added.value && !ours {
            return Err(Error::Exists(id.to_owned()));
        }
        self.list_on_cluster(session, status, times).await
    }

    /// The record is a draft until it is listed, so that one without a list does not stay.
    async fn list_on_cluster(&self, session: &Session, status: Status, times: Times) -> Result<()> {
        if !self.link.is_cluster() {
            return Ok(());
        }
        let id = session.id();
        let mut cmds = keys::placing(id, status, times);
        cmds.extend(keys::traits(session).map(|key| keys::two("SADD", &key, id)));
        let record = keys::record(id);
        cmds.push(match self.retention.expires_s(status) {
            Some(kept_s) => cmd("EXPIRE").arg(record).arg(kept_s).take(),
            None => cmd("PERSIST").arg(record).take(),
        });
        self.link.together(&cmds).await?;
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<Session>> {
        let fields: BTreeMap<String, String> = self
            .link
            .ask(cmd("HGETALL").arg(keys::record(id)))
            .await?
            .value;
        Ok(Some(Session { fields }).filter(|session| !session.fields.is_empty()))
    }

    async fn go_on(&self, id: &str, by: Move) -> Result<Status> {
        let times = Times {
            created_ms: self.created_ms(id).await?,
            updated_ms: by.now_ms,
        };
        let to = keys::moves(by.turn, self.retention);
        let mut cmd = self.script(TURN, Call { id, to, times }, &[]);
        for (field, value) in by.written() {
            cmd.arg(field).arg(value);
        }
        let answer = self.link.ask::<Vec<String>>(&cmd).await?;
        let words: Vec<_> = answer.value.iter().map(String::as_str).collect();
        let status = match words[..] {
            ["moved", to] => self.known(id, to)?,
            ["refused", from] if answer.again => self.taken_before(id, from, &by).await?,
            ["refused", from] => return Err(self.refusal(id, from, &by)),
            ["gone"] => return Err(Error::NoSuchSession(id.to_owned())),
            _ => return Err(self.link.nonsense("a turn was neither taken nor refused")),
        };
        if self.link.is_cluster() {
            self.link
                .together(&keys::placing(id, status, times))
                .await?;
        }
        Ok(status)
    }

    async fn created_ms(&self, id: &str) -> Result<i64> {
        let asked = cmd("HGET").arg(keys::record(id)).arg("created_at").take();
        let created: Option<String> = self.link.ask(&asked).await?.value;
        let created = created.ok_or_else(|| Error::NoSuchSession(id.to_owned()))?;
        Ok(mneme_model::Moment::parse(&created).map_or(0, |moment| moment.ms))
    }

    /// A turn whose answer got lost is refused the second time; the record says that it was ours.
    async fn taken_before(&self, id: &str, from: &str, by: &Move) -> Result<Status> {
        let status = self.known(id, from)?;
        let found = self.find(id).await?.unwrap_or_default();
        let leads_here = Status::before(by.turn).any(|s| s.after(by.turn) == Ok(status));
        let ours = by.written().iter().all(|(k, v)| found.get(k) == v);
        match leads_here && ours {
            true => Ok(status),
            false => Err(self.refusal(id, from, by)),
        }
    }

    fn refusal(&self, id: &str, from: &str, by: &Move) -> Error {
        let turn = by.turn;
        match self.known(id, from) {
            Ok(from) => Error::Refused(Refused { from, turn }),
            Err(error) => error,
        }
    }

    fn known(&self, id: &str, status: &str) -> Result<Status> {
        Status::named(status).ok_or_else(|| Error::UnknownStatus {
            id: id.to_owned(),
            status: status.to_owned(),
        })
    }

    async fn change(&self, changes: &[Change]) -> Result<Vec<bool>> {
        let cmds: Vec<_> = changes.iter().map(set_one).collect();
        self.link.each(&cmds).await
    }

    /// The record goes first: what is left in a list without one is nobody's.
    async fn delete(&self, id: &str) -> Result<bool> {
        let Some(session) = self.find(id).await? else {
            return Ok(false);
        };
        let mut cmds = vec![cmd("DEL").arg(keys::record(id)).take()];
        cmds.extend(keys::sets().map(|key| keys::two("SREM", key, id)));
        cmds.extend(keys::SORTED.map(|key| keys::two("ZREM", key, id)));
        cmds.extend(keys::traits(&session).map(|key| keys::two("SREM", &key, id)));
        self.link.together(&cmds).await?;
        Ok(true)
    }

    async fn lives(&self, instance: &Instance) -> Result<()> {
        let set = cmd("SET")
            .arg(keys::instance(&instance.id))
            .arg(instance.process.text())
            .arg("PX")
            .arg(MISSED * self.beat_ms)
            .take();
        let named = keys::two("SADD", keys::INSTANCES, &instance.id);
        self.link.each::<redis::Value>(&[set, named]).await?;
        Ok(())
    }

    async fn living(&self) -> Result<Vec<Instance>> {
        let named: Vec<String> = self
            .link
            .ask(cmd("SMEMBERS").arg(keys::INSTANCES))
            .await?
            .value;
        let asked = named
            .iter()
            .map(|id| cmd("GET").arg(keys::instance(id)).take());
        let asked: Vec<_> = asked.collect();
        let found: Vec<Option<String>> = self.each_of(&asked).await?;
        let found = named.into_iter().zip(found);
        let living = found.filter_map(|(id, process)| {
            let process = Process::parse(&process?).unwrap_or_default();
            Some(Instance { id, process })
        });
        Ok(living.collect())
    }

    /// As [`Link::each`]; nothing to ask is no request.
    async fn each_of<T: redis::FromRedisValue>(&self, cmds: &[Cmd]) -> Result<Vec<T>> {
        match cmds.is_empty() {
            true => Ok(Vec::new()),
            false => self.link.each(cmds).await,
        }
    }

    async fn end(&self, instance: &Instance) -> Result<()> {
        let gone = cmd("DEL").arg(keys::instance(&instance.id)).take();
        let unnamed = keys::two("SREM", keys::INSTANCES, &instance.id);
        self.link.each::<redis::Value>(&[gone, unnamed]).await?;
        Ok(())
    }
}

impl Registry for Redis {
    fn ping(&self) -> BoxFuture<'_, Result<String>> {
        Box::pin(async {
            self.link.ask::<String>(&cmd("PING")).await?;
            Ok(format!("redis {}", self.link.version))
        })
    }

    fn register<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.add(session))
    }

    fn get<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Session>>> {
        Box::pin(self.find(id))
    }

    fn turn<'a>(&'a self, id: &'a str, by: Move) -> BoxFuture<'a, Result<Status>> {
        Box::pin(self.go_on(id, by))
    }

    fn set<'a>(&'a self, changes: &'a [Change]) -> BoxFuture<'a, Result<Vec<bool>>> {
        Box::pin(self.change(changes))
    }

    fn list(&self, status: Status, page: Page) -> BoxFuture<'_, Result<Vec<Session>>> {
        Box::pin(self.some(status, page))
    }

    fn walk<'a>(&'a self, status: Status, from: Option<&'a str>) -> BoxFuture<'a, Result<Walk>> {
        Box::pin(self.chunk(status, from))
    }

    fn count(&self) -> BoxFuture<'_, Result<BTreeMap<Status, u64>>> {
        Box::pin(self.counts())
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(self.delete(id))
    }

    fn mend(&self) -> BoxFuture<'_, Result<Mended>> {
        Box::pin(self.mend_all())
    }

    fn beat<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.lives(instance))
    }

    fn instances(&self) -> BoxFuture<'_, Result<Vec<Instance>>> {
        Box::pin(self.living())
    }

    fn leave<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.end(instance))
    }
}

/// What every script is told first.
struct Call<'a> {
    id: &'a str,
    to: Value,
    times: Times,
}

fn set_one(change: &Change) -> Cmd {
    let mut cmd = cmd("EVAL");
    cmd.arg(SET).arg(1).arg(keys::record(&change.id));
    let fields = open(&change.fields);
    // A change without a field still says whether there is a record.
    if fields.is_empty() {
        return redis::cmd("EXISTS").arg(keys::record(&change.id)).take();
    }
    for (field, value) in fields {
        cmd.arg(field).arg(value);
    }
    cmd
}
