//! `mneme receipt`: needs no store.

use std::path::Path;
use std::process::ExitCode;

use mneme_access::receipts::{is_signed, merkle_root};
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::shapes::{Certificate, Receipt};
use serde::Serialize;

use super::Outcome;
use crate::args::{ReceiptArgs, ReceiptVerb};
use crate::output::{counted, dim, green, json, red};

/// What a check found.
#[derive(Debug, Serialize)]
struct Checked {
    valid: bool,
    /// What is wrong, a sentence each.
    wrong: Vec<&'static str>,
    deleted_count: usize,
    namespace: String,
    deleted_at: String,
    public_key: String,
}

pub fn run(args: ReceiptArgs) -> Outcome {
    let ReceiptVerb::Verify {
        file,
        key,
        json: as_json,
    } = args.verb;
    let receipt = read(&file)?;
    let checked = check(&receipt, key.as_deref());
    let code = match checked.valid {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    };
    if as_json {
        let _ = json(&checked);
        return Ok(code);
    }
    tell(&checked);
    Ok(code)
}

fn read(file: &Path) -> Result<Receipt, Fault> {
    let wrong = |why: String| Fault::new(Code::BadFile, format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(format!("this is no receipt: {error}")))
}

fn check(receipt: &Receipt, key: Option<&str>) -> Checked {
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

fn tell(checked: &Checked) {
    if checked.valid {
        let records = counted(checked.deleted_count as u64, "record");
        say!(
            "{} {records} of namespace {} forgotten at {}",
            green("valid:"),
            checked.namespace,
            checked.deleted_at
        );
        say!("{}", dim(&format!("signed with {}", checked.public_key)));
    }
    for wrong in &checked.wrong {
        say!("{} {wrong}", red("not valid:"));
    }
}
