//! The command line.

use super::{Door, Fact, Kept, Stage};
use crate::one_memory::door::FEW;

pub struct Cli;

impl Door for Cli {
    fn tell(&mut self, stage: &Stage, fact: &Fact) -> Kept {
        let stored = stage.studio.home.json(&["remember", &fact.says, "--json"]);
        Kept::Record(stored["id"].as_str().unwrap().to_owned())
    }

    fn finds(&mut self, stage: &Stage, fact: &Fact) -> bool {
        let few = FEW.to_string();
        let home = &stage.studio.home;
        let said = home.run(&["recall", &fact.question, "-n", &few]).ok();
        said.contains(&fact.mark)
    }

    fn forget(&mut self, stage: &Stage, _: &Fact, kept: &Kept) {
        let which: &[&str] = match kept {
            Kept::Record(id) => &[id],
            Kept::Session(session) => &["--session", session],
        };
        let line = [&["forget", "--yes"], which].concat();
        stage.studio.home.run(&line).ok();
    }
}
