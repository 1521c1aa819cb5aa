//! The compiler's screen at work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::Moment;
use mneme_reasoning::compile::{MADE, scaffold};

use super::draft::{self, Existing, Opened};
use super::state::State;
use super::update::{Effect, Event, update};
use super::view::view;
use crate::annotate::run::whole;
use crate::files::{self, DOCUMENT};
use crate::input::{Input, Inputs};
use crate::look::Look;
use crate::terminal::Borrowed;
use crate::{Error, Options, Recorder, clipboard};

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
    };
    run.work()
}

/// The name of the recording and the text to edit, which is on disk when this returns.
fn open(dir: &Path, options: &Options) -> Result<(String, String), Error> {
    let found = files::read(dir)?;
    let entries: Vec<_> = found.entries.into_values().collect();
    let fresh = scaffold(&found.record, &entries);
    let document = files::read_text(dir, DOCUMENT)?;
    let made = files::read_text(dir, MADE)?;
    let existing = Existing {
        document: document.as_deref(),
        made: made.as_deref(),
    };
    let text = match draft::open(&existing, fresh, options.regenerate) {
        Opened::Kept(text) => text,
        Opened::Made { text, aside } => {
            put_aside(dir, aside, options.clock.now_ms())?;
            files::write(dir, DOCUMENT, text.as_bytes())?;
            files::write(dir, MADE, draft::fingerprint(&text).as_bytes())?;
            text
        }
    };
    Ok((found.record.memory_name, text))
}

fn put_aside(dir: &Path, old: Option<String>, now_ms: i64) -> Result<(), Error> {
    let Some(old) = old else {
        return Ok(());
    };
    let stamp = Moment::from_ms(now_ms).rfc3339();
    let digits: String = stamp
        .chars()
        .filter(char::is_ascii_digit)
        .take(14)
        .collect();
    files::write(dir, &format!("memory.{digits}.md"), old.as_bytes())
}

struct Run<'a> {
    dir: PathBuf,
    state: State,
    recorder: &'a mut dyn Recorder,
    options: Options,
    terminal: Borrowed,
    inputs: Inputs,
}

enum Performed {
    Nothing,
    Event(Event),
    NotSaved(Error),
    Ended(Compiled),
}

// === impl Run ===

impl Run<'_> {
    fn work(mut self) -> Result<Compiled, Error> {
        let size = self.terminal.screen.size().map_err(Error::Terminal)?;
        self.handle(Event::Resize(size.width, size.height));
        loop {
            let state = &self.state;
            let drawn = self.terminal.screen.draw(|frame| view(state, frame));
            drawn.map_err(Error::Terminal)?;
            let inputs = self.inputs.read(IDLE).map_err(Error::Terminal)?;
            let mut events: Vec<Event> = inputs.into_iter().filter_map(event).collect();
            events.extend(self.recorder.news().map(Event::Trouble));
            events.push(Event::Tick);
            events.extend(self.terminal.told_to_end().then_some(Event::Ending));
            if let Some(ended) = events.into_iter().find_map(|event| self.handle(event)) {
                return ended;
            }
        }
    }

    fn handle(&mut self, event: Event) -> Option<Result<Compiled, Error>> {
        let ending = matches!(event, Event::Ending);
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let now_ms = self.options.clock.now_ms();
            for effect in update(&mut self.state, event, now_ms) {
                match self.perform(effect) {
                    Performed::Nothing => {}
                    Performed::Event(event) => events.push(event),
                    Performed::Ended(ended) => return Some(Ok(ended)),
                    Performed::NotSaved(why) if ending => return Some(Err(why)),
                    // What comes after a failed save, such as finalising, must not happen.
                    Performed::NotSaved(why) => {
                        events.push(Event::NotSaved(whole(&why)));
                        break;
                    }
                }
            }
        }
        None
    }

    fn perform(&mut self, effect: Effect) -> Performed {
        match effect {
            Effect::Save(text) => self.save(&text),
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

    fn save(&mut self, text: &str) -> Performed {
        if let Err(why) = files::write(&self.dir, DOCUMENT, text.as_bytes()) {
            return Performed::NotSaved(why);
        }
        match self.recorder.saved(DOCUMENT) {
            Ok(()) => Performed::Nothing,
            Err(why) => Performed::Event(Event::Trouble(why)),
        }
    }
}

fn event(input: Input) -> Option<Event> {
    match input {
        Input::Key(key) => Some(Event::Key(key)),
        Input::Mouse(mouse) => Some(Event::Mouse(mouse)),
        Input::Resize(width, height) => Some(Event::Resize(width, height)),
        Input::Paste(text) => Some(Event::Pasted(Some(text))),
        Input::Pixels => None,
    }
}
