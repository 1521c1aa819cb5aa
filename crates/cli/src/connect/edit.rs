//! Changing one place of a JSON text; every other byte stays.

use std::ops::Range;

use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::{Map, Value};

use super::jsonc::{self, Kind, Node};

/// What stands at a path.
pub fn get(text: &str, path: &[&str]) -> Result<Option<Value>, Fault> {
    let root = root(text)?;
    Ok(find(&root, path).map(|node| node.value(text)))
}

/// Puts a value at a path; what is missing on the way is made.
pub fn set(text: &str, path: &[&str], value: &Value) -> Result<String, Fault> {
    let root = root(text)?;
    if let Some(node) = find(&root, path) {
        let written = written(value, &unit(text, &root), path.len());
        return Ok(spliced(text, node.from..node.to, &written));
    }
    let depth = known(&root, path);
    let (Some(parent), Some(name)) = (find(&root, &path[..depth]), path.get(depth)) else {
        return Err(shape(path));
    };
    let below = path[depth + 1..].iter().rev();
    let value = below.fold(value.clone(), |value, name| {
        Value::Object(Map::from_iter([((*name).to_owned(), value)]))
    });
    let Kind::Object(members) = &parent.kind else {
        return Err(shape(path));
    };
    let unit = unit(text, &root);
    let member = format!(
        "{}: {}",
        Value::from(*name),
        written(&value, &unit, depth + 1)
    );
    let last = members.last().map(|member| member.value.to);
    Ok(inserted(text, parent, last, &member, &unit, depth))
}

/// Puts a value behind the others of a list; a list that is missing is made.
pub fn push(text: &str, path: &[&str], value: &Value) -> Result<String, Fault> {
    let root = root(text)?;
    let Some(node) = find(&root, path) else {
        return set(text, path, &Value::Array(vec![value.clone()]));
    };
    let Kind::List(items) = &node.kind else {
        return Err(shape(path));
    };
    let unit = unit(text, &root);
    let item = written(value, &unit, path.len() + 1);
    let last = items.last().map(|item| item.to);
    Ok(inserted(text, node, last, &item, &unit, path.len()))
}

/// Takes what stands at a path away; nothing there is no trouble.
pub fn remove(text: &str, path: &[&str]) -> Result<String, Fault> {
    let root = root(text)?;
    let Some((name, above)) = path.split_last() else {
        return Ok(text.to_owned());
    };
    let Some(parent) = find(&root, above) else {
        return Ok(text.to_owned());
    };
    let Kind::Object(members) = &parent.kind else {
        return Ok(text.to_owned());
    };
    let spans: Vec<(usize, usize)> = members.iter().map(|m| (m.from, m.value.to)).collect();
    let at = members.iter().rposition(|member| member.name == *name);
    Ok(at.map_or_else(|| text.to_owned(), |at| without(text, parent, &spans, at)))
}

/// Takes those items of a list away that somebody calls theirs.
pub fn remove_items(
    text: &str,
    path: &[&str],
    theirs: &dyn Fn(&Value) -> bool,
) -> Result<String, Fault> {
    let mut text = text.to_owned();
    loop {
        let root = root(&text)?;
        let Some(node) = find(&root, path) else {
            return Ok(text);
        };
        let Kind::List(items) = &node.kind else {
            return Ok(text);
        };
        let Some(at) = items.iter().position(|item| theirs(&item.value(&text))) else {
            return Ok(text);
        };
        let spans: Vec<(usize, usize)> = items.iter().map(|item| (item.from, item.to)).collect();
        text = without(&text, node, &spans, at);
    }
}

/// With what stood at this path in another text, letter by letter, in the place of what stands
/// there now; nothing where one of them has nothing there.
pub fn put_back(text: &str, before: &str, path: &[&str]) -> Result<Option<String>, Fault> {
    put_back_from(text, path, before, path)
}

/// The same with what stood at another path there.
pub fn put_back_from(
    text: &str,
    to: &[&str],
    before: &str,
    from: &[&str],
) -> Result<Option<String>, Fault> {
    let (now, then) = (root(text)?, root(before)?);
    let Some((now, then)) = find(&now, to).zip(find(&then, from)) else {
        return Ok(None);
    };
    let part = before.get(then.from..then.to).unwrap_or_default();
    Ok(Some(spliced(text, now.from..now.to, part)))
}

fn root(text: &str) -> Result<Node, Fault> {
    let node = jsonc::read(text);
    let node = node.map_err(|why| bad(format!("this is not readable as JSON: {why}")))?;
    match node.kind {
        Kind::Object(_) => Ok(node),
        _ => Err(bad(String::from("the whole file must be one JSON object"))),
    }
}

/// By names, and in a list by the number of an item.
fn find<'n>(root: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(root, |node, name| match &node.kind {
        Kind::List(items) => items.get(name.parse::<usize>().ok()?),
        _ => Some(&node.member(name)?.value),
    })
}

/// How much of a path is there.
fn known(root: &Node, path: &[&str]) -> usize {
    let reaches = |n: &usize| find(root, &path[..*n]).is_some();
    (0..=path.len()).rev().find(reaches).unwrap_or(0)
}

