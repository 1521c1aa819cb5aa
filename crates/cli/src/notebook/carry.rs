//! `mneme notebook export` and `mneme notebook import`

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use mneme_engine::notebook::kv::{self, Broken, Held};
use mneme_engine::notebook::lenient;
use mneme_model::Code;
use mneme_store::foreign;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{NotebookExportRequest, NotebookImportRequest};
use mneme_wire::{Fault, Port};
use serde_json::{Map, Value, json};

use crate::args::{NotebookExportArgs, NotebookImportArgs, Strategy};
use crate::commands::Outcome;
use crate::confirm::confirmed;
use crate::output::{self, counted};

/// Sessions asked for at once.
const PAGE: usize = 100;
/// Observations sent at once, as far as sessions allow.
const TOGETHER: usize = 2_000;
/// A file is held in memory.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// Broken rows that are told one by one, beside the first.
const SHOWN: usize = 20;

pub async fn export(port: &dyn Port, args: NotebookExportArgs) -> Outcome {
    let whole = whole(port, args.place.namespace.as_deref()).await?;
    let text = serde_json::to_string_pretty(&whole).map_err(internal)?;
    let Some(path) = output::file(args.output.as_deref()) else {
        say!("{text}");
        return Ok(ExitCode::SUCCESS);
    };
    let unwritten = |error: std::io::Error| bad(path, &format!("cannot be written: {error}"));
    let mut file = BufWriter::new(output::new_file(path)?);
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    written.map_err(unwritten)?;
    let many = |list: &str| whole[list].as_array().map_or(0, Vec::len) as u64;
    output::note(&format!(
        "exported {} and {} to {}",
        counted(many("sessions"), "session"),
        counted(many("memories"), "memory"),
        path.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// All pages as one document.
pub async fn whole(port: &dyn Port, namespace: Option<&str>) -> Result<Value, Fault> {
    let mut whole = Value::Null;
    let mut offset = 0;
    loop {
        let request = NotebookExportRequest {
            namespace: namespace.map(str::to_owned),
            max_sessions: Some(PAGE),
            offset,
        };
        let mut page = ask(port, &request).await?;
        let more = page["pagination"]["hasMore"] == true;
        if let Some(fields) = page.as_object_mut() {
            fields.remove("pagination");
        }
        match &mut whole {
            Value::Null => whole = page,
            whole => join(whole, page),
        }
        offset += PAGE;
        if !more {
            return Ok(whole);
        }
    }
}

/// Everything but sessions is on every page.
fn join(whole: &mut Value, page: Value) {
    let Value::Object(mut page) = page else {
        return;
    };
    if let (Some(all), Some(Value::Array(more))) =
        (whole["sessions"].as_array_mut(), page.remove("sessions"))
    {
        all.extend(more);
    }
    if let (Some(all), Some(Value::Object(more))) = (
        whole["observations"].as_object_mut(),
        page.remove("observations"),
    ) {
        all.extend(more);
    }
}

pub async fn import(port: &dyn Port, args: NotebookImportArgs) -> Outcome {
    let Source { held, is_table } = read(&args.file)?;
    let (mut left, broken) = (held.left, held.broken);
    let replaces = args.strategy == Strategy::Replace;
    if replaces && !broken.is_empty() {
        let why = format!("{}; replace would forget what it says", rows(&broken));
        return Err(bad(&args.file, &why));
    }
    if replaces && !args.yes && !sure(&args.file)? {
        output::note("nothing was imported");
        return Ok(ExitCode::FAILURE);
    }
    let parts = match replaces {
        // What is not in a part would be forgotten with it.
        true => vec![held.document],
        false => parts(held.document),
    };
    let mut taken: BTreeMap<String, u64> = BTreeMap::new();
    let (mut skipped, mut forgotten, mut replaced, mut loose) = (0, 0, 0, 0);
    for document in parts {
        let request = NotebookImportRequest {
            namespace: args.place.namespace.clone(),
            document,
            strategy: Some(named(args.strategy).to_owned()),
        };
        let told = ask(port, &request).await;
        let told = told.map_err(|fault| match kv::blamed(&request.document, &fault.error) {
            Some(blamed) if is_table => bad(&args.file, &row(&blamed)),
            _ => fault,
        })?;
        for (list, n) in told["imported"].as_object().into_iter().flatten() {
            *taken.entry(list.clone()).or_default() += n.as_u64().unwrap_or(0);
        }
        for (list, n) in told["leftOut"].as_object().into_iter().flatten() {
            *left.entry(list.clone()).or_default() += n.as_u64().unwrap_or(0) as usize;
        }
        let count = |field: &str| told[field].as_u64().unwrap_or(0);
        skipped += count("skipped");
        forgotten += count("forgotten");
        replaced += count("replaced");
        loose += count("loose");
    }
    let told = json!({
        "imported": taken, "skipped": skipped, "forgotten": forgotten, "replaced": replaced,
        "loose": loose, "left_out": left,
        "broken": broken.iter().map(row).collect::<Vec<_>>(),
    });
    // What is broken is no reason to leave the rest behind, and still no success.
    let why = format!("{}; the rest was imported", rows(&broken));
    let done = match broken.is_empty() {
        true => Ok(ExitCode::SUCCESS),
        false => Err(bad(&args.file, &why)),
    };
    if args.json {
        let _ = output::json(&told);
        return done;
    }
    let taken: Vec<String> = taken
        .iter()
        .map(|(list, n)| format!("{n} {list}"))
        .collect();
    say!("{} {}", output::green("imported:"), taken.join(", "));
    for (n, what) in [
        (skipped, "were here already"),
        (forgotten, "were forgotten here, and stay so"),
        (replaced, "were here and are forgotten for good"),
        (loose, "join something that is not here, and were left out"),
    ] {
        if n > 0 {
            say!("{n} {what}");
        }
    }
    for (scope, n) in &left {
        say!(
            "{} of {scope} left out: there is no such list here, or it is made again",
            counted(*n as u64, "row")
        );
    }
    // The first is the error itself.
    for broken in broken.iter().skip(1).take(SHOWN) {
        say!("{}", row(broken));
    }
    done
}

/// A row by its table and its names, and what is wrong with it.
fn row(broken: &Broken) -> String {
    let Broken { scope, key, why } = broken;
    format!("table {}, row {scope}/{key}: {why}", foreign::TABLE)
}

/// The first of them, and how many more there are.
fn rows(broken: &[Broken]) -> String {
    let first = broken.first().map(row).unwrap_or_default();
    match broken.len().saturating_sub(1) {
        0 => first,
        more => format!("{first} (and {} more)", counted(more as u64, "row")),
    }
}

/// What is forgotten does not come back, also not by a fuller file.
fn sure(file: &Path) -> Result<bool, Fault> {
    let question = format!(
        "Forget for good what is here and not in {}?",
        file.display()
    );
    confirmed(&question, "add --yes to replace without being asked")
}

fn named(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Merge => "merge",
        Strategy::Replace => "replace",
        Strategy::Skip => "skip",
    }
}

/// What a file holds, and whether in rows of a table.
struct Source {
    held: Held,
    is_table: bool,
}

/// An export, or the file of the program this one took the place of.
fn read(path: &Path) -> Result<Source, Fault> {
    let unread = |error: std::io::Error| bad(path, &format!("cannot be read: {error}"));
    let mut start = Vec::new();
    let file = fs::File::open(path).map_err(unread)?;
    let length = file.metadata().map_err(unread)?.len();
    (&file).take(16).read_to_end(&mut start).map_err(unread)?;
    if foreign::is_sqlite(&start) {
        let rows = foreign::kept(path).map_err(|error| bad(path, &error.to_string()))?;
        let rows = rows.into_iter().map(|row| (row.scope, row.key, row.value));
        return Ok(Source {
            held: kv::held(rows),
            is_table: true,
        });
    }
    if length > MAX_BYTES {
        return Err(bad(path, "is larger than an export may be"));
    }
    let bytes = fs::read(path).map_err(unread)?;
    let document = lenient::from_slice(&bytes);
    let document = document.map_err(|error| bad(path, &format!("is no export: {error}")))?;
    Ok(Source {
        held: Held {
            document,
            ..Held::default()
        },
        is_table: false,
    })
}

/// Sessions, some at a time, then what is known: notes hang on what they were made of.
fn parts(document: Value) -> Vec<Value> {
    let Value::Object(mut fields) = document else {
        return vec![document];
    };
    let sessions = fields.remove("sessions");
    let Some(Value::Object(mut seen)) = fields.remove("observations") else {
        let mut whole = fields;
        whole.extend(sessions.map(|sessions| ("sessions".to_owned(), sessions)));
        return vec![Value::Object(whole)];
    };
    fields.insert("sessions".into(), json!([]));
    let mut parts = Vec::new();
    let (mut some, mut their, mut many) = (Vec::new(), Map::new(), 0);
    let mut flush = |some: &mut Vec<Value>, their: &mut Map<String, Value>| {
        let again = told_again(&mut fields, their);
        let part = json!({
            "sessions": std::mem::take(some), "observations": std::mem::take(their),
            "compressed": again,
        });
        parts.push(part);
    };
    let sessions = match sessions {
        Some(Value::Array(sessions)) => sessions,
        _ => Vec::new(),
    };
    for session in sessions {
        let id = session["id"].as_str().unwrap_or_default().to_owned();
        if let Some(own) = seen.remove(&id) {
            many += own.as_array().map_or(0, Vec::len);
            their.insert(id, own);
        }
        some.push(session);
        if many >= TOGETHER || some.len() >= PAGE {
            flush(&mut some, &mut their);
            many = 0;
        }
    }
    their.extend(seen);
    if !some.is_empty() || !their.is_empty() {
        flush(&mut some, &mut their);
    }
    parts.push(Value::Object(fields));
    parts
}

/// What tells observations of these sessions again goes with them.
fn told_again(fields: &mut Map<String, Value>, their: &Map<String, Value>) -> Vec<Value> {
    let Some(Value::Array(all)) = fields.get_mut("compressed") else {
        return Vec::new();
    };
    let of = |note: &Value| {
        note["sessionId"]
            .as_str()
            .is_some_and(|id| their.contains_key(id))
    };
    let (again, rest) = std::mem::take(all).into_iter().partition(of);
    *all = rest;
    again
}

fn bad(path: &Path, why: &str) -> Fault {
    Fault::new(Code::BadFile, format!("{} {why}", path.display()))
}

fn internal(error: serde_json::Error) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}
