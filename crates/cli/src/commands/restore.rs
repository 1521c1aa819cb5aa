//! `mneme restore`

use std::process::ExitCode;
use std::sync::Arc;

use mneme_engine::Error;
use mneme_model::Code;
use mneme_store::backup::{Restored, Told, restore};
use mneme_surfaces::desk::fault;
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;

use super::Outcome;
use crate::args::RestoreArgs;
use crate::output::{bytes, green, json};
use crate::port;
use crate::progress::Teller;
use crate::settings::Settings;

pub async fn run(settings: &Settings, args: RestoreArgs) -> Outcome {
    if ControlClient::find(&settings.data_dir).await.is_some() {
        return Err(port::in_use(settings));
    }
    let teller = Arc::new(Teller::of_bytes("restoring"));
    let telling = teller.clone();
    let told: Told = Arc::new(move |done, all| telling.tell(done, all));
    let target = settings.data_dir.clone();
    let work = move || restore(&args.file, &target, args.force, &told);
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
    if restored.tombstones > 0 {
        let forgotten = restored.tombstones;
        say!("{forgotten} things forgotten since then stay forgotten");
    }
}
