//! `mneme config show`

use std::process::ExitCode;

use super::Outcome;
use crate::output::{dim, json};
use crate::settings::{Row, Settings};

pub fn show(settings: &Settings, as_json: bool) -> Outcome {
    if as_json {
        return Ok(json(&settings.shown));
    }
    let width = |of: fn(&Row) -> usize| settings.shown.iter().map(of).max().unwrap_or_default();
    let key = width(|row| row.key.len());
    let value = width(|row| row.value.len()).min(48);
    for row in &settings.shown {
        let note = match row.note {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        let origin = dim(&format!("{}{note}", row.origin));
        say!("{:<key$}  {:<value$}  {origin}", row.key, row.value);
    }
    Ok(ExitCode::SUCCESS)
}
