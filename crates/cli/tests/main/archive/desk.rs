//! A recording that waits for its reasoning, and the files people's work on it leaves.

use std::path::PathBuf;

use mneme_model::archive::Entry;
use serde_json::json;

use super::{Screen, Studio, click, press, typed};
use crate::support::eventually;

/// One recording, done, with somebody about to work on it.
pub struct Desk {
    pub studio: Studio,
    pub id: String,
}

pub const NAME: &str = "open-browser-and-search";

// === impl Desk ===

impl Desk {
    /// A click, a text and a key, with their pictures.
    pub fn new() -> Self {
        let studio = Studio::started();
        let (id, _line) = studio.recording(NAME);
        for command in [click(320, 240), typed("lighthouse"), press("Return")] {
            studio.cc.say(command);
        }
        studio.steps(&id, 3);
        studio.run(&["done", "-s", &id]).ok();
        Self { studio, id }
    }

    /// With this reasoning of its three steps, and nothing left to annotate.
    pub fn annotated(reasoning: [&str; 3]) -> Self {
        let desk = Self::new();
        desk.studio.line().of("load_session", &desk.id);
        desk.reason(reasoning);
        let mut line = desk.studio.line();
        line.ask(&json!({
            "type": "update_annotation_progress", "session_id": desk.id,
            "annotated": 3, "skipped": 0,
        }));
        let told = line.of("complete_annotation", &desk.id);
        assert_eq!(told["type"], "annotation_completed", "{told}");
        desk
    }

    /// Writes the lines of all three steps, as another program would.
    pub fn reason(&self, reasoning: [&str; 3]) {
        let steps = self.studio.metadata(NAME).steps;
        let lines = steps.iter().zip(reasoning).map(|(step, reasoning)| {
            let entry = Entry {
                step_id: step.step_id,
                converted_command: step.converted_command.clone(),
                image_path: step.image_path.clone(),
                reasoning: reasoning.to_owned(),
                ..Entry::default()
            };
            serde_json::to_string(&entry).unwrap() + "\n"
        });
        std::fs::write(self.reasoning(), lines.collect::<String>()).unwrap();
    }

    pub fn annotate(&self) -> Screen {
        self.annotate_with(&[])
    }

    pub fn annotate_with(&self, variables: &[(&str, &str)]) -> Screen {
        Screen::with(
            &self.studio,
            variables,
            &["annotate", "--session", &self.id],
        )
    }

    pub fn compile(&self, more: &[&str]) -> Screen {
        let mut args = vec!["compile", "--session", &self.id];
        args.extend(more);
        let screen = Screen::open(&self.studio, &args);
        screen.shows(&format!("memory.md: {NAME}"));
        screen
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.studio.dir(NAME).join(name)
    }

    fn reasoning(&self) -> PathBuf {
        self.file("reasoning/reasoning.jsonl")
    }

    pub fn document(&self) -> String {
        std::fs::read_to_string(self.file("memory.md")).unwrap()
    }

    /// The lines of the reasoning, as they are on disk.
    pub fn entries(&self) -> Vec<Entry> {
        let text = std::fs::read_to_string(self.reasoning()).unwrap_or_default();
        let lines = text.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().unwrap()
    }

    pub fn entry(&self, step: u32) -> Option<Entry> {
        self.entries().into_iter().find(|e| e.step_id == step)
    }

    /// Waits until the line of a step is as wanted.
    pub fn until(&self, step: u32, what: &str, wanted: impl Fn(&Entry) -> bool) -> Entry {
        eventually(what, || self.entry(step).filter(|entry| wanted(entry)))
    }

    /// Waits until the registry counts so many steps annotated and skipped.
    pub fn counts(&self, annotated: u32, skipped: u32) {
        eventually("the counts", || {
            let session = self.studio.session(&self.id);
            let same = session["annotated_steps"] == *annotated.to_string()
                && session["skipped_steps"] == *skipped.to_string();
            same.then_some(())
        });
    }

    pub fn assert_status(&self, status: &str) {
        assert_eq!(self.studio.status(&self.id), status);
    }

    /// A program of this name that is found before any other; gives what PATH must be.
    pub fn program(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let bin = self.studio.home.path().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        let file = bin.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let usual = std::env::var("PATH").unwrap_or_default();
        format!("{}:{usual}", bin.display())
    }
}
