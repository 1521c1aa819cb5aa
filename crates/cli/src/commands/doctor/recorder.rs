//! The recorder of desktop sessions: its settings, whether it runs, and what it needs.

use std::path::Path;
use std::sync::Arc;

use mneme_capture::sessions::{Redis, RedisSettings, Registry, without_credentials};
use rustix::fs::{Access, access};

use super::{Finding, from_fault, good};
use crate::archive::{Config, glance};
use crate::clock::WallClock;

/// How long Redis may take, with every attempt.
const WAIT_MS: u64 = 3_000;

pub async fn check() -> Vec<Finding> {
    let config = match Config::load() {
        Ok(config) => config,
        Err(fault) => return vec![from_fault("recorder", fault)],
    };
    let seen = glance(None).await;
    let mut found = vec![Finding {
        ok: seen.trouble.is_none(),
        ..good("recorder", seen.told())
    }];
    if seen.running || seen.configured {
        found.push(storage(&config.storage_path));
        found.extend(redis(&config).await);
    }
    found
}

/// Whether recordings can be written where the settings say.
fn storage(path: &Path) -> Finding {
    let shown = path.display();
    let bad = |message: String| Finding {
        ok: false,
        hint: String::from("`memory-archive config --storage-path DIR` names another place"),
        ..good("recordings", message)
    };
    let Some(there) = path.ancestors().find(|dir| dir.exists()) else {
        return bad(format!("{shown} cannot be made"));
    };
    let (is_dir, made) = (there.is_dir(), there == path);
    match access(there, Access::WRITE_OK | Access::EXEC_OK) {
        _ if !is_dir => bad(format!("{} is not a directory", there.display())),
        Err(error) => bad(format!("{} cannot be written: {error}", there.display())),
        Ok(()) if made => good("recordings", format!("are kept in {shown}")),
        Ok(()) => good("recordings", format!("will be kept in {shown}")),
    }
}

/// The registry, where it is not in our own store.
async fn redis(config: &Config) -> Option<Finding> {
    if config.redis_url.is_empty() {
        return None;
    }
    let settings = RedisSettings {
        wait_ms: WAIT_MS,
        ..RedisSettings::at(&config.redis_url)
    };
    let asked = async {
        let redis = Redis::open(&settings, config.retention, Arc::new(WallClock)).await?;
        redis.ping().await
    };
    Some(match asked.await {
        Ok(which) => good(
            "redis",
            format!(
                "{which} answers at {}",
                without_credentials(&config.redis_url)
            ),
        ),
        Err(error) => Finding {
            ok: false,
            hint: String::from(
                "start it, or keep sessions in mneme's own store: `memory-archive config --redis-url \"\"`",
            ),
            ..good("redis", error.to_string())
        },
    })
}
