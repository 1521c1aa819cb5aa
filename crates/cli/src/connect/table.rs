//! The same in a file of TOML tables: ours is put at the end, or where all of them stand within
//! braces, among them; and taken out whole.

use mneme_wire::Fault;
use serde_json::json;

use super::clients::taken;
use super::edit::shape;
use super::inline;
use super::start::Start;
use super::statements::statements;
use super::values::{self, read, said};

pub fn with(text: &str, key: &str, start: &Start, force: bool) -> Result<String, Fault> {
    let table = read(text)?;
    let name = start.name;
    // Behind a list of tables ours would be part of its last one, and is no server.
    if table.get(key).is_some_and(|servers| !servers.is_table()) {
        return Err(shape(&[key]));
    }
    let kept = table.get(key).and_then(|servers| servers.get(name));
    let text = match kept {
        Some(kept) if start.is_table(kept) => return Ok(text.to_owned()),
        Some(_) if !force => return Err(taken(name)),
        Some(_) => without(text, key, name)?,
        None => text.to_owned(),
    };
    let after = match inline::with(&text, key, name, &start.inline())? {
        Some(after) => after,
        None => at_the_end(&text, key, start),
    };
    read(&after)?;
    Ok(after)
}

fn at_the_end(text: &str, key: &str, start: &Start) -> String {
    let space = match text.trim_end() {
        "" => "",
        _ => "\n\n",
    };
    let (name, own) = (start.name, start.table());
    format!("{}{space}[{key}.{name}]\n{own}", text.trim_end())
}

/// Every line of it, in whichever spelling; or out of the braces where it is one of several.
pub fn without(text: &str, key: &str, name: &str) -> Result<String, Fault> {
    if said(text, &[key], name)?.is_none() {
        return Ok(text.to_owned());
    }
    let after = match inline::without(text, key, name)? {
        Some(after) => after,
        None => {
            let after = format!("{}\n", parted(text, key, name).kept.trim_end());
            after.trim_start_matches('\n').to_owned()
        }
    };
    let left = read(&after)?;
    match left.get(key).and_then(|servers| servers.get(name)) {
        None => Ok(after),
        Some(_) => Err(taken(name)),
    }
}

/// With what stood there in another text, letter by letter, in the place of what stands there now;
/// nothing where no entry is there now.
pub fn put_back(text: &str, before: &str, key: &str, name: &str) -> Result<Option<String>, Fault> {
    if said(text, &[key], name)?.is_none() {
        return Ok(None);
    }
    let Some(entry) = said(before, &[key], name)? else {
        return taken_out(text, before, key, name).map(Some);
    };
    let mut rest = read(text)?;
    put(&mut rest, key, name, entry.clone());
    let whole = |after: &String| read(after).is_ok_and(|after| after == rest);
    let one_piece = || {
        let written = values::written(before, &[key], name).ok().flatten()?;
        values::set(text, &[key], name, &written).ok()
    };
    let in_place = || parted(text, key, name).with(&parted(before, key, name).own);
    let back = one_piece().filter(&whole);
    match back.or_else(|| Some(in_place()).filter(&whole)) {
        Some(after) => Ok(Some(after)),
        None => behind(text, key, name, entry).map(Some),
    }
}

fn put(whole: &mut toml::Table, key: &str, name: &str, entry: toml::Value) {
    if let Some(servers) = whole.get_mut(key).and_then(toml::Value::as_table_mut) {
        servers.insert(name.to_owned(), entry);
    }
}

/// Without an entry that was put at the end of another text, which ends then as it did.
fn taken_out(text: &str, before: &str, key: &str, name: &str) -> Result<String, Fault> {
    let left = without(text, key, name)?;
    if inline::without(text, key, name)?.is_some() {
        return Ok(left);
    }
    let parted = parted(text, key, name);
    let at = parted.own.first().map_or(0, |(at, _)| *at);
    let (above, below) = parted.kept.split_at(at);
    let (Some(above), end) = (above.strip_suffix("\n\n"), before.trim_end().len()) else {
        return Ok(left);
    };
    let end = before.get(end..).unwrap_or_default();
    // What was added behind it since begins in a line of its own.
    let line = match end.contains('\n') || below.is_empty() {
        true => "",
        false => "\n",
    };
    Ok([above, end, line, below].concat())
}

