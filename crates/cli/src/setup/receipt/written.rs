//! One file that setup wrote: what stood in it before, and what of it is still ours.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mneme_store::checksum::sha256;
use mneme_wire::Fault;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::connect::edit;
use crate::setup::plan::{Change, OURS, PRIVATE, Step};
use crate::setup::surfaces::{self, Surface};
use crate::setup::wiring::Wiring;

/// Every entry of ours, and what it starts, is called so.
const NAME: &str = "memoryoss";
/// What our entries stand in, in files of JSON.
const HOLDERS: [&str; 2] = ["mcpServers", "hooks"];

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Written {
    pub path: PathBuf,
    /// Nothing where there was no file.
    pub before: Option<String>,
    pub mode: Option<u32>,
    /// Of what was written; none where the file went.
    pub sha256: Option<String>,
    /// Secrets of ours stand in it.
    #[serde(default)]
    pub private: bool,
    /// The mode that setup left it with.
    #[serde(default)]
    pub mode_left: Option<u32>,
    /// What setup left in each place of ours, by what `doctor` calls it; not known of a record that
    /// is older.
    #[serde(default)]
    pub parts: Option<BTreeMap<String, Value>>,
}

pub fn sum(text: &str) -> String {
    sha256(text.as_bytes())
}

// === impl Written ===

impl Written {
    /// In the place of a record that is lost.
    pub fn guessed(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// What a step of a plan is about to do. Where the file is as we left it, the way back leads to
    /// what was there before us; else to what its owner has without us.
    pub fn by(step: &Step, known: Option<Self>, wiring: &Wiring) -> Self {
        let there = step.there.then(|| step.file.before.clone());
        let as_left = |known: &Self| known.sha256 == there.as_deref().map(sum);
        let mode_now = step.there.then(|| step.file.mode());
        let (before, mode) = match known {
            Some(known) if as_left(&known) => (known.before, known.mode),
            Some(known) => {
                let theirs = there.map(|text| known.mended(wiring, &text));
                // A file of ours alone is no file of theirs.
                let theirs = theirs.filter(|text| !known.is_nothing(text));
                let mode = match step.mode {
                    // Whoever opened it to others since did so to secrets that we put there.
                    Some(PRIVATE) => Some(known.mode.unwrap_or(PRIVATE)),
                    _ => mode_now,
                };
                (theirs, mode)
            }
            None => (there, mode_now),
        };
        let own = Self::guessed(step.file.path.clone());
        let after = &step.file.after;
        Self {
            before,
            mode,
            sha256: (step.change() != Change::Remove).then(|| sum(after)),
            private: step.mode == Some(PRIVATE),
            mode_left: Some(step.mode_after()),
            parts: Some(own.parts_of(wiring, after)),
            ..own
        }
    }

    /// A text without anything of ours, and with what stood in its place before; nor what was only
    /// made to hold it, where it is known what stood there. What is ours no more stays.
    pub fn cleaned(&self, wiring: &Wiring, text: &str) -> String {
        self.without(wiring, text, |surface, now| self.is_ours(surface, now))
    }

    /// The same where ours is about to be written again, over what went wrong with it.
    fn mended(&self, wiring: &Wiring, text: &str) -> String {
        self.without(wiring, text, |surface, now| {
            self.is_ours(surface, now) || self.is_drift(surface, now)
        })
    }

    /// Places in a text that were ours, where somebody else has something by now.
    pub fn kept(&self, wiring: &Wiring, text: &str) -> Vec<&'static Surface> {
        let before = self.before.as_deref().unwrap_or_default();
        let theirs = |surface: &&Surface| match (surface.part)(text) {
            Some(now) => !self.is_ours(surface, &now) && (surface.part)(before) != Some(now),
            None => (surface.is_shared)(text),
        };
        self.surfaces(wiring).filter(theirs).collect()
    }

    /// Why ours cannot be taken out of a text that names us.
    pub fn unread(&self, wiring: &Wiring, text: &str) -> Option<Fault> {
        let wired = wiring.as_for(&self.path);
        let names_us = text.contains(NAME);
        let mut here = self.surfaces(wiring).filter(|_| names_us);
        let fault = here.find_map(|surface| (surface.take)(&wired, text).err())?;
        let error = format!("{}: {}", self.path.display(), fault.error);
        Some(Fault { error, ..fault })
    }

