//! The mark of a click: a dot where it was, and an arrow to a box with its numbers.

mod canvas;
mod glyphs;
mod picture;
#[cfg(test)]
mod tests;

use image::DynamicImage;

use canvas::{BLACK, Canvas, RED, Rect, WHITE};
pub use picture::{Unreadable, readable, to_png};

const RADIUS: i32 = 6;
/// From the edge of the dot to the arrow.
const GAP: i32 = 5;
const SHAFT: i32 = 65;
/// How far the arms of the head go back, and how far to the side.
const HEAD: (i32, i32) = (9, 4);
const PADDING: i32 = 8;
/// From the middle of the dot to the box.
const REACH: i32 = RADIUS + GAP + SHAFT;

type Point = (i32, i32);

/// Where the box lies, seen from the dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Right,
    Left,
    Down,
    Up,
}

/// A PNG of the picture with the click shown. The numbers are told as they came; the dot is
/// drawn inside the picture wherever they point.
pub fn mark(image_bytes: &[u8], at: Point) -> Result<Vec<u8>, Unreadable> {
    let image = picture::decode(image_bytes)?;
    let opaque = !image.color().has_alpha();
    let mut canvas = Canvas::over(image.into_rgba8());
    draw(&mut canvas, at);
    let image = DynamicImage::from(canvas.into_image());
    match opaque {
        // A quarter less to write.
        true => picture::encode(&image.into_rgb8().into()),
        false => picture::encode(&image),
    }
}

fn draw(canvas: &mut Canvas, at: Point) {
    let (width, height) = canvas.size();
    let dot = (at.0.clamp(0, width - 1), at.1.clamp(0, height - 1));
    let label = format!("X: {}  Y: {}", at.0, at.1);
    let size = (
        glyphs::width(&label) + 2 * PADDING,
        glyphs::HEIGHT + 2 * PADDING,
    );
    let side = Side::roomiest(dot, (width, height), size);
    let frame = side.placed(dot, size).inside((width, height));
    arrow(canvas, dot, side);
    boxed(canvas, frame, &label);
    // Last, so that the place of the click can be seen in the smallest picture.
    disc(canvas, dot);
}

fn disc(canvas: &mut Canvas, (x, y): Point) {
    let outer = RADIUS + 1;
    for dy in -outer..=outer {
        for dx in -outer..=outer {
            match dx * dx + dy * dy {
                d if d <= RADIUS * RADIUS => canvas.put((x + dx, y + dy), RED),
                d if d <= outer * outer => canvas.put((x + dx, y + dy), BLACK),
                _ => {}
            }
        }
    }
}

fn arrow(canvas: &mut Canvas, dot: Point, side: Side) {
    // Along the axis, and across it; the shaft and its arms are two pixels thick.
    let mut put = |along: i32, across: i32| {
        for thick in 0..2 {
            canvas.put(side.beside(dot, along, across - thick), RED);
        }
    };
    for along in RADIUS + GAP..REACH {
        put(along, 0);
    }
    for back in 0..=HEAD.0 {
        let across = back * HEAD.1 / HEAD.0;
        put(REACH - 1 - back, across);
        put(REACH - 1 - back, -across);
    }
}

fn boxed(canvas: &mut Canvas, frame: Rect, label: &str) {
    canvas.fill(frame, BLACK);
    canvas.fill(frame.shrunk(1), RED);
    canvas.fill(frame.shrunk(2), WHITE);
    let start = (frame.x + PADDING, frame.y + PADDING);
    glyphs::pixels(label, start).for_each(|pixel| canvas.put(pixel, BLACK));
}

// === impl Side ===

impl Side {
    /// The side with the most room left behind the box; of equal ones the last.
    fn roomiest(dot: Point, image: Point, size: Point) -> Self {
        let room = |side: &Side| match side {
            Side::Right => image.0 - dot.0 - (REACH + size.0),
            Side::Left => dot.0 - (REACH + size.0),
            Side::Down => image.1 - dot.1 - (REACH + size.1),
            Side::Up => dot.1 - (REACH + size.1),
        };
        let all = [Side::Right, Side::Left, Side::Down, Side::Up];
        all.into_iter().max_by_key(room).unwrap_or(Side::Up)
    }

    /// A point so far along this side's axis, and so far beside it.
    fn beside(self, (x, y): Point, along: i32, across: i32) -> Point {
        match self {
            Side::Right => (x + along, y + across),
            Side::Left => (x - along, y + across),
            Side::Down => (x + across, y + along),
            Side::Up => (x + across, y - along),
        }
    }

    /// The box at the tip of the arrow, its middle on the axis.
    fn placed(self, dot: Point, (width, height): Point) -> Rect {
        let (mid_x, mid_y) = (dot.0 - width / 2, dot.1 - height / 2);
        let (x, y) = match self {
            Side::Right => (dot.0 + REACH, mid_y),
            Side::Left => (dot.0 - REACH - width + 1, mid_y),
            Side::Down => (mid_x, dot.1 + REACH),
            Side::Up => (mid_x, dot.1 - REACH - height + 1),
        };
        Rect {
            x,
            y,
            width,
            height,
        }
    }
}
