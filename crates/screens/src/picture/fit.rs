//! Which part of a picture is seen, and on how many cells.

/// How close a picture is looked at. 100 % is the whole of it in its pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zoom {
    pub percent: u16,
    /// The middle of what is seen, in thousandths of the picture.
    pub x: u16,
    pub y: u16,
}

/// Pixels of the picture that are shown, and the cells they are shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    pub columns: u16,
    pub rows: u16,
}

const STEPS: [u16; 9] = [50, 75, 100, 150, 200, 300, 400, 600, 800];
const WHOLE: u16 = 1000;

// === impl Zoom ===

impl Zoom {
    pub const FIT: Zoom = Zoom {
        percent: 100,
        x: WHOLE / 2,
        y: WHOLE / 2,
    };

    pub fn closer(self) -> Self {
        let percent = STEPS.into_iter().find(|step| *step > self.percent);
        self.at(percent)
    }

    pub fn farther(self) -> Self {
        let percent = STEPS.into_iter().rev().find(|step| *step < self.percent);
        self.at(percent)
    }

    fn at(self, percent: Option<u16>) -> Self {
        let percent = percent.unwrap_or(self.percent);
        match percent > 100 {
            true => Self { percent, ..self },
            false => Self {
                percent,
                ..Self::FIT
            },
        }
    }

    /// Moves a quarter of what is seen; without zoom there is nowhere to go.
    pub fn pan(self, right: i32, down: i32) -> Self {
        if self.percent <= 100 {
            return self;
        }
        let seen = i32::from(WHOLE) * 100 / i32::from(self.percent);
        let moved = |at: u16, by: i32| {
            let edge = seen / 2;
            let at = (i32::from(at) + by * seen / 4).clamp(edge, i32::from(WHOLE) - edge);
            u16::try_from(at).unwrap_or(WHOLE / 2)
        };
        Self {
            x: moved(self.x, right),
            y: moved(self.y, down),
            ..self
        }
    }
}

/// `cell` is a cell's width and height in pixels.
pub fn seen(picture: (u32, u32), pane: (u16, u16), cell: (u16, u16), zoom: Zoom) -> Option<Seen> {
    let (width, height) = (f64::from(picture.0), f64::from(picture.1));
    let (across, down) = (f64::from(cell.0.max(1)), f64::from(cell.1.max(1)));
    let room = (f64::from(pane.0) * across, f64::from(pane.1) * down);
    if width < 1.0 || height < 1.0 || room.0 < 1.0 || room.1 < 1.0 {
        return None;
    }
    let scale = (room.0 / width).min(room.1 / height) * f64::from(zoom.percent) / 100.0;
    let shown = ((width * scale).min(room.0), (height * scale).min(room.1));
    let (x, crop_width) = part(picture.0, shown.0 / scale, zoom.x);
    let (y, crop_height) = part(picture.1, shown.1 / scale, zoom.y);
    Some(Seen {
        x,
        y,
        width: crop_width,
        height: crop_height,
        columns: cells(shown.0 / across, pane.0),
        rows: cells(shown.1 / down, pane.1),
    })
}

/// A stretch of `length` around a middle, kept within the whole.
fn part(whole: u32, length: f64, middle: u16) -> (u32, u32) {
    let length = (length.round() as u32).clamp(1, whole);
    let middle = f64::from(whole) * f64::from(middle) / f64::from(WHOLE);
    let start = (middle - f64::from(length) / 2.0).max(0.0) as u32;
    (start.min(whole - length), length)
}

fn cells(count: f64, most: u16) -> u16 {
    (count.round() as u16).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: (u32, u32) = (1920, 1080);

    fn look(zoom: Zoom) -> Seen {
        seen(SCREEN, (96, 40), (1, 2), zoom).unwrap()
    }

    #[test]
    fn a_126_the_whole_picture_fits_its_pane_and_keeps_its_shape() {
        let seen = look(Zoom::FIT);
        assert_eq!(
            (seen.x, seen.y, seen.width, seen.height),
            (0, 0, 1920, 1080)
        );
        assert_eq!((seen.columns, seen.rows), (96, 27));
        let tall = super::seen((100, 1000), (96, 40), (1, 2), Zoom::FIT).unwrap();
        assert_eq!((tall.columns, tall.rows), (8, 40));
    }

    #[test]
    fn a_126_closer_shows_less_of_it_on_more_cells() {
        let seen = look(Zoom::FIT.closer().closer());
        assert_eq!((seen.width, seen.x), (960, 480));
        assert_eq!((seen.columns, seen.rows), (96, 40));
        assert_eq!(Zoom::FIT.closer().farther(), Zoom::FIT);
        let far = Zoom::FIT.farther().farther().farther();
        assert_eq!(far.percent, 50, "it ends somewhere");
    }

    #[test]
    fn moving_about_stops_at_the_edges() {
        let mut zoom = Zoom::FIT.closer().closer();
        for _ in 0..20 {
            zoom = zoom.pan(1, -1);
        }
        let seen = look(zoom);
        assert_eq!((seen.x + seen.width, seen.y), (1920, 0));
        assert_eq!(Zoom::FIT.pan(1, 1), Zoom::FIT);
    }

    #[test]
    fn a_pane_without_room_shows_nothing() {
        assert_eq!(seen(SCREEN, (0, 10), (1, 2), Zoom::FIT), None);
        assert_eq!(seen((0, 5), (10, 10), (1, 2), Zoom::FIT), None);
    }
}
