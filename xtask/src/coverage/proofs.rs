//! The tests of the tree, and whether each asserts anything.

use crate::rust;
use crate::tree::{Text, Tree};
use crate::words::is_name;

const PLACES: [&str; 4] = ["crates/", "compat/", "scenarios/", "xtask/"];

pub struct Proof {
    pub name: String,
    pub path: String,
    pub line: usize,
    pub asserts: bool,
}

pub fn find(tree: &Tree) -> Vec<Proof> {
    let ours = tree
        .ending(".rs")
        .filter(|file| PLACES.iter().any(|p| file.path.starts_with(p)));
    ours.flat_map(tests).collect()
}

fn tests(file: &Text) -> Vec<Proof> {
    let functions = rust::functions(&rust::mask(&file.text).code).into_iter();
    let proof = |function: rust::Function| Proof {
        asserts: asserts(&function.body),
        name: function.name,
        path: file.path.clone(),
        line: function.line,
    };
    functions
        .filter(|function| function.is_test)
        .map(proof)
        .collect()
}

/// A call whose name says that it asserts, checks or expects something.
fn asserts(body: &str) -> bool {
    let calls = body
        .match_indices(['(', '!'])
        .map(|(at, _)| name_before(body, at));
    calls.into_iter().any(|name| {
        name.contains("assert") || name.starts_with("check_") || name.starts_with("expect_")
    })
}

fn name_before(body: &str, at: usize) -> &str {
    let before = &body[..at];
    let start = before.rfind(|c| !is_name(c)).map_or(0, |place| place + 1);
    before.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asserting_is_told_from_mentioning() {
        let bodies = [
            ("{ assert!(x); }", true),
            ("{ prop_assert_eq!(x, y)?; }", true),
            ("{ check_round_trip(x); }", true),
            ("{ expect_refusal(x).await; }", true),
            ("{ insta::assert_snapshot!(x); }", true),
            ("{ let assert = 1; }", false),
            ("{ uncheck_all(); x.expect(y); }", false),
            ("{ let assertion = x != y; }", false),
            ("{}", false),
        ];
        for (body, expected) in bodies {
            assert_eq!(asserts(body), expected, "{body}");
        }
    }

    #[test]
    fn only_tests_of_our_places_count() {
        let text = "#[test] fn one() { assert!(x); } fn two() {} // assert!()\n";
        let tree = Tree::of(&[("crates/a/src/lib.rs", text), ("docs/example.rs", text)]);
        let found = find(&tree);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].asserts), ("one", true));
    }
}