/// Written anew, where the two texts say it in different ways.
fn behind(text: &str, key: &str, name: &str, entry: toml::Value) -> Result<String, Fault> {
    let left = without(text, key, name)?;
    if let Some(after) = inline::with(&left, key, name, &braced(&entry))? {
        return Ok(after);
    }
    let rows = entry.as_table().into_iter().flatten();
    let rows = rows.map(|(key, value)| format!("{} = {}\n", json!(key), braced(value)));
    let rows: String = rows.collect();
    let after = format!("{}\n\n[{key}.{name}]\n{rows}", left.trim_end());
    let after = after.trim_start().to_owned();
    read(&after).map(|_| after)
}

/// A value in one line; a text of JSON is one of TOML.
fn braced(value: &toml::Value) -> String {
    let all = |parts: Vec<String>| parts.join(", ");
    match value {
        toml::Value::String(text) => json!(text).to_string(),
        toml::Value::Integer(number) => number.to_string(),
        // With a point, or else it would be a whole number.
        toml::Value::Float(number) => format!("{number:?}"),
        toml::Value::Boolean(flag) => flag.to_string(),
        toml::Value::Datetime(time) => time.to_string(),
        toml::Value::Array(items) => format!("[{}]", all(items.iter().map(braced).collect())),
        toml::Value::Table(table) => {
            let rows = table.iter();
            let rows = rows.map(|(key, value)| format!("{} = {}", json!(key), braced(value)));
            format!("{{ {} }}", all(rows.collect()))
        }
    }
}

/// A text without our entry, and each run of lines that is of it, with its place in the rest.
#[derive(Default)]
struct Parted {
    kept: String,
    own: Vec<(usize, String)>,
}

/// Remarks between lines of ours are ours; those behind them are of what follows.
fn parted(text: &str, key: &str, name: &str) -> Parted {
    let (mut parted, mut behind) = (Parted::default(), String::new());
    let mut inside = false;
    for statement in statements(text) {
        if statement.path.is_empty() && inside {
            behind.push_str(statement.text);
            continue;
        }
        let ours = statement.is_below(&[key, name]);
        match (ours, inside) {
            (true, true) => parted.more(&[&behind, statement.text]),
            (true, false) => parted
                .own
                .push((parted.kept.len(), statement.text.to_owned())),
            _ => parted.kept.extend([&behind, statement.text]),
        }
        behind.clear();
        inside = ours;
    }
    parted.kept.push_str(&behind);
    parted
}

// === impl Parted ===

impl Parted {
    fn more(&mut self, parts: &[&str]) {
        if let Some((_, run)) = self.own.last_mut() {
            run.extend(parts.iter().copied());
        }
    }

