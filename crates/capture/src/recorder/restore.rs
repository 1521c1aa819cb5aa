//! A recording told again from the journal: after a crash, and wherever the files are behind.

use std::path::{Path, PathBuf};

use mneme_model::archive::{Command, Session, SkippedFetch, Status, Step, Turn};
use mneme_model::time::LATEST_MS;
use mneme_model::{Event, Kind, Seq};
use mneme_store::names::NameKind;
use mneme_store::tables::journal::{self, Page, Position};

use super::forgetting::Gone;
use super::metadata::{Standing, Story};
use super::pictures::{self, Which};
use super::{Inner, Result, dir, internal, on_disk, registry, steps, write_failed};
use crate::files::{self, Form};
use crate::frames::timing;
use crate::sessions::Move;

/// Events read at a time.
const PAGE: usize = 1_000;

/// What the journal knows of a recording.
#[derive(Default)]
struct Told {
    steps: Vec<(Step, Command)>,
    pictures: Vec<pictures::Outcome>,
    /// Where the journal has what was written about steps.
    reasons: Vec<Seq>,
}

/// Everything recorded so far.
pub async fn story(inner: &Inner, session: &Session) -> Result<Story> {
    Ok(told(inner, session).await?.story())
}

/// Where the journal has everything a document is made of.
pub async fn sources(inner: &Inner, session: &Session) -> Result<Vec<Seq>> {
    let told = told(inner, session).await?;
    let steps = told.steps.iter().filter_map(|(step, _)| step.event_offset);
    Ok(steps.chain(told.reasons.iter().copied()).collect())
}

/// The same of a recording that is over: a picture nobody heard of any more is missing.
pub async fn ended_story(inner: &Inner, session: &Session) -> Result<Story> {
    let mut story = story(inner, session).await?;
    if inner.eyes_of(session).is_some() {
        story.give_up_on_pictures();
    }
    Ok(story)
}

/// Writes all four command files again.
pub async fn rows(inner: &Inner, session: &Session, form: Form) -> Result<()> {
    let (told, writer) = (told(inner, session).await?, super::writer(session));
    let written = on_disk(move || files::regenerate(&writer, &told.steps, form)).await?;
    written.map_err(write_failed)
}

/// Gives the directory of a lost recording the name that says so.
pub async fn set_aside(dir: &Path) -> Option<PathBuf> {
    let path = dir.to_path_buf();
    match on_disk(move || files::mark_incomplete(&path)).await {
        Ok(Ok(path)) => Some(path),
        Ok(Err(error)) => {
            tracing::error!(target: "ma_core::storage", path = %dir.display(), %error, "the directory of a lost recording keeps its name");
            None
        }
        Err(_) => None,
    }
}

/// Whose recorder died, or could never start: files in order, set aside, and listed as lost.
pub async fn lost(inner: &Inner, id: &str) -> Result<()> {
    let session = inner.session(id).await?;
    // Somebody else was quicker: it is set aside already, or goes on.
    if !session.status().is_some_and(Status::is_capturing) {
        return Ok(());
    }
    let mut path = dir(&session);
    let story = ended_story(inner, &session).await?;
    if path.is_dir() {
        in_order(inner, &session, &story, Standing::Incomplete).await?;
        path = set_aside(&path).await.unwrap_or(path);
    }
    let turn = Move::new(Turn::Lost, inner.now_ms())
        .with("memory_path", path.display().to_string())
        .with("total_steps", story.total().to_string());
    let turned = inner.parts.registry.turn(id, turn).await;
    turned.map(|_| ()).map_err(registry)
}

/// All files as the journal says they should be.
pub async fn in_order(
    inner: &Inner,
    session: &Session,
    story: &Story,
    standing: Standing,
) -> Result<()> {
    let (path, _desk) = (dir(session), inner.desk.lock().await);
    rows(inner, session, Form::Arrays).await?;
    // What was forgotten since the story was read.
    let mut story = story.clone();
    story.forget(&inner.gone(session.id()).await?);
    let metadata = story.metadata(session, standing, &inner.now());
    let now_ms = inner.now_ms();
    let written = on_disk(move || {
        files::sweep(&path, now_ms)?;
        files::metadata::write(&path, &metadata)
    });
    written.await?.map_err(write_failed)
}

async fn told(inner: &Inner, session: &Session) -> Result<Told> {
    let (ns, id) = (inner.namespace.ns, session.id().to_owned());
    let store = inner.parts.journal.store().clone();
    let (mut told, mut after) = (Told::default(), None);
    loop {
        let id = id.clone();
        let page = store.read(move |view| {
            let Some(session) = view.name_id(ns, NameKind::Session, &id)? else {
                return Ok(Vec::new());
            };
            let page = Page {
                ns,
                session: Some(session),
                from_ms: 0,
                to_ms: LATEST_MS,
                after,
                limit: PAGE,
                only: None,
            };
            // Files are written from it: with less than everything they would lose something.
            journal::in_time(&view.exact(), &page)
        });
        let page: Vec<Event> = page.await.map_err(|error| internal(&error))?;
        let full = page.len() == PAGE;
        after = page.last().map(|event| Position {
            occurred_ms: event.occurred.ms,
            seq: event.seq,
        });
        page.iter().for_each(|event| told.add(event));
        if !full {
            told.forget(&inner.gone(session.id()).await?);
            told.steps.sort_by_key(|(step, _)| step.step_id);
            return Ok(told);
        }
    }
}

// === impl Told ===

impl Told {
    fn add(&mut self, event: &Event) {
        match event.kind {
            Kind::StepRecorded => self.steps.extend(steps::read(event)),
            Kind::FrameRecorded => self.pictures.extend(pictures::read(event)),
            Kind::Reasoned => self.reasons.push(event.seq),
            _ => {}
        }
    }

    /// Forgotten steps keep their numbers; whoever records on counts behind them.
    fn forget(&mut self, gone: &Gone) {
        self.steps.retain(|(step, _)| !gone.step(step.step_id));
        self.pictures.retain(|picture| !gone.step(picture.step_id));
        self.steps.extend(gone.left());
    }

    fn story(self) -> Story {
        let mut story = Story::default();
        for (step, command) in self.steps {
            if steps::is_forgotten(&step) {
                story.missing.push(steps::without_pictures(step.step_id));
            } else if timing::plan(&command, &timing::Delays::default()).is_err() {
                story.missing.push(SkippedFetch {
                    step_id: step.step_id,
                    reason: pictures::none_for(&command).to_owned(),
                });
            }
            story.steps.push(step);
        }
        for outcome in self.pictures {
            if outcome.which == Which::Closing {
                let something = !story.steps.iter().all(steps::is_forgotten);
                let stored = outcome.stored.filter(|_| something);
                story.closing = stored.map(|stored| stored.path);
                continue;
            }
            let id = outcome.step_id;
            let Story { steps, missing, .. } = &mut story;
            if let Ok(place) = steps.binary_search_by_key(&id, |step| step.step_id) {
                pictures::patch(&mut steps[place], missing, outcome);
            }
        }
        story
    }
}
