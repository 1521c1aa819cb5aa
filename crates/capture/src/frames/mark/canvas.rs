//! A picture that can be drawn on; what falls outside it is not drawn.

use image::{Rgba, RgbaImage};

pub const RED: Rgba<u8> = Rgba([220, 38, 38, 255]);
pub const BLACK: Rgba<u8> = Rgba([0, 0, 0, 255]);
pub const WHITE: Rgba<u8> = Rgba([255, 255, 255, 255]);

pub struct Canvas {
    image: RgbaImage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

// === impl Canvas ===

impl Canvas {
    pub fn over(image: RgbaImage) -> Self {
        Self { image }
    }

    /// Sides are bounded when a picture is decoded, so they fit.
    pub fn size(&self) -> (i32, i32) {
        let (width, height) = self.image.dimensions();
        (width.cast_signed(), height.cast_signed())
    }

    pub fn put(&mut self, (x, y): (i32, i32), colour: Rgba<u8>) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if let Some(pixel) = self.image.get_pixel_mut_checked(x, y) {
            *pixel = colour;
        }
    }

    pub fn fill(&mut self, rect: Rect, colour: Rgba<u8>) {
        for y in rect.y..rect.y + rect.height {
            for x in rect.x..rect.x + rect.width {
                self.put((x, y), colour);
            }
        }
    }

    pub fn into_image(self) -> RgbaImage {
        self.image
    }
}

// === impl Rect ===

impl Rect {
    pub fn shrunk(self, by: i32) -> Self {
        Rect {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2 * by,
            height: self.height - 2 * by,
        }
    }

    /// Moved into a picture; one that is larger than the picture begins where it does.
    pub fn inside(self, (width, height): (i32, i32)) -> Self {
        Rect {
            x: self.x.min(width - self.width).max(0),
            y: self.y.min(height - self.height).max(0),
            ..self
        }
    }
}
