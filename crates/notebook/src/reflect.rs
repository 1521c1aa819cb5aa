//! What a session leaves in the slots of its project.

use crate::cut;
use crate::observation::Observation;
use crate::slot::Slot;

pub const PENDING: &str = "pending_items";
pub const PATTERNS: &str = "session_patterns";
pub const CONTEXT: &str = "project_context";

/// Files that one reflection adds at most.
const FILES: usize = 20;
const ITEM: usize = 200;
const FILES_HEAD: &str = "Files touched in recent sessions:";
const ERROR: &str = "error";
const COMMAND: &str = "command_run";
const PATTERNS_HEAD: &str = "last reflection:";

/// What a slot is to hold after a session; none if that is what it holds.
pub fn reflected(slot: &Slot, seen: &[Observation]) -> Option<String> {
    let content = match slot.label.as_str() {
        PENDING => pending(slot, seen),
        PATTERNS => patterns(slot, seen),
        CONTEXT => files(slot, seen),
        _ => return None,
    };
    let content = tail(&content, slot.size_limit);
    (content != slot.content && !content.is_empty()).then_some(content)
}

/// Lines a session may have left in a slot of this name.
pub fn left(label: &str, seen: &[Observation]) -> Vec<String> {
    match label {
        PENDING => listed(seen.iter().filter_map(item)),
        PATTERNS => vec![pattern(seen)],
        CONTEXT => listed(seen.iter().flat_map(|seen| seen.files.clone())),
        _ => Vec::new(),
    }
}

/// Takes lines out of what a slot holds, and gives them.
pub fn take(content: &mut String, gone: impl Fn(&str) -> bool) -> Vec<String> {
    let (taken, kept): (Vec<&str>, Vec<&str>) = content.lines().partition(|line| gone(line));
    if taken.is_empty() {
        return Vec::new();
    }
    // A heading without anything under it says nothing.
    let kept = match kept.as_slice() {
        [above @ .., FILES_HEAD] => above,
        all => all,
    };
    let (taken, kept) = (
        taken.into_iter().map(str::to_owned).collect(),
        kept.join("\n"),
    );
    *content = kept;
    taken
}

fn listed(all: impl Iterator<Item = String>) -> Vec<String> {
    all.map(|one| format!("- {one}")).collect()
}

