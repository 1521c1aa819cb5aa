//! Pictures, decoded and scaled beside the screen, so that no key waits for one.

pub mod fit;
mod paint;

use std::collections::VecDeque;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use image::DynamicImage;
use ratatui_image::protocol::Protocol;

pub use fit::Zoom;

/// Where the bytes of a picture come from.
pub trait Frames: Send {
    fn read(&mut self, relative: &str) -> io::Result<Vec<u8>>;
}

/// The directory of a recording.
pub struct Directory(pub PathBuf);

/// How a picture gets onto the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    HalfBlocks,
    Kitty,
}

/// A picture as it is wanted now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    pub path: String,
    pub columns: u16,
    pub rows: u16,
    pub zoom: Zoom,
    pub how: How,
    /// Pixels of one cell; only their proportion matters for half blocks.
    pub cell: (u16, u16),
}

pub struct Painted {
    pub want: Want,
    pub width: u32,
    pub height: u32,
    pub protocol: Protocol,
}

pub type Outcome = Result<Arc<Painted>, String>;

/// Recordings are looked at forwards and backwards: the neighbours stay decoded.
const DECODED: usize = 6;

/// The thread that paints, seen from the screen.
pub struct Painter {
    asks: Sender<(Want, Vec<String>)>,
    done: Receiver<(Want, Outcome)>,
}

struct Studio {
    frames: Box<dyn Frames>,
    decoded: VecDeque<(String, Arc<DynamicImage>)>,
    painted: u32,
}

// === impl Directory ===

impl Frames for Directory {
    fn read(&mut self, relative: &str) -> io::Result<Vec<u8>> {
        match inside(&self.0, relative) {
            Some(path) => std::fs::read(path),
            None => Err(io::Error::other("the path leads out of the recording")),
        }
    }
}

/// A record may come from elsewhere: its paths are not to lead out of its directory.
pub fn inside(dir: &Path, relative: &str) -> Option<PathBuf> {
    let path = Path::new(relative);
    let plain = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    path.components().all(plain).then(|| dir.join(path))
}

// === impl Painter ===

impl Painter {
    pub fn new(frames: Box<dyn Frames>) -> Self {
        let (asks, asked) = channel();
        let (finished, done) = channel();
        let studio = Studio {
            frames,
            decoded: VecDeque::new(),
            painted: 0,
        };
        std::thread::spawn(move || studio.work(&asked, &finished));
        Self { asks, done }
    }

    /// Asks for a picture; `next` are likely to be wanted after it. Earlier questions are void.
    pub fn ask(&self, want: Want, next: Vec<String>) {
        // A painter that is gone paints nothing: the pane says that it is loading.
        let _ = self.asks.send((want, next));
    }

    pub fn finished(&self) -> Option<(Want, Outcome)> {
        self.done.try_recv().ok()
    }
}

// === impl Studio ===

impl Studio {
    fn work(mut self, asked: &Receiver<(Want, Vec<String>)>, done: &Sender<(Want, Outcome)>) {
        let mut waiting = asked.recv().ok();
        while let Some(ask) = waiting.take() {
            let (want, next) = latest(asked, ask);
            let outcome = self.paint(&want);
            if done.send((want, outcome)).is_err() {
                return;
            }
            waiting = self.look_ahead(asked, next);
        }
    }

    /// Decodes what may come next until something else is asked for.
    fn look_ahead(
        &mut self,
        asked: &Receiver<(Want, Vec<String>)>,
        next: Vec<String>,
    ) -> Option<(Want, Vec<String>)> {
        for path in next {
            match asked.try_recv() {
                Ok(ask) => return Some(ask),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => drop(self.decode(&path)),
            }
        }
        asked.recv().ok()
    }

    fn paint(&mut self, want: &Want) -> Outcome {
        let picture = self.decode(&want.path)?;
        // Terminals know a picture by its number.
        self.painted = self.painted.wrapping_add(1);
        let protocol = paint::paint(&picture, want, self.painted)?;
        Ok(Arc::new(Painted {
            want: want.clone(),
            width: picture.width(),
            height: picture.height(),
            protocol,
        }))
    }

