//! The annotation screen at work: the only part that touches anything outside.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::layout::{canvas, panes};
use super::state::State;
use super::update::{Effect, Event, update};
use super::view::view;
use crate::files::{self, Change};
use crate::input::parse::QUESTION;
use crate::input::{Input, Inputs};
use crate::look::Look;
use crate::picture::{Directory, Frames, How, Painter, Want, inside};
use crate::terminal::Borrowed;
use crate::viewer::Viewer;
use crate::{Error, Options, Pictures, Recorder, clipboard};

/// What is known of the recording before it is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// It was being annotated already, and nobody put it back.
    pub left_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Put back, unfinished.
    Quit,
    /// Every step is done.
    Completed { compile: Then },
}

/// When the document is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    Now,
    Later,
    Quit,
}

/// How long to wait for a key before looking at the clock again.
const IDLE: Duration = Duration::from_millis(200);
/// The same, while a picture is being painted.
const EXPECTING: Duration = Duration::from_millis(15);
/// Where a terminal does not tell the size of its cells.
const USUAL_CELL: (u16, u16) = (10, 20);

pub fn annotate(
    dir: &Path,
    opening: Opening,
    recorder: &mut dyn Recorder,
    options: Options,
) -> Result<Ended, Error> {
    let mut state = State::new(files::read(dir)?, Look::of(&options));
    state.viewer = options.viewer.as_ref().map(|program| program.name());
    state.no_pictures = options.pictures == Pictures::Off;
    state.recover(opening.left_open);
    Run::new(dir, state, recorder, options)?.work()
}

struct Run<'a> {
    dir: PathBuf,
    state: State,
    recorder: &'a mut dyn Recorder,
    options: Options,
    terminal: Borrowed,
    inputs: Inputs,
    viewer: Viewer,
    painter: Painter,
    how: How,
    asked: Option<Want>,
    /// Pictures that were asked for and are not here yet.
    expected: bool,
}

type Outcome = Option<Result<Ended, Error>>;

// === impl Run ===

impl<'a> Run<'a> {
    fn new(
        dir: &Path,
        state: State,
        recorder: &'a mut dyn Recorder,
        mut options: Options,
    ) -> Result<Self, Error> {
        let from = options.frames.take();
        let frames: Box<dyn Frames> = from.unwrap_or_else(|| Box::new(Directory(dir.to_owned())));
        let how = match options.pictures {
            Pictures::Kitty => How::Kitty,
            _ => How::HalfBlocks,
        };
        Ok(Self {
            dir: dir.to_owned(),
            state,
            recorder,
            options,
            terminal: Borrowed::new()?,
            inputs: Inputs::default(),
            viewer: Viewer::default(),
            painter: Painter::new(frames),
            how,
            asked: None,
            expected: false,
        })
    }

