//! From a wire request to an engine operation and back: once for all doors.

mod admin;
mod backup;
mod consolidate;
mod contents;
mod convert;
mod data_keys;
mod events;
mod explain;
mod feedback;
mod forget;
mod gateway;
mod history;
mod hud;
mod import;
mod lifecycle;
mod memories;
mod notes;
mod owed;
mod pins;
mod recall;
mod receipts;
mod review;
mod sharing;
mod spools;
mod summaries;
mod timeline;
mod tokens;
mod tools;
mod upkeep;
mod vectors;

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_access::{Caller, Passes, Peer, Role};
use mneme_engine::{Engine, Error};
use mneme_model::with_causes;
use mneme_model::{Code, Door};
use mneme_wire::Fault;
use mneme_wire::errors::CONTENTS_AGAIN;
use mneme_wire::misread;
use mneme_wire::operations::{Answer, Operation, Port, Progress};
use mneme_wire::shapes::*;
use serde_json::Value;

pub use hud::page as hud_page;
pub use spools::{Place, Spools};

/// The engine with what a door may say about this process.
#[derive(Clone)]
pub struct Desk {
    pub engine: Arc<Engine>,
    pub house: House,
    /// How the notebook behaves, and what hooks tell it.
    pub notebook: Arc<crate::notebook::Settings>,
    /// Where hooks leave what they cannot deliver.
    pub spools: Arc<Spools>,
}

/// What this process is: shown by `status`, by `/health` and in `run.json`.
#[derive(Clone, Debug, Default)]
pub struct House {
    pub version: String,
    pub data_dir: String,
    pub doors: BTreeMap<String, String>,
    /// Links a person may open the page with.
    pub passes: Passes,
}

/// The engine in this process as a [`Port`], on the word of whoever owns the machine.
pub struct LocalPort {
    desk: Desk,
    caller: Caller,
}

pub type Told = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// An engine error as it crosses a boundary. What is internal stays in the log.
pub fn fault(error: &Error) -> Fault {
    let code = error.code();
    if code == Code::Internal {
        tracing::error!(error = %with_causes(error), "an operation failed");
        return Fault::new(code, "internal server error");
    }
    let told = Fault {
        retry_after_ms: error.retry_after_ms(),
        ..Fault::new(code, with_causes(error))
    };
    match error.is_of_contents() {
        true => told.mended_by(CONTENTS_AGAIN),
        false => told,
    }
}

/// Who the local doors act as.
pub fn local_caller(door: Door) -> Caller {
    Caller {
        subject: "local".into(),
        namespace: "default".into(),
        role: Role::Admin,
        key: None,
        door,
        peer: Peer::Here,
        until: None,
        only: None,
        agent: None,
    }
}

// === impl Desk ===

impl Desk {
    fn now_ms(&self) -> i64 {
        self.engine.store().now_ms()
    }