/// What is still to be done, a line each; what is there already is not said twice.
fn pending(slot: &Slot, seen: &[Observation]) -> String {
    let mut lines: Vec<String> = slot.content.lines().map(str::to_owned).collect();
    for item in seen.iter().filter_map(item) {
        let line = format!("- {item}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

/// The sentence that says so, without what stands around it.
fn item(seen: &Observation) -> Option<String> {
    let texts = [&seen.narrative, &seen.title];
    let text = texts
        .iter()
        .find(|text| text.to_lowercase().contains("todo"))?;
    let lines = text.lines().flat_map(|line| line.split(" | "));
    let line = lines
        .map(cut::collapsed)
        .find(|line| line.to_lowercase().contains("todo"));
    line.map(|line| cut::ellipsis(&line, ITEM))
}

/// One line about the last session that was looked at, in place of the one before.
fn patterns(slot: &Slot, seen: &[Observation]) -> String {
    if !seen
        .iter()
        .any(|seen| [ERROR, COMMAND].contains(&seen.kind.as_str()))
    {
        return slot.content.clone();
    }
    let line = pattern(seen);
    let kept = slot
        .content
        .lines()
        .filter(|line| !line.starts_with(PATTERNS_HEAD));
    let lines: Vec<String> = kept.map(str::to_owned).chain([line]).collect();
    lines.join("\n").trim().to_owned()
}

fn pattern(seen: &[Observation]) -> String {
    let of = |kind: &str| seen.iter().filter(|seen| seen.kind == kind).count();
    let (errors, commands, all) = (of(ERROR), of(COMMAND), seen.len());
    format!("{PATTERNS_HEAD} {errors} errors and {commands} commands in {all} observations")
}

/// Files nobody has listed yet, under a heading of their own.
fn files(slot: &Slot, seen: &[Observation]) -> String {
    let listed = |file: &str| slot.content.lines().any(|line| line == format!("- {file}"));
    let mut new: Vec<&str> = Vec::new();
    for file in seen.iter().flat_map(|seen| &seen.files) {
        if !listed(file) && !new.contains(&file.as_str()) && new.len() < FILES {
            new.push(file);
        }
    }
    if new.is_empty() {
        return slot.content.clone();
    }
    let mut content = slot.content.trim_end().to_owned();
    if !content.contains(FILES_HEAD) {
        content = format!("{content}\n{FILES_HEAD}");
    }
    for file in new {
        content.push_str(&format!("\n- {file}"));
    }
    content.trim().to_owned()
}

/// The end of what does not fit: what came last matters most. Lines stay whole where one does.
fn tail(content: &str, most: usize) -> String {
    let over = content.chars().count().saturating_sub(most);
    if over == 0 {
        return content.to_owned();
    }
    let kept: String = content.chars().skip(over).collect();
    match kept.split_once('\n') {
        Some((_, whole)) if !whole.is_empty() => whole.to_owned(),
        _ => kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slot::STANDING;

    fn slot(label: &str) -> Slot {
        let standing = STANDING.iter().find(|slot| slot.label == label);
        standing.unwrap().empty("p")
    }

    fn seen(kind: &str, narrative: &str, file: &str) -> Observation {
        Observation {
            kind: kind.into(),
            narrative: narrative.into(),
            files: vec![file.into()],
            ..Observation::default()
        }
    }

    #[test]
    fn what_a_session_left_can_be_taken_back() {
        let one = [
            seen("command_run", "TODO: feed the owl", "a.rs"),
            seen("error", "it broke", "b.rs"),
        ];
        let other = [seen("command_run", "TODO: close it", "b.rs")];
        for (label, left) in [
            (PENDING, "mine\n- TODO: close it"),
            (
                PATTERNS,
                "mine\nlast reflection: 0 errors and 1 commands in 1 observations",
            ),
            (CONTEXT, "mine"),
        ] {
            let mut slot = slot(label);
            slot.content = "mine".to_owned();
            slot.content = reflected(&slot, &one).unwrap();
            slot.content = reflected(&slot, &other).unwrap_or(slot.content);
            let own = super::left(label, &one);
            let of_it = |line: &str| own.iter().any(|own| own == line);
            take(&mut slot.content, of_it);
            assert_eq!(slot.content, left);
            assert_eq!(take(&mut slot.content, of_it), Vec::<String>::new());
        }
    }

    #[test]
    fn a_second_look_adds_nothing() {
        let all = [
            seen("file_edit", "edit | TODO: close the file\nmore", "a.rs"),
            seen("error", "it broke", "b.rs"),
            seen("command_run", "make", "a.rs"),
        ];
        let expected = [
            (PENDING, "- TODO: close the file"),
            (
                PATTERNS,
                "last reflection: 1 errors and 1 commands in 3 observations",
            ),
            (CONTEXT, "Files touched in recent sessions:\n- a.rs\n- b.rs"),
        ];
        for (label, wanted) in expected {
            let mut slot = slot(label);
            slot.content = reflected(&slot, &all).unwrap();
            assert_eq!(slot.content, wanted);
            assert_eq!(reflected(&slot, &all), None, "{label}");
        }
        assert_eq!(reflected(&slot("guidance"), &all), None);
        assert_eq!(reflected(&slot(PENDING), &[]), None);
    }

    #[test]
    fn what_somebody_wrote_stays_and_the_oldest_lines_give_way() {
        let mut notes = slot(CONTEXT);
        notes.content = "A web shop.".into();
        let told = reflected(&notes, &[seen("file_read", "", "a.rs")]).unwrap();
        assert!(told.starts_with("A web shop.\nFiles touched"), "{told}");
        let mut small = slot(PENDING);
        small.size_limit = 30;
        small.content = "- TODO the first of them".into();
        let told = reflected(&small, &[seen("other", "TODO the second", "")]).unwrap();
        assert_eq!(told, "- TODO the second");
    }
}
