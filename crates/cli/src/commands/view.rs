//! `mneme view`

use std::io::IsTerminal;
use std::process::{Command, ExitCode, Stdio};

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use mneme_wire::operations::ask;
use mneme_wire::shapes::ViewRequest;
use serde::Serialize;

use super::Outcome;
use crate::args::ViewArgs;
use crate::output::{json, note};
use crate::running::Running;
use crate::settings::Settings;

#[derive(Serialize)]
struct Link {
    url: String,
    expires_in: u64,
}

/// A link that opens the page once, so that nobody types a secret.
pub async fn run(settings: &Settings, args: &ViewArgs) -> Outcome {
    let running = Running::find(&settings.data_dir).await;
    let running = running.ok_or_else(not_running)?;
    let address = page(&running).ok_or_else(no_door)?;
    let client = ControlClient::find(&settings.data_dir).await;
    let client = client.ok_or_else(not_running)?;
    let made = ask(&client, &ViewRequest {}).await?;
    // Behind the '#': a browser sends that part to nobody.
    let link = Link {
        url: format!("{address}/viewer#/enter/{}", made.pass),
        expires_in: made.expires_in,
    };
    if args.json {
        return Ok(json(&link));
    }
    say!("{}", link.url);
    if !args.no_open && std::io::stdout().is_terminal() && !opened(&link.url) {
        note("open it in a browser within two minutes; it works once");
    }
    Ok(ExitCode::SUCCESS)
}

/// The notebook's own listener, else the other one; by a name of this machine.
fn page(running: &Running) -> Option<String> {
    let doors = &running.doors;
    let address = doors.get("notebook").or_else(|| doors.get("http"))?;
    let here = address.replace("//0.0.0.0:", "//127.0.0.1:");
    Some(here.replace("//[::]:", "//[::1]:"))
}

/// With the program that opens links here, if there is one.
fn opened(url: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(url).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

fn not_running() -> Fault {
    let mut fault = Fault::new(Code::NoStore, "no server runs here");
    fault.hint = String::from("start one with `mneme serve`, then ask again");
    fault
}

fn no_door() -> Fault {
    let mut fault = Fault::new(Code::NoSuchRoute, "this server has no door for a browser");
    fault.hint = String::from("start it with --notebook 127.0.0.1:3111");
    fault
}
