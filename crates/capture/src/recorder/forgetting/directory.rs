//! One directory, cleaned of what was forgotten of its recording.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use mneme_model::archive::{Entry, Metadata};

use super::super::metadata::Story;
use super::super::{Compiler, steps};
use super::words::Words;
use super::{Gone, document, reasons};
use crate::files::{self, Error, FRAMES, REASONING, Result};

/// Lines of the reasoning nobody could read, as an editor kept them.
const DAMAGED: &str = "reasoning/reasoning.damaged.jsonl";

pub struct Directory {
    pub dir: PathBuf,
    pub id: String,
    pub gone: Gone,
    /// The document itself was forgotten.
    pub document: bool,
    pub compiler: Arc<dyn Compiler>,
}

/// What cleaning changed that others count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Steps with reasoning, and those without on purpose.
    pub counted: Option<(u32, u32)>,
}

// === impl Directory ===

impl Directory {
    /// The record, if the directory is there and is that of this recording.
    fn record(&self) -> Result<Option<Metadata>> {
        if !self.dir.is_dir() {
            return Ok(None);
        }
        let metadata = files::metadata::read(&self.dir)?;
        Ok(Some(metadata).filter(|metadata| metadata.session_id == self.id))
    }

    /// Whether the command files may still tell of forgotten steps. The record is written last,
    /// so what it does not tell they do not either.
    pub fn is_behind(&self) -> Result<bool> {
        let Some(metadata) = self.record()? else {
            return Ok(false);
        };
        let told = metadata.steps.iter();
        let clean = told.filter(|step| steps::is_forgotten(step) && self.gone.step(step.step_id));
        Ok(clean.count() < self.gone.left().count())
    }

    /// Everything but the command files. What is still needed to find the words goes last.
    pub fn clean(&self) -> Result<Option<Cleaned>> {
        let Some(old) = self.record()? else {
            return Ok(None);
        };
        let text = self.text(REASONING)?;
        let entries = self.compiler.entries(&text);
        let words = Words::of(&old, &entries, &self.gone);
        let kept = reasons::without(&text, &self.gone, &words);
        let left = self.compiler.entries(kept.as_deref().unwrap_or(&text));
        let (metadata, counted) = self.left_of(&old, kept.as_ref().map(|_| left.as_slice()));
        self.documents((&metadata, &left), &words)?;
        if let Some(kept) = &kept {
            files::replace(&self.dir.join(REASONING), kept.as_bytes())?;
        }
        if let Some(kept) = reasons::without(&self.text(DAMAGED)?, &self.gone, &words) {
            files::replace(&self.dir.join(DAMAGED), kept.as_bytes())?;
        }
        self.pictures(&old, &metadata)?;
        if metadata != old {
            files::metadata::write(&self.dir, &metadata)?;
        }
        Ok(Some(Cleaned { counted }))
    }

    fn text(&self, name: &str) -> Result<String> {
        let path = self.dir.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(Error::io("read", &path)(error)),
        }
    }

    /// The record without the words; counted anew where lines about steps went.
    fn left_of(&self, old: &Metadata, left: Option<&[Entry]>) -> (Metadata, Option<(u32, u32)>) {
        let mut story = Story {
            steps: old.steps.clone(),
            missing: old.skipped_image_fetches.clone(),
            closing: old.closing_image_path.clone(),
            ..Story::default()
        };
        story.forget(&self.gone);
        let counted = left.map(|left| self.compiler.count(left));
        let (annotated, skipped) = counted.unwrap_or((old.annotated_steps, old.skipped_steps));
        let metadata = Metadata {
            steps: story.steps,
            skipped_image_fetches: story.missing,
            closing_image_path: story.closing,
            annotated_steps: annotated,
            skipped_steps: skipped,
            ..old.clone()
        };
        (metadata, counted)
    }

    /// Of a recording of which nothing is left there is nothing to tell.
    fn documents(&self, left: (&Metadata, &[Entry]), words: &Words) -> Result<()> {
        let compiler = self.compiler.as_ref();
        if self.document || is_all_gone(left.0) {
            let made = compiler.scaffold(left.0, left.1).made.0;
            return document::delete(&self.dir, made);
        }
        document::clean(&self.dir, compiler, left, &self.gone, words)
    }

    /// By their names: one that was never listed goes as well.
    fn pictures(&self, old: &Metadata, left: &Metadata) -> Result<()> {
        let names = files::inside::list(&self.dir, &format!("{FRAMES}/step_"))?;
        let of_gone = |name: &&String| step_of(name).is_some_and(|step| self.gone.step(step));
        for name in names.iter().filter(of_gone) {
            document::remove(&self.dir.join(name))?;
        }
        match &old.closing_image_path {
            Some(closing) if left.closing_image_path.is_none() => {
                let closing = files::names::relative_path(closing)?;
                document::remove(&self.dir.join(closing))
            }
            _ => Ok(()),
        }
    }
}

/// The step in the name of a picture.
fn step_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix(FRAMES)?.strip_prefix("/step_")?;
    rest.split_once('_')?.0.parse().ok()
}

fn is_all_gone(metadata: &Metadata) -> bool {
    !metadata.steps.is_empty() && metadata.steps.iter().all(steps::is_forgotten)
}
