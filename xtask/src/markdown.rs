//! As much Markdown as our own pages use: tables, links, code spans.

/// Lines with their number, without those inside a fenced block.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((at + 1, line))
    })
}

/// The cells of a table row, or nothing when the line is none.
pub fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

pub fn is_ruler(cells: &[&str]) -> bool {
    cells
        .iter()
        .all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':')))
}

/// The rows of the first table under these headings, with their lines.
pub fn table<'a>(text: &'a str, headings: &[&str]) -> Option<Vec<(usize, Vec<&'a str>)>> {
    let mut lines = prose(text).skip_while(|(_, line)| !is_heading(line, headings));
    lines.next()?;
    let rows = lines.map_while(|(at, line)| Some((at, cells(line)?)));
    Some(rows.filter(|(_, cells)| !is_ruler(cells)).collect())
}

fn is_heading(line: &str, headings: &[&str]) -> bool {
    cells(line).is_some_and(|cells| cells == headings)
}

/// What stands between backticks.
pub fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Where the links of a line lead, inline and by reference.
pub fn links(line: &str) -> Vec<String> {
    let plain: String = line.split('`').step_by(2).collect();
    let inline = plain
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let named = plain
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "));
    let all = inline.chain(named.map(|(_, target)| target));
    all.filter_map(|target| target.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "| A | B |\n|---|:-:|\n| 1 | x |\n| 2 | y |\n\n| 3 | z |\n";

    #[test]
    fn a_table_ends_where_its_rows_end() {
        let rows = table(PAGE, &["A", "B"]).unwrap();
        assert_eq!(rows, [(3, vec!["1", "x"]), (4, vec!["2", "y"])]);
        assert!(table(PAGE, &["A", "C"]).is_none());
    }

    #[test]
    fn fenced_lines_are_not_prose() {
        let lines: Vec<_> = prose("a\n```\nb\n```\nc").collect();
        assert_eq!(lines, [(1, "a"), (5, "c")]);
    }

    #[test]
    fn links_are_found_but_not_in_code() {
        let line = "see [a](x.md \"title\"), [b](y.md#part) and `[c](z.md)`";
        assert_eq!(links(line), ["x.md", "y.md#part"]);
        assert_eq!(links("[home]: docs/home.md"), ["docs/home.md"]);
        assert_eq!(
            code_spans("`one` and `two`").collect::<Vec<_>>(),
            ["one", "two"]
        );
    }
}
