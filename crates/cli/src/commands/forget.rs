//! `mneme forget` and `mneme supersede`

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use mneme_model::{Code, Kind, KindGroup};
use mneme_wire::operations::ask;
use mneme_wire::shapes::*;
use mneme_wire::{Fault, Port};

use super::{Outcome, receipt};
use crate::archive;
use crate::args::{ForgetArgs, SupersedeArgs};
use crate::confirm::confirmed;
use crate::output::{self, bold, counted, dim, json, one_line};

/// Lines of a preview.
const SHOWN: usize = 20;
const WIDTH: usize = 70;

/// Answers to a question that are meant, and how well they have to answer it.
const ANSWERS: usize = 10;
const MIN_SCORE: f64 = 0.2;

/// Between two asks for a receipt that is not ready.
const AGAIN: Duration = Duration::from_secs(1);

pub async fn run(port: &dyn Port, args: ForgetArgs) -> Outcome {
    let (mut request, scores) = request(port, &args).await?;
    request.dry_run = true;
    let told = ask(port, &request).await?;
    let (meant, lines) = (told.would_delete, told.spool_lines);
    let positions = told.positions;
    if let Some(path) = &args.receipt
        && meant.is_empty()
        && !args.ids.is_empty()
        && !args.dry_run
    {
        return owed(port, &args, path).await;
    }
    unknown(&args.ids, &meant)?;
    if args.dry_run && args.json {
        return Ok(json(&ForgetReply {
            would_delete: meant,
            positions,
            spool_lines: lines,
            ..ForgetReply::default()
        }));
    }
    if meant.is_empty() && lines == 0 {
        return nothing(&args);
    }
    if !args.json {
        preview(&meant, &scores);
        preview_lines(lines);
    }
    if args.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    if !args.yes && !sure(meant.len() as u64, lines)? {
        output::note("nothing was forgotten");
        return Ok(ExitCode::FAILURE);
    }
    let recorded = meant.iter().any(is_recorded);
    let request = shown(&args, meant, positions);
    let done = match &args.receipt {
        Some(path) => with_receipt(port, request, path, args.json).await,
        None => plainly(port, &request, args.json).await,
    }?;
    if recorded && !args.json && nobody_records() {
        output::note(
            "the files of a recording still hold it; the recorder deletes it there when it starts",
        );
    }
    Ok(done)
}

/// What was shown is what goes, whatever is written meanwhile, and whatever became of the index over
/// ids. Lines of a spool have no other name than the filter's. Whoever names ids gets the receipt of these
/// by naming them again.
fn shown(args: &ForgetArgs, meant: Vec<Memory>, positions: Vec<i64>) -> ForgetRequest {
    let ids: Vec<String> = meant.into_iter().map(|memory| memory.id).collect();
    ForgetRequest {
        ids: if ids.is_empty() { nobody() } else { ids },
        positions: match args.ids.is_empty() {
            true => positions,
            false => Vec::new(),
        },
        session: args.session.clone(),
        agent: args.agent.clone(),
        all: args.all,
        namespace: args.place.namespace.clone(),
        now: true,
        ..ForgetRequest::default()
    }
}

/// No id means nothing, not everything the filter names.
fn nobody() -> Vec<String> {
    vec![String::from("-")]
}

/// Whether a directory of a recording tells of it too.
fn is_recorded(memory: &Memory) -> bool {
    Kind::named(&memory.kind).is_some_and(Kind::is_recorded)
}

/// Settings that cannot be read say nothing about a recorder that runs.
fn nobody_records() -> bool {
    archive::Config::load().is_ok_and(|config| archive::holder(&config).is_none())
}

/// How well each record answers the question, where there is one.
type Scores = HashMap<String, f64>;

async fn request(port: &dyn Port, args: &ForgetArgs) -> Result<(ForgetRequest, Scores), Fault> {
    let mut ids = args.ids.clone();
    if let Some(query) = &args.query {
        let recall = RecallRequest {
            query: query.clone(),
            limit: Some(args.limit.unwrap_or(ANSWERS)),
            session: args.session.clone(),
            agent: args.agent.clone(),
            tags: Some(args.tags.clone()),
            kinds: Some(args.kinds.clone()),
            before: args.before.clone(),
            namespace: args.place.namespace.clone(),
            ..RecallRequest::default()
        };
        let enough = args.min_score.unwrap_or(MIN_SCORE);
        let found = ask(port, &recall).await?.memories.into_iter();
        let found = found.filter(|hit| hit.score >= enough);
        let scores: Scores = found.map(|hit| (hit.memory.id, hit.score)).collect();
        ids.extend(scores.keys().cloned());
        let request = ForgetRequest {
            ids: if ids.is_empty() { nobody() } else { ids },
            namespace: args.place.namespace.clone(),
            ..ForgetRequest::default()
        };
        return Ok((request, scores));
    }
    let request = ForgetRequest {
        ids,
        agent: args.agent.clone(),
        session: args.session.clone(),
        tags: args.tags.clone(),
        kinds: args.kinds.clone(),
        before: args.before.clone(),
        all: args.all,
        namespace: args.place.namespace.clone(),
        ..ForgetRequest::default()
    };
    Ok((request, Scores::new()))
}

