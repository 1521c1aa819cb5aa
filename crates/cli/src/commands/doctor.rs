//! `mneme doctor`

mod index;
mod published;
mod recorder;
mod restoring;
mod room;
mod sealing;
mod server;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;

use mneme_index::embed::{catalogue, check};
use mneme_model::Code;
use mneme_wire::client::ControlClient;
use mneme_wire::errors::CONTENTS_AGAIN;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{StatsRequest, VectorStats, VerifyReply, VerifyRequest};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use super::upkeep::{AUDIT_BROKEN, DAMAGED, VECTORS_AGAIN, unpurged};
use crate::args::DoctorArgs;
use crate::leftovers::{self, Left};
use crate::output::{bold, counted, green, json, own_words, red};
use crate::settings::{Settings, notebook, own_tls_key};
use crate::setup::{self, Installed};
use crate::{compose, port};

/// What the configured model has not read, and another one has.
const UNREAD: &str = "embeddings";

#[derive(Clone, Debug, Serialize)]
struct Finding {
    check: Cow<'static, str>,
    ok: bool,
    /// It was not in order, and was written again.
    #[serde(skip_serializing_if = "is_false")]
    repaired: bool,
    /// Nothing is broken, but somebody may want to know.
    #[serde(skip_serializing_if = "is_false")]
    note: bool,
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

pub async fn run(settings: &Settings, args: &DoctorArgs) -> Outcome {
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
    let house = house(settings, leads, args.repair).await;
    match args.config {
        Some(_) => findings.extend(published::named(house)),
        None => findings.extend(house),
    }
    if let Ok(Some(installed)) = &installed
        && !leads_here(installed, settings, args)
    {
        findings.extend(elsewhere(installed, args.repair).await);
    }
    let agents = installed.ok().flatten().map(|installed| installed.agents());
    findings.extend(agents.into_iter().flatten().map(published::checked));
    report(findings, args.json)
}

/// Whether what was set up is for the store that is looked at.
fn leads_here(installed: &Installed, settings: &Settings, args: &DoctorArgs) -> bool {
    args.config.is_some() || installed.says.data_dir.as_ref() == Some(&settings.data_dir)
}

/// The store and everything around it.
async fn house(settings: &Settings, installed: Option<&Installed>, repair: bool) -> Vec<Finding> {
    let (mut findings, door) = entrance(settings, installed, repair).await;
    findings.push(model(settings));
    findings.extend(notebook::short(&settings.notebook).map(guessed));
    findings.extend(leftovers::find(settings, door.serving).iter().map(spooled));
    findings.extend(recorder::check().await);
    findings.extend(rooms(settings, &door, repair).await);
    findings
}

/// The store that agents were set up for, where that is another than the one that is looked at.
async fn elsewhere(installed: &Installed, repair: bool) -> Vec<Finding> {
    let settings = match installed.told() {
        Ok(settings) => settings,
        Err(fault) => return vec![from_fault("config", fault)],
    };
    let (mut findings, door) = entrance(&settings, Some(installed), repair).await;
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
        Ok(port) => findings.extend(store(&*port, repair).await),
        Err(fault) => findings.push(from_fault("store", fault)),
    }
    findings.extend(secrets(&settings.data_dir));
    findings.extend(open_files(&settings.data_dir));
    findings
}

fn good(check: &'static str, message: String) -> Finding {
    Finding {
        check: Cow::Borrowed(check),
        ok: true,
        repaired: false,
        note: false,
        message,
        hint: String::new(),
    }
}

