//! Reading the rows of the coverage page.

use super::PAGE;
use crate::check::Finding;
use crate::markdown;

#[derive(Debug, Eq, PartialEq)]
pub struct Row {
    pub line: usize,
    pub id: String,
    pub evidence: Evidence,
}

#[derive(Debug, Eq, PartialEq)]
pub enum Evidence {
    /// The tests that prove it.
    Tests(Vec<String>),
    /// What is missing.
    NotYet(String),
}

const HEADINGS: [&str; 3] = ["Row", "Promise", "Test"];

/// The well-formed rows, and a finding for each other one.
pub fn read(page: &str) -> (Vec<Row>, Vec<Finding>) {
    let (mut rows, mut findings) = (Vec::new(), Vec::new());
    for (line, text) in markdown::prose(page).filter(|(_, text)| text.starts_with('|')) {
        match row(line, text) {
            Ok(row) => rows.extend(row),
            Err(sentence) => findings.push(Finding::new(PAGE, line, sentence)),
        }
    }
    (rows, findings)
}

/// A row, nothing for the head of a table, or what is wrong.
fn row(line: usize, text: &str) -> Result<Option<Row>, String> {
    let cells = markdown::cells(text).ok_or("the row does not end with `|`")?;
    if cells == HEADINGS || markdown::is_ruler(&cells) {
        return Ok(None);
    }
    let [id, promise, proof] = cells[..] else {
        return Err("a row has three cells: row, promise, test".to_owned());
    };
    if !is_id(id) {
        return Err(format!("`{id}` is not one of A, G, T, N with three digits"));
    }
    if promise.is_empty() {
        return Err(format!("{id} says no promise"));
    }
    Ok(Some(Row {
        line,
        id: id.to_owned(),
        evidence: evidence(id, proof)?,
    }))
}

fn is_id(id: &str) -> bool {
    let digits = id
        .strip_prefix(['A', 'G', 'T', 'N'])
        .and_then(|rest| rest.strip_prefix('-'));
    digits.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn evidence(id: &str, proof: &str) -> Result<Evidence, String> {
    let Some(reason) = proof.strip_prefix("*not yet*") else {
        let names: Option<Vec<String>> = proof.split(", ").map(name).collect();
        let odd = || {
            format!(
                "{id}: `{}` is neither tests nor *not yet*",
                proof.replace('`', "")
            )
        };
        return names.map(Evidence::Tests).ok_or_else(odd);
    };
    let reason = reason
        .strip_prefix(':')
        .map(str::trim)
        .filter(|reason| !reason.is_empty());
    let missing = || format!("{id} is not yet, but does not say what is missing");
    reason
        .map(|reason| Evidence::NotYet(reason.to_owned()))
        .ok_or_else(missing)
}

fn name(cell: &str) -> Option<String> {
    let name = cell.strip_prefix('`')?.strip_suffix('`')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
}

/// The row a test is named after: `g_001_serves` is for G-001.
pub fn id_of(test: &str) -> Option<String> {
    let mut parts = test.splitn(3, '_');
    let (letter, digits) = (parts.next()?, parts.next()?);
    parts.next()?;
    let id = format!("{}-{digits}", letter.to_ascii_uppercase());
    is_id(&id).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_heads_passed_over() {
        let page = "| Row | Promise | Test |\n|---|---|---|\n| A-001 | x | `a_001_b`, `other` |\n\
                    | N-116 | y | *not yet*: capture |\n";
        let (rows, wrong) = read(page);
        assert!(wrong.is_empty());
        let tests = Evidence::Tests(vec!["a_001_b".to_owned(), "other".to_owned()]);
        assert_eq!(
            rows[0],
            Row {
                line: 3,
                id: "A-001".to_owned(),
                evidence: tests
            }
        );
        assert_eq!(rows[1].evidence, Evidence::NotYet("capture".to_owned()));
    }

    #[test]
    fn each_malformed_row_says_what_is_wrong() {
        let cases = [
            ("| A-001 | x | `t` ", "end with `|`"),
            ("| A-001 | x |", "three cells"),
            ("| B-001 | x | `t` |", "`B-001` is not one of"),
            ("| A-1 | x | `t` |", "`A-1` is not one of"),
            ("| A-001 |  | `t` |", "says no promise"),
            ("| A-001 | x | *not yet* |", "does not say what is missing"),
            ("| A-001 | x | *not yet*: |", "does not say what is missing"),
            ("| A-001 | x | soon |", "neither tests nor"),
            ("| A-001 | x | `t`,`u` |", "neither tests nor"),
            ("| A-001 | x |  |", "neither tests nor"),
        ];
        for (row, expected) in cases {
            let (rows, wrong) = read(row);
            assert!(rows.is_empty(), "{row}");
            assert!(
                wrong[0].sentence.contains(expected),
                "{row}: {}",
                wrong[0].sentence
            );
        }
    }

    #[test]
    fn a_test_name_leads_to_its_row() {
        assert_eq!(id_of("g_042_recall").as_deref(), Some("G-042"));
        for other in ["g_42_x", "b_042_x", "g_042", "a_dog_barks", "plain"] {
            assert_eq!(id_of(other), None, "{other}");
        }
    }
}
