//! Started as `agentmemory`: the notebook and nothing else, set by the variables it was published
//! with.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use mneme_model::Code;
use mneme_wire::Fault;

use super::{absent, environment as global, served};
use crate::args::{
    Command, ConfigArgs, DoctorArgs, Global, McpArgs, NotebookArgs, OverviewArgs, ServeArgs,
};
use crate::commands::{Outcome, carry_out};
use crate::output::speak_as;
use crate::running::Running;
use crate::settings::Settings;
use crate::{environment, logging};

/// A notebook for agents: what they do, what they learn, what the next one should know.
#[derive(Debug, Parser)]
#[command(
    name = "agentmemory",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Verb>,
}

const HELP: &str = "\
Without a command it serves. `mneme` has the whole product.

Settings:  variables, and ~/.agentmemory/.env with KEY=VALUE lines; a variable wins over the file
Port:      III_REST_PORT, else PORT, else 3111; AGENTMEMORY_HOST is the address [default: 127.0.0.1]
Secret:    AGENTMEMORY_SECRET; without it programs of this machine need none
Meaning:   GEMINI_API_KEY or GOOGLE_API_KEY has Gemini read what is kept; without one it is read here
Tools:     `agentmemory mcp` asks AGENTMEMORY_URL [default: http://127.0.0.1:3111], with the secret
Guide:     /agent.md of the running server";

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Run the server
    Serve,
    /// Show what is kept here and which doors are open
    Status(OverviewArgs),
    /// Check that everything is in order, and say how to mend what is not
    Doctor(DoctorArgs),
    /// Show every setting, its value and where that came from
    Config(ConfigArgs),
    /// Offer the 31 tools to an agent over standard input and output (MCP)
    Mcp,
    /// Export, import, sync, back up and restore
    Notebook(NotebookArgs),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

const SHARED: [&str; 6] = [
    "serve",
    "status",
    "doctor",
    "config show",
    "mcp",
    "notebook",
];
const USUAL_PORT: &str = "3111";
const USUAL_HOST: &str = "127.0.0.1";

// === impl Args ===

impl Args {
    pub fn read() -> Self {
        Self::parse()
    }

    pub fn wants_json(&self) -> bool {
        match &self.command {
            Some(Verb::Status(args)) => args.json,
            Some(Verb::Doctor(args)) => args.json,
            Some(Verb::Config(args)) => args.wants_json(),
            Some(Verb::Notebook(args)) => args.verb.wants_json(),
            _ => false,
        }
    }
}

pub async fn run(args: Args) -> Outcome {
    speak_as("agentmemory", SHARED.map(str::to_owned).to_vec());
    if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
        environment::also_from(&home.join(".agentmemory").join(".env"));
    }
    let own = address(environment::var)?;
    let global = Global {
        read_by_key: true,
        ..global()
    };
    let settings = Settings::load(&global)?.with_doors(&serve(&own), "agentmemory")?;
    let verb = args.command.unwrap_or(Verb::Serve);
    let serves = matches!(verb, Verb::Serve);
    logging::begin(&settings, serves);
    let command = match verb {
        Verb::Serve => Command::Serve(serve(&own)),
        Verb::Status(args) => Command::Status(args),
        Verb::Doctor(args) => Command::Doctor(args),
        Verb::Config(args) => Command::Config(args),
        Verb::Notebook(args) => Command::Notebook(args),
        Verb::Mcp => Command::Mcp(mcp()),
        Verb::Other(words) => return Err(absent("agentmemory", &[], &words)),
    };
    if serves && let Some(running) = Running::find(&settings.data_dir).await {
        return served::answer(&settings, &running, Some(&format!("http://{own}")));
    }
    carry_out(settings, command).await
}

/// Its tools, of the server that `AGENTMEMORY_URL` names.
fn mcp() -> McpArgs {
    McpArgs {
        tools: String::from("notebook"),
        elsewhere: true,
        ..McpArgs::default()
    }
}

/// Its own door, and no other.
fn serve(own: &str) -> ServeArgs {
    ServeArgs {
        http: Some("off".into()),
        notebook: Some(own.to_owned()),
        ..ServeArgs::default()
    }
}

/// Where it listens, by the variables it was published with.
fn address(from: impl Fn(&str) -> Option<String>) -> Result<String, Fault> {
    let said = |name: &'static str| {
        let value = from(name).filter(|value| !value.trim().is_empty());
        value.map(|value| (name, value.trim().to_owned()))
    };
    let port = said("III_REST_PORT").or_else(|| said("PORT"));
    let (name, port) = port.unwrap_or(("PORT", USUAL_PORT.to_owned()));
    if port.parse::<u16>().is_err() {
        let message = format!("{name} is '{port}'; it must be a port, 0 to 65535");
        return Err(Fault::new(Code::BadSetting, message));
    }
    let host = said("AGENTMEMORY_HOST").map_or_else(|| USUAL_HOST.to_owned(), |(_, host)| host);
    let host = match host.contains(':') && !host.starts_with('[') {
        true => format!("[{host}]"),
        false => host,
    };
    Ok(format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(said: &[(&str, &str)]) -> Result<String, Fault> {
        let own = |name: &str| {
            let found = said.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        address(own)
    }

    #[test]
    fn n_096_the_first_variable_that_names_a_port_wins() {
        let both = [("III_REST_PORT", "4001"), ("PORT", "4002")];
        assert_eq!(at(&both).unwrap(), "127.0.0.1:4001");
        assert_eq!(at(&both[1..]).unwrap(), "127.0.0.1:4002");
        assert_eq!(at(&[]).unwrap(), "127.0.0.1:3111");
        assert_eq!(at(&[("III_REST_PORT", " ")]).unwrap(), "127.0.0.1:3111");
        assert_eq!(at(&[("AGENTMEMORY_HOST", "::1")]).unwrap(), "[::1]:3111");
        assert!(at(&[("PORT", "many")]).is_err());
    }
}
