//! Asking the recorder, from the command line.

use std::path::Path;

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Lost, Reply, Request};

/// A connection, or why there is none and what to do.
pub async fn connect(socket: &Path) -> Result<Client, Fault> {
    Client::connect(socket).await.map_err(|lost| {
        let mut fault = Fault::new(
            Code::NotServing,
            format!("no recorder answers at {}: {lost}", socket.display()),
        );
        fault.hint = String::from(
            "start one with `memory-archive server start --daemon`, or run `mneme serve`",
        );
        fault
    })
}

pub async fn ask(client: &mut Client, request: Request) -> Result<Reply, Fault> {
    client.ask(&request).await.map_err(|lost| fault(&lost))
}

/// A refusal keeps its own code: scripts look for it.
pub fn fault(lost: &Lost) -> Fault {
    match lost {
        Lost::Refused(refusal) => Fault {
            error: refusal.message.clone(),
            code: refusal.code.clone(),
            hint: hint(&refusal.code).to_owned(),
            retry_after_ms: None,
        },
        lost => Fault::new(Code::NotServing, lost.to_string()),
    }
}

fn hint(code: &str) -> &'static str {
    match code {
        "SESSION_NOT_FOUND" | "NOT_FOUND" => {
            "`memory-archive session list` shows which there are; `memory-archive session register` makes one"
        }
        "INVALID_SESSION_ID" => "`memory-archive session list` shows which there are",
        "INVALID_MEMORY_NAME" => "letters, digits, spaces, '-' and '_' always fit",
        "INVALID_STATUS" => "`memory-archive status --session ID` tells how far it is",
        "DIR_INIT_FAILED" => {
            "choose another --memory-name, or move away what is in the way; `mneme doctor` tells whether recordings can be written"
        }
        "WATCH_START_FAILED" => {
            "check control_center_addr and control_center_token with `memory-archive config --show`; the session is incomplete now, register another"
        }
        "MEMORY_DIR_MISSING" => "put the directory back, or delete the session",
        "REDIS_ERROR" => "check redis_url with `memory-archive config --show`",
        "SESSION_IN_FLIGHT" => {
            "end a recording with `memory-archive done`, leave an editor with Ctrl+Q, or add --force"
        }
        "WRITE_FAILED" => "make room on the disk, or check who may write there",
        _ => "",
    }
}

/// An answer to something else than was asked.
pub fn unexpected(reply: &Reply) -> Fault {
    Fault::new(
        Code::Internal,
        format!("the recorder's answer makes no sense here: {reply:?}"),
    )
}
