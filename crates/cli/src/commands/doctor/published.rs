//! What memoryOSS's `doctor` tells, in its words: settings before the store, agents behind it.

use std::borrow::Cow;
use std::os::unix::fs::PermissionsExt;

use super::model::dimension;
use super::{Finding, UNREAD, good};
use crate::args::DoctorArgs;
use crate::settings::Settings;
use crate::setup::{Checked, Installed};

/// Settings, who it was set up for, and keys; what is to be repaired is repaired on the way.
pub fn settings(installed: &Installed, settings: &Settings, args: &DoctorArgs) -> Vec<Finding> {
    let mut own = installed.settings().into_iter().map(checked);
    let profile = own.next();
    let repaired = match args.repair {
        true => installed.repair(),
        false => Vec::new(),
    };
    let repaired = repaired.into_iter().map(|told| Finding {
        repaired: true,
        ..checked(told)
    });
    let model = settings.reads_with();
    let model = model.map_or_else(
        || String::from("off: recall goes by words"),
        |model| format!("{model}{}", dimension(model)),
    );
    let head = [config(installed)].into_iter().chain(profile);
    head.chain([good("embeddings", model)])
        .chain(repaired)
        .chain(own)
        .collect()
}

/// Keys stand in it.
fn config(installed: &Installed) -> Finding {
    let shown = installed.config.display();
    let meta = std::fs::metadata(&installed.config);
    match meta.map(|meta| meta.permissions().mode() & 0o077) {
        Ok(0) | Err(_) => good("config", format!("{shown}")),
        Ok(_) => Finding {
            note: true,
            hint: format!("chmod 600 {shown}, or `mneme doctor --repair`"),
            ..good("config", format!("{shown} can be read by others"))
        },
    }
}

pub fn checked(told: Checked) -> Finding {
    Finding {
        check: Cow::Owned(told.check),
        ok: told.ok,
        repaired: false,
        note: told.note,
        message: told.message,
        hint: told.hint,
    }
}

/// The same checks by the names scripts look for. An index that is in order is told, too, and what
/// another model read is a fault: scripts wait for it to be read anew.
pub fn named(findings: Vec<Finding>) -> Vec<Finding> {
    let (unread, findings): (Vec<_>, Vec<_>) =
        (findings.into_iter()).partition(|one| one.check == UNREAD);
    let unread = unread.into_iter().map(|one| Finding {
        ok: false,
        note: false,
        ..one
    });
    let opened = findings.iter().any(|one| one.check == "tables");
    let fine = [
        ("index", "index", "follows the journal, nothing is pending"),
        ("fts", "index", "agrees with the journal"),
        (
            "vector index",
            "vectors",
            "in order; what is missing is made again from the journal",
        ),
    ];
    let wrong = |check: &str| findings.iter().any(|one| one.check == check && !one.ok);
    let fine = fine.into_iter().filter(|(_, of, _)| opened && !wrong(of));
    let fine: Vec<Finding> = fine
        .map(|(check, _, told)| good(check, told.to_owned()))
        .collect();
    let named = findings.into_iter().map(|one| Finding {
        check: match one.check.as_ref() {
            "store" => Cow::Borrowed("database"),
            "vectors" => Cow::Borrowed("vector index"),
            _ => one.check,
        },
        ..one
    });
    named.chain(fine).chain(unread).collect()
}
