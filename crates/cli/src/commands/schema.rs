//! `mneme migrate`

use std::process::ExitCode;

use mneme_model::Code;
use mneme_store::{FORMAT, format_of};
use mneme_wire::Fault;
use serde_json::json;

use super::Outcome;
use crate::args::SchemaArgs;
use crate::output;
use crate::port;
use crate::settings::Settings;

pub async fn run(settings: &Settings, args: SchemaArgs) -> Outcome {
    port::must_exist(settings)?;
    let wrong = |error: mneme_store::Error| Fault::new(error.code(), error.to_string());
    let found = format_of(&settings.data_dir).map_err(wrong)?;
    let pending = found < FORMAT;
    if pending && !args.dry_run {
        // Whoever opens a store brings it up to date.
        let found = port::look(settings, None).await?;
        if found.served {
            let message = "a server of an older build serves this store";
            return Err(Fault::new(Code::StoreInUse, message));
        }
    }
    let now = if args.dry_run { found } else { FORMAT };
    if args.json {
        let told =
            json!({ "found": found, "schema": now, "known": FORMAT, "pending": now < FORMAT });
        return Ok(output::json(&told));
    }
    match (pending, args.dry_run) {
        (false, _) => say!("No pending migrations (v{found})"),
        (true, true) => say!("Schema at v{found}; v{FORMAT} is pending"),
        (true, false) => say!("Schema at v{FORMAT} (was v{found})"),
    }
    Ok(ExitCode::SUCCESS)
}
