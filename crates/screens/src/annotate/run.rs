//! The annotation screen at work: the only part that touches anything outside.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::event::Event;
use super::state::State;
use super::update::update;
use super::view::view;
use crate::files;
use crate::input::parse::QUESTION;
use crate::input::{Input, Inputs};
use crate::look::Look;
use crate::picture::{Directory, Frames, How, Painter, Want};
use crate::terminal::Borrowed;
use crate::viewer::Viewer;
use crate::{Error, Options, Pictures, Recorder};

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

pub fn annotate(
    dir: &Path,
    opening: Opening,
    recorder: &mut dyn Recorder,
    options: Options,
) -> Result<Ended, Error> {
    let mut state = State::new(files::read(dir)?, Look::of(&options));
    state.viewer = options.viewer.as_ref().map(|program| program.name());
    state.dir = dir.to_owned();
    state.no_pictures = options.pictures == Pictures::Off;
    state.recover(opening.left_open);
    Run::new(dir, state, recorder, options)?.work()
}

pub struct Run<'a> {
    pub dir: PathBuf,
    pub state: State,
    pub recorder: &'a mut dyn Recorder,
    pub options: Options,
    pub terminal: Borrowed,
    inputs: Inputs,
    pub viewer: Viewer,
    pub painter: Painter,
    pub how: How,
    pub asked: Option<Want>,
    /// Pictures that were asked for and are not here yet.
    pub expected: bool,
}

pub type Outcome = Option<Result<Ended, Error>>;

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

    pub fn now_ms(&self) -> i64 {
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
        events.extend(self.recorder.news().map(Event::News));
        if !self.state.gone && !self.recorder.is_there() {
            events.push(Event::Gone);
        }
        events.push(Event::Tick);
        if self.terminal.told_to_end() {
            events.push(Event::Ending);
        }
        events
    }
}
