//! `mneme restore`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_engine::backup::note_restore;
use mneme_engine::{Engine, Error};
use mneme_model::{Code, Door};
use mneme_store::backup::{Forgotten, Restored, Told, restore};
use mneme_surfaces::desk::{fault, local_caller};
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use tokio::runtime::Handle;

use super::Outcome;
use crate::args::RestoreArgs;
use crate::clock::WallClock;
use crate::output::{bytes, counted, green, json};
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
    let settle = move |dir: &Path, made: &str, forgotten| {
        let store = mneme_store::Settings {
            custody: kept,
            ..mneme_store::Settings::at(dir)
        };
        runtime.block_on(settle(store, engine, made, forgotten))
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
    if restored.forgotten_again > 0 {
        let forgotten = counted(restored.forgotten_again as u64, "thing");
        say!("{forgotten} forgotten since then: stays forgotten");
    }
}

/// Before the restored store takes its place: what the old one has forgotten since goes, and
/// the audit says where the store came from.
async fn settle(
    store: mneme_store::Settings,
    engine: mneme_engine::Settings,
    made: &str,
    forgotten: Vec<Forgotten>,
) -> Result<(), mneme_store::Error> {
    let failed = |error: Error| mneme_store::Error::Commit(error.to_string());
    let caller = local_caller(Door::Control);
    if !forgotten.is_empty() {
        let again = forget_again(&store, engine, &caller, forgotten);
        again.await.map_err(failed)?;
    }
    let noted = note_restore(store, Arc::new(WallClock), &caller, made);
    noted.await.map_err(failed)
}

async fn forget_again(
    store: &mneme_store::Settings,
    engine: mneme_engine::Settings,
    caller: &Caller,
    forgotten: Vec<Forgotten>,
) -> Result<(), Error> {
    let engine = Engine::open(store, engine, Arc::new(WallClock)).await?;
    for Forgotten {
        namespace,
        fingerprints,
    } in forgotten
    {
        let gone = engine.forget_values(caller, &namespace, fingerprints);
        gone.await?;
    }
    Ok(())
}