    fn work(mut self) -> Result<Ended, Error> {
        self.begin().map_err(Error::Terminal)?;
        loop {
            let inputs = match self.look() {
                Ok(inputs) => inputs,
                // The text outlives its terminal.
                Err(cause) => {
                    let ended = self.handle(Event::Ending).unwrap_or(Ok(Ended::Quit));
                    return ended.and(Err(Error::Terminal(cause)));
                }
            };
            let mut events: Vec<Event> = inputs.into_iter().filter_map(|i| self.event(i)).collect();
            events.extend(self.others());
            for event in events {
                if let Some(ended) = self.handle(event) {
                    return ended;
                }
            }
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        let size = self.terminal.screen.size()?;
        let now_ms = self.now_ms();
        update(
            &mut self.state,
            Event::Resize(size.width, size.height),
            now_ms,
        );
        if self.options.pictures == Pictures::Ask {
            io::stdout().write_all(QUESTION.as_bytes())?;
            io::stdout().flush()?;
        }
        Ok(())
    }

    /// Shows how things are and waits for what comes.
    fn look(&mut self) -> io::Result<Vec<Input>> {
        self.draw()?;
        self.want_picture();
        self.inputs
            .read(if self.expected { EXPECTING } else { IDLE })
    }

    fn draw(&mut self) -> io::Result<()> {
        let state = &self.state;
        self.terminal.screen.draw(|frame| view(state, frame))?;
        Ok(())
    }

    fn now_ms(&self) -> i64 {
        self.options.clock.now_ms()
    }

    fn event(&mut self, input: Input) -> Option<Event> {
        match input {
            Input::Key(key) => Some(Event::Key(key)),
            Input::Typed(text) => Some(Event::Typed(text)),
            Input::Mouse(mouse) => Some(Event::Mouse(mouse)),
            Input::Resize(width, height) => Some(Event::Resize(width, height)),
            Input::Paste(text) => Some(Event::Pasted(Some(text))),
            Input::Gone => Some(Event::Ending),
            Input::Pixels => {
                self.how = How::Kitty;
                None
            }
        }
    }

    /// What happened besides keys.
    fn others(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some((want, outcome)) = self.painter.finished() {
            self.expected &= self.asked.as_ref() != Some(&want);
            events.push(Event::Painted(want, outcome));
        }
        events.extend(self.recorder.news().map(Event::Trouble));
        events.push(Event::Tick);
        if self.terminal.told_to_end() {
            events.push(Event::Ending);
        }
        events
    }

    /// Effects may bring events, and those effects again: a save that failed, a text to paste.
    fn handle(&mut self, event: Event) -> Outcome {
        let ending = matches!(event, Event::Ending);
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let now_ms = self.now_ms();
            for effect in update(&mut self.state, event, now_ms) {
                match self.perform(effect) {
                    Performed::Nothing => {}
                    Performed::Event(event) => events.push(event),
                    Performed::Ended(ended) => return Some(ended),
                    Performed::NotSaved(_, why) if ending => return Some(Err(why)),
                    // What comes after a failed save, such as leaving, must not happen.
                    Performed::NotSaved(change, why) => {
                        events.push(Event::NotSaved(change, whole(&why)));
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
        match files::change(&self.dir, &change) {
            Ok(()) => told(self.recorder.saved(files::REASONING)),
            Err(why) => Performed::NotSaved(change, why),
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
        for change in std::mem::take(&mut self.state.owed) {
            files::change(&self.dir, &change)?;
        }
        self.recorder.close().map_err(Error::Recorder)?;
        Ok(Ended::Quit)
    }

    fn want_picture(&mut self) {
        let wanted = self.wanted();
        if wanted != self.asked {
            self.asked.clone_from(&wanted);
            self.expected = wanted.is_some();
            if let Some(want) = wanted {
                self.painter.ask(want, upcoming(&self.state));
            }
        }
    }

    fn wanted(&self) -> Option<Want> {
        let canvas = canvas(&self.state, panes(self.state.screen).picture);
        let path = self.state.picture().filter(|_| !self.state.no_pictures)?;
        Some(Want {
            path: path.to_owned(),
            columns: canvas.width,
            rows: canvas.height,
            zoom: self.state.zoom,
            how: self.how,
            cell: cell(self.how),
        })
    }
}

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

/// An error with its causes, in one line.
pub fn whole(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// Pictures of the steps around, nearest first.
fn upcoming(state: &State) -> Vec<String> {
    let at = state.selected;
    let around = [at.checked_add(1), at.checked_sub(1), at.checked_add(2)];
    let steps = around
        .into_iter()
        .flatten()
        .filter_map(|at| state.steps.get(at));
    steps.filter_map(|step| step.image_path.clone()).collect()
}

fn cell(how: How) -> (u16, u16) {
    if how == How::HalfBlocks {
        return (1, 2);
    }
    let size = crossterm::terminal::window_size().ok();
    let cell = size.and_then(|size| {
        let width = size.width.checked_div(size.columns)?;
        let height = size.height.checked_div(size.rows)?;
        (width > 0 && height > 0).then_some((width, height))
    });
    cell.unwrap_or(USUAL_CELL)
}
