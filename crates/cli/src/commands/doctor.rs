//! `mneme doctor`

mod directory;
mod finding;
mod index;
mod model;
mod published;
mod recorder;
mod restoring;
mod room;
mod sealing;
mod server;
mod store;

use mneme_wire::client::ControlClient;

use super::Outcome;
use crate::args::DoctorArgs;
use crate::leftovers::{self, Left};
use crate::port;
use crate::settings::{Settings, notebook};
use crate::setup::{self, Alone, Installed};
use directory::{directory, open_files, secrets};
use finding::{Finding, from_fault, good, report};

/// What the configured model has not read, and another one has.
const UNREAD: &str = "embeddings";

pub async fn run(settings: &Settings, args: &DoctorArgs) -> Outcome {
    let _alone = match args.repair {
        true => Alone::take().await?,
        false => None,
    };
    let installed = Installed::find(args.config.as_deref());
    let installed = installed.map_err(|fault| from_fault("setup", fault));
    let mut findings = Vec::new();
    match &installed {
        Ok(Some(installed)) => {
            findings.extend(published::settings(installed, settings, args));
            let here = match leads_here(installed, settings, args) {
                true => Some(&*settings.data_dir),
                false => installed.says.data_dir.as_deref(),
            };
            let learning = installed.learning(here).await;
            findings.extend(learning.map(published::checked));
        }
        Ok(None) => {}
        Err(fault) => findings.push(fault.clone()),
    }
    findings.extend(setup::gone().map(|fault| from_fault("setup", fault)));
    let leads = installed.as_ref().ok().and_then(Option::as_ref);
    let leads = leads.filter(|installed| leads_here(installed, settings, args));
    let model = reader(
        settings,
        installed.as_ref().ok().and_then(Option::as_ref),
        args,
    );
    let house = house(settings, leads, model, args.repair).await;
    match args.config {
        Some(_) => findings.extend(published::named(house)),
        None => findings.extend(house),
    }
    if let Ok(Some(installed)) = &installed
        && !leads_here(installed, settings, args)
    {
        findings.extend(elsewhere(settings, installed, args.repair).await);
    }
    let agents = installed.ok().flatten().map(|installed| installed.agents());
    findings.extend(agents.into_iter().flatten().map(published::checked));
    report(findings, args.json)
}

/// Whether what was set up is for the store that is looked at.
fn leads_here(installed: &Installed, settings: &Settings, args: &DoctorArgs) -> bool {
    args.config.is_some() || installed.says.data_dir.as_ref() == Some(&settings.data_dir)
}

/// The model of this store: where the server that agents use looks for it, if this is its store. Where
/// they use another, and there is none here, nobody misses one.
fn reader(
    settings: &Settings,
    installed: Option<&Installed>,
    args: &DoctorArgs,
) -> Option<Finding> {
    let own = || Some(model::look(settings));
    match installed.filter(|_| args.config.is_none()) {
        Some(installed) if leads_here(installed, settings, args) => match installed.told() {
            Ok(told) => Some(model::of_server(&told, settings)),
            Err(_) => own(),
        },
        Some(_) if !port::exists(settings) => None,
        _ => own(),
    }
}

/// The store and everything around it.
async fn house(
    settings: &Settings,
    installed: Option<&Installed>,
    model: Option<Finding>,
    repair: bool,
) -> Vec<Finding> {
    let (mut findings, door) = entrance(settings, installed, repair).await;
    findings.extend(model);
    findings.extend(notebook::short(&settings.notebook).map(guessed));
    findings.extend(leftovers::find(settings, door.serving).iter().map(spooled));
    findings.extend(recorder::check().await);
    findings.extend(rooms(settings, &door, repair).await);
    findings
}

/// The store that agents were set up for, where that is another than the one that is looked at.
async fn elsewhere(own: &Settings, installed: &Installed, repair: bool) -> Vec<Finding> {
    let settings = match installed.told() {
        Ok(settings) => settings,
        Err(fault) => return vec![from_fault("config", fault)],
    };
    let (mut findings, door) = entrance(&settings, Some(installed), repair).await;
    findings.push(model::of_server(&settings, own));
    findings.extend(rooms(&settings, &door, repair).await);
    findings
}

/// Who serves a store.
struct Door {
    serving: bool,
    /// Somebody does, and says nothing.
    still: bool,
}

async fn entrance(
    settings: &Settings,
    installed: Option<&Installed>,
    repair: bool,
) -> (Vec<Finding>, Door) {
    let server = ControlClient::find(&settings.data_dir).await;
    let serving = server.is_some();
    let still = match server {
        Some(server) => server.alive().await.err(),
        None => None,
    };
    let door = Door {
        serving,
        still: still.is_some(),
    };
    let server = match still {
        Some(fault) => from_fault("server", fault),
        None => server::check(settings, serving, installed, repair).await,
    };
    (vec![directory(&settings.data_dir), server], door)
}

/// What is kept in it.
async fn rooms(settings: &Settings, door: &Door, repair: bool) -> Vec<Finding> {
    let mut findings = Vec::from_iter(restoring::check(&settings.data_dir, repair));
    if !port::exists(settings) {
        return findings;
    }
    match port::find(settings).await {
        // It was told above: whoever stands still answers nothing about the store either.
        _ if door.still => {}
        Ok(port) => findings.extend(store::look(&*port, repair).await),
        Err(fault) => findings.push(from_fault("store", fault)),
    }
    findings.extend(secrets(&settings.data_dir));
    findings.extend(open_files(&settings.data_dir));
    findings
}

/// It works, and somebody may want a better one.
fn guessed(message: String) -> Finding {
    Finding {
        note: true,
        hint: format!(
            "set {} to something long, such as `openssl rand -hex 32` gives",
            notebook::SECRET
        ),
        ..good("notebook", message)
    }
}

/// Nothing of ours is broken, and somebody's events are not where they should be.
fn spooled(left: &Left) -> Finding {
    let (message, hint) = left.told();
    Finding {
        note: true,
        hint,
        ..good("spool", message)
    }
}
