//! Every crate below us carries a licence we accept, and we accept no more than we need.

mod spdx;

use crate::check::{Finding, Report};
use crate::deny;
use crate::error::Error;
use crate::metadata::{self, Package};
use crate::tree::Tree;
use spdx::Expression;

pub fn run(tree: &Tree) -> Result<Report, Error> {
    let allowed = deny::read(tree)?.licences;
    let packages = metadata::everything(&tree.root)?;
    let mut findings = Vec::new();
    let mut expressions = Vec::new();
    for package in &packages {
        match judge(package, &allowed) {
            Ok(expression) => expressions.push(expression),
            Err(sentence) => findings.push(Finding::new(&place(package), 1, sentence)),
        }
    }
    let idle = unneeded(&allowed, &expressions).into_iter();
    findings.extend(idle.map(|licence| spare(tree, licence)));
    Ok(findings.into())
}

fn judge(package: &Package, allowed: &[String]) -> Result<Expression, String> {
    let said = package.licence.as_deref();
    let said = said.ok_or_else(|| "it names no licence".to_owned())?;
    let expression = spdx::parse(said).map_err(|why| format!("`{said}` cannot be read: {why}"))?;
    let accepted = expression.satisfied_by(&|licence| allowed.iter().any(|a| a == licence));
    if accepted {
        Ok(expression)
    } else {
        Err(format!("`{said}` is not a licence we accept"))
    }
}

/// A crate from outside has no file in our tree: its name and version are its place.
fn place(package: &Package) -> String {
    if package.manifest.starts_with('/') {
        return format!("{} {}", package.name, package.version);
    }
    package.manifest.clone()
}

/// Licences whose absence nobody would notice.
fn unneeded<'a>(allowed: &'a [String], expressions: &[Expression]) -> Vec<&'a str> {
    let without =
        |licence: &str, other: &str| other != licence && allowed.iter().any(|a| a == other);
    let idle = allowed.iter().filter(|licence| {
        expressions
            .iter()
            .all(|expr| expr.satisfied_by(&|other| without(licence, other)))
    });
    idle.map(String::as_str).collect()
}

fn spare(tree: &Tree, licence: &str) -> Finding {
    let line = tree.line_of(deny::PATH, &format!("\"{licence}\""));
    Finding::new(
        deny::PATH,
        line,
        format!("`{licence}` is allowed but nothing needs it"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(licence: Option<&str>) -> Package {
        Package {
            licence: licence.map(str::to_owned),
            ..Package::of("x", &[])
        }
    }

    fn allowed() -> Vec<String> {
        ["MIT", "ISC"].map(str::to_owned).to_vec()
    }

    #[test]
    fn accepted_licences_pass_and_others_say_why() {
        assert!(judge(&package(Some("GPL-3.0 OR MIT")), &allowed()).is_ok());
        let refused = judge(&package(Some("GPL-3.0")), &allowed()).unwrap_err();
        assert_eq!(refused, "`GPL-3.0` is not a licence we accept");
        assert_eq!(
            judge(&package(None), &allowed()).unwrap_err(),
            "it names no licence"
        );
        let odd = judge(&package(Some("MIT AND")), &allowed()).unwrap_err();
        assert!(odd.starts_with("`MIT AND` cannot be read"));
    }

    #[test]
    fn a_licence_nobody_needs_is_told() {
        let expressions = ["MIT", "ISC OR MIT"].map(|said| spdx::parse(said).unwrap());
        assert_eq!(unneeded(&allowed(), &expressions), ["ISC"]);
    }
}
