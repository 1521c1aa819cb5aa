//! The pictures of a step: fetched at their time, marked, put into place, and told to the
//! recording they belong to. None of it holds the recording up.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mneme_journal::Draft;
use mneme_model::archive::{Command, FrameFound, Session, SkippedFetch, Step};
use mneme_model::{Body, Event, Kind, Moment};
use mneme_store::objects::{LocalObjects, ObjectRef};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::{Inner, steps};
use crate::files::names::{self, Shot};
use crate::frames::eyes::{Picture, Place};
use crate::frames::timing::{Plan, Target};
use crate::frames::{kind, mark};
use crate::signals;

/// Which of a step's pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    Before,
    At,
    After,
    /// The last look at the screen; it belongs to no step.
    Closing,
}

/// What became of one picture, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub step_id: u32,
    pub which: Which,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<Stored>,
}

/// Where a picture is and what it must be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    pub path: String,
    pub sha256: String,
    pub len: u64,
    pub media: String,
    #[serde(default)]
    pub marked: bool,
    pub found: FrameFound,
}

/// Everything needed to fetch the pictures of a step.
pub struct Errand {
    pub inner: Arc<Inner>,
    pub dir: PathBuf,
    pub eyes: Place,
    pub step: Step,
    pub plan: Plan,
    pub found: mpsc::UnboundedSender<Box<Outcome>>,
}

// === impl Errand ===

impl Errand {
    /// Each picture on its own: one that fails or is late takes nothing from the others.
    pub fn run(self) {
        let errand = Arc::new(self);
        for (which, target) in errand.targets() {
            let errand = errand.clone();
            tokio::spawn(async move {
                let outcome = errand.fetch(which, target).await;
                // The recording may have ended meanwhile; it has said so itself.
                let _ = errand.found.send(Box::new(outcome));
            });
        }
    }

    fn targets(&self) -> [(Which, Target); 3] {
        [
            (Which::Before, self.plan.before),
            (Which::At, self.plan.at),
            (Which::After, self.plan.after),
        ]
    }

    async fn fetch(&self, which: Which, target: Target) -> Outcome {
        let interval = self.inner.parts.eyes.interval(&self.eyes);
        let interval_ms = u32::try_from(interval.as_millis()).unwrap_or(u32::MAX);
        wait_until(&self.inner, target.askable_ms(interval_ms)).await;
        let asked = Instant::now();
        let fetched = self.inner.parts.eyes.closest(&self.eyes, target.ms).await;
        let stored = match fetched {
            Ok(picture) => self.keep(which, picture).await.inspect_err(|error| {
                tracing::warn!(target: "ma_core::storage", step_id = self.step.step_id, ?which, error, "a picture could not be kept");
            }),
            Err(error) => Err(error.to_string()),
        };
        let bytes = stored.as_ref().ok().map(|stored| stored.len);
        signals::picture(bytes, asked.elapsed());
        match stored {
            Ok(stored) => Outcome {
                step_id: self.step.step_id,
                which,
                skipped: None,
                stored: Some(stored),
            },
            Err(error) => {
                tracing::debug!(target: "ma_core::capture", step_id = self.step.step_id, ?which, error, "a picture is missing");
                skipped(self.step.step_id, which, which.failed())
            }
        }
    }

    /// Puts a picture where it belongs. One that cannot be marked is kept as it is.
    async fn keep(&self, which: Which, picture: Picture) -> Result<Stored, String> {
        let mark_at = self.plan.marked.filter(|_| which == Which::At);
        let (bytes, marked) = match which {
            Which::At => {
                let painted = move || painted(&picture.bytes, mark_at);
                paint(&self.inner, painted).await?
            }
            _ => (checked(&self.inner, picture.bytes).await?, false),
        };
        let kind = kind::kind(&bytes).ok_or("it is no picture")?;
        let name = which.file(&self.step, kind.extension());
        let media = kind.media_type().to_owned();
        let object = put(&self.dir, name, bytes).await?;
        signals::FRAMES_MARKED.add(u64::from(marked));
        Ok(stored(object, media, marked, picture.found))
    }
}

/// Work on pixels, as much of it at a time as there are cores.
async fn paint<T: Send + 'static>(
    inner: &Inner,
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    // The semaphore is never closed.
    let _turn = inner.painters.acquire().await;
    let painted = tokio::task::spawn_blocking(work).await;
    painted.map_err(|error| error.to_string())?
}

