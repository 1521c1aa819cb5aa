//! Libraries only one room may touch, and libraries nobody may.

use crate::check::{Finding, Report};
use crate::deny::{self, Ban};
use crate::error::Error;
use crate::metadata::{self, Kind, Package};
use crate::tree::Tree;

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let bans = deny::read(tree)?.bans;
    let ours = metadata::workspace(&tree.root)?;
    let all = metadata::everything(&tree.root)?;
    let (kept, banned): (Vec<Ban>, Vec<Ban>) =
        bans.into_iter().partition(|ban| !ban.wrappers.is_empty());
    let direct = kept.iter().flat_map(|ban| trespassers(tree, ban, &ours));
    let anywhere = banned.iter().filter_map(|ban| intruder(tree, ban, &all));
    Ok(direct.chain(anywhere).collect::<Vec<_>>().into())
}

/// Crates of ours that use a library another room wraps.
fn trespassers(tree: &Tree, ban: &Ban, ours: &[Package]) -> Vec<Finding> {
    let outside = ours
        .iter()
        .filter(|package| !ban.wrappers.contains(&package.name));
    let using = outside.filter(|package| uses(package, &ban.library));
    using.map(|package| trespass(tree, ban, package)).collect()
}

fn uses(package: &Package, library: &str) -> bool {
    package
        .needs
        .iter()
        .any(|need| need.name == library && need.kind == Kind::Normal)
}

fn trespass(tree: &Tree, ban: &Ban, package: &Package) -> Finding {
    let line = tree.line_of(&package.manifest, &ban.library);
    let only = ban.wrappers.join("` and `");
    let sentence = format!("`{}` uses {}; only `{only}` may", package.name, ban.library);
    Finding::new(&package.manifest, line, sentence)
}

/// A library that must not be anywhere in the tree, however deep.
fn intruder(tree: &Tree, ban: &Ban, all: &[Package]) -> Option<Finding> {
    let found = all.iter().find(|package| package.name == ban.library)?;
    let asking: Vec<&str> = all
        .iter()
        .filter(|p| uses(p, &ban.library))
        .map(|p| p.name.as_str())
        .collect();
    let line = tree.line_of(deny::PATH, &ban.library);
    let by = asking.join(", ");
    let sentence = format!(
        "{} {} is banned but comes in through {by}",
        found.name, found.version
    );
    Some(Finding::new(deny::PATH, line, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ban(library: &str, wrappers: &[&str]) -> Ban {
        let wrappers = wrappers.iter().map(|name| (*name).to_owned()).collect();
        Ban {
            library: library.to_owned(),
            wrappers,
        }
    }

    #[test]
    fn only_the_wrapper_may_use_its_library() {
        let ours = [
            Package::of("mneme-store", &[("rusqlite", Kind::Normal)]),
            Package::of("mneme-engine", &[("rusqlite", Kind::Normal)]),
            Package::of("mneme-recall", &[("rusqlite", Kind::Dev)]),
        ];
        let found = trespassers(&Tree::of(&[]), &ban("rusqlite", &["mneme-store"]), &ours);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].sentence,
            "`mneme-engine` uses rusqlite; only `mneme-store` may"
        );
    }

    #[test]
    fn a_banned_library_is_found_however_deep() {
        let all = [
            Package::of("web", &[("openssl", Kind::Normal)]),
            Package::of("openssl", &[]),
        ];
        let tree = Tree::of(&[]);
        let found = intruder(&tree, &ban("openssl", &[]), &all).unwrap();
        assert!(found.sentence.ends_with("comes in through web"));
        assert!(intruder(&tree, &ban("native-tls", &[]), &all).is_none());
    }
}