    /// Carries out an operation named by its catalogue row.
    pub async fn call(
        &self,
        caller: &Caller,
        name: &str,
        args: Value,
        told: Told,
    ) -> Result<Value, Fault> {
        match name {
            StoreRequest::NAME => reply(self.store(caller, read(args)?).await),
            StoreBatchRequest::NAME => reply(self.store_batch(caller, read(args)?).await),
            RecallRequest::NAME => reply(self.recall(caller, read(args)?).await),
            RecallBatchRequest::NAME => reply(self.recall_batch(caller, read(args)?).await),
            UpdateRequest::NAME => reply(self.update(caller, read(args)?).await),
            ListRequest::NAME => reply(self.list(caller, read(args)?).await),
            InspectRequest::NAME => reply(self.inspect(caller, read(args)?).await),
            IngestRequest::NAME => reply(self.ingest(caller, read(args)?).await),
            EventsRequest::NAME => reply(self.events(caller, read(args)?).await),
            TocRequest::NAME => reply(self.toc(caller, read(args)?).await),
            GripRequest::NAME => reply(self.grip(caller, read(args)?).await),
            ForgetRequest::NAME => reply(self.forget(caller, read(args)?).await),
            CertifiedRequest::NAME => reply(self.forget_certified(caller, read(args)?).await),
            ListReceiptsRequest::NAME => reply(self.receipts(caller, read(args)?).await),
            ShowReceiptRequest::NAME => reply(self.receipt(caller, read(args)?).await),
            ReceiptKeyRequest::NAME => reply(self.receipt_key(caller)),
            CheckReceiptRequest::NAME => reply(self.check_receipt(caller, &read(args)?)),
            FeedbackRequest::NAME => reply(self.feedback(caller, read(args)?).await),
            PeekRequest::NAME => reply(self.peek(caller, read(args)?).await),
            ReviewQueueRequest::NAME => reply(self.review_queue(caller, read(args)?).await),
            ReviewActionRequest::NAME => reply(self.review_action(caller, read(args)?).await),
            ShareRequest::NAME => reply(self.share(caller, read(args)?).await),
            ListSharedRequest::NAME => reply(self.shared(caller, read(args)?).await),
            UnshareRequest::NAME => reply(self.unshare(caller, read(args)?).await),
            GrantRequest::NAME => reply(self.grant(caller, read(args)?).await),
            ListGrantsRequest::NAME => reply(self.grants(caller, read(args)?).await),
            UngrantRequest::NAME => reply(self.ungrant(caller, read(args)?).await),
            AccessibleRequest::NAME => reply(self.accessible(caller, read(args)?).await),
            LifecycleRequest::NAME => reply(self.lifecycle(caller, read(args)?).await),
            DecayRequest::NAME => reply(self.decay(caller, read(args)?).await),
            ConsolidateRequest::NAME => reply(self.consolidate(caller, read(args)?).await),
            HistoryRequest::NAME => reply(self.history(caller, read(args)?).await),
            HistoryBundleRequest::NAME => reply(self.history_bundle(caller, read(args)?).await),
            RuntimeContractRequest::NAME => reply(Ok(mneme_wire::contract::document())),
            ReplayRequest::NAME => reply(self.replay(caller, read(args)?).await),
            RecentRequest::NAME => reply(self.recent(caller, read(args)?).await),
            HudRequest::NAME => reply(self.hud(caller, &read(args)?).await),
            ExplainRequest::NAME => reply(self.explain(caller, read(args)?).await),
            SpaceStatsRequest::NAME => reply(self.space_stats(caller, read(args)?).await),
            IdfStatsRequest::NAME => reply(self.idf_stats(caller, read(args)?).await),
            IndexHealthRequest::NAME => reply(self.index_health(caller, read(args)?).await),
            CacheStatsRequest::NAME => reply(self.cache_stats(caller, read(args)?).await),
            CacheFlushRequest::NAME => reply(self.cache_flush(caller, read(args)?).await),
            IntentStatsRequest::NAME => reply(self.intent_stats(caller, read(args)?)),
            IntentFlushRequest::NAME => reply(self.intent_flush(caller, read(args)?)),
            PrefetchStatsRequest::NAME => reply(self.prefetch_stats(caller, read(args)?)),
            PinRequest::NAME => reply(self.pin(caller, read(args)?).await),
            TrustStatsRequest::NAME => reply(self.trust_stats(caller, read(args)?).await),
            ExportRequest::NAME => reply(self.export(caller, read(args)?).await),
            ImportRequest::NAME => reply(self.import(caller, read(args)?).await),
            NotebookExportRequest::NAME => reply(self.notebook_export(caller, read(args)?).await),
            NotebookImportRequest::NAME => reply(self.notebook_import(caller, read(args)?).await),
            SupersedeRequest::NAME => reply(self.supersede(caller, read(args)?).await),
            AuditRequest::NAME => reply(self.audit(caller, read(args)?).await),
            DumpRequest::NAME => reply(self.dump(caller).await),
            StatsRequest::NAME => reply(self.stats(caller).await),
            VerifyRequest::NAME => reply(self.verify(caller, told).await),
            IndexCheckRequest::NAME => reply(self.index_check(caller).await),
            RebuildRequest::NAME => reply(self.rebuild(caller, told).await),
            TimelineStatsRequest::NAME => reply(self.timeline_stats(caller, read(args)?).await),
            CompactRequest::NAME => reply(self.compact(caller, read(args)?).await),
            RebuildTocRequest::NAME => reply(self.toc_rebuild(caller, read(args)?, told).await),
            BackupRequest::NAME => reply(self.backup(caller, read(args)?, told).await),
            MigrateRequest::NAME => reply(self.migrate(caller, read(args)?, told).await),
            NewKeyRequest::NAME => reply(self.new_key(caller, read(args)?).await),
            ListKeysRequest::NAME => reply(self.list_keys(caller)),
            RevokeKeyRequest::NAME => reply(self.revoke_key(caller, read(args)?).await),
            RotateKeyRequest::NAME => reply(self.rotate_key(caller, read(args)?).await),
            RevokeDataKeyRequest::NAME => reply(self.revoke_data_key(caller, read(args)?).await),
            DataKeysRequest::NAME => reply(self.data_keys(caller).await),
            NewTokenRequest::NAME => reply(self.new_token(caller, read(args)?).await),
            ViewRequest::NAME => reply(self.view(caller)),
            BriefRequest::NAME => reply(self.brief(caller, read(args)?).await),
            LearnRequest::NAME => reply(self.learn(caller, read(args)?).await),
            ExchangeRequest::NAME => reply(self.exchanged(caller, read(args)?).await),
            StandingRequest::NAME => reply(self.standing(caller, read(args)?).await),
            HolderRequest::NAME => reply(self.holder(caller, &read(args)?)),
            TradeKeyRequest::NAME => {
                reply(self.trade_key(caller.door, caller.peer, read(args)?).await)
            }
            ToolRequest::NAME => self.tool(caller, read(args)?).await,
            other => Err(Fault::new(
                Code::NoSuchRoute,
                format!("there is no operation '{other}'"),
            )),
        }
    }
}

