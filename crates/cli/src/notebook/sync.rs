//! `mneme notebook sync`: talks of this machine, sent to a notebook that may be on another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_engine::notebook::transcripts::{Talk, antigravity, brought};
use mneme_model::{Clock, Code, Moment};
use mneme_surfaces::notebook::files::Places;
use mneme_surfaces::notebook::files::antigravity::{Mode, Wish, talks};
use mneme_surfaces::notebook::unread;
use mneme_wire::Fault;
use serde_json::{Value, json};

use super::Rest;
use crate::args::{SyncArgs, SyncMode, Talks};
use crate::clock::WallClock;
use crate::commands::Outcome;
use crate::output::{self, counted};
use crate::settings::Settings;

pub async fn run(settings: &Settings, args: SyncArgs) -> Outcome {
    let Talks::Antigravity = args.talks;
    let here = std::env::current_dir().unwrap_or_default();
    let wish = Wish {
        mode: match args.mode {
            SyncMode::CurrentSession => Mode::CurrentSession,
            SyncMode::CurrentFolder => Mode::CurrentFolder,
            SyncMode::All => Mode::All,
        },
        conversation: args.conversation,
        folder: folder(&here, args.folder),
    };
    let rest = Rest::new(crate::environment::var)?;
    let told = sync(&rest, &settings.notebook.places, wish, args.reflect).await?;
    if told["success"] == false {
        let broken = |_| Fault::new(Code::BadPath, told["error"].to_string());
        return Err(serde_json::from_value(told.clone()).unwrap_or_else(broken));
    }
    if args.json {
        return Ok(output::json(&told));
    }
    let sessions = told["syncedSessions"].as_array().map_or(0, Vec::len);
    let added = told["observationsAdded"].as_u64().unwrap_or(0);
    say!(
        "{} {}, {} new",
        output::green("synced:"),
        counted(sessions as u64, "session"),
        counted(added, "observation")
    );
    for broken in told["leftOut"].as_array().into_iter().flatten() {
        let (file, why) = (broken["file"].as_str(), broken["error"].as_str());
        say!(
            "left out: {}: {}",
            file.unwrap_or_default(),
            why.unwrap_or_default()
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn folder(here: &Path, named: Option<PathBuf>) -> String {
    let folder = named.map_or_else(|| here.to_path_buf(), |named| here.join(named));
    folder.display().to_string()
}

/// What the two tools of that name do, on the machine of whoever calls them: reads talks, sends
/// what is new, and sums up and reflects on each session where that is wanted.
pub async fn sync(rest: &Rest, places: &Places, wish: Wish, reflect: bool) -> Result<Value, Fault> {
    let places = places.clone();
    let found = tokio::task::spawn_blocking(move || talks(&places.antigravity()?, &wish)).await;
    let found = found.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    let mut found = match found {
        Ok(found) => found,
        Err(refusal) => return Ok(unread(&refusal.0)),
    };
    let (mut synced, mut added) = (Vec::new(), 0);
    for talk in std::mem::take(&mut found.talks) {
        let id = talk.session_id.clone();
        added += send(rest, talk).await?;
        synced.push(id);
    }
    let mut told = json!({ "success": true, "syncedSessions": synced, "observationsAdded": added });
    found.tell(&mut told);
    if reflect {
        let (mut crystals, mut reflections) = (Vec::new(), Vec::new());
        for id in &synced {
            crystals.push(asked(rest, "summarize", id).await);
            reflections.push(asked(rest, "slot/reflect", id).await);
        }
        told["crystallizations"] = Value::from(crystals);
        told["reflections"] = Value::from(reflections);
    }
    Ok(told)
}

async fn send(rest: &Rest, mut talk: Talk) -> Result<u64, Fault> {
    let known = rest
        .get("observations", &[("sessionId", &talk.session_id)])
        .await?;
    let known = known["observations"].as_array().into_iter().flatten();
    antigravity::only_new(
        &mut talk,
        known.filter_map(|seen| seen["userPrompt"].as_str()),
    );
    if talk.told.is_empty() {
        return Ok(0);
    }
    let export = brought::session(&talk, &[], Moment::from_ms(WallClock.now_ms()));
    let document = json!({ "sessions": export.sessions, "observations": export.observations });
    let body = json!({ "exportData": document, "strategy": "skip" });
    let told = rest.post("import", &body).await?;
    Ok(told["imported"]["observations"].as_u64().unwrap_or(0))
}

/// What came of it, or why nothing did: the next session is looked at all the same.
async fn asked(rest: &Rest, path: &str, session: &str) -> Value {
    let mut told = match rest.post(path, &json!({ "sessionId": session })).await {
        Ok(told) => told,
        Err(fault) => json!({ "success": false, "error": fault.error }),
    };
    told["sessionId"] = json!(session);
    told
}
