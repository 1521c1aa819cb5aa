//! `mneme receipt`

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use mneme_access::receipts::{is_signed, merkle_root};
use mneme_model::{Code, hex};
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::*;
use serde::Serialize;

use super::Outcome;
use crate::args::{Place, ReceiptArgs, ReceiptVerb};
use crate::output::{self, counted, dim, green, json, red};
use crate::port;
use crate::settings::Settings;

const PUBLIC_KEY_BYTES: usize = 32;

/// What a check found.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    pub(crate) valid: bool,
    /// What is wrong, a sentence each.
    wrong: Vec<&'static str>,
    /// What the holder of the store's secret says of the HMAC.
    signature: Keyed,
    deleted_count: usize,
    namespace: String,
    deleted_at: String,
    public_key: String,
}

/// Whether the HMAC holds, as far as that can be said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Keyed {
    Valid,
    Invalid,
    /// The store that gave the receipt is not here.
    NotChecked,
}

pub async fn run(settings: &Settings, args: ReceiptArgs) -> Outcome {
    match args.verb {
        ReceiptVerb::List { place, json } => list(settings, place, json).await,
        ReceiptVerb::Show { id, output, place } => {
            show(settings, id, output::file(output.as_deref()), place).await
        }
        ReceiptVerb::Key => {
            let port = port::find_existing(settings).await?;
            say!("{}", ask(&*port, &ReceiptKeyRequest {}).await?.public_key);
            Ok(ExitCode::SUCCESS)
        }
        ReceiptVerb::Verify { file, key, json } => {
            let key = key.as_deref().map(public_key).transpose()?;
            let receipt = read(&file)?;
            let keyed = keyed(settings, &receipt).await;
            Ok(verify(&receipt, key, keyed, json))
        }
    }
}

async fn list(settings: &Settings, place: Place, as_json: bool) -> Outcome {
    let port = port::find_existing(settings).await?;
    let namespace = place.namespace;
    let listed = ask(&*port, &ListReceiptsRequest { namespace }).await?;
    if as_json {
        return Ok(json(&listed));
    }
    if listed.receipts.is_empty() {
        output::note("no receipts: `mneme forget ID --receipt FILE` gives one");
    }
    for kept in &listed.receipts {
        let records = counted(kept.deleted_count as u64, "record");
        let of = format!("by {} {}", kept.deleted_by, kept.deleted_ids.join(" "));
        say!("{} {} {records} {}", kept.id, kept.deleted_at, dim(&of));
    }
    Ok(ExitCode::SUCCESS)
}

async fn show(settings: &Settings, id: String, to: Option<&Path>, place: Place) -> Outcome {
    let port = port::find_existing(settings).await?;
    let namespace = place.namespace;
    let receipt = ask(&*port, &ShowReceiptRequest { id, namespace }).await?;
    let Some(path) = to else {
        return Ok(json(&receipt));
    };
    write(output::new_file(path)?, path, &receipt)?;
    output::note(&format!("the receipt is in {}", path.display()));
    Ok(ExitCode::SUCCESS)
}