/// Behind the last part, or into what is empty.
fn inserted(
    text: &str,
    into: &Node,
    last: Option<usize>,
    part: &str,
    unit: &str,
    depth: usize,
) -> String {
    let (inner, outer) = (unit.repeat(depth + 1), unit.repeat(depth));
    match last {
        Some(last) => spliced(text, last..last, &format!(",\n{inner}{part}")),
        None => {
            let part = format!("\n{inner}{part}\n{outer}");
            spliced(text, into.from + 1..into.to - 1, &part)
        }
    }
}

fn without(text: &str, of: &Node, spans: &[(usize, usize)], at: usize) -> String {
    let (from, to) = spans[at];
    match (at.checked_sub(1).map(|n| spans[n]), spans.get(at + 1)) {
        (_, Some((next, _))) => spliced(text, from..*next, ""),
        (Some((_, before)), None) => spliced(text, before..to, ""),
        (None, None) => spliced(text, of.from + 1..of.to - 1, ""),
    }
}

/// A step of indentation, as this file has it.
fn unit(text: &str, root: &Node) -> String {
    let Kind::Object(members) = &root.kind else {
        return String::from("  ");
    };
    let before = members.first().and_then(|first| text.get(..first.from));
    let line = before.and_then(|before| before.rsplit_once('\n'));
    match line {
        Some((_, space)) if !space.is_empty() && space.trim().is_empty() => space.to_owned(),
        _ => String::from("  "),
    }
}

fn written(value: &Value, unit: &str, depth: usize) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string());
    let mut lines = pretty.lines();
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let inner = line.trim_start();
        let steps = (line.len() - inner.len()) / 2 + depth;
        out.push('\n');
        out.push_str(&unit.repeat(steps));
        out.push_str(inner);
    }
    out
}

/// A part in the place of what stands there.
pub(super) fn spliced(text: &str, at: Range<usize>, part: &str) -> String {
    let (before, after) = (text.get(..at.start), text.get(at.end..));
    [before.unwrap_or_default(), part, after.unwrap_or_default()].concat()
}

pub(super) fn shape(path: &[&str]) -> Fault {
    bad(format!(
        "'{}' is not of the shape it should have",
        path.join(".")
    ))
}

/// A file of somebody else's that cannot be changed.
pub(super) fn bad(why: String) -> Fault {
    let mut fault = Fault::new(Code::BadFile, why);
    fault.hint = String::from("mend the file by hand; nothing was written");
    fault
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const THEIRS: &str = "{\n    // mine\n    \"theme\": \"dark\",\n    \"mcpServers\": {\n        \"other\": {\"command\": \"x\"},\n    },\n}\n";

    #[test]
    fn an_entry_comes_and_goes_and_nothing_else_moves() {
        let entry = json!({ "command": "m", "args": ["mcp"] });
        let with = set(THEIRS, &["mcpServers", "mneme"], &entry).unwrap();
        assert!(
            with.contains("    // mine\n    \"theme\": \"dark\""),
            "{with}"
        );
        assert_eq!(
            get(&with, &["mcpServers", "mneme"]).unwrap(),
            Some(entry.clone())
        );
        assert_eq!(
            get(&with, &["mcpServers", "other"]).unwrap(),
            Some(json!({ "command": "x" }))
        );
        assert_eq!(set(&with, &["mcpServers", "mneme"], &entry).unwrap(), with);
        assert_eq!(remove(&with, &["mcpServers", "mneme"]).unwrap(), THEIRS);
    }

    #[test]
    fn what_stood_at_a_path_comes_back_letter_by_letter() {
        let path = ["mcpServers", "other"];
        let ours = set(THEIRS, &path, &json!({ "command": "ours", "args": [1] })).unwrap();
        let changed = ours.replace("dark", "light");
        let back = put_back(&changed, THEIRS, &path).unwrap();
        assert_eq!(back, Some(THEIRS.replace("dark", "light")));
        assert_eq!(put_back("{}", THEIRS, &path).unwrap(), None);
        assert_eq!(put_back(THEIRS, "{}", &path).unwrap(), None);
    }

    #[test]
    fn an_empty_file_gets_all_of_it() {
        let made = set("{}\n", &["a", "b"], &json!([1])).unwrap();
        assert_eq!(
            made,
            "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}\n"
        );
        let more = push(&made, &["a", "b"], &json!(2)).unwrap();
        assert_eq!(get(&more, &["a", "b"]).unwrap(), Some(json!([1, 2])));
        let less = remove_items(&more, &["a", "b"], &|item| *item == json!(1)).unwrap();
        assert_eq!(get(&less, &["a", "b"]).unwrap(), Some(json!([2])));
    }

    #[test]
    fn what_is_broken_or_of_another_shape_is_left_alone() {
        for text in [
            "",
            "[1]",
            "{\"a\": }",
            "{\"a\": 1} x",
            "{\"a\" 1}",
            "{\"a\": tru}",
        ] {
            assert!(set(text, &["a"], &json!(1)).is_err(), "{text}");
        }
        assert!(set("{\"a\": 1}", &["a", "b"], &json!(1)).is_err());
        assert!(push("{\"a\": {}}", &["a"], &json!(1)).is_err());
        assert!(jsonc::read(&"[".repeat(100_000)).is_err());
    }
}
