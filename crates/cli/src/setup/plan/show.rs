//! The plan as people see it.

use super::cover::{Cover, name_alone};
use super::diff::{Line, diff};
use super::{Change, Plan, Step};
use crate::output::{bold, dim, green, red};
use crate::setup::found::Found;

/// A file we make whole is known by its beginning.
const MAX_LINES: usize = 60;

pub fn show(plan: &Plan, found: &Found) {
    if plan.is_empty() && plan.left.is_empty() {
        say!("Everything is in place already; there is nothing to write.");
    } else if !plan.is_empty() {
        say!("\n{}", bold("What will be written:"));
    }
    if let Some(link) = &plan.link {
        say!("\n{}", bold(&format!("link    {}", found.short(link))));
        say!("        this program under the name agents start it by");
    }
    for step in plan.changes() {
        one(step, found);
    }
    for left in &plan.left {
        let (whose, why) = (left.whose, &left.fault.error);
        say!("\n{}", bold(&format!("left out: {whose}")));
        say!("        {why}");
    }
    for note in &plan.notes {
        say!("\nnote: {note}");
    }
}

fn one(step: &Step, found: &Found) {
    let verb = match step.change() {
        Change::New => "new",
        Change::Edit => "change",
        Change::Remove => "remove",
        Change::Mode => "chmod",
        Change::None => return,
    };
    let mode = match step.mode_after() {
        _ if step.change() == Change::Remove => String::new(),
        mode => format!(" ({mode:o})"),
    };
    let path = found.short(step.path());
    say!("\n{}{}", bold(&format!("{verb:<7} {path}")), dim(&mode));
    for what in &step.what {
        say!("        {what}");
    }
    tell(&step.file.before, &step.file.after, step.own);
}

/// What goes and what comes in somebody's file, as far as others may see it.
pub fn change(before: &str, after: &str) {
    tell(before, after, false);
}

/// In a file that is ours alone, what goes is ours too.
fn tell(before: &str, after: &str, own: bool) {
    let lines = diff(before, after);
    let mut sides = Sides {
        own,
        ..Sides::default()
    };
    for line in lines.iter().take(MAX_LINES) {
        say!("{}", sides.told(line));
    }
    if let Some(more) = lines.len().checked_sub(MAX_LINES).filter(|more| *more > 0) {
        say!("    … and {more} more lines");
    }
}

/// Each side has words of its own: what comes between a flag and its value is of the other.
#[derive(Default)]
struct Sides {
    own: bool,
    old: Cover,
    new: Cover,
}

// === impl Sides ===

impl Sides {
    fn told(&mut self, line: &Line) -> String {
        match line {
            Line::Out(text) if self.own => red(format!("  - {}", self.old.line(text)).trim_end()),
            Line::Out(text) => red(format!("  - {}", name_alone(text)).trim_end()),
            Line::In(text) => green(format!("  + {}", self.new.line(text)).trim_end()),
            Line::Skip => dim("    …"),
        }
    }
}
