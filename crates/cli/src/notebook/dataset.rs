//! A copy of the store in a dataset of a hub: taken while the server goes on, uploaded only when
//! something changed, and fetched file by file where there is no store yet.

mod manifest;
mod snapshot;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use mneme_model::{Clock, Code, Moment, Secret};
use mneme_providers::hub::{self, Hub, Upload};
use mneme_store::checksum::sha256;
use mneme_store::replace::replace;
use mneme_wire::Fault;

use crate::args::{HubBackupArgs, HubRestoreArgs, RestoreArgs};
use crate::clock::WallClock;
use crate::commands::{Outcome, restore as from_file};
use crate::environment;
use crate::output;
use crate::port;
use crate::settings::Settings;
use manifest::{MANIFEST, Manifest, State};
use snapshot::{SECRET_FILE, STORE};

const TOKEN: &str = "HF_TOKEN";
const REPO: &str = "AGENTMEMORY_DATASET_REPO";
const ENDPOINT: &str = "HF_ENDPOINT";

/// The dataset the environment names; none is no error.
fn hub() -> Result<Option<Hub>, Fault> {
    let said = |name: &str| environment::var(name).filter(|value| !value.trim().is_empty());
    let (Some(token), Some(repo)) = (said(TOKEN), said(REPO)) else {
        output::note(&format!(
            "{TOKEN} and {REPO} name no dataset: nothing is done"
        ));
        return Ok(None);
    };
    let endpoint = said(ENDPOINT).unwrap_or_else(|| hub::USUAL.to_owned());
    let settings = hub::Settings {
        endpoint: endpoint.trim().trim_end_matches('/').to_owned(),
        token: Secret(token.trim().to_owned()),
        repo: repo.trim().to_owned(),
    };
    Hub::new(settings).map(Some).map_err(refused)
}

fn now() -> String {
    Moment::from_ms(WallClock.now_ms()).rfc3339()
}

fn refused(error: hub::Error) -> Fault {
    Fault::new(Code::NotWritten, error.to_string())
}

pub async fn backup(settings: &Settings, args: HubBackupArgs) -> Outcome {
    let Some(hub) = hub()? else {
        return Ok(ExitCode::SUCCESS);
    };
    loop {
        let looked = look(settings, &hub, args.force).await;
        if let Err(fault) = &looked
            && fault.known_code() != Code::NoStore
        {
            State::note_failure(&settings.data_dir, &fault.error, &now());
        }
        match looked {
            Ok(true) => say!("backed up"),
            Ok(false) if args.once => say!("unchanged: nothing was uploaded"),
            Ok(false) => {}
            Err(fault) if args.once || fault.known_code() == Code::NoStore => return Err(fault),
            // The next look may go better.
            Err(fault) => output::note(&format!("not backed up: {}", fault.error)),
        }
        if args.once {
            return Ok(ExitCode::SUCCESS);
        }
        tokio::time::sleep(Duration::from_secs(args.every.max(1))).await;
    }
}

/// One look: whether anything was uploaded.
async fn look(settings: &Settings, hub: &Hub, force: bool) -> Result<bool, Fault> {
    let port = port::find_existing(settings).await?;
    let marks = snapshot::marks(&*port, settings).await?;
    let state = State::read(&settings.data_dir, &hub.place());
    if let Some(mut same) = state.clone().filter(|state| state.marks == marks) {
        if same.recover() {
            same.write(&settings.data_dir)?;
        }
        return Ok(false);
    }
    there(hub, state.as_ref(), force).await?;
    let files = snapshot::take(&*port, settings).await?;
    let manifest = Manifest::of(&files)?;
    let before = state.map(|state| state.files).unwrap_or_default();
    let gone: Vec<String> = before
        .into_iter()
        .filter(|path| !files.iter().any(|file| file.path == *path))
        .collect();
    let mut all = files;
    let text = manifest.text()?;
    all.push(Upload {
        path: MANIFEST.to_owned(),
        sha256: sha256(&text),
        bytes: text,
    });
    hub.commit("A copy of the store", &all, &gone)
        .await
        .map_err(refused)?;
    State::after(&manifest, hub.place(), marks, &now()).write(&settings.data_dir)?;
    Ok(true)
}