/// The same bytes, once it is known that they are a picture.
pub async fn checked(inner: &Inner, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let check = move || match mark::readable(&bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(error.to_string()),
    };
    paint(inner, check).await
}

/// The picture as a PNG, marked if it can be.
fn painted(bytes: &[u8], mark_at: Option<(i32, i32)>) -> Result<(Vec<u8>, bool), String> {
    if let Some(marked) = mark_at.and_then(|at| mark::mark(bytes, at).ok()) {
        return Ok((marked, true));
    }
    let png = mark::to_png(bytes).map_err(|error| error.to_string())?;
    Ok((png, false))
}

async fn wait_until(inner: &Inner, ms: i64) {
    let left = ms.saturating_sub(inner.now_ms());
    if let Ok(left @ 1..) = u64::try_from(left) {
        // A peer whose clock runs far ahead must not hold a picture for ever.
        tokio::time::sleep(Duration::from_millis(left.min(60_000))).await;
    }
}

/// Writes one file of a recording, whole or not at all.
pub async fn put(dir: &Path, name: String, bytes: Vec<u8>) -> Result<ObjectRef, String> {
    let objects = LocalObjects::at(dir);
    let put = super::on_disk(move || objects.put(&name, &bytes)).await;
    let put = put.map_err(|error| error.to_string())?;
    put.map_err(|error| error.to_string())
}

pub fn stored(object: ObjectRef, media: String, marked: bool, found: FrameFound) -> Stored {
    Stored {
        path: object.rel_path,
        sha256: object.sha256,
        len: object.len,
        media,
        marked,
        found,
    }
}

pub fn skipped(step_id: u32, which: Which, reason: &str) -> Outcome {
    Outcome {
        step_id,
        which,
        skipped: Some(reason.to_owned()),
        stored: None,
    }
}

/// The event of a picture.
pub fn draft(session: &Session, outcome: &Outcome, now_ms: i64) -> Draft {
    let which = outcome.which.name();
    let told = serde_json::to_value(outcome).unwrap_or_default();
    Draft {
        ext_id: format!("{}/frame/{}/{which}", session.id(), outcome.step_id),
        kind: Kind::FrameRecorded,
        session: Some(session.id().to_owned()),
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(now_ms),
        body: Body {
            metadata: steps::object(told),
            ..Body::default()
        },
    }
}

pub fn read(event: &Event) -> Option<Outcome> {
    let told = serde_json::Value::Object(event.body.metadata.clone());
    serde_json::from_value(told).ok()
}

/// Writes into a step what became of one of its pictures; what is missing is listed.
pub fn patch(step: &mut Step, missing: &mut Vec<SkippedFetch>, outcome: Outcome) {
    if let Some(reason) = outcome.skipped {
        missing.push(SkippedFetch {
            step_id: step.step_id,
            reason,
        });
        return;
    }
    let Some(stored) = outcome.stored else { return };
    match outcome.which {
        Which::Before => {
            step.before_image_path = Some(stored.path);
            step.frames.before = Some(stored.found);
        }
        Which::At => {
            step.image_path = Some(stored.path);
            step.image_fetched = true;
            step.marked = stored.marked;
            step.frames.at = Some(stored.found);
        }
        Which::After => {
            step.after_image_path = Some(stored.path);
            step.frames.after = Some(stored.found);
        }
        Which::Closing => {}
    }
}

/// Why a command has no pictures at all.
pub fn none_for(command: &Command) -> &'static str {
    match command.success {
        false => "command failed",
        true => "action type does not trigger fetch",
    }
}

// === impl Which ===

impl Which {
    pub fn name(self) -> &'static str {
        match self {
            Which::Before => "before",
            Which::At => "at",
            Which::After => "after",
            Which::Closing => "closing",
        }
    }

    /// Where it goes in the directory of its recording.
    pub fn file(self, step: &Step, extension: &str) -> String {
        let shot = match self {
            Which::Before => Shot::Before,
            Which::At => Shot::At,
            Which::After => Shot::After,
            Which::Closing => return names::closing_frame(extension),
        };
        names::frame(step, shot, extension)
    }

    fn failed(self) -> &'static str {
        match self {
            Which::Before => "before fetch failed",
            Which::At | Which::Closing => "fetch failed",
            Which::After => "after fetch failed",
        }
    }
}
