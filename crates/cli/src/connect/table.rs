//! The same in a file of TOML tables: ours is put at the end, or where all of them stand within
//! braces, among them; and taken out whole.

use mneme_wire::Fault;

use super::clients::taken;
use super::inline;
use super::start::Start;
use super::values::read;

pub fn with(text: &str, key: &str, start: &Start, force: bool) -> Result<String, Fault> {
    let table = read(text)?;
    let name = start.name;
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

/// Up to the next table, if ours is written as a table of its own; else out of its braces.
pub fn without(text: &str, key: &str, name: &str) -> Result<String, Fault> {
    let table = read(text)?;
    if table
        .get(key)
        .and_then(|servers| servers.get(name))
        .is_none()
    {
        return Ok(text.to_owned());
    }
    let after = match inline::without(text, key, name)? {
        Some(after) => after,
        None => {
            let after = format!("{}\n", cut(text, key, name).trim_end());
            after.trim_start_matches('\n').to_owned()
        }
    };
    let left = read(&after)?;
    match left.get(key).and_then(|servers| servers.get(name)) {
        None => Ok(after),
        Some(_) => Err(taken(name)),
    }
}

/// The lines that are not of our table. Comments behind it are of what follows.
fn cut(text: &str, key: &str, name: &str) -> String {
    let (own, below) = (format!("[{key}.{name}]"), format!("[{key}.{name}."));
    let (mut kept, mut behind) = (String::new(), String::new());
    let (mut inside, mut at) = (false, 0);
    for line in text.split_inclusive('\n') {
        let head = line.trim_start();
        let ours = head.starts_with(&own) || head.starts_with(&below);
        if head.starts_with('[') && (ours || inside) && ends(&text[..at]) {
            inside = ours;
            kept.extend((!ours).then_some(behind.as_str()));
            behind.clear();
        }
        at += line.len();
        match inside {
            false => kept.push_str(line),
            true if head.is_empty() || head.starts_with('#') => behind.push_str(line),
            true => behind.clear(),
        }
    }
    kept + &behind
}

/// Whether a table may begin behind this: not in the middle of a text or of a list, whose lines may
/// look like one.
fn ends(before: &str) -> bool {
    read(before).is_ok()
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
