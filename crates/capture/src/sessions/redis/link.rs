//! The connection: one server or a cluster, found again by itself when it was away.

use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::cluster::ClusterClientBuilder;
use redis::cluster_async::ClusterConnection;
use redis::{Cmd, ErrorKind, FromRedisValue, RedisError, ServerErrorKind, Value, cmd};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::super::{Error, Result};
use super::RedisSettings;

/// The oldest major version with all we use.
const OLDEST: u32 = 7;

/// Between two attempts of one request.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone)]
enum Line {
    One(ConnectionManager),
    Cluster(ClusterConnection),
}

pub struct Link {
    line: Line,
    /// Without credentials.
    url: String,
    wait: Duration,
    pub version: String,
}

/// An answer, and whether the request may have arrived more than once.
pub struct Answer<T> {
    pub value: T,
    pub again: bool,
}

// === impl Link ===

impl Link {
    /// Connects, and refuses a server that is too old. A cluster is recognised by itself.
    pub async fn open(settings: &RedisSettings) -> Result<Self> {
        // Only the first installation counts, and every one of ours is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut link = Self {
            line: Line::One(within(settings, one(settings)).await?),
            url: without_credentials(&settings.url),
            wait: Duration::from_millis(settings.wait_ms),
            version: String::new(),
        };
        let about: String = link.ask(cmd("INFO").arg("server")).await?.value;
        link.version = said(&about, "redis_version").to_owned();
        link.refuse_old()?;
        if said(&about, "redis_mode") == "cluster" {
            link.line = Line::Cluster(within(settings, cluster(settings)).await?);
        }
        let (url, version, cluster) = (&link.url, &link.version, link.is_cluster());
        tracing::info!(target: "ma_core::storage", url, version, cluster, "sessions are kept in Redis");
        Ok(link)
    }

    pub fn is_cluster(&self) -> bool {
        matches!(self.line, Line::Cluster(_))
    }

    /// Asks, and asks again while the server is away, but not for ever.
    pub async fn ask<T: FromRedisValue>(&self, cmd: &Cmd) -> Result<Answer<T>> {
        let asking = || {
            let mut line = self.line.clone();
            async move { line.one(cmd).await }
        };
        let answer = self.patiently(asking).await?;
        let value = self.read(answer.value)?;
        let again = answer.again;
        Ok(Answer { value, again })
    }

    /// Asks many things at once. Only for what may be asked twice.
    pub async fn each<T: FromRedisValue>(&self, cmds: &[Cmd]) -> Result<Vec<T>> {
        let asking = || {
            let mut line = self.line.clone();
            async move { line.each(cmds).await }
        };
        let answer = self.patiently(asking).await?;
        answer.value.into_iter().map(|v| self.read(v)).collect()
    }

    /// Does all or nothing; on a cluster one after the other, in this order. Only for what may be
    /// done twice.
    pub async fn together(&self, cmds: &[Cmd]) -> Result<Vec<Value>> {
        let asking = || {
            let mut line = self.line.clone();
            async move { line.together(cmds).await }
        };
        Ok(self.patiently(asking).await?.value)
    }

    async fn patiently<T, F>(&self, asking: impl Fn() -> F) -> Result<Answer<T>>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        let until = Instant::now() + self.wait;
        let mut again = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let answer = timeout(left, asking())
                .await
                .unwrap_or_else(|_| Err(late()));
            match answer {
                Ok(value) => return Ok(Answer { value, again }),
                Err(error) if is_passing(&error) && Instant::now() + PAUSE < until => {
                    again = true;
                    sleep(PAUSE).await;
                }
                Err(error) => return Err(wrap(&self.url, error)),
            }
        }
    }

    fn read<T: FromRedisValue>(&self, value: Value) -> Result<T> {
        redis::from_redis_value(value).map_err(|error| self.nonsense(error.to_string()))
    }

    /// An answer nobody can make sense of.
    pub fn nonsense(&self, why: impl Into<String>) -> Error {
        Error::Answer {
            url: self.url.clone(),
            why: why.into(),
        }
    }

    fn refuse_old(&self) -> Result<()> {
        let major = self.version.split('.').next().unwrap_or("");
        if major.parse().is_ok_and(|major: u32| major >= OLDEST) {
            return Ok(());
        }
        Err(Error::TooOld {
            url: self.url.clone(),
            version: self.version.clone(),
        })
    }
}

// === impl Line ===

impl Line {
    async fn one(&mut self, cmd: &Cmd) -> Result<Value, RedisError> {
        match self {
            Line::One(line) => cmd.query_async(line).await,
            Line::Cluster(line) => cmd.query_async(line).await,
        }
    }

