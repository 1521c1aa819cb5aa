//! Two processes: one keeps the store, one stands in front of it and passes calls of models on
//! whatever happens to the other.

mod behind;
mod keeper;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use mneme_access::{RateLimit, chance};
use mneme_gateway::front::{self, Front};
use mneme_gateway::{Beside, Gateway, Settled, signals};
use mneme_model::{Code, Secret};
use mneme_surfaces::ops::metrics;
use mneme_surfaces::rest;
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use tokio::sync::Notify;
use tokio::sync::watch::{self, Receiver};

use super::super::Outcome;
use super::gateway::settled;
use super::reload::Reload;
use super::{GRACE, StopSignal, doors, ready, tls};
use crate::args::ServeArgs;
use crate::clock::WallClock;
use crate::port;
use crate::settings::{Doors, Settings};
use keeper::Keeper;

pub use behind::{Core, core};

/// A large store may have to be read first; whoever waits for us does not wait for that for ever.
const CORE_STARTS_WITHIN: Duration = Duration::from_secs(30);

/// The process in front.
pub async fn run(settings: Settings, wanted: Doors, flags: &ServeArgs) -> Outcome {
    if ControlClient::find(&settings.data_dir).await.is_some() {
        return Err(port::in_use(&settings));
    }
    let mut addresses = BTreeMap::new();
    let encrypted = settings.tls.is_some();
    let listener = doors::bind("http", wanted.http, encrypted, &mut addresses).await?;
    let listener = listener.ok_or_else(no_door)?;
    let certificate = settings.tls.as_ref().map(tls).transpose()?;
    let secret = chance().map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    let secret = Secret(secret);
    let again = Arc::new(Notify::new());
    let keeper = Keeper::new(
        secret.clone(),
        addresses.get("http").cloned().unwrap_or_default(),
        again.clone(),
        &settings,
    );
    let (core, failed) = (keeper.core(), keeper.failed());
    let front = Front::open(core.clone(), failed.clone(), secret, numbers).map_err(unusable)?;
    let limit = Arc::new(RateLimit::per_second(settings.rate_limit_per_sec));
    let settled = settled(&settings)?;
    let gateway = gateway(&settings, limit.clone(), settled.clone())?;
    let router = mneme_gateway::router(gateway).merge(front::router(front.clone()));
    let (stop, stopping) = watch::channel(false);
    let mut stop_signal = std::pin::pin!(StopSignal::listen()?.wait());
    let reload = Reload::in_front(&settings, limit, settled, again);
    let reloading = tokio::spawn(reload.listen()?.run(stopping.clone()));
    let served = tokio::spawn(rest::serve(listener, certificate, router, stopping.clone()));
    let kept = (!flags.alone).then(|| tokio::spawn(keeper.keep(front.clone(), stopping)));
    let early = tokio::select! {
        signal = &mut stop_signal => Some(signal),
        () = started(core, failed), if !flags.alone => None,
        () = std::future::ready(()), if flags.alone => None,
    };
    let signal = match early {
        Some(signal) => signal,
        None => {
            let trouble = front.trouble().await;
            ready::in_front(&settings, addresses, trouble, flags.silent)?;
            stop_signal.await
        }
    };
    tracing::info!(signal, "stopping");
    // Nobody may listen any more; then there is nobody to tell.
    let _ = stop.send(true);
    if tokio::time::timeout(GRACE, served).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    let _ = reloading.await;
    if let Some(kept) = kept {
        let _ = kept.await;
    }
    Ok(ExitCode::SUCCESS)
}

fn no_door() -> Fault {
    let told = "two processes need the http door: --http ADDR";
    Fault::new(Code::BadSetting, told)
}

/// Until the core answers, says why it cannot, or nobody should wait for it any longer.
async fn started(mut core: Receiver<Option<SocketAddr>>, mut failed: Receiver<Option<Fault>>) {
    let up = async {
        tokio::select! {
            up = core.wait_for(Option::is_some) => drop(up),
            why = failed.wait_for(Option::is_some) => drop(why),
        }
    };
    if tokio::time::timeout(CORE_STARTS_WITHIN, up).await.is_err() {
        tracing::error!("the core does not answer; calls of models go on without memory");
    }
}

fn gateway(settings: &Settings, limit: Arc<RateLimit>, settled: Settled) -> Result<Gateway, Fault> {
    let (place, patience) = (settings.data_dir.clone(), settings.gateway.patience);
    let memory = Beside::new(place, patience, settled, Arc::new(WallClock));
    let memory = Arc::new(memory.map_err(unusable)?);
    let opened = Gateway::open(settings.gateway.clone(), memory, limit, Arc::new(WallClock));
    opened.map_err(unusable)
}

fn numbers() -> String {
    metrics::render(&[&signals::ALL], &[])
}

fn unusable(error: String) -> Fault {
    Fault::new(
        Code::Internal,
        format!("no way out of this process: {error}"),
    )
}