/// The dataset is there, private, and holds nothing of another store.
async fn there(hub: &Hub, state: Option<&State>, force: bool) -> Result<(), Fault> {
    match hub.is_private().await.map_err(refused)? {
        None => return hub.create().await.map_err(refused),
        Some(true) => {}
        Some(false) => {
            let mut fault = Fault::new(
                Code::NotWritten,
                "the dataset is public, and the copy has the keys in it",
            );
            fault.hint = String::from("make the dataset private");
            return Err(fault);
        }
    }
    let known = fetch(hub, MANIFEST)
        .await?
        .as_deref()
        .map(Manifest::read)
        .transpose()?;
    let ours = match (&known, state) {
        (None, _) => true,
        (Some(known), Some(state)) => known.id == state.id,
        (Some(_), None) => false,
    };
    if ours || force {
        return Ok(());
    }
    let mut fault = Fault::new(
        Code::NotWritten,
        "the dataset holds a copy this store does not come from; it is left alone",
    );
    fault.hint = String::from("`mneme notebook restore` first, or --force to replace it");
    Err(fault)
}

async fn fetch(hub: &Hub, path: &str) -> Result<Option<Vec<u8>>, Fault> {
    hub.fetch(path).await.map_err(refused)
}

/// Never an error: without a copy one starts afresh.
pub async fn restore(settings: &Settings, args: HubRestoreArgs) -> Outcome {
    if port::exists(settings) && !args.force {
        output::note("there is a store already: nothing was restored");
        return Ok(ExitCode::SUCCESS);
    }
    let restored = match hub() {
        Ok(None) => return Ok(ExitCode::SUCCESS),
        Ok(Some(hub)) => try_restore(settings, &hub, args.force).await,
        Err(fault) => Err(fault),
    };
    match restored {
        Ok(Some(files)) => say!("restored {files} files of the dataset"),
        Ok(None) => say!("the dataset has no copy: this is a fresh start"),
        Err(fault) => output::note(&format!("nothing was restored: {}", fault.error)),
    }
    Ok(ExitCode::SUCCESS)
}

async fn try_restore(settings: &Settings, hub: &Hub, force: bool) -> Result<Option<usize>, Fault> {
    let Some(text) = fetch(hub, MANIFEST).await? else {
        return Ok(None);
    };
    let manifest = Manifest::read(&text)?;
    let mut files = Vec::new();
    for file in &manifest.files {
        let bytes = fetch(hub, &file.path).await?;
        let bytes = bytes.filter(|bytes| sha256(bytes) == file.sha256);
        let damaged = || {
            Fault::new(
                Code::BadBackup,
                format!("{} of the dataset is damaged", file.path),
            )
        };
        files.push((file.path.clone(), bytes.ok_or_else(damaged)?));
    }
    // The store first: what lies beside it goes into its directory.
    if let Some((_, bytes)) = files.iter().find(|(path, _)| path == STORE) {
        unpack(settings, bytes, force).await?;
    }
    for (path, bytes) in files.iter().filter(|(path, _)| path != STORE) {
        let to = match path.as_str() {
            SECRET_FILE => Some(settings.data_dir.join(SECRET_FILE)),
            note => snapshot::place_of_note(settings, note),
        };
        if let Some(to) = to {
            put(&to, bytes)?;
        }
    }
    let port = port::find_existing(settings).await?;
    let marks = snapshot::marks(&*port, settings).await?;
    State::after(&manifest, hub.place(), marks, &now()).write(&settings.data_dir)?;
    Ok(Some(files.len()))
}

async fn unpack(settings: &Settings, bytes: &[u8], force: bool) -> Result<(), Fault> {
    let parent = settings.data_dir.parent().unwrap_or(Path::new("."));
    let file = parent.join(format!(".mneme-restore-{}.tar.zst", std::process::id()));
    put(&file, bytes)?;
    let args = RestoreArgs {
        file: file.clone(),
        force,
        json: false,
    };
    let restored = from_file::run(settings, args).await;
    let _ = fs::remove_file(&file);
    restored.map(drop)
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let unwritten = |why: String| {
        Fault::new(
            Code::NotWritten,
            format!("{} cannot be written: {why}", path.display()),
        )
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| unwritten(error.to_string()))?;
    }
    replace(path, bytes).map_err(|error| unwritten(error.to_string()))
}
