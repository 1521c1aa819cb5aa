//! Beside a server, its settings hold: who is kept apart here must be so there.

use mneme_model::Code;
use mneme_wire::Fault;

use crate::output::note;
use crate::running::{Agents, Running};
use crate::settings::Settings;
use crate::settings::notebook::{AGENT, SCOPE};

/// Says through whom calls go, or why they must not.
pub async fn introduce(settings: &Settings) -> Result<(), Fault> {
    let dir = settings.data_dir.display();
    let Some(running) = Running::find(&settings.data_dir).await else {
        let how = told(Some(&Agents::of(&settings.notebook)));
        note(&format!(
            "mneme mcp: no server runs, each call opens {dir} itself; {how}"
        ));
        return Ok(());
    };
    let (pid, how) = (running.pid, told(running.agents.as_ref()));
    note(&format!(
        "mneme mcp: asks the server of {dir}, process {pid}; {how}"
    ));
    agree(&Agents::of(&settings.notebook), &running)
}

/// Refused where this side asks for more than the server holds.
pub fn agree(own: &Agents, running: &Running) -> Result<(), Fault> {
    if !own.apart || running.agents.as_ref() == Some(own) {
        return Ok(());
    }
    let (name, pid) = (own.named.as_deref().unwrap_or_default(), running.pid);
    let how = told(running.agents.as_ref());
    let message = format!(
        "'{name}' is to be kept apart from other agents, and the server, process {pid}, does not do so: {how}"
    );
    let mut fault = Fault::new(Code::BadSetting, message);
    fault.hint = format!(
        "start the server with {SCOPE}=isolated and {AGENT}={name}, or leave {SCOPE} out here"
    );
    Err(fault)
}

fn told(agents: Option<&Agents>) -> String {
    let known = agents.map(|agents| (agents.apart, agents.named.as_deref()));
    match known {
        Some((true, named)) => {
            format!(
                "agents are kept apart there, and it is '{}'",
                named.unwrap_or_default()
            )
        }
        Some((false, Some(named))) => {
            format!("agents are not kept apart there, and it writes as '{named}'")
        }
        Some((false, None)) => String::from("agents are not kept apart there"),
        None => String::from("it does not say whether agents are kept apart there"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_agent_apart_is_apart_enough() {
        let agents = |apart, named: &str| Agents {
            apart,
            named: Some(named.to_owned()),
        };
        let allowed = |own: &Agents, there: Option<Agents>| {
            let running = Running {
                agents: there,
                ..Running::default()
            };
            agree(own, &running).is_ok()
        };
        let (apart, open) = (agents(true, "bob"), agents(false, "bob"));
        assert!(allowed(&apart, Some(apart.clone())));
        for there in [Some(agents(true, "eve")), Some(open.clone()), None] {
            assert!(!allowed(&apart, there.clone()), "{there:?}");
            assert!(allowed(&open, there));
        }
    }
}
