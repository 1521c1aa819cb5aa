//! What somebody wants: asked where there is a choice, else what is usual.

use std::path::{Path, PathBuf};

use mneme_model::Code;
use mneme_wire::Fault;

use super::answers::{Places, Reading, mode};
use super::ask::Asker;
use super::config::{self, Existing, PORT, Says, Secrets, Wanted};
use super::decide::{Chosen, Decision, Extraction, decide, leads};
use super::found::Found;
use super::profile::{Client, Profile};
use super::receipt::Receipt;
use super::start;
use super::team::Team;
use super::wishes::{self, Wishes};
use crate::args::{SetupArgs, SignIn};

/// `None` where settings are kept and nobody asked for more.
pub fn ask(
    args: &SetupArgs,
    found: &Found,
    config: &Path,
    known: Option<&Receipt>,
    asker: Asker,
) -> Result<Option<Wishes>, Fault> {
    let existing = Existing::read(config)?;
    let keeps = match &existing {
        Existing::Settings(_) => !reconfigures(args, config, asker)?,
        _ => false,
    };
    // Whoever was left out is what somebody runs this again for.
    let left = known.filter(|own| keeps && own.config == config && !own.left.is_empty());
    let places = Places::named(args, existing.says());
    let asked = args.profile.is_some() || args.team_manifest.is_some() || places.move_anything();
    let asked = asked || args.no_extraction || args.extraction || args.auth.is_some();
    let asked = asked || args.mode.is_some();
    if keeps && !asked && left.is_none() {
        return Ok(None);
    }
    let team = team(args)?;
    let said = existing.says().filter(|_| keeps && args.profile.is_none());
    let said = said.map(|says| says.profile);
    let profile = args.profile.or(said).unwrap_or_default();
    introduce(args, profile, found, keeps);
    let led = known.filter(|own| keeps && own.config == config && args.profile.is_none());
    let led = led.and_then(|own| own.exports).unwrap_or_default();
    let answered = known.filter(|own| own.config == config);
    let by_key = answered.map_or(&[][..], |own| &own.by_key);
    let held = |client: Client| led.has(client) || by_key.contains(&client);
    let chosen = chosen(args, profile, found, &held, asker)?;
    let mut decision = decide(profile, found, chosen);
    let says = existing.says();
    let reading = Reading::of(args, &existing, answered, &decision);
    decision.extraction = reading.decided(decision.extraction);
    let data_dir = data_dir(args, found, says);
    let settings = match (&existing, keeps) {
        (Existing::Settings(says), true) => {
            let says = reading.kept(says.clone())?;
            let says = match args.mode {
                Some(asked) => says.with_mode(mode::named(asked))?,
                None => says,
            };
            says.with_profile(profile, team.as_ref())?
        }
        _ => {
            let mode = mode::decided(args, &existing, &data_dir, asker)?;
            let wanted = Wanted {
                upstream: upstream(&decision, found, Client::Codex),
                anthropic_upstream: upstream(&decision, found, Client::Claude),
                extraction: reads(&decision, says),
                models_dir: args.target.models_dir.clone(),
                ..wanted(&decision, says, &data_dir, mode, team)?
            };
            match says {
                Some(says) => config::renewed(&says.text, &wanted)?,
                None => config::fresh(&wanted)?,
            }
        }
    };
    let settings = places.written(settings)?;
    let starts = start::skipped(args.no_start).is_none();
    let wishes = wishes::settle(found, config, decision, settings, data_dir, starts)?;
    let wishes = wishes.explained(!keeps).noted(places.told());
    let wishes = wishes.noted(reading.told());
    Ok(Some(wishes.reading(reading.only_a_key_is_missing(keeps))))
}

fn reconfigures(args: &SetupArgs, config: &Path, asker: Asker) -> Result<bool, Fault> {
    let question = format!("There is a config at {} already:", config.display());
    let answers = [
        "keep it",
        "reconfigure: the profile, the gateway and who reads conversations are settled anew; all else you wrote stays",
    ];
    Ok(args.reconfigure || asker.choose(&question, &answers)? == 1)
}

fn team(args: &SetupArgs) -> Result<Option<Team>, Fault> {
    let Some(path) = &args.team_manifest else {
        return Ok(None);
    };
    if args.profile != Some(Profile::TeamNode) {
        let mut fault = Fault::new(Code::BadRequest, "a team manifest is for a team node");
        fault.hint = String::from("add --profile team-node");
        return Err(fault);
    }
    Team::read(path).map(Some)
}

