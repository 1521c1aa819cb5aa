//! Counts, proofs, keys.

use mneme_access::{Caller, Role};
use mneme_engine::jobs::Status;
use mneme_engine::{Error, Result, Room};
use mneme_model::{Code, Moment};
use mneme_wire::Fault;
use mneme_wire::shapes::*;

use super::convert::role;
use super::lifecycle::lifecycle_summary;
use super::{Desk, Told};

impl Desk {
    pub async fn stats(&self, caller: &Caller) -> Result<StatsReply> {
        let stats = self.engine.stats(caller).await?;
        let namespaces = stats.namespaces.into_iter().map(|n| NamespaceStats {
            name: n.name,
            memories: n.memories,
            events: n.events,
            text_bytes: n.text_bytes,
            lifecycle: lifecycle_summary(&n.standing),
        });
        let jobs = self.engine.job_status(caller)?.unwrap_or_default();
        Ok(StatsReply {
            version: self.house.version.clone(),
            pid: std::process::id(),
            data_dir: self.house.data_dir.clone(),
            head: stats.head,
            index_lag: stats.index_lag,
            disk_bytes: stats.disk_bytes,
            storage: storage(&stats.room),
            namespaces: namespaces.collect(),
            workers: jobs.into_iter().map(worker).collect(),
            vectors: self.vector_stats().await?,
            doors: self.house.doors.clone(),
        })
    }

    pub async fn verify(&self, caller: &Caller, told: Told) -> Result<VerifyReply> {
        let found = self.engine.verify(caller, told).await?;
        Ok(VerifyReply {
            clean: found.is_clean(),
            events: found.tables.events,
            rows: found.tables.rows,
            damaged: found.tables.damaged,
            differences: found.tables.differences,
            vectors: found.vectors,
            audited: found.audited,
            audit: found.audit,
            indexed: found.indexed,
            unpurged: found.unpurged,
            index: found.index,
            mended: found.mended,
            nodes: found.nodes,
            contents: found.contents,
        })
    }

    pub async fn index_check(&self, caller: &Caller) -> Result<IndexCheckReply> {
        let broken = self.engine.broken_indexes(caller).await?;
        Ok(IndexCheckReply { broken })
    }

    pub async fn rebuild(&self, caller: &Caller, told: Told) -> Result<RebuildReply> {
        let rebuilt = self.engine.rebuild(caller, told).await?;
        Ok(RebuildReply {
            events: rebuilt.events,
            documents: rebuilt.documents,
        })
    }

    pub async fn new_key(&self, caller: &Caller, request: NewKeyRequest) -> Result<KeyReply> {
        let role = role(&request.role)?;
        let made = self
            .engine
            .new_key(caller, role, &request.namespace)
            .await?;
        Ok(KeyReply {
            key: Some(made.secret),
            key_id: made.key_id,
            role: made.role.name().to_owned(),
            namespace: made.namespace,
            created_at: None,
        })
    }

    pub fn list_keys(&self, caller: &Caller) -> Result<ListKeysReply> {
        let keys = self
            .engine
            .list_keys(caller)?
            .into_iter()
            .map(|key| KeyReply {
                key: None,
                key_id: key.key_id,
                role: Role::from_code(key.role)
                    .map_or("unknown", Role::name)
                    .to_owned(),
                namespace: key.namespace,
                created_at: made_at(key.created_ms),
            });
        Ok(ListKeysReply {
            keys: keys.collect(),
        })
    }

    pub async fn revoke_key(
        &self,
        caller: &Caller,
        request: RevokeKeyRequest,
    ) -> Result<RevokeKeyReply> {
        let revoked = self.engine.revoke_key(caller, &request.key_id).await?;
        if !revoked {
            return Err(Error::refused(
                Code::NoSuchKey,
                format!("no key has the id {}", request.key_id),
            ));
        }
        Ok(RevokeKeyReply {
            revoked,
            key_id: request.key_id,
        })
    }
}

fn storage(room: &Room) -> StorageStats {
    let trouble = room.trouble().map(|(code, error)| match &room.failing {
        Some(failing) => Fault::new(code, format!("{error}: {}", failing.why)),
        None => Fault::new(code, error),
    });
    StorageStats {
        free_bytes: room.free_bytes,
        total_bytes: room.total_bytes,
        trouble,
        failed_writes: room.failing.as_ref().map_or(0, |failing| failing.times),
    }
}

fn worker(job: Status) -> WorkerStats {
    let state = match (job.is_running, job.is_paused) {
        (true, _) => "running",
        (false, true) => "paused",
        (false, false) => "waiting",
    };
    WorkerStats {
        name: job.name.to_owned(),
        state: state.to_owned(),
        runs: job.run_count,
        errors: job.error_count,
        next_run_at: job.next_run_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
    }
}

fn made_at(ms: i64) -> Option<String> {
    (ms > 0).then(|| Moment::from_ms(ms).rfc3339())
}
