//! The registry in a Redis server, in the keys and sets other programs know.

mod instances;
mod keys;
mod link;
mod lists;
mod records;
mod turns;

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_model::Clock;
use mneme_model::archive::{Session, Status};
use redis::{Cmd, cmd};
use serde_json::Value;

use super::{BoxFuture, Change, Instance, Mended, Move, Page, Registry, Result, Retention, Walk};
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

    /// As [`Link::each`]; nothing to ask is no request.
    async fn each_of<T: redis::FromRedisValue>(&self, cmds: &[Cmd]) -> Result<Vec<T>> {
        match cmds.is_empty() {
            true => Ok(Vec::new()),
            false => self.link.each(cmds).await,
        }
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

    fn beat<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<bool>> {
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
