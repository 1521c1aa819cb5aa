//! The index on disk, before anybody opens it.

use mneme_model::Code;
use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{IndexCheckRequest, RebuildRequest};

use super::{Finding, from_fault, good};
use crate::output::counted;

const HINT: &str = "nothing is lost: whatever needs it next makes it again from the journal, and `mneme doctor --repair` does so now";

/// What is wrong, in a line of its own; what was mended, in another. Nothing where nothing is.
pub async fn check(port: &dyn Port, repair: bool) -> Vec<Finding> {
    let broken = match ask(port, &IndexCheckRequest::default()).await {
        Ok(reply) => reply.broken,
        // A server of an older build cannot be asked.
        Err(fault) if fault.known_code() == Code::NoSuchRoute => return Vec::new(),
        Err(fault) => return vec![from_fault("index", fault)],
    };
    match (broken.is_empty(), repair) {
        (true, _) => Vec::new(),
        (false, true) => vec![made_again(port, "index").await],
        (false, false) => vec![Finding {
            ok: false,
            hint: HINT.to_owned(),
            ..good("index", broken.join("; "))
        }],
    }
}

/// Tables and indexes, from the journal.
pub async fn made_again(port: &dyn Port, what: &'static str) -> Finding {
    match ask(port, &RebuildRequest::default()).await {
        Ok(made) => Finding {
            repaired: true,
            ..good(
                what,
                format!(
                    "made again from the journal: {}, {}",
                    counted(made.events, "event"),
                    counted(made.documents, "document")
                ),
            )
        },
        Err(fault) => from_fault(what, fault),
    }
}