fn read<T: Operation>(args: Value) -> Result<T, Fault> {
    misread::from_value(args).map_err(|why| Fault::new(Code::BadRequest, why))
}

fn reply<T: serde::Serialize>(outcome: Result<T, Error>) -> Result<Value, Fault> {
    let outcome = outcome.map_err(|error| fault(&error))?;
    serde_json::to_value(outcome).map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

// === impl LocalPort ===

impl LocalPort {
    pub fn new(desk: Desk, door: Door) -> Self {
        Self {
            desk,
            caller: local_caller(door),
        }
    }

    /// The same for somebody who may less than the owner of the machine.
    pub fn acting(self, caller: Caller) -> Self {
        Self { caller, ..self }
    }
}

impl Port for LocalPort {
    fn call<'a>(&'a self, name: &'static str, args: Value, progress: Progress<'a>) -> Answer<'a> {
        Box::pin(async move {
            let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
            let told: Told = Arc::new(move |done, all| {
                // Nobody listening any more is no trouble.
                let _ = told.send((done, all));
            });
            if name == RecallRequest::NAME || name == ToolRequest::NAME {
                // No server has taken it in, so whoever asks does.
                self.desk.take_in_spools().await;
                let owner = local_caller(self.caller.door);
                let caught_up = self.desk.engine.catch_up(&owner).await;
                caught_up.map_err(|error| fault(&error))?;
            }
            let mut work = std::pin::pin!(self.desk.call(&self.caller, name, args, told));
            let done = loop {
                tokio::select! {
                    done = &mut work => break done,
                    Some((done, all)) = heard.recv() => progress(done, all),
                }
            };
            // This process may end at any time after its answer.
            self.desk.settle().await;
            let closed = self.desk.engine.close().await;
            closed.map_err(|error| fault(&error))?;
            done
        })
    }
}

#[cfg(test)]
mod tests;
