//! Forgetting, and taking everything along.

use mneme_access::Caller;
use mneme_engine::views::Inspected;
use mneme_engine::{Error, Forget, Forgot, Record, Result};
use mneme_model::{Code, MemoryStatus, Moment};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{carried, memory};
use super::review::review_event;

impl Desk {
    pub async fn forget(&self, caller: &Caller, request: ForgetRequest) -> Result<ForgetReply> {
        let (namespace, now) = (request.namespace.clone(), request.now);
        let (only_tell, wish) = (request.dry_run, wish(request));
        if only_tell {
            return self.would_forget(caller, namespace.as_deref(), wish).await;
        }
        let forgot = self.forget_wish(caller, namespace.as_deref(), wish);
        let (forgot, spool_lines) = forgot.await?;
        Ok(ForgetReply {
            deleted: forgot.records.len(),
            spool_lines,
            purge_pending: now && self.is_pending(caller).await?,
            ..ForgetReply::default()
        })
    }

    async fn would_forget(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<ForgetReply> {
        self.take_in_spools().await;
        let meant = self.engine.would_forget(caller, namespace, wish.clone());
        let meant = meant.await?;
        let place = namespace.unwrap_or(&caller.namespace);
        Ok(ForgetReply {
            positions: meant.iter().map(|record| record.root).collect(),
            would_delete: meant.into_iter().map(memory).collect(),
            spool_lines: self.lines_aside(place, &wish, false).await,
            ..ForgetReply::default()
        })
    }

    /// Forgets what waits in a spool as well, and lines of it that no server would take.
    pub(crate) async fn forget_wish(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<(Forgot, u64)> {
        self.take_in_spools().await;
        let forgot = self.engine.forget(caller, namespace, wish.clone()).await?;
        let lines = self.lines_aside(&forgot.namespace, &wish, true).await;
        Ok((forgot, lines))
    }

    pub(crate) async fn forget_session(&self, caller: &Caller, session: String) -> Result<usize> {
        self.take_in_spools().await;
        let wish = Forget {
            session: Some(session.clone()),
            ..Forget::default()
        };
        let forgot = self.engine.forget_session(caller, None, session).await?;
        self.lines_aside(&caller.namespace, &wish, true).await;
        Ok(forgot)
    }

    /// Whether old files still hold what was forgotten, though somebody waited.
    async fn is_pending(&self, caller: &Caller) -> Result<bool> {
        match self.engine.purge(caller).await {
            Err(error) if error.code() == Code::PurgePending => Ok(true),
            done => done.map(|()| false),
        }
    }

    /// The receipt is written once nothing holds it any more.
    pub async fn forget_certified(
        &self,
        caller: &Caller,
        request: CertifiedRequest,
    ) -> Result<Receipt> {
        if request.forget.dry_run {
            let message = "a receipt is for what is gone; a dry run is for /v1/forget";
            return Err(Error::refused(Code::BadRequest, message));
        }
        let namespace = request.forget.namespace.clone();
        let wish = wish(request.forget);
        self.take_in_spools().await;
        let namespace = namespace.as_deref();
        let forgot = self.engine.forget_for_good(caller, namespace, wish.clone());
        let forgot = forgot.await;
        if may_forget(&forgot) {
            let place = namespace.unwrap_or(&caller.namespace);
            self.lines_aside(place, &wish, true).await;
        }
        self.signed(forgot?)
    }

    pub async fn supersede(
        &self,
        caller: &Caller,
        request: SupersedeRequest,
    ) -> Result<SupersedeReply> {
        let (id, by) = (request.id, request.superseded_by);
        let namespace = request.namespace.as_deref();
        self.engine.supersede(caller, namespace, &id, &by).await?;
        Ok(SupersedeReply {
            id,
            status: String::from("stale"),
            superseded_by: by,
        })
    }

    pub async fn export(&self, caller: &Caller, request: ExportRequest) -> Result<ExportReply> {
        let namespace = request.namespace.as_deref();
        let all = self.engine.export(caller, namespace, request.events);
        let mut all = all.await?;
        let away = |record: &Record| record.status == MemoryStatus::Archived;
        all.memories
            .retain(|record| request.include_archived || !away(record));
        let memories: Vec<Exported> = match request.full {
            true => {
                let whole = self.engine.inspect_all(caller, namespace, all.memories);
                whole.await?.into_iter().map(exported_whole).collect()
            }
            false => all.memories.into_iter().map(exported).collect(),
        };
        Ok(ExportReply {
            runtime_contract: RuntimeContractTag::default(),
            namespace: all.namespace,
            exported_at: Moment::from_ms(all.at_ms).rfc3339(),
            count: memories.len(),
            memories,
            events: all.events.into_iter().map(carried).collect(),
            damaged: all.damaged,
        })
    }

    pub async fn audit(&self, caller: &Caller, request: AuditRequest) -> Result<AuditReply> {
        const USUAL: usize = 20;
        let limit = request.limit.unwrap_or(USUAL);
        let links = self
            .engine
            .audit(caller, request.namespace.as_deref(), limit);
        let entries = links.await?.into_iter().map(|link| AuditEntry {
            n: link.n,
            at: Moment::from_ms(link.entry.at_ms).rfc3339(),
            action: link.entry.action,
            about: link.entry.about,
            namespace: link.entry.namespace,
            subject: link.entry.subject,
            seq: link.entry.first_seq,
            times: link.entry.times,
        });
        Ok(AuditReply {
            entries: entries.collect(),
        })
    }

    pub async fn dump(&self, caller: &Caller) -> Result<DumpReply> {
        let lines = self.engine.dump(caller).await?;
        Ok(DumpReply { lines })
    }
}

/// Whether the engine let them, though there may be no receipt, or not yet.
fn may_forget(forgot: &Result<Forgot>) -> bool {
    let only_without = |error: &Error| {
        let code = error.code();
        matches!(code, Code::NoSuchMemory | Code::PurgePending)
    };
    forgot.as_ref().err().is_none_or(only_without)
}

fn wish(request: ForgetRequest) -> Forget {
    let mut ids = request.ids;
    ids.extend(request.id);
    Forget {
        ids,
        seqs: request.positions,
        agent: request.agent,
        session: request.session,
        tags: request.tags,
        kinds: request.kinds,
        before: request.before,
        all: request.all,
    }
}

fn exported(record: Record) -> Exported {
    // The published plain export has nothing of what came of it.
    let memory = Memory {
        reuse_count: None,
        last_reused_at: None,
        review_events: Vec::new(),
        ..carried(record)
    };
    Exported {
        source_key_id: memory.source_key.clone(),
        memory,
        review_events: None,
    }
}

/// The same with everything that came of it.
fn exported_whole(one: Inspected) -> Exported {
    let said = one.reviews.iter().map(review_event).collect();
    let mut whole = exported(one.record);
    whole.review_events = Some(said);
    whole.memory.reuse_count = Some(one.reuses);
    whole.memory.last_reused_at = one.reused_ms.map(|ms| Moment::from_ms(ms).rfc3339());
    whole
}
