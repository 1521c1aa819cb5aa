//! The pictures there are at a moment. None is kept: which there are follows from the clock, and
//! a picture is drawn and packed when it is asked for.

use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use image::{DynamicImage, ImageFormat};

use super::Settings;
use crate::desktop::Screen;

/// How a time is written in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    Milliseconds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Webp,
    Png,
    Jpeg,
    Bmp,
    Tiff,
}

/// One picture: its number and when it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub id: i64,
    pub taken_ms: i64,
}

pub struct Ring {
    screen: Arc<dyn Screen>,
    format: Format,
    first_ms: i64,
    interval_ms: i64,
    kept: i64,
    packed: Mutex<VecDeque<(i64, Arc<Vec<u8>>)>>,
}

/// Packing is slow, and neighbouring times are asked for again and again.
const PACKED: usize = 16;

// === impl Ring ===

impl Ring {
    pub(super) fn new(settings: &Settings, screen: Arc<dyn Screen>, now_ms: i64) -> Self {
        let interval_ms = settings.interval_ms.max(1);
        Self {
            screen,
            format: settings.format,
            first_ms: now_ms - interval_ms * (settings.head_start - 1),
            interval_ms,
            kept: settings.kept.max(1),
            packed: Mutex::default(),
        }
    }

    /// How many pictures were taken until now.
    pub fn taken(&self, now_ms: i64) -> i64 {
        ((now_ms - self.first_ms).div_euclid(self.interval_ms) + 1).max(0)
    }

    /// The picture nearest to a time, of those that are still there.
    pub fn closest(&self, target_ms: i64, now_ms: i64) -> Option<Frame> {
        let newest = self.taken(now_ms) - 1;
        if newest < 0 {
            return None;
        }
        let oldest = (newest + 1 - self.kept).max(0);
        let since = target_ms.saturating_sub(self.first_ms);
        let half = self.interval_ms / 2;
        let nearest = since.saturating_add(half).div_euclid(self.interval_ms);
        let id = nearest.clamp(oldest, newest);
        Some(Frame {
            id,
            taken_ms: self.first_ms + id * self.interval_ms,
        })
    }

    pub fn format(&self) -> Format {
        self.format
    }

    /// The bytes of a picture, or why they cannot be made.
    pub fn pack(&self, frame: Frame) -> Result<Arc<Vec<u8>>, image::ImageError> {
        let mut packed = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = packed.iter().find(|(id, _)| *id == frame.id) {
            return Ok(bytes.clone());
        }
        let picture = DynamicImage::from(self.screen.at(frame.taken_ms));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, self.format.of_image())?;
        let bytes = Arc::new(bytes.into_inner());
        packed.push_back((frame.id, bytes.clone()));
        if packed.len() > PACKED {
            packed.pop_front();
        }
        Ok(bytes)
    }
}

// === impl Format ===

impl Format {
    pub fn media_type(self) -> &'static str {
        self.of_image().to_mime_type()
    }

    pub fn extension(self) -> &'static str {
        match self {
            Format::Webp => "webp",
            Format::Png => "png",
            Format::Jpeg => "jpg",
            Format::Bmp => "bmp",
            Format::Tiff => "tiff",
        }
    }

    fn of_image(self) -> ImageFormat {
        match self {
            Format::Webp => ImageFormat::WebP,
            Format::Png => ImageFormat::Png,
            Format::Jpeg => ImageFormat::Jpeg,
            Format::Bmp => ImageFormat::Bmp,
            Format::Tiff => ImageFormat::Tiff,
        }
    }
}

// === impl Unit ===

impl Unit {
    /// A number of a request as milliseconds; what is absurd stays absurd, as with real peers.
    pub fn to_ms(self, number: i64) -> i64 {
        match self {
            Unit::Seconds => number.saturating_mul(1_000),
            Unit::Milliseconds => number,
        }
    }
}
