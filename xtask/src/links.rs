//! Links between our pages lead somewhere, and paths named in ARCHITECTURE.md exist.

use std::path::{Component, Path};

use crate::check::{Finding, Report};
use crate::error::Error;
use crate::markdown;
use crate::tree::{Text, Tree};

const MAP: &str = "ARCHITECTURE.md";
const CODE_PLACES: [&str; 4] = ["crates/", "compat/", "scenarios/", "xtask/"];

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let pages = tree.ending(".md");
    let mut findings: Vec<Finding> = pages.flat_map(|page| broken(tree, page)).collect();
    findings.extend(
        tree.ending(".md")
            .filter(|page| page.path == MAP)
            .flat_map(|p| lost(tree, p)),
    );
    Ok(findings.into())
}

fn broken(tree: &Tree, page: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, text) in markdown::prose(&page.text) {
        let targets = markdown::links(text).into_iter();
        for target in targets.filter(|target| !leads(tree, page, target)) {
            let sentence = format!("the link to `{target}` leads nowhere");
            findings.push(Finding::new(&page.path, line, sentence));
        }
    }
    findings
}

/// Links out of the tree and within a page are not ours to follow.
fn leads(tree: &Tree, page: &Text, target: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    let outside = target.contains("://") || target.starts_with("mailto:");
    outside || file.is_empty() || resolve(&page.path, file).is_some_and(|path| tree.holds(&path))
}

/// The path a relative link means, or nothing when it leaves the tree.
fn resolve(page: &str, target: &str) -> Option<String> {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let mut parts: Vec<String> = Vec::new();
    for component in folder.join(target).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

/// Code paths the map names that are not there.
fn lost(tree: &Tree, map: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, text) in markdown::prose(&map.text) {
        let named = markdown::code_spans(text).filter(|span| is_code_path(span));
        for path in named.filter(|path| !tree.holds(path)) {
            findings.push(Finding::new(MAP, line, format!("`{path}` does not exist")));
        }
    }
    findings
}

/// A path as such; `crates/<room>` and `crates/*` speak of many.
fn is_code_path(span: &str) -> bool {
    CODE_PLACES.iter().any(|place| span.starts_with(place)) && !span.contains(['<', '*', ' ', '…'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_from_where_the_page_lies() {
        let page = "[up](../README.md) [here](b.md#x) [out](https://example.org) [top](#top)\n\
                    [lost](c.md) [beyond](../../x.md) [abs](/docs/b.md)\n";
        let tree = Tree::of(&[("README.md", ""), ("docs/a.md", page), ("docs/b.md", "")]);
        let found = run(&tree).unwrap().findings;
        let sentences: Vec<&str> = found.iter().map(|f| f.sentence.as_str()).collect();
        let expected = [
            "the link to `../../x.md` leads nowhere",
            "the link to `/docs/b.md` leads nowhere",
            "the link to `c.md` leads nowhere",
        ];
        assert_eq!(sentences, expected);
        assert!(found.iter().all(|finding| finding.line == 2));
    }

    #[test]
    fn paths_named_in_the_map_exist() {
        let map = "`crates/model/src/lib.rs`, `crates/gone/`, `crates/<room>` and `other/x`\n";
        let tree = Tree::of(&[(MAP, map), ("crates/model/src/lib.rs", "")]);
        let found = run(&tree).unwrap().findings;
        assert_eq!(
            found,
            [Finding::new(MAP, 1, "`crates/gone/` does not exist")]
        );
    }
}
