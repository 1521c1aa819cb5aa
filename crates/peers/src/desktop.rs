//! A drawn screen that follows a script: what it shows at a moment is what the desktop was then.

mod draw;
mod font;
mod paint;
mod places;
mod state;

use std::sync::atomic::{AtomicI64, Ordering};

use image::RgbImage;

use crate::chance;
use crate::script::{Act, Deed, Point, Script};
use state::State;

/// Something that looks like something at every moment.
pub trait Screen: Send + Sync {
    fn at(&self, ms: i64) -> RgbImage;
}

/// The desktop of a script. Until the script begins, nothing has happened on it.
pub struct Desktop {
    script: Script,
    start_ms: AtomicI64,
}

/// A screen of a few dots, another colour every moment, for when only the way matters.
#[derive(Clone, Copy, Debug)]
pub struct Tiny {
    pub width: u32,
    pub height: u32,
}

/// A program needs a moment to answer a click.
const ANSWER_MS: i64 = 120;
/// How long a hand moves before it acts, and rests where it will act.
const REACH_MS: i64 = 500;
const REST_MS: i64 = 150;
const KEYSTROKE_MS: i64 = 60;
const NOT_BEGUN: i64 = i64::MAX;

// === impl Desktop ===

impl Desktop {
    pub fn new(script: Script) -> Self {
        Self {
            script,
            start_ms: AtomicI64::new(NOT_BEGUN),
        }
    }

    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The script's first moment. Beginning again shows the desktop as it was at first.
    pub fn begin(&self, now_ms: i64) {
        self.start_ms.store(now_ms, Ordering::SeqCst);
    }

    fn state(&self, ms: i64) -> State {
        let mut state = State::new();
        let start = self.start_ms.load(Ordering::SeqCst);
        if start == NOT_BEGUN {
            return state;
        }
        for (at, act) in self.script.timed() {
            let at = start + at;
            if at + ANSWER_MS <= ms {
                self.done(&mut state, act);
            } else {
                doing(&mut state, act, ms - at);
                break;
            }
        }
        state
    }

    fn done(&self, state: &mut State, act: &Act) {
        match act.fails {
            // The hand was there, and nothing came of it.
            Some(_) => state.pointer = act.deed.ends_at().unwrap_or(state.pointer),
            None => state.apply(&act.deed),
        }
    }
}

impl Screen for Desktop {
    fn at(&self, ms: i64) -> RgbImage {
        draw::screen(&self.state(ms), ms)
    }
}

/// An act under way: `since` is negative before its moment.
fn doing(state: &mut State, act: &Act, since: i64) {
    if let Some(goal) = act.deed.starts_at() {
        let gone = (since + REST_MS + REACH_MS).clamp(0, REACH_MS);
        state.pointer = between(state.pointer, goal, gone, REACH_MS);
    }
    if let (Deed::Type { text }, None) = (&act.deed, &act.fails) {
        let letters = text.chars().count() as i64;
        let typed = letters + since.div_euclid(KEYSTROKE_MS);
        if typed > 0 {
            let text = text.chars().take(typed as usize).collect();
            state.apply(&Deed::Type { text });
        }
    }
}

fn between(from: Point, to: Point, part: i64, whole: i64) -> Point {
    let part = part as i32;
    let along = |a: i32, b: i32| a + (b - a) * part / whole as i32;
    (along(from.0, to.0), along(from.1, to.1))
}

// === impl Tiny ===

impl Screen for Tiny {
    fn at(&self, ms: i64) -> RgbImage {
        let colour = chance::number(0, ms as u64, 0).to_le_bytes();
        RgbImage::from_pixel(
            self.width,
            self.height,
            image::Rgb([colour[0], colour[1], colour[2]]),
        )
    }
}

#[cfg(test)]
mod tests;
