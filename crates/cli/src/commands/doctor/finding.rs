//! What is found, and how it is told.

use std::borrow::Cow;
use std::process::ExitCode;

use mneme_wire::Fault;
use serde::Serialize;

use crate::commands::Outcome;
use crate::output::{bold, green, json, own_words, red};

#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub check: Cow<'static, str>,
    pub ok: bool,
    /// It was not in order, and was written again.
    #[serde(skip_serializing_if = "is_false")]
    pub repaired: bool,
    /// Nothing is broken, but somebody may want to know.
    #[serde(skip_serializing_if = "is_false")]
    pub note: bool,
    pub message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

pub fn good(check: &'static str, message: String) -> Finding {
    Finding {
        check: Cow::Borrowed(check),
        ok: true,
        repaired: false,
        note: false,
        message,
        hint: String::new(),
    }
}

pub fn from_fault(check: &'static str, fault: Fault) -> Finding {
    Finding {
        ok: false,
        hint: fault.hint,
        ..good(check, format!("{} [{}]", fault.error, fault.code))
    }
}

pub fn report(findings: Vec<Finding>, as_json: bool) -> Outcome {
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
