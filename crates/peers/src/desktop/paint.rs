//! A canvas and the few things that are drawn on it.

use image::{Rgb, RgbImage};

use super::font;

pub type Colour = [u8; 3];

/// A rectangle of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

pub struct Canvas(pub RgbImage);

/// Height of a capital letter at scale 1.
const LETTER: i32 = 7;

// === impl Area ===

impl Area {
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Self {
        Self { x, y, w, h }
    }

    pub fn holds(&self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }

    pub fn moved(self, dx: i32, dy: i32) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        }
    }

    /// Smaller by so much on every side.
    pub fn inner(self, by: i32) -> Self {
        Self::new(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }
}

// === impl Canvas ===

impl Canvas {
    pub fn new(width: u32, height: u32) -> Self {
        Self(RgbImage::new(width, height))
    }

    pub fn dot(&mut self, x: i32, y: i32, colour: Colour) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if x < self.0.width() && y < self.0.height() {
            self.0.put_pixel(x, y, Rgb(colour));
        }
    }

    /// A colour that lets through what is below: 0 is all of it, 255 none.
    fn tint(&mut self, x: i32, y: i32, colour: Colour, cover: u32) {
        let (Ok(ux), Ok(uy)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if let Some(below) = self.0.get_pixel_checked(ux, uy).map(|pixel| pixel.0) {
            self.dot(x, y, mixed(below, colour, cover));
        }
    }

    pub fn fill(&mut self, area: Area, colour: Colour) {
        for y in area.y..area.y + area.h {
            (area.x..area.x + area.w).for_each(|x| self.dot(x, y, colour));
        }
    }

    /// From one colour at the top to another at the bottom.
    pub fn shade(&mut self, area: Area, top: Colour, bottom: Colour) {
        for n in 0..area.h {
            let cover = (n * 255 / area.h.max(1)) as u32;
            let line = Area::new(area.x, area.y + n, area.w, 1);
            self.fill(line, mixed(top, bottom, cover));
        }
    }

    pub fn frame(&mut self, area: Area, colour: Colour) {
        let Area { x, y, w, h } = area;
        self.fill(Area::new(x, y, w, 1), colour);
        self.fill(Area::new(x, y + h - 1, w, 1), colour);
        self.fill(Area::new(x, y, 1, h), colour);
        self.fill(Area::new(x + w - 1, y, 1, h), colour);
    }

    /// A rectangle with its four corners cut off softly.
    pub fn round(&mut self, area: Area, radius: i32, colour: Colour) {
        for y in 0..area.h {
            let above = (radius - y).max(radius - (area.h - 1 - y)).max(0);
            let inset = radius - root(radius * radius - above * above);
            self.fill(
                Area::new(area.x + inset, area.y + y, area.w - 2 * inset, 1),
                colour,
            );
        }
    }

    /// What a window throws onto whatever is behind it.
    pub fn shadow(&mut self, area: Area, depth: i32) {
        for n in (1..=depth).rev() {
            let around = Area::new(
                area.x - n,
                area.y + 3 - n / 2,
                area.w + 2 * n,
                area.h + n + 2,
            );
            let cover = 4 + (depth - n) as u32 * 2;
            self.veil(around, area, cover);
        }
    }

    fn veil(&mut self, area: Area, but: Area, cover: u32) {
        for y in area.y..area.y + area.h {
            for x in area.x..area.x + area.w {
                if !but.holds((x, y)) {
                    self.tint(x, y, [0, 0, 0], cover);
                }
            }
        }
    }

    pub fn text(&mut self, (x, y): (i32, i32), text: &str, colour: Colour, scale: i32) {
        font::dots(text, |dx, dy| {
            let dot = Area::new(x + dx * scale, y + dy * scale, scale, scale);
            self.fill(dot, colour);
        });
    }

    /// A text in the middle of an area.
    pub fn caption(&mut self, area: Area, text: &str, colour: Colour, scale: i32) {
        let x = area.x + (area.w - font::width(text) * scale) / 2;
        let y = area.y + (area.h - LETTER * scale) / 2;
        self.text((x, y), text, colour, scale);
    }

    /// A text at the left of an area, in the middle of its height.
    pub fn label(&mut self, area: Area, text: &str, colour: Colour, scale: i32) {
        let y = area.y + (area.h - LETTER * scale) / 2;
        self.text((area.x, y), text, colour, scale);
    }
}

fn mixed(below: Colour, above: Colour, cover: u32) -> Colour {
    let mix = |a: u8, b: u8| ((u32::from(a) * (255 - cover) + u32::from(b) * cover) / 255) as u8;
    [
        mix(below[0], above[0]),
        mix(below[1], above[1]),
        mix(below[2], above[2]),
    ]
}

fn root(n: i32) -> i32 {
    f64::from(n.max(0)).sqrt().round() as i32
}