/// Into a file that was made for it.
pub fn write(mut file: File, path: &Path, receipt: &Receipt) -> Result<(), Fault> {
    let unwritten = |error: std::io::Error| {
        let message = format!("{} cannot be written: {error}", path.display());
        Fault::new(Code::BadFile, message)
    };
    let text = serde_json::to_string_pretty(receipt)
        .map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    file.write_all(format!("{text}\n").as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(unwritten)
}

/// Asks the store of this machine, where it is the one that the receipt names. A store that is
/// not there, or does not answer, leaves the check to the public key.
async fn keyed(settings: &Settings, receipt: &Receipt) -> Keyed {
    let Ok(port) = port::find_existing(settings).await else {
        return Keyed::NotChecked;
    };
    let receipt = receipt.clone();
    let public_key = receipt.public_key.clone();
    match ask(&*port, &CheckReceiptRequest { receipt }).await {
        Ok(said) if said.signature_holds => Keyed::Valid,
        Ok(said) if said.public_key == public_key => Keyed::Invalid,
        _ => Keyed::NotChecked,
    }
}

fn verify(receipt: &Receipt, key: Option<&str>, keyed: Keyed, as_json: bool) -> ExitCode {
    let checked = check(receipt, key, keyed);
    let code = match checked.valid {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    };
    match as_json {
        true => drop(json(&checked)),
        false => tell(&checked, key.is_some()),
    }
    code
}

/// What is no key at all was mistyped, and says nothing of the receipt.
fn public_key(text: &str) -> Result<&str, Fault> {
    let key = text.trim();
    match hex::decode(key).is_some_and(|bytes| bytes.len() == PUBLIC_KEY_BYTES) {
        true => Ok(key),
        false => Err(Fault {
            hint: String::from("`mneme receipt key` prints the one of a store"),
            ..Fault::new(
                Code::BadRequest,
                format!("--key: a public key has 64 hex digits, '{key}' is none"),
            )
        }),
    }
}

fn read(file: &Path) -> Result<Receipt, Fault> {
    let wrong = |why: String| Fault::new(Code::BadFile, format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| Fault {
        hint: String::from(
            "`mneme forget ID --receipt FILE` writes one, `mneme receipt show ID` one that was lost",
        ),
        ..wrong(format!("this is no receipt: {error}"))
    })
}

pub(crate) fn check(receipt: &Receipt, key: Option<&str>, keyed: Keyed) -> Checked {
    let certificate = &receipt.certificate;
    let public_key = key.unwrap_or(&receipt.public_key);
    let counts = certificate.deleted_count == certificate.deleted_ids.len()
        && certificate.deleted_count == certificate.leaf_hashes.len()
        && certificate.deleted_count == receipt.deleted;
    let findings = [
        (
            certificate.kind == Certificate::KIND && certificate.version == 1,
            "it is no deletion certificate of version 1",
        ),
        (counts, "its counts disagree"),
        (
            merkle_root(&certificate.leaf_hashes) == certificate.merkle_root,
            "the root does not follow from its leaves",
        ),
        (
            is_signed(&certificate.text(), &receipt.proof, public_key),
            "it is not signed with this key",
        ),
        (
            receipt.public_key.eq_ignore_ascii_case(public_key),
            "it names another key",
        ),
        (
            keyed != Keyed::Invalid,
            "its keyed signature is not the one this store gives",
        ),
    ];
    let wrong = findings.iter().filter(|(holds, _)| !holds);
    let wrong: Vec<&'static str> = wrong.map(|(_, what)| *what).collect();
    Checked {
        valid: wrong.is_empty(),
        wrong,
        signature: keyed,
        deleted_count: certificate.deleted_count,
        namespace: certificate.namespace.clone(),
        deleted_at: certificate.deleted_at.clone(),
        public_key: public_key.to_owned(),
    }
}

fn said_of(keyed: Keyed) -> &'static str {
    match keyed {
        Keyed::NotChecked => {
            "its keyed `signature` was not checked: only the store that gave it can; run this beside it"
        }
        _ => "its keyed `signature` is that of this store",
    }
}

fn tell(checked: &Checked, compared: bool) {
    if checked.valid {
        let records = counted(checked.deleted_count as u64, "record");
        say!(
            "{} {records} of namespace {} forgotten at {}",
            green("valid:"),
            checked.namespace,
            checked.deleted_at
        );
        let whose = match compared {
            true => "",
            false => ": is it the key of the store you mean? (`mneme receipt key` there prints it)",
        };
        say!(
            "{}",
            dim(&format!("signed with {}{whose}", checked.public_key))
        );
        say!("{}", dim(said_of(checked.signature)));
    }
    if !checked.valid {
        say!("{} {}", red("not valid:"), checked.wrong.join(", and "));
    }
}
