//! What becomes of each file, before any is touched.

use mneme_wire::Fault;

use crate::connect::place::Planned;
use crate::setup::receipt::{Receipt, Written, sum};
use crate::setup::surfaces::Surface;
use crate::setup::wiring::Wiring;

pub struct Fate {
    pub written: Written,
    pub becomes: Becomes,
    /// Places of ours in it that somebody else has by now.
    kept: Vec<&'static Surface>,
    /// Whether what stood in one of them before us can come back nowhere.
    pub loses: bool,
    /// Why nobody can tell what in it is ours, though it names us.
    pub unread: Option<Fault>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Becomes {
    /// As it was.
    Back(String),
    /// There was none.
    Gone,
    /// Theirs, without ours.
    Cleaned(String),
    /// Nothing of ours can be told from what is theirs, or all is as it was.
    Left,
}

// === impl Fate ===

impl Fate {
    pub fn all(receipt: &Receipt, wiring: &Wiring) -> Vec<Self> {
        let each = receipt.files.iter();
        each.map(|written| Self::of(written.clone(), wiring))
            .collect()
    }

    fn of(written: Written, wiring: &Wiring) -> Self {
        // What cannot be read is told when its turn comes, and keeps nothing else from going.
        let Ok(now) = Planned::read(written.path.clone()) else {
            return Self {
                written,
                becomes: Becomes::Left,
                kept: Vec::new(),
                loses: false,
                unread: None,
            };
        };
        let there = now.path.exists().then_some(now.before.as_str());
        let clean = |text: &str| written.cleaned(wiring, text);
        let becomes = becomes(&written, there, clean);
        let changed = matches!(becomes, Becomes::Left | Becomes::Cleaned(_));
        let text = there.filter(|_| changed).unwrap_or_default();
        let kept = written.kept(wiring, text);
        Self {
            unread: written.unread(wiring, text),
            loses: written.loses(&kept, text),
            kept,
            becomes,
            written,
        }
    }

    pub fn word(&self) -> &'static str {
        self.becomes.word()
    }

    pub fn why(&self) -> &'static str {
        match self.unread {
            Some(_) => "it cannot be read any more: mend it first",
            None => self.becomes.why(),
        }
    }

    /// How people find what stays though it stands in a place of ours.
    pub fn places(&self) -> impl Iterator<Item = &'static str> {
        self.kept.iter().map(|surface| surface.place)
    }
}

fn becomes(written: &Written, now: Option<&str>, clean: impl Fn(&str) -> String) -> Becomes {
    let as_left = now.map(sum) == written.sha256;
    match (&written.before, now) {
        (Some(before), _) if as_left => Becomes::Back(before.clone()),
        (None, Some(_)) if as_left => Becomes::Gone,
        // Put back already, by an undo that met trouble elsewhere.
        (Some(before), Some(now)) if before == now => Becomes::Left,
        (_, Some(now)) => match clean(now) {
            cleaned if cleaned == now => Becomes::Left,
            cleaned if written.is_nothing(&cleaned) => Becomes::Gone,
            cleaned => Becomes::Cleaned(cleaned),
        },
        (_, None) => Becomes::Left,
    }
}

// === impl Becomes ===

impl Becomes {
    fn word(&self) -> &'static str {
        match self {
            Self::Back(_) => "restored",
            Self::Gone => "removed",
            Self::Cleaned(_) => "cleaned",
            Self::Left => "left",
        }
    }

    fn why(&self) -> &'static str {
        match self {
            Self::Back(_) => "as it was before setup last wrote it",
            Self::Gone => "there was none before setup",
            Self::Cleaned(_) => {
                "it was changed since: only our part goes, for what stood there before"
            }
            Self::Left => "it was changed or removed since: it stays as it is",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_back_only_where_nobody_wrote_since() {
        let written = |before: Option<&str>, after: Option<&str>| Written {
            before: before.map(str::to_owned),
            sha256: after.map(sum),
            ..Written::default()
        };
        let clean = |text: &str| text.replace("ours", "");
        let made = written(None, Some("ours"));
        assert_eq!(becomes(&made, Some("ours"), clean), Becomes::Gone);
        let theirs = Becomes::Cleaned(" and mine".into());
        assert_eq!(becomes(&made, Some("ours and mine"), clean), theirs);
        assert_eq!(becomes(&made, Some("mine"), clean), Becomes::Left);
        assert_eq!(becomes(&made, None, clean), Becomes::Left);
        let changed = written(Some("mine"), Some("mine ours"));
        let back = Becomes::Back("mine".into());
        assert_eq!(becomes(&changed, Some("mine ours"), clean), back);
        let theirs = |_: &str| String::from("without theirs");
        assert_eq!(becomes(&changed, Some("mine"), theirs), Becomes::Left);
        let removed = written(Some("old"), None);
        let back = Becomes::Back("old".into());
        assert_eq!(becomes(&removed, None, clean), back);
        assert_eq!(becomes(&removed, Some("new"), clean), Becomes::Left);
    }
}
