//! An entry of a TOML table that is written within braces.

use std::ops::Range;

use mneme_wire::Fault;
use toml::de::{DeTable, DeValue};

use super::edit::spliced;
use super::values::{is_braced, wrong};

/// With an entry before the others; nothing where the table is written in another way.
pub fn with(text: &str, key: &str, name: &str, entry: &str) -> Result<Option<String>, Fault> {
    let Some(braces) = braces(text, key)? else {
        return Ok(None);
    };
    let inner = text.get(inside(&braces)).unwrap_or_default();
    let end = match inner.trim().is_empty() {
        true => " ",
        false => ",",
    };
    let at = braces.start + 1;
    let entry = format!(" {name} = {entry}{end}");
    Ok(Some(spliced(text, at..at, &entry)))
}

/// Without it; nothing where there is none that is written so.
pub fn without(text: &str, key: &str, name: &str) -> Result<Option<String>, Fault> {
    let Some(braces) = braces(text, key)? else {
        return Ok(None);
    };
    let Some(entry) = entry(text, key, name)? else {
        return Ok(None);
    };
    let inside = inside(&braces);
    let before = text.get(inside.start..entry.start).unwrap_or_default();
    let after = text.get(entry.end..inside.end).unwrap_or_default();
    let before = before.trim_end();
    let gone = match (
        after.trim_start().strip_prefix(','),
        before.strip_suffix(','),
    ) {
        (Some(rest), _) => inside.start + before.len()..inside.end - rest.len(),
        (None, Some(rest)) => inside.start + rest.len()..entry.end,
        (None, None) => inside,
    };
    Ok(Some(spliced(text, gone, "")))
}

fn inside(braces: &Range<usize>) -> Range<usize> {
    braces.start + 1..braces.end - 1
}

/// Where a table of the whole file stands, if it does so within braces.
fn braces(text: &str, key: &str) -> Result<Option<Range<usize>>, Fault> {
    let root = DeTable::parse(text).map_err(wrong)?;
    let value = root.get_ref().get(key);
    let table = value.filter(|value| matches!(value.get_ref(), DeValue::Table(_)));
    let span = table.map(|table| table.span());
    Ok(span.filter(|span| is_braced(text, span)))
}

/// From the name of an entry to the end of its own braces.
fn entry(text: &str, key: &str, name: &str) -> Result<Option<Range<usize>>, Fault> {
    let root = DeTable::parse(text).map_err(wrong)?;
    let table = root.get_ref().get(key).map(|value| value.get_ref());
    let Some(DeValue::Table(table)) = table else {
        return Ok(None);
    };
    let Some((named, value)) = table.get_key_value(name) else {
        return Ok(None);
    };
    let whole = is_braced(text, &value.span());
    Ok(whole.then(|| named.span().start..value.span().end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "mcp_servers";
    const OURS: &str = "{ command = \"m\", args = [\"a\"] }";

    #[test]
    fn an_entry_comes_and_goes_and_nothing_else_moves() {
        for theirs in [
            "mcp_servers = { other = { command = \"y\", env = { A = \"1\" } } } # mine\nx = 1\n",
            "mcp_servers = {other={command=\"y\"},more={}}\n",
            "mcp_servers = {}\n[other]\na = 1\n",
        ] {
            let put = with(theirs, KEY, "memoryoss", OURS).unwrap().unwrap();
            let table = put.parse::<toml::Table>().unwrap();
            let command = table[KEY]["memoryoss"]["command"].as_str();
            assert_eq!(command, Some("m"), "{put}");
            let left = without(&put, KEY, "memoryoss").unwrap().unwrap();
            assert_eq!(left, theirs);
        }
    }

    #[test]
    fn an_entry_goes_wherever_it_stands() {
        let last = "mcp_servers = { a = {}, memoryoss = {} }\n";
        let left = without(last, KEY, "memoryoss").unwrap().unwrap();
        assert_eq!(left, "mcp_servers = { a = {} }\n");
        let between = "mcp_servers = { a = {}, memoryoss = {}, b = {} }\n";
        let left = without(between, KEY, "memoryoss").unwrap().unwrap();
        assert_eq!(left, "mcp_servers = { a = {}, b = {} }\n");
    }

    #[test]
    fn what_is_written_in_another_way_is_left_to_others() {
        for other in [
            "[mcp_servers.a]\ncommand = \"x\"\n",
            "[mcp_servers]\na = {}\n",
            "mcp_servers.a.command = \"x\"\n",
            "mcp_servers = 1\n",
            "",
        ] {
            assert_eq!(
                with(other, KEY, "memoryoss", OURS).unwrap(),
                None,
                "{other}"
            );
            assert_eq!(without(other, KEY, "memoryoss").unwrap(), None, "{other}");
        }
        let dotted = "mcp_servers = { memoryoss.command = \"x\" }\n";
        assert_eq!(without(dotted, KEY, "memoryoss").unwrap(), None);
    }
}
