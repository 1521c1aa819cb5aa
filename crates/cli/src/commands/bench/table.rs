//! Tables and pages in Markdown.

use std::path::Path;

use mneme_model::Code;
use mneme_wire::Fault;

/// A table whose first column is words and whose others are numbers.
pub fn table(titles: &[&str], rows: &[Vec<String>]) -> String {
    let rule = titles.iter().enumerate();
    let rule: Vec<&str> = rule
        .map(|(n, _)| if n == 0 { "---" } else { "---:" })
        .collect();
    let mut text = format!("| {} |\n|{}|\n", titles.join(" | "), rule.join("|"));
    for row in rows {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text
}

/// Writes pages of a report into `dir`, which is made if it is new.
pub fn write(dir: &Path, pages: &[(&str, String)]) -> Result<(), Fault> {
    let wrong = |path: &Path, error: std::io::Error| {
        let message = format!("{} cannot be written: {error}", path.display());
        Fault {
            hint: "choose another directory for --report".into(),
            ..Fault::new(Code::BadFile, message)
        }
    };
    std::fs::create_dir_all(dir).map_err(|error| wrong(dir, error))?;
    for (name, text) in pages {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|error| wrong(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let text = table(&["arm", "R@5"], &[vec!["grep".into(), "0.5".into()]]);
        assert_eq!(text, "| arm | R@5 |\n|---|---:|\n| grep | 0.5 |\n");
    }
}