fn introduce(args: &SetupArgs, profile: Profile, found: &Found, keeps: bool) {
    if args.json {
        return;
    }
    if keeps {
        say!("Keeping existing config.");
    }
    say!("Selected profile: {}", profile.key());
    let here = found.clients.iter().map(|client| {
        let login = found.login(*client);
        match (login.oauth, login.key) {
            (true, true) => format!("{} (login and API key)", client.title()),
            (true, false) => format!("{} (login)", client.title()),
            (false, true) => format!("{} (API key)", client.title()),
            (false, false) => client.title().to_owned(),
        }
    });
    let here: Vec<String> = here.collect();
    match here.is_empty() {
        true => say!("Found here: no agent that is known"),
        false => say!("Found here: {}", here.join(", ")),
    }
}

/// Asked only where both ways are open and a profile leads calls at all.
fn chosen(
    args: &SetupArgs,
    profile: Profile,
    found: &Found,
    held: &dyn Fn(Client) -> bool,
    asker: Asker,
) -> Result<Chosen, Fault> {
    let ask = |client: Client| {
        let login = found.login(client);
        if let Some(said) = args.auth {
            return Ok(said);
        }
        // It was answered the last time.
        if held(client) {
            return Ok(SignIn::Key);
        }
        if !(login.oauth && login.key && leads(profile, client)) {
            return Ok(SignIn::Oauth);
        }
        let question = format!("{} has a login and an API key:", client.title());
        let answers = [
            "OAuth: the login stays as it is, the memory comes by its tools",
            "API key: calls go through the gateway, which adds memories",
        ];
        Ok(match asker.choose(&question, &answers)? {
            1 => SignIn::Key,
            _ => SignIn::Oauth,
        })
    };
    Ok(Chosen {
        claude: ask(Client::Claude)?,
        codex: ask(Client::Codex)?,
    })
}

fn data_dir(args: &SetupArgs, found: &Found, says: Option<&Says>) -> PathBuf {
    let said = || says.and_then(|says| says.data_dir.clone());
    let wanted = args.target.data_dir.clone();
    let named = wanted.clone().filter(|_| args.target.is_named);
    let usual = || found.home.join(".memoryoss").join("data");
    named.or_else(said).or(wanted).unwrap_or_else(usual)
}

fn wanted(
    decision: &Decision,
    says: Option<&Says>,
    data_dir: &Path,
    mode: String,
    team: Option<Team>,
) -> Result<Wanted, Fault> {
    let said = says.and_then(|says| says.port);
    let port = chosen_port("MEMORYOSS_PORT")?.or(said).unwrap_or(PORT);
    let said = says.and_then(|says| says.core_port);
    let said = said.filter(|core| *core != port);
    let next = port.checked_add(1).unwrap_or(port - 1);
    let core_port = chosen_port("MEMORYOSS_CORE_PORT")?.or(said).unwrap_or(next);
    if core_port == port {
        return Err(bad("MEMORYOSS_CORE_PORT must differ from MEMORYOSS_PORT"));
    }
    Ok(Wanted {
        profile: decision.profile,
        port,
        core_port,
        data_dir: data_dir.to_owned(),
        models_dir: None,
        mode,
        extraction: decision.extraction,
        upstream: None,
        anthropic_upstream: None,
        secrets: Secrets::new()?,
        team,
    })
}

/// A key that stands in the settings already is one that the server has.
fn reads(decision: &Decision, says: Option<&Says>) -> Extraction {
    let keyed = says.is_some_and(|says| says.reader_has_key);
    Extraction {
        alone: decision.extraction.alone && !keyed,
        ..decision.extraction
    }
}

/// Where calls go already that are to pass through the gateway, or are asked with the same key.
fn upstream(decision: &Decision, found: &Found, client: Client) -> Option<String> {
    let address = found.addresses.of(client)?;
    let led = decision.exports.has(client);
    let led = led.then(|| address.upstream(client)).flatten();
    // Whoever reads for us has a key that is for that address.
    let asks = decision.extraction.asks(client);
    led.or_else(|| asks.then(|| address.asked(client)).flatten())
}

fn chosen_port(variable: &str) -> Result<Option<u16>, Fault> {
    let said = std::env::var(variable).ok().filter(|text| !text.is_empty());
    let read = |text: String| match text.trim().parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(bad(&format!("{variable} must be a port, 1 to 65535"))),
    };
    said.map(read).transpose()
}

fn bad(told: &str) -> Fault {
    Fault::new(Code::BadSetting, told)
}