    /// Whether something else stood in such a place before us, and cannot come back.
    pub fn loses(&self, places: &[&Surface], text: &str) -> bool {
        let before = self.before.as_deref().unwrap_or_default();
        let both = |part: fn(&str) -> Option<Value>| part(text).and(part(before));
        places.iter().any(|surface| both(surface.part).is_some())
    }

    /// The mode that a file gets back, which has this one now: what somebody chose since stays,
    /// unless our secrets stood in it.
    pub fn mode_back(&self, now: Option<u32>) -> Option<u32> {
        match now {
            Some(now) if !self.private && self.mode_left.is_some_and(|left| left != now) => {
                Some(now)
            }
            _ => self.mode.or(now),
        }
    }

    /// Whether it has secrets of ours and was made by us: what stays of it is its owner's alone.
    pub fn is_ours_alone(&self) -> bool {
        self.private && self.mode.is_none_or(|mode| mode == PRIVATE)
    }

    /// Whether this text is no more than there was, where there was no file.
    pub fn is_nothing(&self, text: &str) -> bool {
        let text = text.trim();
        let known = self.sha256.is_some();
        self.before.is_none() && (text.is_empty() || (known && text == "{}"))
    }

    fn without(
        &self,
        wiring: &Wiring,
        text: &str,
        ours: impl Fn(&Surface, &Value) -> bool,
    ) -> String {
        let before = self.before.as_deref().unwrap_or_default();
        let wired = wiring.as_for(&self.path);
        let here = self.surfaces(wiring);
        let cleaned = here.fold(text.to_owned(), |text, surface| {
            match (surface.part)(&text) {
                Some(now) if !ours(surface, &now) => text,
                None if self.took(surface, before) => {
                    let back = (surface.put_back)(&text, before).ok().flatten();
                    back.unwrap_or(text)
                }
                _ => surface.taken(&wired, &text, before),
            }
        });
        let before = Some(before).filter(|text| !text.trim().is_empty());
        let before = before.unwrap_or("{}");
        match self.sha256.is_some() && cleaned != text {
            true => without_empty(&cleaned, before).unwrap_or(cleaned),
            false => cleaned,
        }
    }

    /// The places of ours in this file.
    fn surfaces(&self, wiring: &Wiring) -> impl Iterator<Item = &'static Surface> {
        let wiring = wiring.as_for(&self.path);
        surfaces::SURFACES.into_iter().filter(move |surface| {
            let own = (surface.path)(&wiring);
            own.canonicalize().unwrap_or(own) == self.path
        })
    }

    fn parts_of(&self, wiring: &Wiring, text: &str) -> BTreeMap<String, Value> {
        let part = |surface: &Surface| Some((surface.check.to_owned(), (surface.part)(text)?));
        self.surfaces(wiring).filter_map(part).collect()
    }

    /// Whether setup took away what stood there, as for an agent that is not of the profile.
    fn took(&self, surface: &Surface, before: &str) -> bool {
        let left = self.parts.as_ref();
        let none = left.is_some_and(|parts| !parts.contains_key(surface.check));
        none && (surface.part)(before).is_some()
    }

    /// Whether it is what setup wrote.
    fn is_ours(&self, surface: &Surface, now: &Value) -> bool {
        match &self.parts {
            Some(parts) => parts.get(surface.check) == Some(now),
            None => looks_ours(now),
        }
    }

    /// Whether it still starts what setup wrote, and has nothing that setup did not.
    fn is_drift(&self, surface: &Surface, now: &Value) -> bool {
        let left = self.parts.as_ref().and_then(|all| all.get(surface.check));
        let both = left.and_then(Value::as_object).zip(now.as_object());
        both.is_some_and(|(left, now)| {
            let command = left.get("command");
            command.is_some() && command == now.get("command") && left.keys().eq(now.keys())
        })
    }
}

/// Where nobody noted what was written.
fn looks_ours(now: &Value) -> bool {
    let last = now["args"].as_array().and_then(|args| args.last());
    match now {
        Value::String(text) => text.contains(OURS),
        _ => last.is_some_and(|last| last == "mcp-server"),
    }
}

/// Objects that hold nothing any more, and were not there before. Other files have none.
fn without_empty(text: &str, before: &str) -> Result<String, Fault> {
    HOLDERS.iter().try_fold(text.to_owned(), |text, holder| {
        let empty = edit::get(&text, &[*holder])? == Some(json!({}));
        match empty && edit::get(before, &[*holder])?.is_none() {
            true => edit::remove(&text, &[*holder]),
            false => Ok(text),
        }
    })
}
