//! The compiler's screen at work.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::Moment;
use mneme_reasoning::compile::{Decision, MADE, decide, fingerprint, scaffold};

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
    let name = found.record.memory_name;
    match (
        decide(document.as_deref(), made.as_deref(), options.regenerate),
        document,
    ) {
        (Decision::Keep, Some(text)) => return Ok((name, text)),
        (Decision::SetAside, Some(old)) => put_aside(dir, &old, options.clock.now_ms())?,
        _ => {}
    }
    files::write(dir, DOCUMENT, fresh.as_bytes())?;
    files::write(dir, MADE, fingerprint(&fresh).as_bytes())?;
    Ok((name, fresh))
}

fn put_aside(dir: &Path, old: &str, now_ms: i64) -> Result<(), Error> {
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
            let inputs = match self.look() {
                Ok(inputs) => inputs,
                // The text outlives its terminal.
                Err(cause) => {
                    let ended = self.handle(Event::Ending).unwrap_or(Ok(Compiled::Left));
                    return ended.and(Err(Error::Terminal(cause)));
                }
            };
            let mut events: Vec<Event> = inputs.into_iter().filter_map(event).collect();
            events.extend(self.recorder.news().map(Event::Trouble));
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
        Input::Typed(text) => Some(Event::Typed(text)),
        Input::Mouse(mouse) => Some(Event::Mouse(mouse)),
        Input::Resize(width, height) => Some(Event::Resize(width, height)),
        Input::Paste(text) => Some(Event::Pasted(Some(text))),
        Input::Gone => Some(Event::Ending),
        Input::Pixels => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mneme_model::Clock;

    use super::*;

    struct Still;

    impl Clock for Still {
        fn now_ms(&self) -> i64 {
            1_700_000_000_000
        }
    }

    fn recording() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let record = r#"{"memory_name":"m","session_id":"s","status":"complete","created_at":"",
            "steps":[{"step_id":1,"converted_command":"Press Enter"}]}"#;
        files::write(dir.path(), files::RECORD, record.as_bytes()).unwrap();
        dir
    }

    fn reason(dir: &Path, text: &str) {
        let line = format!("{{\"step_id\":1,\"reasoning\":\"{text}\"}}\n");
        files::write(dir, files::REASONING, line.as_bytes()).unwrap();
    }

    fn opened(dir: &Path, regenerate: bool) -> String {
        let options = Options {
            regenerate,
            ..Options::plain(Arc::new(Still))
        };
        open(dir, &options).unwrap().1
    }

    #[test]
    fn a_221_an_untouched_document_follows_the_reasoning_and_an_edited_one_stays() {
        let dir = recording();
        reason(dir.path(), "first");
        assert!(opened(dir.path(), false).contains("first"));
        reason(dir.path(), "second");
        assert!(opened(dir.path(), false).contains("second"));
        files::write(dir.path(), DOCUMENT, b"mine").unwrap();
        assert_eq!(opened(dir.path(), false), "mine");
    }

    #[test]
    fn a_221_on_demand_it_is_made_anew_and_the_old_one_kept_beside() {
        let dir = recording();
        files::write(dir.path(), DOCUMENT, b"mine").unwrap();
        assert!(opened(dir.path(), true).contains("# Memory: m"));
        let aside = files::read_text(dir.path(), "memory.20231114221320.md").unwrap();
        assert_eq!(aside.as_deref(), Some("mine"));
    }
}
