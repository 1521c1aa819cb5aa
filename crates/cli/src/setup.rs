//! `setup`: settings, agents, shells and the server, in one plan that is shown, written, and can
//! be taken back.
//!
//! Everything is worked out before the first byte is written: what is here ([`found`]), who gets
//! what ([`decide`]), and each file as it will be ([`plan`]). What is ours in files of others is one
//! list ([`surfaces`]), which setup puts in, `doctor` compares and `--undo` takes out.

mod alone;
mod answers;
mod apply;
mod ask;
mod block;
mod config;
mod decide;
mod ending;
mod found;
mod installed;
mod lost;
mod plan;
mod profile;
mod receipt;
mod serving;
mod start;
mod surfaces;
mod team;
mod undo;
mod wiring;
mod wishes;
mod wizard;

use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::json;

use crate::args::{Global, SetupArgs};
use crate::commands::Outcome;
use crate::connect::place;
use crate::output;
use ask::Asker;
use found::Found;
use plan::Plan;
use receipt::Receipt;
use wishes::Wishes;

pub use alone::Alone;
pub use installed::{Checked, Installed, elsewhere};
pub use lost::gone;
pub use plan::change;
pub use profile::Profile;
pub use start::{closed, trouble};

/// Which settings file, and which store a new one names.
#[derive(Clone, Debug, Default)]
pub struct Target {
    pub config: PathBuf,
    /// Else `~/.memoryoss/data`.
    pub data_dir: Option<PathBuf>,
    /// Whether somebody named that store, which is more than a usual place for a new one.
    pub is_named: bool,
    /// Where models are kept, if that was said.
    pub models_dir: Option<PathBuf>,
}

// === impl Target ===

impl Target {
    /// For whoever was started as mneme: its own store, so that there is one memory.
    pub fn of_mneme(data_dir: &Path, said: &Global) -> Result<Self, Fault> {
        let home = crate::connect::place::home()?;
        Ok(Self {
            config: home.join(".memoryoss").join("memoryoss.toml"),
            data_dir: Some(whole(data_dir)?),
            is_named: said.data_dir.is_some(),
            models_dir: said.models_dir.as_deref().map(whole).transpose()?,
        })
    }
}

pub async fn run(args: SetupArgs) -> Outcome {
    let _alone = match args.dry_run {
        true => None,
        false => Alone::take().await?,
    };
    let found = Found::look()?;
    let asker = Asker {
        silent: args.yes || args.json,
    };
    if asker.silent && !args.dry_run {
        // `--yes | head -1` would else end half way, with nothing written and as if all were well.
        output::go_on_unheard();
    }
    if args.undo {
        return undo::undo(&found, asker, &args).await;
    }
    // What is to be added to must be readable before anything is asked.
    let known = Receipt::read(&found.home)?;
    let config = whole(&args.target.config)?;
    let Some(wishes) = wizard::ask(&args, &found, &config, known.as_ref(), asker)? else {
        return kept(&args, &config, known.as_ref()).await;
    };
    let mut plan = wishes.plan(&found)?;
    plan.notes.extend(beside(&args.target.config, &config));
    if !args.json {
        plan::show(&plan, &found);
    }
    if args.dry_run {
        return told(&args, &wishes, &plan, None);
    }
    if !plan.is_empty() && !asker.agreed("Write this?")? {
        say!("Nothing was written.");
        return Ok(ExitCode::SUCCESS);
    }
    if start::skipped(args.no_start).is_none() {
        start::refuse_foreign(&wishes.wiring, &wishes.data_dir, known.as_ref()).await?;
    }
    let mut receipt = apply::apply(&plan, &wishes.wiring, wishes.decision.profile)?;
    let server = serve(&args, &wishes, &plan, &mut receipt).await?;
    let done = told(&args, &wishes, &plan, Some(&server));
    match plan.left.first() {
        Some(left) => Err(left.told()),
        None => done,
    }
}

