//! `mneme remember`

use std::io::Read;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::StoreRequest;
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::RememberArgs;
use crate::output::{dim, json};

pub async fn run(port: &dyn Port, args: RememberArgs) -> Outcome {
    let request = StoreRequest {
        content: content(args.text)?,
        tags: Some(args.tags),
        agent: args.agent,
        session: args.session,
        speaker: args.speaker,
        occurred_at: args.at,
        namespace: args.place.namespace,
        ..StoreRequest::default()
    };
    let stored = ask(port, &request).await?;
    if args.json {
        return Ok(json(&stored));
    }
    let told = match (stored.duplicate, stored.forgotten) {
        (true, _) => "known already; counted as one more evidence",
        (false, true) => "remembered again, although it had been forgotten:",
        (false, false) => "remembered",
    };
    say!("{told} {}", dim(&stored.id));
    Ok(ExitCode::SUCCESS)
}

fn content(text: String) -> Result<String, Fault> {
    if text != "-" {
        return Ok(text);
    }
    let mut read = String::new();
    std::io::stdin()
        .read_to_string(&mut read)
        .map_err(|error| {
            Fault::new(
                Code::BadFile,
                format!("standard input could not be read: {error}"),
            )
        })?;
    Ok(read.trim_end().to_owned())
}
