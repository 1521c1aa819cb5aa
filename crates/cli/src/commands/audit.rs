//! `mneme audit`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{AuditEntry, AuditRequest};

use super::Outcome;
use crate::args::AuditArgs;
use crate::output::{bold, dim, json, plain};

pub async fn run(port: &dyn Port, args: AuditArgs) -> Outcome {
    let everything = args.namespace.is_none();
    let request = AuditRequest {
        namespace: args.namespace,
        limit: Some(args.limit),
    };
    let audit = ask(port, &request).await?;
    if args.json {
        return Ok(json(&audit));
    }
    for entry in &audit.entries {
        let times = match entry.times {
            1 => String::new(),
            n => format!(" ×{n}"),
        };
        let about = match entry.about.as_str() {
            "" => String::new(),
            about => format!(" {}", plain(about)),
        };
        say!(
            "{} {}{about}{times} {}",
            dim(&entry.at),
            bold(&entry.action),
            dim(&format!(
                "by {}{}",
                entry.subject,
                in_namespace(entry, everything)
            ))
        );
    }
    if audit.entries.is_empty() {
        say!("nothing was done yet");
    }
    Ok(ExitCode::SUCCESS)
}

/// Named where it is not the usual one.
fn in_namespace(entry: &AuditEntry, everything: bool) -> String {
    match everything && entry.namespace != "default" {
        true => format!(" in {}", entry.namespace),
        false => String::new(),
    }
}
