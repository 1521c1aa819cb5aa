//! `mneme restore`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_engine::backup::note_restore;
use mneme_engine::{Engine, Error};
use mneme_model::{Code, Door};
use mneme_store::backup::{Closed, Restored, Since, Told, restore};
use mneme_surfaces::desk::{fault, local_caller};
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use tokio::runtime::Handle;

use super::Outcome;
use crate::args::RestoreArgs;
use crate::clock::WallClock;
use crate::output::{self, bytes, counted, green, json};
use crate::port;
use crate::progress::Bytes;
use crate::settings::Settings;

pub async fn run(settings: &Settings, args: RestoreArgs) -> Outcome {
    if ControlClient::find(&settings.data_dir).await.is_some() {
        return Err(port::in_use(settings));
    }
    let teller = Arc::new(Bytes::new("restoring"));
    let telling = teller.clone();
    let told: Told = Arc::new(move |done, all| telling.tell(done, all));
    let target = settings.data_dir.clone();
    let (engine, runtime) = (settings.engine.clone(), Handle::current());
    let custody = settings.store.custody.clone();
    let kept = custody.clone();
    let settle = move |dir: &Path, made: &str, since| {
        let store = mneme_store::Settings {
            custody: kept,
            ..mneme_store::Settings::at(dir)
        };
        runtime.block_on(settle(store, engine, made, since))
    };
    let work = move || restore(&args.file, &target, args.force, &custody, &told, settle);
    let restored = tokio::task::spawn_blocking(work).await;
    let restored = restored.map_err(|e| Fault::new(Code::Internal, e.to_string()))?;
    teller.done();
    let restored = restored.map_err(|error| fault(&Error::Store(error)))?;
    if args.json {
        return Ok(json(&restored));
    }
    show(&restored);
    Ok(ExitCode::SUCCESS)
}

fn show(restored: &Restored) {
    say!(
        "{} {} as it was at {} ({})",
        green("restored:"),
        restored.data_dir.display(),
        restored.created_at,
        bytes(restored.bytes)
    );
    let again = [
        (restored.forgotten_again, "record", "forgotten"),
        (restored.revoked_again as u64, "credential", "revoked"),
        (restored.closed_again as u64, "share", "closed"),
    ];
    for (n, what, how) in again.into_iter().filter(|(n, ..)| *n > 0) {
        say!("{how} since then, and {how} again: {}", counted(n, what));
    }
    if restored.replaced {
        output::note("receipts and audit rows written since then are gone with what was replaced");
    }
}

/// Before the restored store takes its place: what the old one has taken away since goes, and
/// the audit says where the store came from. How many records went.
async fn settle(
    store: mneme_store::Settings,
    engine: mneme_engine::Settings,
    made: &str,
    since: Since,
) -> Result<u64, mneme_store::Error> {
    let failed = |error: Error| mneme_store::Error::Commit(error.to_string());
    let caller = local_caller(Door::Control);
    let mut gone = 0;
    if since != Since::default() {
        let again = take_away_again(&store, engine, &caller, since);
        gone = again.await.map_err(failed)?;
    }
    let noted = note_restore(store, Arc::new(WallClock), &caller, made);
    noted.await.map_err(failed)?;
    Ok(gone)
}

async fn take_away_again(
    store: &mneme_store::Settings,
    engine: mneme_engine::Settings,
    caller: &Caller,
    since: Since,
) -> Result<u64, Error> {
    let engine = Engine::open(store, engine, Arc::new(WallClock)).await?;
    let mut gone = 0;
    for one in since.forgotten {
        gone += engine.forget_again(caller, one).await?;
    }
    for key in &since.revoked {
        engine.revoke_key(caller, key).await?;
    }
    for closed in &since.closed {
        close(&engine, caller, closed).await?;
    }
    Ok(gone)
}

async fn close(engine: &Engine, caller: &Caller, closed: &Closed) -> Result<(), Error> {
    let (namespace, space) = (Some(closed.namespace.as_str()), &closed.space);
    match &closed.grant {
        Some(grant) => engine.ungrant(caller, namespace, space, grant).await,
        None => engine.unshare(caller, namespace, space).await,
    }
}
