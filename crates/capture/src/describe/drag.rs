//! A drag: its points stand in the agent's sentence and nowhere else.

type Point = (i32, i32);

const MOST_POINTS: usize = 8;
const TOO_LONG: &str = "Drag (a path of more than 8 points was not recorded)";

/// Where in a path a point stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    From,
    Via,
    To,
}

/// The points of a sentence, as far as they are numbers a screen can have.
#[derive(Default)]
struct Path {
    from: Option<Point>,
    via: Vec<Point>,
    to: Option<Point>,
    /// Points told, those without a usable number included.
    told: usize,
    /// Some point was no use: the rest is not the path that was taken.
    broken: bool,
}

/// `None` when the sentence has no points at all.
pub fn human(raw: &str, held: &str) -> Option<String> {
    let path = Path::read(raw);
    if path.told > MOST_POINTS {
        return Some(TOO_LONG.to_owned());
    }
    let from = path.from.map(|at| ("from", at));
    let via = path.via.iter().map(|at| ("via", *at));
    let to = path.to.map(|at| ("to", at));
    let points = from.into_iter().chain(via).chain(to);
    let text: String = points
        .map(|(word, (x, y))| format!(" {word} ({x}, {y})"))
        .collect();
    (!text.is_empty()).then(|| format!("{held}Drag{text}"))
}

/// `raw` stands for itself when it does not say where the drag began and ended.
pub fn replay(raw: &str, held: &str) -> String {
    let path = Path::read(raw);
    if path.told > MOST_POINTS {
        return TOO_LONG.to_owned();
    }
    let (Some((x1, y1)), Some((x2, y2)), false) = (path.from, path.to, path.broken) else {
        return raw.to_owned();
    };
    if path.via.is_empty() {
        return format!("{x1} {y1} {held}drag {x2} {y2}");
    }
    let via = path.via.iter().map(|(x, y)| format!(" via {x} {y}"));
    let via: String = via.collect();
    format!("{x1} {y1} {held}drag{via} to {x2} {y2}")
}

// === impl Path ===

impl Path {
    fn read(raw: &str) -> Self {
        let (mut path, mut place) = (Path::default(), None);
        let mut words = raw.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "from" => place = Some(Place::From),
                "via" => place = Some(Place::Via),
                "to" => place = Some(Place::To),
                _ => {
                    let Some(x) = number(word, "X=", "(") else {
                        continue;
                    };
                    let Some(y) = words.next_if(|w| number(w, "Y=", "").is_some()) else {
                        continue;
                    };
                    path.add(place, x, number(y, "Y=", "").unwrap_or(""));
                }
            }
            if path.told > MOST_POINTS {
                break;
            }
        }
        path
    }

    fn add(&mut self, place: Option<Place>, x: &str, y: &str) {
        let Some(place) = place else { return };
        self.told += 1;
        let (Ok(x), Ok(y)) = (x.parse(), y.parse()) else {
            self.broken = true;
            return;
        };
        match place {
            Place::From => self.from = Some((x, y)),
            Place::Via => self.via.push((x, y)),
            Place::To => self.to = Some((x, y)),
        }
    }
}

/// The digits of `X=10,` or of the older `(10,`; whether they fit is for later.
fn number<'a>(word: &'a str, mark: &str, old_mark: &str) -> Option<&'a str> {
    let rest = word.strip_prefix(mark).or(word.strip_prefix(old_mark))?;
    let rest = rest.trim_end_matches([',', '.', ')']);
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    let numeric = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    numeric.then_some(rest)
}