    fn decode(&mut self, path: &str) -> Result<Arc<DynamicImage>, String> {
        let known = self.decoded.iter().position(|(name, _)| name == path);
        let found = match known.and_then(|at| self.decoded.remove(at)) {
            Some((_, picture)) => picture,
            None => Arc::new(self.open(path)?),
        };
        self.decoded.truncate(DECODED - 1);
        self.decoded.push_front((path.to_owned(), found.clone()));
        Ok(found)
    }

    fn open(&mut self, path: &str) -> Result<DynamicImage, String> {
        let bytes = self.frames.read(path).map_err(|cause| match cause.kind() {
            io::ErrorKind::NotFound => "the file is not there".to_owned(),
            _ => cause.to_string(),
        })?;
        image::load_from_memory(&bytes).map_err(|cause| format!("not a picture: {cause}"))
    }
}

/// Whoever scrolls past ten pictures wants the tenth.
fn latest(
    asked: &Receiver<(Want, Vec<String>)>,
    first: (Want, Vec<String>),
) -> (Want, Vec<String>) {
    asked.try_iter().last().unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Drawn(Arc<AtomicUsize>);

    impl Frames for Drawn {
        fn read(&mut self, relative: &str) -> io::Result<Vec<u8>> {
            self.0.fetch_add(1, Ordering::SeqCst);
            match relative {
                "broken.png" => Ok(b"No frames in buffer".to_vec()),
                "missing.png" => Err(io::ErrorKind::NotFound.into()),
                _ => Ok(png(40, 20)),
            }
        }
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = io::Cursor::new(Vec::new());
        let picture = DynamicImage::new_rgb8(width, height);
        picture
            .write_to(&mut bytes, image::ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    fn want(path: &str) -> Want {
        Want {
            path: path.to_owned(),
            columns: 20,
            rows: 10,
            zoom: Zoom::FIT,
            how: How::HalfBlocks,
            cell: (1, 2),
        }
    }

    fn await_one(painter: &Painter, path: &str) -> Outcome {
        painter.ask(want(path), Vec::new());
        loop {
            match painter.finished() {
                Some((done, outcome)) if done.path == path => return outcome,
                _ => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn a_126_a_picture_is_painted_beside_the_screen() {
        let painter = Painter::new(Box::new(Drawn(Arc::default())));
        let painted = await_one(&painter, "a.png").ok().unwrap();
        assert_eq!((painted.width, painted.height), (40, 20));
        assert!(matches!(painted.protocol, Protocol::Halfblocks(_)));
    }

    #[test]
    fn what_is_no_picture_is_said_and_the_next_one_still_comes() {
        let painter = Painter::new(Box::new(Drawn(Arc::default())));
        let said = |path| await_one(&painter, path).err().unwrap();
        assert!(said("broken.png").starts_with("not a picture"));
        assert_eq!(said("missing.png"), "the file is not there");
        assert!(await_one(&painter, "a.png").is_ok());
    }

    #[test]
    fn a_picture_seen_just_now_is_not_read_again() {
        let reads = Arc::new(AtomicUsize::new(0));
        let painter = Painter::new(Box::new(Drawn(reads.clone())));
        for path in ["a.png", "b.png", "a.png"] {
            assert!(await_one(&painter, path).is_ok());
        }
        assert_eq!(reads.load(Ordering::SeqCst), 2);
        for n in 0..DECODED {
            assert!(await_one(&painter, &format!("{n}.png")).is_ok());
        }
        assert!(await_one(&painter, "a.png").is_ok());
        assert_eq!(reads.load(Ordering::SeqCst), 3 + DECODED, "few are kept");
    }

    #[test]
    fn a_path_out_of_the_recording_is_not_followed() {
        let dir = Path::new("recording");
        assert!(inside(dir, "vision/frames/a.png").is_some());
        assert!(inside(dir, "../other/a.png").is_none());
        assert!(inside(dir, "/etc/passwd").is_none());
    }
}
