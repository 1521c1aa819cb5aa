//! A recorded desktop: a text that somebody types there, and the directory of the recording.

use super::{Door, Fact, Kept, Stage};
use crate::archive::typed;

pub struct Archive;

const NAME: &str = "fill-in-a-form";

impl Door for Archive {
    fn tell(&mut self, stage: &Stage, fact: &Fact) -> Kept {
        let studio = &stage.studio;
        let (id, _watching) = studio.recording(NAME);
        studio.cc.say(typed(&fact.says));
        studio.steps(&id, 1);
        studio.run(&["done", "-s", &id]).ok();
        Kept::Record(format!("{id}/step/1"))
    }

    fn finds(&mut self, stage: &Stage, fact: &Fact) -> bool {
        let steps = stage.studio.metadata(NAME).steps;
        let mut steps = steps.iter();
        steps.any(|step| step.raw_command.contains(&fact.mark))
    }
}
