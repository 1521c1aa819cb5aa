//! Lines that go and lines that come.

/// More than this is not compared line by line.
const MAX_CELLS: usize = 4_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'t> {
    Out(&'t str),
    In(&'t str),
    /// Lines between that stay.
    Skip,
}

pub fn diff<'t>(before: &'t str, after: &'t str) -> Vec<Line<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take_while(same).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    match old.len().saturating_mul(new.len()) > MAX_CELLS {
        true => {
            let out = old.iter().map(|line| Line::Out(line));
            out.chain(new.iter().map(|line| Line::In(line))).collect()
        }
        false => compared(old, new),
    }
}

/// The longest row of lines both have stays.
fn compared<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let mut kept = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            kept[i][j] = match a == b {
                true => kept[i + 1][j + 1] + 1,
                false => kept[i + 1][j].max(kept[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        let out_first = j == new.len() || (i < old.len() && kept[i + 1][j] >= kept[i][j + 1]);
        if i < old.len() && j < new.len() && old[i] == new[j] {
            if lines.last().is_some_and(|last| *last != Line::Skip) {
                lines.push(Line::Skip);
            }
            (i, j) = (i + 1, j + 1);
        } else if out_first {
            lines.push(Line::Out(old[i]));
            i += 1;
        } else {
            lines.push(Line::In(new[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        assert_eq!(diff("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(diff("", "x\n"), [Line::In("x")]);
        assert_eq!(
            diff("a\nb\nc\nd\ne\n", "a\nB\nc\nd\n+\ne\n"),
            [Line::Out("b"), Line::In("B"), Line::Skip, Line::In("+")]
        );
        assert_eq!(diff("a\nb\n", "b\n"), [Line::Out("a")]);
    }
}