fn from_fault(check: &'static str, fault: Fault) -> Finding {
    Finding {
        ok: false,
        hint: fault.hint,
        ..good(check, format!("{} [{}]", fault.error, fault.code))
    }
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

fn directory(dir: &Path) -> Finding {
    let shown = dir.display();
    match std::fs::metadata(dir) {
        Ok(meta) if meta.is_dir() && meta.permissions().mode() & 0o022 != 0 => Finding {
            ok: false,
            hint: format!("chmod 700 {shown}"),
            ..good("directory", format!("others may write into {shown}"))
        },
        Ok(meta) if meta.is_dir() && meta.permissions().mode() & 0o055 != 0 => Finding {
            note: true,
            hint: format!("chmod 700 {shown}"),
            ..good("directory", format!("others may look into {shown}"))
        },
        Ok(meta) if meta.is_dir() => good("directory", format!("{shown}")),
        Ok(_) => Finding {
            ok: false,
            hint: "give another --data-dir".into(),
            ..good("directory", format!("{shown} is not a directory"))
        },
        Err(_) => good(
            "directory",
            format!("{shown} does not exist yet; it is made on first use"),
        ),
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

/// What is on the disk, whatever a running server has in memory.
fn model(settings: &Settings) -> Finding {
    if let Some(elsewhere) = &settings.engine.embed {
        let (model, dimension) = (&elsewhere.model, elsewhere.dimension);
        let told = format!(
            "{model} is asked elsewhere (dimension {dimension}): what is kept is sent there"
        );
        return good("model", told);
    }
    let Some(wanted) = &settings.engine.index.embeddings else {
        return good("model", "off: recall goes by words".into());
    };
    match check(&wanted.model, &wanted.dir) {
        Ok(()) => good(
            "model",
            format!("{} is ready{}", wanted.model, dimension(&wanted.model)),
        ),
        // Without one, everything works by words.
        Err(error) if error.code() == Code::ModelMissing => words_only(&wanted.model),
        Err(error) => from_fault("model", Fault::new(error.code(), error.to_string())),
    }
}

fn dimension(model: &str) -> String {
    let known = catalogue::find(model).map(|known| known.dimension);
    known.map_or_else(String::new, |dimension| format!(" (dimension {dimension})"))
}

/// Nothing is wrong, and something is missing.
fn words_only(model: &str) -> Finding {
    Finding {
        note: true,
        hint: String::from("`mneme model fetch` gets it, and meaning counts too"),
        ..good(
            "model",
            format!(
                "words only: {model} is not here, so recall goes by words alone [model_missing]"
            ),
        )
    }
}

async fn store(port: &dyn Port, repair: bool) -> Vec<Finding> {
    // First of all: whatever else is asked may open an index, and mend it without a word.
    let index = index::check(port, repair).await;
    let (mut doors, mut disk, mut unread) = (BTreeMap::new(), None, None);
    let stats = match ask(port, &StatsRequest::default()).await {
        Ok(stats) => {
            doors = stats.doors;
            disk = Some(room::check(&stats.storage));
            unread = of_another_model(&stats.vectors);
            let memories: u64 = stats.namespaces.iter().map(|n| n.memories).sum();
            let events: u64 = stats.namespaces.iter().map(|n| n.events).sum();
            good(
                "store",
                format!(
                    "opens; {} and {}, index {} behind",
                    counted(memories, "memory"),
                    counted(events, "event"),
                    stats.index_lag
                ),
            )
        }
        Err(fault) => from_fault("store", fault),
    };
    let broken = index.iter().any(|finding| !finding.ok);
    let proven = match broken {
        true => index,
        false => [index, proven(port, repair).await].concat(),
    };
    let sealing = sealing::check(port).await;
    let archive = Some(archive(&doors)).filter(|_| !doors.is_empty());
    let archive = archive.into_iter().collect();
    let (disk, unread) = (Vec::from_iter(disk), Vec::from_iter(unread));
    [vec![stats], disk, sealing, archive, proven, unread].concat()
}

/// Nothing is lost: the configured model reads all of it once somebody serves.
fn of_another_model(vectors: &VectorStats) -> Option<Finding> {
    let others = || {
        let all = vectors.models.iter().filter(|of| of.vectors > 0);
        all.filter(|of| of.name != vectors.model)
    };
    let (n, dimension) = (
        others().map(|of| of.vectors).sum::<u64>(),
        vectors.dimension,
    );
    let names: Vec<&str> = others().map(|of| of.name.as_str()).collect();
    let (model, names) = (&vectors.model, names.join(", "));
    // What the configured model has read is never compared with the rest.
    (n > 0 && dimension > 0 && vectors.behind > 0).then(|| Finding {
        note: true,
        ..good(
            UNREAD,
            format!(
                "{n} stored embedding(s) do not match configured dimension {dimension} \
                 (run `mneme migrate-embeddings --model {model}`; {names} made them)"
            ),
        )
    })
}

/// Everything that follows from the journal, compared with it; made again where that is wanted.
async fn proven(port: &dyn Port, repair: bool) -> Vec<Finding> {
    let found = match ask(port, &VerifyRequest::default()).await {
        Ok(found) => found,
        Err(fault) => return vec![from_fault("tables", fault)],
    };
    let derived = !found.differences.is_empty() || !found.index.is_empty();
    if !(repair && derived) {
        return verified(&found);
    }
    let what = match found.index.is_empty() {
        true => "tables",
        false => "index",
    };
    let mut told = vec![index::made_again(port, what).await];
    if told[0].ok {
        let again = ask(port, &VerifyRequest::default()).await;
        told.extend(again.map_or_else(|fault| vec![from_fault("tables", fault)], |f| verified(&f)));
    }
    told
}

/// Whether the server that runs records desktop sessions, and where it is told to.
fn archive(doors: &BTreeMap<String, String>) -> Finding {
    let told = match doors.get("archive") {
        Some(socket) => format!("desktop sessions are recorded, at {socket}"),
        None => String::from("desktop sessions are not recorded by this server"),
    };
    good("archive", told)
}

fn verified(found: &VerifyReply) -> Vec<Finding> {
    let bad = |check, told: &[String], hint: &str| Finding {
        ok: false,
        hint: hint.to_owned(),
        ..good(check, told.join("; "))
    };
    let equal = format!(
        "{} folded again, all rows equal",
        counted(found.events, "event")
    );
    let rebuild = "`mneme rebuild`, or `mneme doctor --repair`, makes tables and indexes again from the journal";
    let tables = match (found.differences.is_empty(), found.damaged.is_empty()) {
        (true, true) => good("tables", equal),
        // What follows from what does not open cannot be told.
        (true, false) => bad("journal", &found.damaged, DAMAGED),
        (false, _) => bad("tables", &found.differences, rebuild),
    };
    let rest = [
        ("index", &found.index, rebuild),
        ("vectors", &found.vectors, VECTORS_AGAIN),
        ("contents", &found.contents, CONTENTS_AGAIN),
        ("audit", &found.audit, AUDIT_BROKEN),
    ];
    let wrong = rest.iter().filter(|(_, told, _)| !told.is_empty());
    let wrong = wrong.map(|(check, told, hint)| bad(check, told, hint));
    let mended = found.mended.iter().map(|told| Finding {
        repaired: true,
        // The name of the check is said before it.
        ..good("index", told.trim_start_matches("index ").to_owned())
    });
    let waiting = (found.unpurged > 0).then(|| good("purge", unpurged(found)));
    let found = mended.chain([tables]).chain(waiting);
    found.chain(wrong).collect()
}

/// Secrets must be readable by their owner alone.
fn secrets(dir: &Path) -> Vec<Finding> {
    let kept = |name: &str| dir.join("keys").join(name);
    let files = [
        compose::key_file(dir),
        kept("master.key"),
        kept("master.wrapped"),
        kept("jwt.secret"),
        own_tls_key(dir),
    ];
    let check = |path: &std::path::PathBuf| {
        let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
        let shown = path.display();
        Some(match mode & 0o077 {
            0 => good("secrets", format!("{shown} is readable by its owner alone")),
            _ => Finding {
                ok: false,
                hint: format!("chmod 600 {shown}"),
                ..good(
                    "secrets",
                    format!("{shown} can be read by others (mode {mode:o})"),
                )
            },
        })
    };
    files.iter().filter_map(check).collect()
}

/// No secrets, and still nobody else's: what is sealed in them, and who serves where.
fn open_files(dir: &Path) -> Vec<Finding> {
    let check = |name: &str| {
        let path = dir.join(name);
        let mode = std::fs::metadata(&path).ok()?.permissions().mode() & 0o777;
        let shown = path.display();
        (mode & 0o077 != 0).then(|| Finding {
            note: true,
            hint: format!("chmod 600 {shown}"),
            ..good(
                "files",
                format!("{shown} is open to others (mode {mode:o})"),
            )
        })
    };
    let files = ["mneme.db", "mneme.db-wal", "run.json"];
    files.into_iter().filter_map(check).collect()
}

fn report(findings: Vec<Finding>, as_json: bool) -> Outcome {
    let told = findings.into_iter().map(|finding| Finding {
        message: own_words(&finding.message),
        hint: own_words(&finding.hint),
        ..finding
    });
    let findings: Vec<Finding> = told.collect();
    let failed = findings.iter().filter(|finding| !finding.ok).count();
    if as_json {
        json(&findings);
    } else {
        for finding in &findings {
            let mark = match (finding.ok, finding.note) {
                (true, _) if finding.repaired => green("[repair]"),
                (true, false) => green("[ok]"),
                (true, true) => bold("[note]"),
                (false, _) => red("[error]"),
            };
            let between = if finding.repaired && finding.ok {
                ""
            } else {
                ":"
            };
            say!("{mark} {}{between} {}", finding.check, finding.message);
            if !finding.hint.is_empty() {
                say!("       {}", finding.hint);
            }
        }
        match failed {
            0 => say!("Doctor OK"),
            n => say!("Doctor FAILED: {n} issue(s)"),
        }
    }
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
