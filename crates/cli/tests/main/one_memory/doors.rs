//! All doors of a running server, each with its driver.

mod archive;
mod cli;
mod gateway;
mod grpc;
mod hook;
mod mcp;
mod notebook;
mod rest;
mod viewer;

use std::collections::BTreeMap;

use super::door::{Door, Kept};
use super::stage::Stage;
use super::story::{Fact, Story};

pub struct Doors<'s> {
    pub story: &'s Story,
    open: BTreeMap<&'s str, Box<dyn Door>>,
    /// What was told, by the fact's mark.
    kept: BTreeMap<String, Kept>,
}

fn open(name: &str, stage: &Stage) -> Box<dyn Door> {
    use crate::gateway::Form;
    match name {
        "grpc" => Box::new(grpc::Listing::to(stage)),
        "grpc teleport" => Box::new(grpc::Teleport::to(stage)),
        "rest" => Box::new(rest::Rest::to(stage)),
        "notebook" | "notebook remember" => Box::new(notebook::Notebook::to(stage)),
        "notebook observe" => Box::new(notebook::Observing::to(stage)),
        "mcp stdio" => Box::new(mcp::Mcp::beside(stage)),
        "mcp http" => Box::new(mcp::Mcp::at(stage)),
        "openai" => Box::new(gateway::Calls(Form::Chat)),
        "anthropic" => Box::new(gateway::Calls(Form::Messages)),
        "archive" => Box::new(archive::Archive),
        "hook" => Box::new(hook::Hook),
        "cli" => Box::new(cli::Cli),
        "viewer" => Box::new(viewer::Viewer::default()),
        other => panic!("there is no door {other}"),
    }
}

// === impl Doors ===

impl<'s> Doors<'s> {
    pub fn open(stage: &Stage, story: &'s Story) -> Self {
        let names = story.doors().into_iter();
        Self {
            story,
            open: names.map(|name| (name, open(name, stage))).collect(),
            kept: BTreeMap::new(),
        }
    }

    /// The doors of the next server. All of these are closed before the last one ends.
    pub fn again(self, stage: &mut Stage, end: fn(&mut Stage)) -> Self {
        let Self { story, kept, open } = self;
        drop(open);
        end(stage);
        Self {
            kept,
            ..Self::open(stage, story)
        }
    }

    pub fn named(&mut self, name: &str) -> &mut dyn Door {
        self.open.get_mut(name).unwrap().as_mut()
    }

    pub fn begin(&mut self, stage: &Stage) {
        for door in self.open.values_mut() {
            door.begin(stage, self.story);
        }
    }

    pub fn tell_all(&mut self, stage: &Stage) {
        let story = self.story;
        for fact in &story.facts {
            let kept = self.named(&fact.door).tell(stage, fact);
            self.kept.insert(fact.mark.clone(), kept);
        }
    }

    pub fn forget_all(&mut self, stage: &Stage) {
        let story = self.story;
        for fact in &story.facts {
            let kept = self.kept.remove(&fact.mark).unwrap();
            self.named(&fact.forget).forget(stage, fact, &kept);
        }
    }
}

/// Whether an answer has the mark of a fact.
fn says(answer: &impl ToString, fact: &Fact) -> bool {
    answer.to_string().contains(&fact.mark)
}
