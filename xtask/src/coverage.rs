//! Promises and their tests: the page and the tree agree, in both directions.
//!
//! The page is docs/coverage.md. A row names the tests that prove it, or says what
//! part of the product is still missing. A test named after a row is in that row.

mod proofs;
mod rows;

use std::collections::BTreeMap;

use crate::check::{Finding, Report};
use crate::error::Error;
use crate::tree::Tree;
use crate::words;
use proofs::Proof;
use rows::{Evidence, Row};

const PAGE: &str = "docs/coverage.md";
/// How many promises each part of the product makes.
const TOTALS: [(char, usize); 4] = [('A', 195), ('G', 250), ('T', 106), ('N', 116)];

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let (rows, wrong) = rows::read(tree.text(PAGE)?);
    let proofs = proofs::find(tree);
    let mut findings = wrong;
    findings.extend(repeated(&rows));
    findings.extend(totals(&rows));
    findings.extend(rows.iter().flat_map(|row| unproven(row, &proofs)));
    findings.extend(proofs.iter().filter_map(|proof| unlisted(proof, &rows)));
    let mut report = Report::from(findings);
    report.notes.push(summary(&rows));
    Ok(report)
}

fn summary(rows: &[Row]) -> String {
    let proven = rows
        .iter()
        .filter(|row| matches!(row.evidence, Evidence::Tests(_)))
        .count();
    format!(
        "{proven} of {} have a test",
        words::count(rows.len(), "promise")
    )
}

fn repeated(rows: &[Row]) -> Vec<Finding> {
    let mut seen = BTreeMap::new();
    let mut findings = Vec::new();
    for row in rows {
        if let Some(first) = seen.insert(&row.id, row.line) {
            let sentence = format!("{} appears a second time, first on line {first}", row.id);
            findings.push(Finding::new(PAGE, row.line, sentence));
        }
    }
    findings
}

fn totals(rows: &[Row]) -> Vec<Finding> {
    let count = |letter| rows.iter().filter(|row| row.id.starts_with(letter)).count();
    let told = TOTALS.map(|(letter, expected)| (letter, expected, count(letter)));
    let wrong = told
        .into_iter()
        .filter(|(_, expected, found)| expected != found);
    let finding = |(letter, expected, found)| {
        let rows = words::count(found, "row");
        Finding::new(
            PAGE,
            1,
            format!("{letter} has {rows}, but there are {expected} promises"),
        )
    };
    wrong.map(finding).collect()
}

/// Tests a row leans on that are missing or assert nothing.
fn unproven(row: &Row, proofs: &[Proof]) -> Vec<Finding> {
    let Evidence::Tests(names) = &row.evidence else {
        return Vec::new();
    };
    let weak = names
        .iter()
        .filter_map(|name| Some((name, weakness(name, proofs)?)));
    let finding =
        |(name, why)| Finding::new(PAGE, row.line, format!("{} names `{name}`, {why}", row.id));
    weak.map(finding).collect()
}

fn weakness(name: &str, proofs: &[Proof]) -> Option<&'static str> {
    match proofs.iter().find(|proof| proof.name == name) {
        None => Some("which is no test in the tree"),
        Some(proof) if !proof.asserts => Some("which asserts nothing"),
        Some(_) => None,
    }
}

/// A test named after a row that the row does not name.
fn unlisted(proof: &Proof, rows: &[Row]) -> Option<Finding> {
    let id = rows::id_of(&proof.name)?;
    let sentence = match rows.iter().find(|row| row.id == id) {
        None => format!(
            "`{}` is named after {id}, but {PAGE} has no such row",
            proof.name
        ),
        Some(row) if names(row, &proof.name) => return None,
        Some(_) => format!("`{}` is not named in row {id} of {PAGE}", proof.name),
    };
    Some(Finding::new(&proof.path, proof.line, sentence))
}

fn names(row: &Row, test: &str) -> bool {
    matches!(&row.evidence, Evidence::Tests(names) if names.iter().any(|name| name == test))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: &str = "#[test]\nfn g_001_serves() { assert!(up()); }\n\
                         #[test]\nfn g_002_waits() { wait(); }\n\
                         #[test]\nfn g_003_sings() { check_song(); }\n\
                         #[test]\nfn g_004_dances() { assert_eq!(1, 1); }\n";

    fn sentences(page: &str) -> Vec<String> {
        let tree = Tree::of(&[(PAGE, page), ("crates/x/src/lib.rs", TESTS)]);
        let findings = run(&tree).unwrap().findings.into_iter();
        let counts = |sentence: &String| sentence.contains("promises");
        findings
            .map(|finding| finding.sentence)
            .filter(|s| !counts(s))
            .collect()
    }

    #[test]
    fn page_and_tree_are_compared_in_both_directions() {
        let page = "| G-001 | serves | `g_001_serves` |\n| G-002 | waits | `g_002_waits` |\n\
                    | G-003 | sings | `g_003_hums` |\n";
        let expected = [
            "`g_003_sings` is not named in row G-003 of docs/coverage.md",
            "`g_004_dances` is named after G-004, but docs/coverage.md has no such row",
            "G-002 names `g_002_waits`, which asserts nothing",
            "G-003 names `g_003_hums`, which is no test in the tree",
        ];
        assert_eq!(sentences(page), expected);
    }

    #[test]
    fn a_row_that_is_not_yet_still_names_tests_that_exist() {
        let page = "| G-004 | dances | *not yet*: music |\n";
        assert!(
            sentences(page)
                .iter()
                .any(|s| s.starts_with("`g_004_dances` is not named"))
        );
    }

    #[test]
    fn repeated_rows_and_wrong_totals_are_told() {
        let (rows, _) = rows::read("| G-001 | a | *not yet*: x |\n| G-001 | b | *not yet*: x |\n");
        assert_eq!(
            repeated(&rows)[0].sentence,
            "G-001 appears a second time, first on line 1"
        );
        let told: Vec<String> = totals(&rows).into_iter().map(|f| f.sentence).collect();
        assert!(told.contains(&"G has 2 rows, but there are 250 promises".to_owned()));
        assert_eq!(told.len(), 4);
    }
}
