//! The compiler's screen at work.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::document::{open, put_aside};
use super::state::State;
use super::update::{Effect, Event, update};
use super::view::view;
use crate::files::{self, DOCUMENT};
use crate::input::{Input, Inputs};
use crate::look::Look;
use crate::terminal::Borrowed;
use crate::{Error, Options, Recorder, clipboard};
use mneme_model::with_causes;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// Declared final by whoever edited it.
    Finalized,
    /// Left as it is; it can be opened again.
    Left,
}

const IDLE: Duration = Duration::from_millis(200);

pub fn compile(
    dir: &Path,
    recorder: &mut dyn Recorder,
    options: Options,
) -> Result<Compiled, Error> {
    let (name, text) = open(dir, &options)?;
    // The document exists from now on, whatever becomes of the screen.
    let told = recorder.saved(DOCUMENT);
    let mut state = State::new(&name, &text, Look::of(&options));
    if let Err(why) = told {
        state.warn(why);
    }
    let terminal = Borrowed::new()?;
    let run = Run {
        dir: dir.to_owned(),
        state,
        recorder,
        options,
        terminal,
        inputs: Inputs::default(),
        known: text,
    };
    run.work()
}

struct Run<'a> {
    dir: PathBuf,
    state: State,
    recorder: &'a mut dyn Recorder,
    options: Options,
    terminal: Borrowed,
    inputs: Inputs,
    /// The document as it was last read or written here.
    known: String,
}

enum Performed {
    Nothing,
    Event(Event),
    NotSaved(Error),
    /// Another program wrote `theirs` into the document.
    Changed {
        mine: String,
        theirs: String,
    },
    Ended(Compiled),
}

// === impl Run ===

impl Run<'_> {
    fn work(mut self) -> Result<Compiled, Error> {
        let size = self.terminal.screen.size().map_err(Error::Terminal)?;
        self.handle(Event::Resize(size.width, size.height));
        loop {
            let inputs = match self.look() {
                Ok(inputs) => inputs,
                // The text outlives its terminal.
                Err(cause) => {
                    let ended = self.handle(Event::Ending).unwrap_or(Ok(Compiled::Left));
                    return ended.and(Err(Error::Terminal(cause)));
                }
            };
            let mut events: Vec<Event> = inputs.into_iter().filter_map(event).collect();
            events.extend(self.recorder.news().map(Event::News));
            if !self.state.gone && !self.recorder.is_there() {
                events.push(Event::Gone);
            }
            events.push(Event::Tick);
            events.extend(self.terminal.told_to_end().then_some(Event::Ending));
            if let Some(ended) = events.into_iter().find_map(|event| self.handle(event)) {
                return ended;
            }
        }
    }

    fn look(&mut self) -> io::Result<Vec<Input>> {
        let state = &self.state;
        self.terminal.screen.draw(|frame| view(state, frame))?;
        self.inputs.read(IDLE)
    }

    fn handle(&mut self, event: Event) -> Option<Result<Compiled, Error>> {
        let ending = matches!(event, Event::Ending);
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let now_ms = self.options.clock.now_ms();
            let effects = update(&mut self.state, event, now_ms);
            let leaving = effects.contains(&Effect::Leave);
            for effect in effects {
                match self.perform(effect) {
                    Performed::Nothing => {}
                    Performed::Event(event) => events.push(event),
                    Performed::Ended(ended) => return Some(Ok(ended)),
                    Performed::NotSaved(why) if ending => return Some(Err(why)),
                    // Nobody is left to be asked: both texts are kept.
                    Performed::Changed { mine, .. } if ending => {
                        let kept = put_aside(&self.dir, &mine, now_ms);
                        return Some(kept.map(|()| Compiled::Left));
                    }
                    Performed::Changed { theirs, .. } => {
                        events.push(Event::Changed(theirs));
                        break;
                    }
                    // Nowhere to save it: whoever wants to leave is not kept.
                    Performed::NotSaved(why @ Error::Gone) if leaving => {
                        return Some(Err(why));
                    }
                    Performed::NotSaved(Error::Gone) => {
                        events.push(Event::Gone);
                        break;
                    }
                    // What comes after a failed save, such as finalising, must not happen.
                    Performed::NotSaved(why) => {
                        events.push(Event::NotSaved(with_causes(&why)));
                        break;
                    }
                }
            }
        }
        None
    }

    fn perform(&mut self, effect: Effect) -> Performed {
        match effect {
            Effect::Save(text) => self.save(text),
            Effect::Part { beside, inside } => self.part(&beside, inside),
            Effect::Copy(text) => {
                clipboard::copy(self.options.copy.as_ref(), &text);
                Performed::Nothing
            }
            Effect::Paste => {
                let text = clipboard::paste(self.options.paste.as_ref());
                Performed::Event(Event::Pasted(text))
            }
            Effect::Finalize => match self.recorder.finalize() {
                Ok(()) => Performed::Ended(Compiled::Finalized),
                Err(why) => Performed::Event(Event::Trouble(format!("not finalised: {why}"))),
            },
            Effect::Leave => Performed::Ended(Compiled::Left),
        }
    }

    fn save(&mut self, text: String) -> Performed {
        match self.written_by_another() {
            Ok(None) => {}
            Ok(Some(theirs)) => return Performed::Changed { mine: text, theirs },
            Err(why) => return Performed::NotSaved(why),
        }
        if let Err(why) = files::write(&self.dir, DOCUMENT, text.as_bytes()) {
            return Performed::NotSaved(why);
        }
        self.known = text;
        match self.recorder.saved(DOCUMENT) {
            Ok(()) => Performed::Nothing,
            Err(why) => Performed::Event(Event::Trouble(why)),
        }
    }

    /// What is in the document, if it is not what was read or written here. A document that was
    /// taken away is written again.
    fn written_by_another(&mut self) -> Result<Option<String>, Error> {
        if !self.recorder.is_there() {
            return Err(Error::Gone);
        }
        let found = files::read_text(&self.dir, DOCUMENT)?;
        Ok(found.filter(|text| *text != self.known))
    }

    fn part(&mut self, beside: &str, inside: String) -> Performed {
        let now_ms = self.options.clock.now_ms();
        match put_aside(&self.dir, beside, now_ms) {
            Ok(()) => self.known = inside,
            Err(why) => return Performed::NotSaved(why),
        }
        Performed::Nothing
    }
}

fn event(input: Input) -> Option<Event> {
    match input {
        Input::Key(key) => Some(Event::Key(key)),
        Input::Typed(text) => Some(Event::Typed(text)),
        Input::Mouse(mouse) => Some(Event::Mouse(mouse)),
        Input::Resize(width, height) => Some(Event::Resize(width, height)),
        Input::Paste(text) => Some(Event::Pasted(Some(text))),
        Input::Gone => Some(Event::Ending),
        Input::Pixels => None,
    }
}