/// An id that names nothing is a mistake worth stopping for: somebody may believe it is gone.
fn unknown(ids: &[String], meant: &[Memory]) -> Result<(), Fault> {
    let known = |id: &&String| !meant.iter().any(|memory| memory.id == **id);
    let unknown: Vec<&str> = ids.iter().filter(known).map(String::as_str).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let message = format!(
        "nothing has the id {}; nothing was forgotten",
        unknown.join(", ")
    );
    Err(Fault::new(Code::NoSuchMemory, message))
}

/// A kind nobody knows is a slip of the pen, unless something has it.
fn nothing(args: &ForgetArgs) -> Outcome {
    let unknown = |kind: &&String| {
        let groups = [KindGroup::Memory, KindGroup::Event];
        let group = groups.iter().any(|group| group.name() == kind.as_str());
        !group && Kind::event_named(kind).is_none()
    };
    if let Some(kind) = args.kinds.iter().find(unknown) {
        let mut fault = Fault::new(Code::BadKind, format!("nothing has the kind '{kind}'"));
        fault.hint = String::from("memory, event, or what `mneme events --json` shows as kind");
        return Err(fault);
    }
    if args.json {
        return Ok(json(&ForgetReply::default()));
    }
    say!("nothing matches");
    if args.query.is_some() {
        let least = args.min_score.unwrap_or(MIN_SCORE);
        output::note(&format!(
            "what scores below {least} is left out: `--min-score` sets that, and recall shows what comes near"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// What would go; what a question found, best first with its score.
fn preview(meant: &[Memory], scores: &Scores) {
    let score = |memory: &Memory| scores.get(&memory.id).copied();
    let mut meant: Vec<&Memory> = meant.iter().collect();
    meant.sort_by(|a, b| score(b).partial_cmp(&score(a)).unwrap_or(Ordering::Equal));
    for memory in meant.iter().take(SHOWN) {
        let day = memory.occurred_at.get(..10).unwrap_or_default();
        let score = score(memory).map_or_else(String::new, |score| format!("{score:.2} "));
        say!(
            "{}{} {} {}",
            bold(&score),
            dim(day),
            one_line(&memory.content, WIDTH),
            dim(&memory.id)
        );
    }
    if meant.len() > SHOWN {
        say!("… and {} more", meant.len() - SHOWN);
    }
}

/// Nobody can be shown what no server could read.
fn preview_lines(lines: u64) {
    if lines > 0 {
        let lines = counted(lines, "line");
        say!(
            "{}",
            dim(&format!("{lines} of hooks that no server would take"))
        );
    }
}

fn sure(records: u64, lines: u64) -> Result<bool, Fault> {
    let what = match (records, lines) {
        (0, lines) => counted(lines, "line"),
        (records, _) => counted(records, "record"),
    };
    let question = format!("Forget {what} for good?");
    confirmed(&question, "look with --dry-run, then forget with --yes")
}

async fn plainly(port: &dyn Port, request: &ForgetRequest, as_json: bool) -> Outcome {
    let forgot = ask(port, request).await?;
    if as_json {
        return Ok(json(&forgot));
    }
    say!("forgot {}", counted(forgot.deleted as u64, "record"));
    if forgot.spool_lines > 0 {
        let lines = counted(forgot.spool_lines, "line");
        say!("deleted {lines} of hooks that no server would take");
    }
    if forgot.purge_pending {
        output::note(
            "old files still hold it, sealed; they are rid of it in a while, by themselves",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Nothing is there: it may have gone before, and the receipt with it that nobody got.
async fn owed(port: &dyn Port, args: &ForgetArgs, path: &Path) -> Outcome {
    let request = ForgetRequest {
        ids: args.ids.clone(),
        namespace: args.place.namespace.clone(),
        ..ForgetRequest::default()
    };
    let given = with_receipt(port, request, path, args.json).await;
    let nothing = |fault: &Fault| fault.known_code() == Code::NoSuchMemory;
    if given.as_ref().is_err_and(nothing) {
        // Nobody has written anything into it.
        let _ = std::fs::remove_file(path);
        unknown(&args.ids, &[])?;
    }
    given
}

async fn with_receipt(
    port: &dyn Port,
    forget: ForgetRequest,
    path: &Path,
    as_json: bool,
) -> Outcome {
    // A place that cannot be written is found out before anything goes.
    let file = output::new_file(path)?;
    let receipt = certified(port, CertifiedRequest { forget }).await?;
    receipt::write(file, path, &receipt)?;
    if as_json {
        return Ok(json(&receipt));
    }
    let forgot = counted(receipt.deleted as u64, "record");
    say!("forgot {forgot}; the receipt is in {}", path.display());
    Ok(ExitCode::SUCCESS)
}

/// The receipt, however long it takes: what it tells of is gone already.
async fn certified(port: &dyn Port, request: CertifiedRequest) -> Result<Receipt, Fault> {
    loop {
        match ask(port, &request).await {
            Err(fault) if fault.known_code() == Code::PurgePending => {
                output::note(&format!("{}; waiting for the receipt", fault.error));
                tokio::time::sleep(AGAIN).await;
            }
            answer => return answer,
        }
    }
}

pub async fn supersede(port: &dyn Port, args: SupersedeArgs) -> Outcome {
    let request = SupersedeRequest {
        id: args.old,
        superseded_by: args.new,
        namespace: args.place.namespace,
    };
    let done = ask(port, &request).await?;
    if args.json {
        return Ok(json(&done));
    }
    say!("{} took the place of {}", done.superseded_by, done.id);
    Ok(ExitCode::SUCCESS)
}
