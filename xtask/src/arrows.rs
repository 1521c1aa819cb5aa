//! Which room uses which, against the table printed in ARCHITECTURE.md.
//!
//! Dev-dependencies are free: a test may stand anywhere and look around.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Finding, Report};
use crate::error::Error;
use crate::markdown;
use crate::metadata::{self, Kind, Package};
use crate::tree::Tree;

const PAGE: &str = "ARCHITECTURE.md";
const HEADINGS: [&str; 2] = ["Crate", "May use"];

/// What each room may use, and on which line the page says so.
type Arrows = BTreeMap<String, (usize, Allowed)>;

enum Allowed {
    All,
    These(BTreeSet<String>),
}

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let packages = metadata::workspace(&tree.root)?;
    let arrows = read(tree.text(PAGE)?)?;
    let mut findings = strangers(&arrows, &packages);
    for package in &packages {
        findings.extend(judge(tree, &arrows, package, &packages));
    }
    Ok(findings.into())
}

fn read(page: &str) -> Result<Arrows, Error> {
    let rows = markdown::table(page, &HEADINGS);
    let rows = rows.ok_or_else(|| Error::form(PAGE, "no table `| Crate | May use |`"))?;
    let entries = rows
        .into_iter()
        .filter_map(|(line, cells)| match cells[..] {
            [room, uses] => Some((room.replace('`', ""), (line, allowed(uses)))),
            _ => None,
        });
    Ok(entries.collect())
}

fn allowed(uses: &str) -> Allowed {
    match uses {
        "all" => Allowed::All,
        "nothing of ours" => Allowed::These(BTreeSet::new()),
        list => Allowed::These(
            list.split(',')
                .map(|room| room.trim().replace('`', ""))
                .collect(),
        ),
    }
}

/// `mneme-store` is the room `store`; `mneme` itself is the room `cli`.
fn room(package: &str) -> &str {
    match package {
        "mneme" => "cli",
        other => other.strip_prefix("mneme-").unwrap_or(other),
    }
}

/// Rooms the page speaks of but the workspace does not have.
fn strangers(arrows: &Arrows, packages: &[Package]) -> Vec<Finding> {
    let rooms: BTreeSet<&str> = packages.iter().map(|package| room(&package.name)).collect();
    let mut findings = Vec::new();
    for (name, (line, allowed)) in arrows {
        let used = match allowed {
            Allowed::All => None,
            Allowed::These(used) => Some(used),
        };
        let named = std::iter::once(name).chain(used.into_iter().flatten());
        for stranger in named.filter(|name| !rooms.contains(name.as_str())) {
            let sentence = format!("the table speaks of `{stranger}`, but there is no such crate");
            findings.push(Finding::new(PAGE, *line, sentence));
        }
    }
    findings
}

fn judge(tree: &Tree, arrows: &Arrows, package: &Package, all: &[Package]) -> Vec<Finding> {
    let Some((_, allowed)) = arrows.get(room(&package.name)) else {
        let sentence = format!(
            "`{}` has no row in the table of {PAGE}",
            room(&package.name)
        );
        return vec![Finding::new(&package.manifest, 1, sentence)];
    };
    let ours = package
        .needs
        .iter()
        .filter(|need| all.iter().any(|p| p.name == need.name));
    let arrows = ours.filter(|need| need.kind != Kind::Dev);
    let wrong = arrows.filter(|need| !permits(allowed, room(&need.name)));
    wrong
        .map(|need| finding(tree, package, &need.name, allowed))
        .collect()
}

fn permits(allowed: &Allowed, room: &str) -> bool {
    match allowed {
        Allowed::All => true,
        Allowed::These(rooms) => rooms.contains(room),
    }
}

fn finding(tree: &Tree, package: &Package, used: &str, allowed: &Allowed) -> Finding {
    let may = match allowed {
        Allowed::These(rooms) if !rooms.is_empty() => Vec::from_iter(rooms.clone()).join(", "),
        _ => "nothing of ours".to_owned(),
    };
    let (user, used_room) = (room(&package.name), room(used));
    let sentence = format!("`{user}` may not use `{used_room}`; it may use {may}");
    Finding::new(
        &package.manifest,
        tree.line_of(&package.manifest, used),
        sentence,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| Crate | May use |\n|---|---|\n| `model` | nothing of ours |\n\
                         | `store` | model |\n| `cli` | all |\n";

    fn sentences(packages: &[Package]) -> Vec<String> {
        let arrows = read(TABLE).unwrap();
        let tree = Tree::of(&[]);
        let judged = packages
            .iter()
            .flat_map(|p| judge(&tree, &arrows, p, packages));
        judged
            .chain(strangers(&arrows, packages))
            .map(|finding| finding.sentence)
            .collect()
    }

    fn packages(model: &[(&str, Kind)]) -> Vec<Package> {
        vec![
            Package::of("mneme-model", model),
            Package::of(
                "mneme-store",
                &[("mneme-model", Kind::Normal), ("ring", Kind::Normal)],
            ),
            Package::of("mneme", &[("mneme-store", Kind::Normal)]),
        ]
    }

    #[test]
    fn arrows_of_the_table_pass() {
        assert!(sentences(&packages(&[])).is_empty());
        assert!(sentences(&packages(&[("mneme-store", Kind::Dev)])).is_empty());
    }

    #[test]
    fn an_arrow_against_the_flow_fails() {
        for kind in [Kind::Normal, Kind::Build] {
            let found = sentences(&packages(&[("mneme-store", kind)]));
            assert_eq!(
                found,
                ["`model` may not use `store`; it may use nothing of ours"]
            );
        }
    }

    #[test]
    fn rooms_missing_on_either_side_fail() {
        let found = sentences(&[Package::of("mneme-garden", &[])]);
        assert!(found[0].contains("`garden` has no row"));
        assert!(found.iter().any(|s| s.contains("speaks of `store`")));
    }
}
