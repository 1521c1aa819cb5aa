//! Lines that go and lines that come; of a line that changes, only what does. The rest of it is
//! somebody's own, and may be a secret: a whole file of JSON may be one line.

/// More than this is not compared.
const MAX_CELLS: usize = 4_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Out(String),
    In(String),
    /// What is between, and stays.
    Skip,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Out,
    In,
    Kept,
}

/// A line, or a piece of one.
type Part<'t> = (Way, &'t str);

pub fn diff(before: &str, after: &str) -> Vec<Line> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let Some(parts) = compared(&old, &new) else {
        return vec![Line::Skip];
    };
    let groups = parts.chunk_by(|a, b| is_kept(*a) == is_kept(*b));
    let lines = groups.flat_map(|group| match is_kept(group[0]) {
        true => vec![Line::Skip],
        false => changed(group),
    });
    tidy(lines.collect())
}

fn is_kept((way, _): Part<'_>) -> bool {
    way == Way::Kept
}

/// Whole lines where none was there before or none is there now; else what differs in them.
fn changed(group: &[Part<'_>]) -> Vec<Line> {
    let of = |wanted: Way| {
        let of = group.iter().filter(|(way, _)| *way == wanted);
        of.map(|(_, text)| *text).collect::<Vec<_>>()
    };
    let (old, new) = (of(Way::Out), of(Way::In));
    match old.is_empty() || new.is_empty() {
        true => group
            .iter()
            .map(|(way, text)| line(*way, (*text).to_owned()))
            .collect(),
        false => within(&old.join("\n"), &new.join("\n")),
    }
}

fn within(old: &str, new: &str) -> Vec<Line> {
    let Some(parts) = compared(&pieces(old), &pieces(new)) else {
        return vec![Line::Skip];
    };
    let runs = parts.chunk_by(|a, b| a.0 == b.0);
    let lines = runs.flat_map(|run| {
        let text: String = run.iter().map(|(_, text)| *text).collect();
        let says = |line: &&str| !line.trim().trim_matches(',').is_empty();
        let said = text.lines().filter(says);
        let said = said.map(|text| line(run[0].0, mneme_redact::text(text)));
        said.collect::<Vec<_>>()
    });
    lines.collect()
}

fn line(way: Way, text: String) -> Line {
    match way {
        Way::Out => Line::Out(text),
        Way::In => Line::In(text),
        Way::Kept => Line::Skip,
    }
}

/// Cut where JSON and TOML may be: a value somebody has is a piece of its own, or part of one that
/// is theirs.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive(['{', '[', '}', ']', ',', '\n']) {
        match part.strip_suffix(['}', ']', ',', '\n']) {
            Some(before) if !before.is_empty() => {
                pieces.extend([before, &part[before.len()..]]);
            }
            _ => pieces.push(part),
        }
    }
    pieces
}

/// Nothing at the ends stays, and what stays between is told once.
fn tidy(mut lines: Vec<Line>) -> Vec<Line> {
    lines.dedup_by(|a, b| *a == Line::Skip && *b == Line::Skip);
    if lines.first() == Some(&Line::Skip) {
        lines.remove(0);
    }
    if lines.last() == Some(&Line::Skip) {
        lines.pop();
    }
    lines
}

/// Without what both begin and end with; nothing where it would take too long.
fn compared<'t>(old: &[&'t str], new: &[&'t str]) -> Option<Vec<Part<'t>>> {
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take_while(same).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let fits = old.len().saturating_mul(new.len()) <= MAX_CELLS;
    fits.then(|| longest(old, new))
}

/// The longest row of parts both have stays.
fn longest<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Part<'t>> {
    let mut kept = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            kept[i][j] = match a == b {
                true => kept[i + 1][j + 1] + 1,
                false => kept[i + 1][j].max(kept[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut parts) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        let out_first = j == new.len() || (i < old.len() && kept[i + 1][j] >= kept[i][j + 1]);
        if i < old.len() && j < new.len() && old[i] == new[j] {
            parts.push((Way::Kept, old[i]));
            (i, j) = (i + 1, j + 1);
        } else if out_first {
            parts.push((Way::Out, old[i]));
            i += 1;
        } else {
            parts.push((Way::In, new[j]));
            j += 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(text: &str) -> Line {
        Line::Out(text.to_owned())
    }

    fn new(text: &str) -> Line {
        Line::In(text.to_owned())
    }

    #[test]
    fn only_what_differs_is_told() {
        assert_eq!(diff("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(diff("", "x\n"), [new("x")]);
        assert_eq!(
            diff("a\nb\nc\nd\ne\n", "a\nB\nc\nd\n+\ne\n"),
            [out("b"), new("B"), Line::Skip, new("+")]
        );
        assert_eq!(diff("a\nb\n", "b\n"), [out("a")]);
    }

    #[test]
    fn what_stays_in_a_line_is_not_told() {
        let theirs = r#"{"env":{"A":"hush, you"},"list":["b"]}"#;
        let ours = "{\"ours\":[1],\"env\":{\"A\":\"hush, you\"},\n  \"more\": {},\"list\":[\"b\"]}";
        let told = diff(theirs, ours);
        assert!(!format!("{told:?}").contains("hush"), "{told:?}");
        assert!(told.contains(&new("  \"more\": {")), "{told:?}");
        let back = diff(ours, theirs);
        assert!(!format!("{back:?}").contains("hush"), "{back:?}");
        let comma = diff("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
        assert_eq!(comma, [new("  \"b\": 2")]);
        let value = diff("args = [\"x\", \"old\"]\n", "args = [\"x\", \"new\"]\n");
        assert_eq!(value, [out(" \"old\""), new(" \"new\"")]);
    }

    #[test]
    fn what_cannot_be_compared_is_not_told_either() {
        let many = |word: &str| {
            (0..3_000)
                .map(|n| format!("{word}{n}\n"))
                .collect::<String>()
        };
        assert_eq!(diff(&many("hush"), &many("x")), [Line::Skip]);
    }
}
