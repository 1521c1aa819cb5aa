//! The plan as people see it.

use super::diff::{Line, diff};
use super::{Change, Plan, Step};
use crate::output::{bold, dim, green, plain, red};
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
    change(&step.file.before, &step.file.after);
}

/// What goes and what comes in a file, as far as others may see it.
pub fn change(before: &str, after: &str) {
    let lines = diff(before, after);
    for line in lines.iter().take(MAX_LINES) {
        say!("{}", told(line));
    }
    if let Some(more) = lines.len().checked_sub(MAX_LINES).filter(|more| *more > 0) {
        say!("    … and {more} more lines");
    }
}

fn told(line: &Line) -> String {
    match line {
        Line::Out(text) => red(format!("  - {}", covered(text)).trim_end()),
        Line::In(text) => green(format!("  + {}", covered(text)).trim_end()),
        Line::Skip => dim("    …"),
    }
}

/// A secret is not for whoever looks over a shoulder.
fn covered(line: &str) -> String {
    let Some(at) = line.find(['=', ':']) else {
        return plain(line);
    };
    let (before, _) = line.split_at(at);
    let name = before.trim().trim_matches('"');
    let telling = ["secret", "password", "api_key", "token"];
    let lower = name.to_lowercase();
    let secret =
        ["key", "proxy_key"].contains(&name) || telling.iter().any(|word| lower.contains(word));
    match secret {
        true if line[at..].starts_with(':') => format!("{}: (secret)", plain(before)),
        true => format!("{}= (secret)", plain(before)),
        false => plain(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_covered() {
        assert_eq!(covered("key = \"ek_1\""), "key = (secret)");
        assert_eq!(covered("jwt_secret = \"x\""), "jwt_secret = (secret)");
        assert_eq!(
            covered("export OPENAI_API_KEY=sk-1"),
            "export OPENAI_API_KEY= (secret)"
        );
        assert_eq!(
            covered("  \"OPENAI_API_KEY\": \"sk-1\","),
            "  \"OPENAI_API_KEY\": (secret)"
        );
        assert_eq!(covered("API_SECRET = \"x\""), "API_SECRET = (secret)");
        assert_eq!(covered("port = 8000"), "port = 8000");
    }
}