    /// With other runs in the place of these: each in its own, or all in the first.
    fn with(&self, runs: &[(usize, String)]) -> String {
        let (mut text, mut done) = (String::new(), 0);
        let paired = runs.len() == self.own.len();
        for (n, (at, _)) in self.own.iter().enumerate() {
            text.push_str(self.kept.get(done..*at).unwrap_or_default());
            done = *at;
            let here = match (paired, n) {
                (true, n) => runs.get(n..=n),
                (false, 0) => Some(runs),
                (false, _) => None,
            };
            for (_, run) in here.into_iter().flatten() {
                text.push_str(run);
                if !run.ends_with('\n') {
                    text.push('\n');
                }
            }
        }
        let rest = self.kept.get(done..).unwrap_or_default();
        match (rest, runs.last()) {
            // The last line of a file may have no end.
            ("", Some((_, last))) if !last.ends_with('\n') => text.truncate(text.len() - 1),
            _ => text.push_str(rest),
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEIRS: &str = "# mine\nmodel = \"x\"\n\n[mcp_servers.other]\ncommand = \"y\" # kept\n";

    fn start(dir: &str) -> Start {
        let global = crate::args::Global {
            data_dir: Some(dir.into()),
            ..crate::args::Global::default()
        };
        Start::of(&global).unwrap()
    }

    #[test]
    fn a_table_comes_and_goes() {
        let (one, two) = (start("/one"), start("/two"));
        let made = with(THEIRS, "mcp_servers", &one, false).unwrap();
        assert!(made.starts_with(THEIRS), "{made}");
        assert_eq!(with(&made, "mcp_servers", &one, false).unwrap(), made);
        assert!(with(&made, "mcp_servers", &two, false).is_err());
        let forced = with(&made, "mcp_servers", &two, true).unwrap();
        assert!(forced.contains("/two") && !forced.contains("/one"));
        assert_eq!(without(&made, "mcp_servers", "mneme").unwrap(), THEIRS);
        assert!(with("a = ", "mcp_servers", &one, true).is_err());
    }

    #[test]
    fn what_stood_in_the_place_of_ours_comes_back() {
        let theirs = "[mcp_servers.mneme]\ncommand = \"mine\" # kept\n\n[mcp_servers.mneme.env]\nA = \"1\"\n";
        let rest = "\n# of the next\n[next]\na = 1\n";
        let before = format!("{THEIRS}\n{theirs}{rest}");
        let ours = "[mcp_servers.mneme]\ncommand = \"ours\"\n";
        let text = format!("{THEIRS}\n{ours}{rest}").replace("a = 1", "a = 2");
        let back =
            |text: &str, before: &str| put_back(text, before, "mcp_servers", "mneme").unwrap();
        assert_eq!(back(&text, &before), Some(before.replace("a = 1", "a = 2")));
        assert_eq!(back(THEIRS, &before), None, "nothing of ours is there");
        let left = format!("{THEIRS}{rest}").replace("a = 1", "a = 2");
        assert_eq!(back(&text, THEIRS), Some(left), "nothing was there before");
        let braced = "mcp_servers = { a = {}, mneme = { command = \"mine\" } } # x\n";
        let now = braced.replace("mine", "ours").replace("# x", "# y");
        assert_eq!(back(&now, braced), Some(braced.replace("# x", "# y")));
        for before in [braced, "mcp_servers.mneme.command = \"mine\"\n"] {
            let after = back(&text, before).unwrap();
            let said = said(&after, &["mcp_servers", "mneme"], "command").unwrap();
            assert_eq!(said, Some("mine".into()), "{after}");
            assert!(
                after.starts_with(THEIRS) && after.contains("a = 2"),
                "{after}"
            );
        }
    }

    #[test]
    fn what_is_no_table_of_servers_is_left_alone() {
        for theirs in ["[[mcp_servers]]\nname = \"x\"\n", "mcp_servers = 1\n"] {
            let refused = with(theirs, "mcp_servers", &start("/one"), true).unwrap_err();
            let told = "'mcp_servers' is not of the shape it should have";
            assert_eq!(refused.error, told);
        }
    }

    #[test]
    fn only_our_own_lines_go() {
        let ours = "[mcp_servers.mneme]\ncommand = \"z\"\nargs = [\n[1],\n]\n";
        let told = "a = \"\"\"\n[mcp_servers.mneme]\nb\n\"\"\"\n";
        for (before, after) in [
            (THEIRS, ""),
            (
                THEIRS,
                "# of the next\n[mcp_servers.next]\ncommand = \"n\"\n",
            ),
            (THEIRS, "# the end\n"),
            (told, "[other]\nc = 1\n"),
            ("a = 1\r\nb = 2\r\n", "[other]\r\nc = 1\n"),
        ] {
            let text = format!("{before}{ours}{after}");
            let left = without(&text, "mcp_servers", "mneme").unwrap();
            assert_eq!(left, format!("{before}{after}"), "{text}");
        }
    }
}
