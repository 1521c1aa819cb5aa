//! Changing one value of a TOML text; every other byte stays.

use std::ops::Range;

use mneme_wire::Fault;
use toml::Table;
use toml::de::{DeTable, DeValue};

use super::edit::{bad, spliced};

/// Puts a value, written as TOML, under a table's key. A table that is missing is put at the end.
pub fn set(text: &str, table: &[&str], key: &str, value: &str) -> Result<String, Fault> {
    let wanted = format!("x = {value}").parse::<Table>().map_err(wrong)?;
    let wanted = wanted.get("x").cloned();
    if said(text, table, key)? == wanted {
        return Ok(text.to_owned());
    }
    let after = match place(text, table, key)? {
        Place::Value(span) => spliced(text, span, value),
        Place::Table => below_header(text, table, &format!("{key} = {value}\n"))?,
        Place::Nowhere => {
            let space = match text.trim_end() {
                "" => "",
                _ => "\n\n",
            };
            let head = table.join(".");
            format!("{}{space}[{head}]\n{key} = {value}\n", text.trim_end())
        }
    };
    // What cannot be said in this file in this way is left to its owner.
    match said(&after, table, key)? == wanted {
        true => Ok(after),
        false => Err(by_hand(table, key)),
    }
}

/// The value under a table's key.
pub fn said(text: &str, table: &[&str], key: &str) -> Result<Option<toml::Value>, Fault> {
    let mut at = toml::Value::Table(read(text)?);
    for name in table {
        let Some(below) = at.get_mut(name) else {
            return Ok(None);
        };
        at = below.clone();
    }
    Ok(at.get(key).cloned())
}

pub fn read(text: &str) -> Result<Table, Fault> {
    text.parse::<Table>().map_err(wrong)
}

enum Place {
    Value(Range<usize>),
    Table,
    Nowhere,
}

fn place(text: &str, table: &[&str], key: &str) -> Result<Place, Fault> {
    let root = DeTable::parse(text).map_err(wrong)?;
    let mut at = root.get_ref();
    for name in table {
        match at.get(*name).map(|value| value.get_ref()) {
            Some(DeValue::Table(below)) => at = below,
            Some(_) => return Err(by_hand(table, key)),
            None => return Ok(Place::Nowhere),
        }
    }
    Ok(match at.get(key) {
        Some(value) => Place::Value(value.span()),
        None => Place::Table,
    })
}

fn below_header(text: &str, table: &[&str], line: &str) -> Result<String, Fault> {
    let head = format!("[{}]", table.join("."));
    let mut at = 0;
    for each in text.split_inclusive('\n') {
        at += each.len();
        let bare = each.split('#').next().unwrap_or_default();
        if bare.replace(' ', "").trim() == head {
            let end = if each.ends_with('\n') { "" } else { "\n" };
            return Ok(spliced(text, at..at, &format!("{end}{line}")));
        }
    }
    Err(by_hand(table, line))
}

/// The library's own words quote the line, and with it what may be a secret.
pub(super) fn wrong(error: toml::de::Error) -> Fault {
    bad(format!("this is not readable as TOML: {}", error.message()))
}

fn by_hand(table: &[&str], what: &str) -> Fault {
    bad(format!(
        "[{}] is written in a way that cannot be changed in place: {}",
        table.join("."),
        what.trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEIRS: &str = "# mine\nmodel = \"x\" # kept\n\n[mcp_servers.memoryoss] # ours\nargs = [\n  \"old\", # why\n]\nenv = { A = \"1\" }\n\n[other]\na = 1\n";

    #[test]
    fn a_value_changes_where_it_stands_and_nothing_else_moves() {
        let table = ["mcp_servers", "memoryoss"];
        let changed = set(THEIRS, &table, "args", "[\"new\"]").unwrap();
        let old = "[\n  \"old\", # why\n]";
        assert_eq!(changed, THEIRS.replace(old, "[\"new\"]"));
        let more = set(&changed, &table, "command", "\"m\"").unwrap();
        assert!(
            more.contains("[mcp_servers.memoryoss] # ours\ncommand = \"m\"\nargs"),
            "{more}"
        );
        assert_eq!(set(&more, &table, "command", "\"m\"").unwrap(), more);
        let new = set("", &["setup"], "profile", "\"auto\"").unwrap();
        assert_eq!(new, "[setup]\nprofile = \"auto\"\n");
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_left_alone() {
        for theirs in ["setup = 1\n", "a = \n", "setup = { a = 1 }\n"] {
            assert!(
                set(theirs, &["setup"], "profile", "\"x\"").is_err(),
                "{theirs}"
            );
        }
    }
}