    /// A cluster has no pipeline over many slots, but one connection carries many requests.
    async fn each(&mut self, cmds: &[Cmd]) -> Result<Vec<Value>, RedisError> {
        match self {
            Line::One(line) => pipeline(cmds).query_async(line).await,
            Line::Cluster(line) => spread(line, cmds).await,
        }
    }

    async fn together(&mut self, cmds: &[Cmd]) -> Result<Vec<Value>, RedisError> {
        if let Line::One(line) = self {
            return pipeline(cmds).atomic().query_async(line).await;
        }
        let mut answers = Vec::with_capacity(cmds.len());
        for cmd in cmds {
            answers.push(self.one(cmd).await?);
        }
        Ok(answers)
    }
}

fn pipeline(cmds: &[Cmd]) -> redis::Pipeline {
    let mut pipeline = redis::pipe();
    for cmd in cmds {
        pipeline.add_command(cmd.clone());
    }
    pipeline
}

async fn spread(line: &ClusterConnection, cmds: &[Cmd]) -> Result<Vec<Value>, RedisError> {
    let mut asked = JoinSet::new();
    for (n, cmd) in cmds.iter().cloned().enumerate() {
        let mut line = line.clone();
        asked.spawn(async move { (n, cmd.query_async::<Value>(&mut line).await) });
    }
    let mut answers = vec![Value::Nil; cmds.len()];
    while let Some(answer) = asked.join_next().await {
        let (n, value) = answer.map_err(|e| RedisError::from(std::io::Error::other(e)))?;
        answers[n] = value?;
    }
    Ok(answers)
}

async fn within<T>(
    settings: &RedisSettings,
    opening: impl Future<Output = Result<T, RedisError>>,
) -> Result<T> {
    let opened = timeout(Duration::from_millis(settings.wait_ms), opening).await;
    let opened = opened.unwrap_or_else(|_| Err(late()));
    opened.map_err(|error| match error.kind() {
        ErrorKind::InvalidClientConfig => Error::BadUrl(error.to_string()),
        _ => wrap(&without_credentials(&settings.url), error),
    })
}

async fn one(settings: &RedisSettings) -> Result<ConnectionManager, RedisError> {
    let answer = Duration::from_millis(settings.answer_ms);
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(answer))
        .set_response_timeout(Some(answer))
        .set_min_delay(PAUSE)
        .set_number_of_retries(2);
    let client = redis::Client::open(settings.url.as_str())?;
    ConnectionManager::new_with_config(client, config).await
}

async fn cluster(settings: &RedisSettings) -> Result<ClusterConnection, RedisError> {
    let answer = Duration::from_millis(settings.answer_ms);
    let client = ClusterClientBuilder::new([settings.url.as_str()])
        .connection_timeout(answer)
        .response_timeout(answer)
        .build()?;
    client.get_async_connection().await
}

/// Whether the same request may succeed in a moment.
fn is_passing(error: &RedisError) -> bool {
    use ServerErrorKind::{BusyLoading, ClusterDown, MasterDown, TryAgain};
    let server = |kind| error.kind() == ErrorKind::Server(kind);
    error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || [BusyLoading, ClusterDown, MasterDown, TryAgain]
            .into_iter()
            .any(server)
}

fn late() -> RedisError {
    std::io::Error::new(std::io::ErrorKind::TimedOut, "it did not answer in time").into()
}

fn wrap(url: &str, error: RedisError) -> Error {
    Error::Redis {
        url: url.to_owned(),
        source: Box::new(error),
    }
}

/// One line of what a server says about itself.
fn said<'a>(about: &'a str, name: &str) -> &'a str {
    let lines = about.lines();
    let values = lines.filter_map(|line| line.trim().split_once(':'));
    let mut ours = values.filter(|(key, _)| *key == name);
    ours.next().map_or("", |(_, value)| value)
}

/// A URL as it may be shown and logged.
pub fn without_credentials(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let place = rest.split('?').next().unwrap_or("");
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    format!("{scheme}://{place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_its_credentials() {
        for (url, shown) in [
            ("redis://localhost:6379", "redis://localhost:6379"),
            ("redis://:secret@host:1/15", "redis://host:1/15"),
            ("rediss://me:a@b/c@host/2?password=x", "rediss://host/2"),
        ] {
            assert_eq!(without_credentials(url), shown);
        }
    }

    #[test]
    fn what_a_server_says_is_found_by_name() {
        let about = "# Server\r\nredis_version:7.2.4\r\nredis_mode:standalone\r\n";
        assert_eq!(said(about, "redis_version"), "7.2.4");
        assert_eq!(said(about, "redis_mode"), "standalone");
        assert_eq!(said(about, "other"), "");
    }
}
