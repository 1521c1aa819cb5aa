//! `mneme pin` and `mneme unpin`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{PinReply, PinRequest};

use super::Outcome;
use crate::args::PinArgs;
use crate::output::{json, plain};

/// One after the other; the first that cannot be pinned ends it and is named.
pub async fn run(port: &dyn Port, args: PinArgs, pinned: bool) -> Outcome {
    let mut done = Vec::new();
    for id in args.ids {
        let request = PinRequest {
            id,
            pinned,
            namespace: args.place.namespace.clone(),
        };
        let pin = ask(port, &request).await?;
        if !args.json {
            say!("{}", told(&pin));
        }
        done.push(pin);
    }
    if args.json {
        return Ok(json(&done));
    }
    Ok(ExitCode::SUCCESS)
}

fn told(pin: &PinReply) -> String {
    let state = match (pin.pinned, pin.changed) {
        (true, true) => "is pinned",
        (true, false) => "was pinned already",
        (false, true) => "is not pinned any more",
        (false, false) => "was not pinned",
    };
    format!("{} {} {state}", pin.what, plain(&pin.id))
}