/// The default answer to settings that are there, where no profile was asked for.
async fn kept(args: &SetupArgs, config: &Path, known: Option<&Receipt>) -> Outcome {
    let server = held(config, known).await;
    for written in known
        .iter()
        .flat_map(|own| &own.files)
        .filter(|_| !args.dry_run)
    {
        place::clear_unfinished(&written.path);
    }
    let wrong = match known.is_some_and(|own| own.config == config) {
        true => installed::wrong(config).await,
        false => Vec::new(),
    };
    match args.json {
        true => {
            let config = &args.target.config;
            output::json(&json!({
                "config": config,
                "kept": true,
                "files": [],
                "server": server,
                "wrong": wrong,
            }));
        }
        false => {
            say!("Keeping existing config.");
            say!(
                "`--profile auto` looks at agents and sign-ins again, `--reconfigure` writes it anew."
            );
            if let Some(server) = server {
                say!("The server {server}");
            }
            if !wrong.is_empty() {
                let (wrong, program) = (wrong.join("; "), output::program());
                say!("Not in order: {wrong}. `{program} doctor --repair` mends it.");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the server has other settings than those that are kept, and what helps.
async fn held(config: &Path, known: Option<&Receipt>) -> Option<String> {
    let existing = config::Existing::read(config).ok()?;
    let says = existing.says()?;
    let data_dir = says.data_dir.as_ref()?;
    let serving = serving::Serving::find(data_dir, config, &says.text, known).await?;
    let (wrong, way) = (serving.wrong()?, serving::way(config, known));
    Some(format!("{wrong}; {way}"))
}

async fn serve(
    args: &SetupArgs,
    wishes: &Wishes,
    plan: &Plan,
    receipt: &mut Receipt,
) -> Result<String, Fault> {
    let settled = start::Settled {
        wiring: &wishes.wiring,
        data_dir: &wishes.data_dir,
        text: &wishes.settings,
        changed: plan
            .changes()
            .any(|step| step.whose == plan::SETTINGS && step.file.changes()),
    };
    let Some(told) = start::skipped(args.no_start) else {
        return settled.start(wishes.systemd, receipt).await;
    };
    let left = settled.left(receipt).await;
    Ok(left.map_or_else(|| told.clone(), |left| format!("{told}\n{left}")))
}

fn told(args: &SetupArgs, wishes: &Wishes, plan: &Plan, server: Option<&str>) -> Outcome {
    if args.json {
        let files = plan
            .steps
            .iter()
            .map(|step| json!({ "path": step.path(), "for": step.whose, "change": step.change() }));
        let files: Vec<_> = files.collect();
        let left = plan.left.iter();
        let left = left.map(|left| json!({ "for": left.whose, "why": left.fault.error }));
        let left: Vec<_> = left.collect();
        output::json(&json!({
            "profile": wishes.decision.profile,
            "config": wishes.wiring.config,
            "data_dir": wishes.data_dir,
            "clients": wishes.decision.clients,
            "exports": surfaces::shell::lines(&wishes.wiring),
            "files": files,
            "notes": plan.notes,
            "left_out": left,
            "written": server.is_some(),
            "server": server,
        }));
        return Ok(ExitCode::SUCCESS);
    }
    let Some(server) = server else {
        say!("\nNothing was written: this was a dry run.");
        return Ok(ExitCode::SUCCESS);
    };
    say!("\n{server}");
    say!(
        "Setup done. Start your agents again to see it; `{} setup --undo` puts everything back.",
        output::program()
    );
    Ok(ExitCode::SUCCESS)
}

/// Settings that nobody named a place for are where one stands: that is how it was published.
fn beside(named: &Path, config: &Path) -> Option<String> {
    let new = named.is_relative() && !config.exists();
    new.then(|| {
        let (shown, program) = (config.display(), output::program());
        format!(
            "the settings go where you are, to {shown}: `{program} serve` finds them from here, from elsewhere with -c; `{program} -c FILE setup` chooses another place"
        )
    })
}

/// An agent starts elsewhere.
fn whole(path: &Path) -> Result<PathBuf, Fault> {
    let trouble = |error| Fault::new(Code::BadFile, format!("{}: {error}", path.display()));
    absolute(path).map_err(trouble)
}
