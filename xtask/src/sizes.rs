//! Pieces a reader can hold: long files and functions are told, very long ones refused.

use crate::check::{Finding, Report};
use crate::error::Error;
use crate::rust;
use crate::tree::{Text, Tree};

const FILE_LIMIT_LINES: usize = 500;
const FUNCTION_LIMIT_LINES: usize = 100;
/// From here on a function is told, though it does not fail.
const FUNCTION_LONG_LINES: usize = 70;
const LONGEST_FILES: usize = 10;

/// A file or a function, and how many lines it has.
struct Piece {
    path: String,
    line: usize,
    lines: usize,
    what: String,
}

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let mut files: Vec<Piece> = tree.ending(".rs").map(file).collect();
    files.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.path.cmp(&b.path)));
    let functions: Vec<Piece> = tree.ending(".rs").flat_map(functions).collect();
    let mut report = Report::from(too_long(&files, &functions));
    report.notes = notes(&files, &functions);
    Ok(report)
}

fn file(file: &Text) -> Piece {
    let lines = file.text.lines().count();
    Piece {
        path: file.path.clone(),
        line: 1,
        lines,
        what: "file".to_owned(),
    }
}

fn functions(file: &Text) -> Vec<Piece> {
    let found = rust::functions(&rust::mask(&file.text).code).into_iter();
    let piece = |function: rust::Function| Piece {
        path: file.path.clone(),
        line: function.line,
        lines: function.lines,
        what: format!("function `{}`", function.name),
    };
    found.map(piece).collect()
}

fn too_long(files: &[Piece], functions: &[Piece]) -> Vec<Finding> {
    let files = files.iter().map(|piece| (piece, FILE_LIMIT_LINES));
    let functions = functions.iter().map(|piece| (piece, FUNCTION_LIMIT_LINES));
    let long = files
        .chain(functions)
        .filter(|(piece, limit)| piece.lines > *limit);
    long.map(|(piece, limit)| finding(piece, limit)).collect()
}

fn finding(piece: &Piece, limit: usize) -> Finding {
    let sentence = format!(
        "the {} has {} lines; the limit is {limit}",
        piece.what, piece.lines
    );
    Finding::new(&piece.path, piece.line, sentence)
}

fn notes(files: &[Piece], functions: &[Piece]) -> Vec<String> {
    let longest = files.iter().take(LONGEST_FILES);
    let long = functions
        .iter()
        .filter(|piece| piece.lines > FUNCTION_LONG_LINES);
    longest.chain(long).map(note).collect()
}

fn note(piece: &Piece) -> String {
    format!(
        "{:>4} lines: {} {}:{}",
        piece.lines, piece.what, piece.path, piece.line
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(lines: usize) -> String {
        format!("fn long() {{\n{}}}\n", "x();\n".repeat(lines - 2))
    }

    #[test]
    fn long_functions_are_told_and_too_long_ones_refused() {
        let tree = Tree::of(&[("a.rs", &function(71)), ("b.rs", &function(101))]);
        let report = run(&tree).unwrap();
        assert_eq!(report.findings.len(), 1);
        let sentence = "the function `long` has 101 lines; the limit is 100";
        assert_eq!(report.findings[0], Finding::new("b.rs", 1, sentence));
        assert_eq!(report.notes.len(), 4);
    }

    #[test]
    fn a_file_past_the_limit_is_refused() {
        let (fits, over) = ("x\n".repeat(500), "x\n".repeat(501));
        let report = run(&Tree::of(&[("fits.rs", &fits), ("over.rs", &over)])).unwrap();
        assert_eq!(report.findings.len(), 1);
        assert_eq!(report.findings[0].path, "over.rs");
    }
}
