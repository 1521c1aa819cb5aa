//! The two calls.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mneme_model::Secret;
use mneme_wire::control_center::control_service_server::ControlService;
use mneme_wire::control_center::{CommandEvent, InfoRequest, ServerIdentity, WatchRequest};
use tonic::codegen::tokio_stream::Stream;
use tonic::codegen::tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::MetadataMap;
use tonic::{Request, Response, Status};

use super::calls::Calls;
use super::fan::Desk;
use super::{Grant, Settings};
use crate::load::Load;

/// The scope both calls need.
const SCOPE: &str = "monitor";

pub struct Service {
    grants: Vec<Grant>,
    looks: bool,
    load: Option<Load>,
    loaded: AtomicU64,
    desk: Arc<Desk>,
    calls: Arc<Calls>,
}

// === impl Service ===

impl Service {
    pub fn new(settings: Settings, desk: Arc<Desk>, calls: Arc<Calls>) -> Self {
        Self {
            looks: !settings.grants.is_empty() && !settings.version.starts_with("1.0."),
            grants: settings.grants,
            load: settings.load,
            loaded: AtomicU64::new(0),
            desk,
            calls,
        }
    }

    fn admit(&self, method: &'static str, metadata: &MetadataMap) -> Result<(), Status> {
        let token = bearer(metadata);
        self.calls.call(method, token.clone());
        if !self.looks {
            return Ok(());
        }
        let token = token.ok_or_else(|| Status::unauthenticated("missing bearer token"))?;
        let grant = self.grants.iter().find(|grant| grant.token == token);
        let grant = grant.ok_or_else(|| Status::unauthenticated("invalid token"))?;
        match grant.scopes.iter().any(|scope| scope == SCOPE) {
            true => Ok(()),
            false => Err(Status::permission_denied("scope missing")),
        }
    }
}

fn bearer(metadata: &MetadataMap) -> Option<Secret> {
    let value = metadata.get("authorization")?.to_str().ok()?;
    Some(Secret(value.strip_prefix("Bearer ")?.to_owned()))
}

#[tonic::async_trait]
impl ControlService for Service {
    type WatchCommandsStream =
        Pin<Box<dyn Stream<Item = Result<CommandEvent, Status>> + Send + 'static>>;

    async fn get_server_identity(
        &self,
        request: Request<InfoRequest>,
    ) -> Result<Response<ServerIdentity>, Status> {
        self.admit("GetServerIdentity", request.metadata())?;
        Ok(Response::new(self.desk.identity()))
    }

    async fn watch_commands(
        &self,
        request: Request<WatchRequest>,
    ) -> Result<Response<Self::WatchCommandsStream>, Status> {
        self.admit("WatchCommands", request.metadata())?;
        let stream: Self::WatchCommandsStream = match self.load {
            Some(load) => {
                let session = self.loaded.fetch_add(1, Ordering::Relaxed);
                Box::pin(load.stand(session, self.desk.clock()))
            }
            None => Box::pin(ReceiverStream::new(self.desk.watch(self.calls.clone()))),
        };
        Ok(Response::new(stream))
    }
}
