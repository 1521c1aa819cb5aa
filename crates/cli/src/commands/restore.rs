//! `mneme restore`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

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
    let forget = move |dir: &Path, values| runtime.block_on(forget_again(dir, engine, values));
    let work = move || restore(&args.file, &target, args.force, &told, forget);
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

/// Before the restored store takes its place: what the old one has forgotten since goes.
async fn forget_again(
    dir: &Path,
    engine: mneme_engine::Settings,
    forgotten: Vec<Forgotten>,
) -> Result<(), mneme_store::Error> {
    let settings = mneme_store::Settings::at(dir);
    let failed = |error: Error| mneme_store::Error::Commit(error.to_string());
    let engine = Engine::open(&settings, engine, Arc::new(WallClock)).await;
    let engine = engine.map_err(failed)?;
    let caller = local_caller(Door::Control);
    for Forgotten {
        namespace,
        fingerprints,
    } in forgotten
    {
        let gone = engine.forget_values(&caller, &namespace, fingerprints);
        gone.await.map_err(failed)?;
    }
    Ok(())
}
