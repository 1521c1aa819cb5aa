//! Changing one value of a TOML text; every other byte stays.

use std::ops::Range;

use mneme_wire::Fault;
use toml::Table;
use toml::de::{DeTable, DeValue};

use super::edit::{bad, spliced};
use super::statements::{Statement, statements};

/// Puts a value, written as TOML, under a table's key. A table that is missing is put at the end.
pub fn set(text: &str, table: &[&str], key: &str, value: &str) -> Result<String, Fault> {
    let wanted = format!("x = {value}").parse::<Table>().map_err(wrong)?;
    let wanted = wanted.get("x").cloned();
    if said(text, table, key)? == wanted {
        return Ok(text.to_owned());
    }
    let after = match place(text, table, key)? {
        Place::Value(span) => spliced(text, span, value),
        Place::Braces(at) => within(text, at, key, value),
        Place::Table => among(text, table, key, value).ok_or_else(|| by_hand(table, key))?,
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

/// Takes a key with its value out of a table; one that is not there is no trouble.
pub fn without(text: &str, table: &[&str], key: &str) -> Result<String, Fault> {
    let before = read(text)?;
    if said(text, table, key)?.is_none() {
        return Ok(text.to_owned());
    }
    let Some(span) = pair(text, table, key)? else {
        return Err(by_hand(table, key));
    };
    let after = spliced(text, with_its_line(text, span), "");
    // Nothing else may go with it.
    match read(&after).is_ok_and(|after| after == lacking(before, table, key)) {
        true => Ok(after),
        false => Err(by_hand(table, key)),
    }
}

/// From the name to the end of its value.
fn pair(text: &str, table: &[&str], key: &str) -> Result<Option<Range<usize>>, Fault> {
    let root = DeTable::parse(text).map_err(wrong)?;
    let mut at = root.get_ref();
    for name in table {
        match at.get(*name).map(|value| value.get_ref()) {
            Some(DeValue::Table(below)) => at = below,
            _ => return Ok(None),
        }
    }
    let pair = at.get_key_value(key);
    Ok(pair.map(|(name, value)| name.span().start..value.span().end))
}

/// With its whole line, where it has one; else with a comma, as between braces.
fn with_its_line(text: &str, span: Range<usize>) -> Range<usize> {
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(after.len(), |at| at + 1);
    let behind = after[..end].trim();
    if before[begin..].trim().is_empty() && (behind.is_empty() || behind.starts_with('#')) {
        return begin..span.end + end;
    }
    let rest = after.trim_start();
    if let Some(rest) = rest.strip_prefix(',') {
        return span.start..text.len() - rest.trim_start().len();
    }
    let kept = before.trim_end();
    let kept = kept.strip_suffix(',').unwrap_or(before);
    kept.len()..span.end
}

fn lacking(mut whole: Table, table: &[&str], key: &str) -> Table {
    let mut at = Some(&mut whole);
    for name in table {
        at = at.and_then(|at| at.get_mut(*name)?.as_table_mut());
    }
    if let Some(at) = at {
        at.remove(key);
    }
    whole
}

/// The value under a table's key as it is written, where it stands in one piece.
pub fn written(text: &str, table: &[&str], key: &str) -> Result<Option<String>, Fault> {
    Ok(match place(text, table, key)? {
        Place::Value(span) => text.get(span).map(str::to_owned),
        Place::Braces(_) | Place::Table | Place::Nowhere => None,
    })
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
    /// A table without it, that is written within braces: behind the first.
    Braces(usize),
    Table,
    Nowhere,
}

fn place(text: &str, table: &[&str], key: &str) -> Result<Place, Fault> {
    let root = DeTable::parse(text).map_err(wrong)?;
    let (mut at, mut span) = (root.get_ref(), 0..0);
    for name in table {
        let Some(value) = at.get(*name) else {
            return Ok(Place::Nowhere);
        };
        let DeValue::Table(below) = value.get_ref() else {
            return Err(by_hand(table, key));
        };
        (at, span) = (below, value.span());
    }
    Ok(match at.get(key) {
        Some(value) => Place::Value(value.span()),
        None if is_braced(text, &span) => Place::Braces(span.start + 1),
        None => Place::Table,
    })
}

fn within(text: &str, at: usize, key: &str, value: &str) -> String {
    let rest = text.get(at..).unwrap_or_default();
    let end = match rest.trim_start().starts_with('}') {
        true => " ",
        false => ",",
    };
    spliced(text, at..at, &format!(" {key} = {value}{end}"))
}

/// Below the line that opens the table, or behind the last that names it.
fn among(text: &str, table: &[&str], key: &str, value: &str) -> Option<String> {
    let all = statements(text);
    let opens = |one: &Statement| one.is_head() && one.path == table;
    let names = |one: &Statement| !one.is_head() && one.is_below(table);
    let at = all.iter().position(opens);
    let at = at.or_else(|| all.iter().rposition(names))?;
    let said = all.get(at)?;
    let inside = match said.is_head() {
        true => table.len(),
        false => said.inside,
    };
    let names = table.get(inside..)?.iter().map(|name| bare(name));
    let names: Vec<String> = names.chain([key.to_owned()]).collect();
    let before: usize = all.iter().take(at + 1).map(|one| one.text.len()).sum();
    let end = match said.text.strip_suffix('\n') {
        Some(line) if line.ends_with('\r') => ["", "\r\n"],
        Some(_) => ["", "\n"],
        None => ["\n", ""],
    };
    let line = format!("{}{} = {value}{}", end[0], names.join("."), end[1]);
    Some(spliced(text, before..before, &line))
}

/// A name as a key has it.
fn bare(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    match !name.is_empty() && name.chars().all(plain) {
        true => name.to_owned(),
        // A text of JSON is one of TOML.
        false => serde_json::Value::from(name).to_string(),
    }
}

pub(super) fn is_braced(text: &str, span: &Range<usize>) -> bool {
    let part = text.get(span.clone()).unwrap_or_default();
    part.len() > 1 && part.starts_with('{') && part.ends_with('}')
}

/// The library's own words quote the line, and with it what may be a secret.
pub(super) fn wrong(error: toml::de::Error) -> Fault {
    bad(format!("this is not readable as TOML: {}", error.message()))
}

/// The value may be a secret: only its name is told.
fn by_hand(table: &[&str], key: &str) -> Fault {
    bad(format!(
        "[{}] is written in a way that cannot be changed in place: {}",
        table.join("."),
        key
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
        for theirs in ["setup = 1\n", "a = \n"] {
            assert!(
                set(theirs, &["setup"], "profile", "\"x\"").is_err(),
                "{theirs}"
            );
        }
    }

    #[test]
    fn a_key_comes_to_its_table_in_every_spelling() {
        for (theirs, with) in [
            ("s.m.x = 1", "s.m.x = 1\ns.m.url = 2"),
            ("[s]\nm.x = 1\n", "[s]\nm.x = 1\nm.url = 2\n"),
            (
                "[ s . \"m\" ]\r\nx = 1\r\n",
                "[ s . \"m\" ]\r\nurl = 2\r\nx = 1\r\n",
            ),
            (
                "s = { m = { x = 1 } }\n",
                "s = { m = { url = 2, x = 1 } }\n",
            ),
            ("s.m = {}\n", "s.m = { url = 2 }\n"),
            (
                "a = '''\n[s.m]\n'''\n[s.m]",
                "a = '''\n[s.m]\n'''\n[s.m]\nurl = 2",
            ),
        ] {
            assert_eq!(set(theirs, &["s", "m"], "url", "2").unwrap(), with);
        }
    }

    #[test]
    fn a_key_goes_with_its_value_and_nothing_else_moves() {
        let table = ["s", "m"];
        for (theirs, left) in [
            (
                "[s.m] # a\n  url = \"u\" # b\ncommand = \"c\"\n",
                "[s.m] # a\ncommand = \"c\"\n",
            ),
            ("[s.m]\nx = 1\nurl = \"u\"", "[s.m]\nx = 1\n"),
            (
                "s = { m = { url = \"u\", x = 1 } }\n",
                "s = { m = { x = 1 } }\n",
            ),
            (
                "s = { m = { x = 1, url = \"u\" } }\n",
                "s = { m = { x = 1 } }\n",
            ),
            ("s = { m = { url = \"u\" } }\n", "s = { m = {  } }\n"),
            ("[s.m]\nx = 1\n", "[s.m]\nx = 1\n"),
            ("[other]\nurl = \"u\"\n", "[other]\nurl = \"u\"\n"),
        ] {
            assert_eq!(without(theirs, &table, "url").unwrap(), left, "{theirs}");
        }
        let below = "[s.m.url]\nx = 1\n";
        assert!(without(below, &table, "url").is_err(), "more than a line");
    }

    #[test]
    fn what_cannot_be_changed_is_told_by_its_name_alone() {
        let refused = set("auth = 1\n", &["auth"], "jwt_secret", "\"fc2a\"");
        let told = refused.unwrap_err().error;
        assert!(told.ends_with("in place: jwt_secret"), "{told}");
    }
}
