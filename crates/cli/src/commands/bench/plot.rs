//! A small picture: groups of bars between 0 and 1, readable on light and on dark ground.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 40.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 270.0;
/// Share of a group's room that stays empty.
const GAP: f64 = 0.18;
const STYLE: &str = "text{font:12px sans-serif;fill:#24292f}.n{font-size:10px}\
.a{fill:#9ecae1}.b{fill:#4292c6}.c{fill:#2166ac}.d{fill:#e08214}\
line{stroke:#8c959f;stroke-width:.5}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.c{fill:#3f7fd0}}";
const CLASSES: [char; 4] = ['a', 'b', 'c', 'd'];

pub struct Plot<'a> {
    pub title: &'a str,
    /// What the bars of every group are, four at most.
    pub series: &'a [&'a str],
    /// A name, and a value for each of the series.
    pub groups: Vec<(String, Vec<f64>)>,
}

// === impl Plot ===

impl Plot<'_> {
    pub fn svg(&self) -> String {
        let title = escaped(self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\"><title>{title}</title><style>{STYLE}</style>\n"
        );
        svg.push_str(&text(LEFT, 20.0, "", &title));
        self.legend(&mut svg);
        grid(&mut svg);
        for (n, (name, values)) in self.groups.iter().enumerate() {
            self.group(&mut svg, n, name, values);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn legend(&self, svg: &mut String) {
        let room = (WIDTH - LEFT) / self.series.len().max(1) as f64;
        for (n, (name, class)) in self.series.iter().zip(CLASSES).enumerate() {
            let x = LEFT + room * n as f64;
            svg.push_str(&bar(class, [x, 32.0, 10.0, 10.0]));
            svg.push_str(&text(x + 14.0, 41.0, "", &escaped(name)));
        }
    }

    fn group(&self, svg: &mut String, n: usize, name: &str, values: &[f64]) {
        let room = (WIDTH - LEFT) / self.groups.len() as f64;
        let start = LEFT + room * n as f64;
        let width = room * (1.0 - GAP) / values.len().max(1) as f64;
        for (i, (value, class)) in values.iter().zip(CLASSES).enumerate() {
            let x = start + room * GAP / 2.0 + width * i as f64;
            let y = height_of(*value);
            svg.push_str(&bar(class, [x, y, width * 0.9, BOTTOM - y]));
            let middle = x + width * 0.45;
            svg.push_str(&text(middle, y - 3.0, "n", &format!("{value:.2}")));
        }
        svg.push_str(&text(
            start + room / 2.0,
            BOTTOM + 18.0,
            "m",
            &escaped(name),
        ));
    }
}

fn grid(svg: &mut String) {
    for value in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let y = height_of(value);
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{WIDTH}\" y2=\"{y:.1}\"/>"
        );
        svg.push_str(&text(LEFT - 30.0, y + 4.0, "", &format!("{value:.2}")));
    }
}

fn height_of(value: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * value.clamp(0.0, 1.0)
}

fn bar(class: char, [x, y, width, height]: [f64; 4]) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\n"
    )
}

/// `n` is a number on a bar, `m` a name below a group: both are centred.
fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    let anchor = if class.is_empty() { "start" } else { "middle" };
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot<'static> {
        let arms = ["grep", "words", "vectors", "memoryoss", "a < b & c"];
        Plot {
            title: "Found",
            series: &["R@5", "R@10", "R@20", "E@500"],
            groups: arms
                .map(|arm| (arm.to_owned(), vec![0.1, 0.5, 1.0, 1.7]))
                .into(),
        }
    }

    /// Every tag that opens closes, in order.
    fn check_balanced(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, rest) = tag.split_once('>').unwrap();
            assert!(!rest.contains('>'), "a bare > after {tag}");
            let name = tag.split([' ', '/']).find(|part| !part.is_empty());
            if tag.starts_with('/') {
                assert_eq!(open.pop(), name, "{tag}");
            } else if !tag.ends_with('/') {
                open.extend(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn the_picture_is_well_formed_small_and_shows_every_arm() {
        let svg = plot().svg();
        check_balanced(&svg);
        assert!(svg.len() < 10_000, "{} bytes", svg.len());
        for name in [
            "grep",
            "words",
            "vectors",
            "memoryoss",
            "a &lt; b &amp; c",
            "R@20",
            "E@500",
        ] {
            assert!(svg.contains(&format!(">{name}<")), "{name}");
        }
        assert_eq!(svg.matches("<rect").count(), 4 + 5 * 4);
    }

    #[test]
    fn bars_stay_inside_the_picture() {
        assert_eq!(height_of(1.7), height_of(1.0));
        assert_eq!(height_of(-1.0), BOTTOM);
    }
}
