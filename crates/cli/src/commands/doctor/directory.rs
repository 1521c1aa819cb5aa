//! The directory of a store: who may look into it, and into what is in it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{Finding, from_fault, good};
use crate::compose;
use crate::settings::own_tls_key;
use crate::setup::closed;

pub fn directory(dir: &Path) -> Finding {
    let shown = dir.display();
    if let Some(fault) = closed(dir) {
        return from_fault("directory", fault);
    }
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

/// Secrets must be readable by their owner alone.
pub fn secrets(dir: &Path) -> Vec<Finding> {
    let kept = |name: &str| dir.join("keys").join(name);
    let files = [
        compose::key_file(dir),
        kept("master.key"),
        kept("master.wrapped"),
        kept("jwt.secret"),
        own_tls_key(dir),
    ];
    let check = |path: &PathBuf| {
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
pub fn open_files(dir: &Path) -> Vec<Finding> {
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
