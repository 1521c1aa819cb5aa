//! The files of a copy: the store as it stands at one moment, the notes in markdown, and the
//! secret the boot script made.

use std::fs;
use std::path::{Path, PathBuf};

use mneme_model::Code;
use mneme_providers::hub::Upload;
use mneme_store::checksum::sha256;
use mneme_surfaces::notebook::files::brain;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{BackupRequest, StatsRequest};
use mneme_wire::{Fault, Port};

use super::manifest::Marks;
use crate::commands::backup::warn;
use crate::settings::Settings;

/// The store's name in the dataset.
pub const STORE: &str = "store.tar.zst";
/// Made by the boot script where no secret is set; in the data directory and in the dataset.
pub const SECRET_FILE: &str = ".hmac";
const NOTES: &str = "second-brain/";

pub async fn marks(port: &dyn Port, settings: &Settings) -> Result<Marks, Fault> {
    let stats = ask(port, &StatsRequest::default()).await?;
    let mut marks: Marks = beside(settings)?
        .into_iter()
        .map(|file| (file.path, file.sha256))
        .collect();
    marks.insert(STORE.to_owned(), stats.head.to_string());
    Ok(marks)
}

pub async fn take(port: &dyn Port, settings: &Settings) -> Result<Vec<Upload>, Fault> {
    // Beside the store: no backup lies in what it is a copy of.
    let beside_it = settings.data_dir.parent().unwrap_or(Path::new("."));
    let name = format!(".mneme-dataset-{}.tar.zst", std::process::id());
    let path = std::path::absolute(beside_it.join(name));
    let path = path.map_err(|error| unread(&settings.data_dir, &error))?;
    let request = BackupRequest {
        path: path.display().to_string(),
        include_key: true,
        force: true,
    };
    let written = ask(port, &request).await;
    let bytes = written.and_then(|written| {
        warn(&written.damaged);
        fs::read(&path).map_err(|error| unread(&path, &error))
    });
    let _ = fs::remove_file(&path);
    let mut files = vec![upload(STORE.to_owned(), bytes?)];
    files.extend(beside(settings)?);
    Ok(files)
}

/// What lies beside the store.
fn beside(settings: &Settings) -> Result<Vec<Upload>, Fault> {
    let mut files = Vec::new();
    if let Ok(secret) = fs::read(settings.data_dir.join(SECRET_FILE)) {
        files.push(upload(SECRET_FILE.to_owned(), secret));
    }
    if let Some(dir) = &settings.notebook.places.second_brain {
        let notes = brain::list(dir).map_err(|refusal| refusal.0)?;
        files.extend(
            notes
                .into_iter()
                .map(|note| upload(format!("{NOTES}{}", note.name), note.content.into_bytes())),
        );
    }
    Ok(files)
}

/// Where a note of the dataset goes; what is no name of a note goes nowhere.
pub fn place_of_note(settings: &Settings, path: &str) -> Option<PathBuf> {
    let name = path.strip_prefix(NOTES)?;
    let plain = brain::name(name).ok()?;
    let dir = settings.notebook.places.second_brain.as_ref()?;
    (plain == name).then(|| dir.join(plain))
}

fn upload(path: String, bytes: Vec<u8>) -> Upload {
    Upload {
        sha256: sha256(&bytes),
        path,
        bytes,
    }
}

fn unread(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new(
        Code::NotWritten,
        format!("{} cannot be used: {error}", path.display()),
    )
}
