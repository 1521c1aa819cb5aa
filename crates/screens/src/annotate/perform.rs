//! What the screen wants done, carried out.

use super::event::{Effect, Event};
use super::run::{Ended, Outcome, Run};
use super::update::update;
use super::view::view;
use crate::files::{self, Change};
use crate::picture::inside;
use crate::{Error, clipboard};
use mneme_model::with_causes;

enum Performed {
    Nothing,
    Event(Event),
    NotSaved(Change, Error),
    Ended(Result<Ended, Error>),
}

fn told(answer: Result<(), String>) -> Performed {
    match answer {
        Ok(()) => Performed::Nothing,
        Err(why) => Performed::Event(Event::Trouble(why)),
    }
}

// === impl Run ===

impl Run<'_> {
    /// Effects may bring events, and those effects again: a save that failed, a text to paste.
    pub fn handle(&mut self, event: Event) -> Outcome {
        let ending = matches!(event, Event::Ending);
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let now_ms = self.now_ms();
            let effects = update(&mut self.state, event, now_ms);
            let leaving = effects.contains(&Effect::Close);
            for effect in effects {
                match self.perform(effect) {
                    Performed::Nothing => {}
                    Performed::Event(event) => events.push(event),
                    Performed::Ended(ended) => return Some(ended),
                    Performed::NotSaved(_, why) if ending => return Some(Err(why)),
                    // Nowhere to save it: whoever wants to leave is not kept.
                    Performed::NotSaved(_, why @ Error::Gone) if leaving => {
                        return Some(Err(why));
                    }
                    Performed::NotSaved(_, Error::Gone) => {
                        events.push(Event::Gone);
                        break;
                    }
                    // What comes after a failed save, such as leaving, must not happen.
                    Performed::NotSaved(change, why) => {
                        events.push(Event::NotSaved(change, with_causes(&why)));
                        break;
                    }
                }
            }
        }
        None
    }

    fn perform(&mut self, effect: Effect) -> Performed {
        match effect {
            Effect::Save(change) => self.save(change),
            Effect::Progress { annotated, skipped } => {
                told(self.recorder.progress(annotated, skipped))
            }
            Effect::Copy(text) => self.copy(&text),
            Effect::CopyScreen(drag) => {
                let state = &self.state;
                let drawn = self.terminal.screen.draw(|frame| view(state, frame));
                let text = drawn.ok().and_then(|frame| drag.text(frame.buffer));
                text.map_or(Performed::Nothing, |text| self.copy(&text))
            }
            Effect::Paste => {
                let text = clipboard::paste(self.options.paste.as_ref());
                Performed::Event(Event::Pasted(text))
            }
            Effect::View(picture) => self.view_outside(&picture),
            Effect::Complete(compile) => match self.recorder.complete() {
                Ok(()) => Performed::Ended(Ok(Ended::Completed { compile })),
                Err(why) => Performed::Event(Event::Trouble(why)),
            },
            Effect::Close => Performed::Ended(self.close()),
        }
    }

    fn save(&mut self, change: Change) -> Performed {
        match self.write(&change) {
            Ok(()) => told(self.recorder.saved(files::REASONING)),
            Err(why) => Performed::NotSaved(change, why),
        }
    }

    fn write(&mut self, change: &Change) -> Result<(), Error> {
        self.still_there()?;
        files::change(&self.dir, change)
    }

    fn still_there(&mut self) -> Result<(), Error> {
        match self.recorder.is_there() {
            true => Ok(()),
            false => Err(Error::Gone),
        }
    }

    fn copy(&mut self, text: &str) -> Performed {
        clipboard::copy(self.options.copy.as_ref(), text);
        self.state.say("copied");
        Performed::Nothing
    }

    fn view_outside(&mut self, picture: &str) -> Performed {
        let path = inside(&self.dir, picture);
        match (&self.options.viewer, path) {
            (Some(viewer), Some(path)) => told(self.viewer.show(viewer, &path)),
            _ => Performed::Nothing,
        }
    }

    /// What the disk never took cannot be left without a word.
    fn close(&mut self) -> Result<Ended, Error> {
        self.still_there()?;
        for change in std::mem::take(&mut self.state.owed) {
            files::change(&self.dir, &change)?;
        }
        self.recorder.close().map_err(Error::Recorder)?;
        Ok(Ended::Quit)
    }
}
