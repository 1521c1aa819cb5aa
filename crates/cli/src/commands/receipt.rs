//! `mneme receipt`: needs no store.

use std::path::Path;
use std::process::ExitCode;

use mneme_access::receipts::{is_signed, merkle_root};
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{Certificate, Receipt, ReceiptKeyRequest};
use serde::Serialize;

use super::Outcome;
use crate::args::{ReceiptArgs, ReceiptVerb};
use crate::output::{counted, dim, green, json, red};
use crate::port;
use crate::settings::Settings;

/// What a check found.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    pub(crate) valid: bool,
    /// What is wrong, a sentence each.
    wrong: Vec<&'static str>,
    deleted_count: usize,
    namespace: String,
    deleted_at: String,
    public_key: String,
}

pub async fn run(settings: &Settings, args: ReceiptArgs) -> Outcome {
    match args.verb {
        ReceiptVerb::Key => {
            let port = port::find_existing(settings).await?;
            say!("{}", ask(&*port, &ReceiptKeyRequest {}).await?.public_key);
            Ok(ExitCode::SUCCESS)
        }
        ReceiptVerb::Verify { file, key, json } => verify(&file, key.as_deref(), json),
    }
}

fn verify(file: &Path, key: Option<&str>, as_json: bool) -> Outcome {
    let receipt = read(file)?;
    let checked = check(&receipt, key);
    let code = match checked.valid {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    };
    if as_json {
        let _ = json(&checked);
        return Ok(code);
    }
    tell(&checked, key.is_some());
    Ok(code)
}

fn read(file: &Path) -> Result<Receipt, Fault> {
    let wrong = |why: String| Fault::new(Code::BadFile, format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| Fault {
        hint: String::from("`mneme forget ID --receipt FILE` writes one"),
        ..wrong(format!("this is no receipt: {error}"))
    })
}

pub(crate) fn check(receipt: &Receipt, key: Option<&str>) -> Checked {
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
    ];
    let wrong = findings.iter().filter(|(holds, _)| !holds);
    let wrong: Vec<&'static str> = wrong.map(|(_, what)| *what).collect();
    Checked {
        valid: wrong.is_empty(),
        wrong,
        deleted_count: certificate.deleted_count,
        namespace: certificate.namespace.clone(),
        deleted_at: certificate.deleted_at.clone(),
        public_key: public_key.to_owned(),
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
    }
    if !checked.valid {
        say!("{} {}", red("not valid:"), checked.wrong.join(", and "));
    }
}
