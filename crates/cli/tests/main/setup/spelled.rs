//! Codex's table of ours in every spelling: undo takes ours out of it, and what stood there comes
//! back letter by letter, though the file was changed since.

use super::*;

/// What somebody had under our name, and how a file says it.
const EARLIER: [&str; 12] = [
    "[mcp_servers.\"memoryoss\"]\ncommand = \"/opt/m\" # mine\nargs = [\"serve\"]\n\n[mcp_servers.\"memoryoss\".env]\nTOKEN = \"s\"\n\n[other]\na = 1\n",
    "# first\n[ mcp_servers . memoryoss ]\n  command = '/opt/m'\n  args = [\n    \"serve\", # why\n  ]\n# of the next\n[other]\na = 1\n",
    "mcp_servers.memoryoss.command = \"/opt/m\"\nmcp_servers.memoryoss.args = [\"serve\"]\na = 1\n",
    "mcp_servers.memoryoss.args = [\"serve\"]\na = 1\nmcp_servers.\"memoryoss\".command = \"/opt/m\"\n[other]\nb = 2\n",
    "mcp_servers . 'memoryoss' = { command = \"/opt/m\", args = [] } # mine\na = 1\n",
    "[mcp_servers]\nmemoryoss.command = \"/opt/m\"\nmemoryoss.args = []\nother = { command = \"y\" }\n[x]\na = 1\n",
    "[mcp_servers]\nother.command = \"y\"\nmemoryoss = { command = \"/opt/m\", args = [], env = { T = \"s\" } }\n[x]\na = 1\n",
    "mcp_servers = { other = { command = \"y\" }, \"memoryoss\" = { args = [], command = \"/opt/m\" } } # mine\na = 1\n",
    "[mcp_servers.\"memoryoss\"]\ncommand = \"/opt/m\"\n[other]\na = 1\n",
    "[mcp_servers.memoryoss.env]\nT = \"s\"\n[other]\na = 1\n[mcp_servers.memoryoss]\nurl = \"http://x\" # there\n",
    "a = 1\n[mcp_servers.\"memoryoss\"]\ncommand = \"/opt/m\"",
    "mcp_servers.memoryoss.command = \"/opt/m\"\na = 1\n",
];

/// Before setup, and with ours in its place.
fn set_up(text: &str) -> Desk {
    let desk = Desk::with(&["codex"]);
    desk.write(".codex/config.toml", text);
    desk.setup("codex");
    let entry = desk.toml(".codex/config.toml")["mcp_servers"]["memoryoss"].clone();
    let (entry, ours) = (json!(entry), desk.entry());
    for key in ["command", "args"] {
        assert_eq!(entry[key], ours[key], "{text}");
    }
    desk
}

#[test]
fn what_codex_had_in_our_place_comes_back_in_its_own_spelling() {
    let spelled = EARLIER.iter().map(|text| format!("model = \"o3\"\n{text}"));
    let spelled: Vec<String> = spelled.collect();
    let windows = spelled.iter().map(|text| text.replace('\n', "\r\n"));
    let marked = spelled.iter().map(|text| format!("\u{feff}{text}"));
    for text in spelled.iter().cloned().chain(windows).chain(marked) {
        let desk = set_up(&text);
        let with = desk.read(".codex/config.toml");
        let changed = |text: &str| text.replace("o3", "o4").replace("a = 1", "a = 12");
        desk.write(".codex/config.toml", &changed(&with));
        let told = desk.run(&["setup", "--undo"]).ok();
        assert_eq!(desk.read(".codex/config.toml"), changed(&text), "{told}");
    }
}

#[test]
fn a_file_of_codex_without_us_ends_as_it_did() {
    let ends = ["", "\n", "\n\n\n", "\r\n", " # x", "\n[other]\na = 1"];
    for end in ends {
        let text = format!("model = \"o3\"{end}");
        for more in ["", "\n[more]\nb = 1\n"] {
            let desk = set_up(&text);
            let with = desk.read(".codex/config.toml");
            let changed = with.replace("o3", "o4") + more;
            desk.write(".codex/config.toml", &changed);
            desk.run(&["setup", "--undo"]).ok();
            let left = desk.read(".codex/config.toml");
            let theirs = text.replace("o3", "o4");
            match theirs.ends_with('\n') || more.is_empty() {
                true => assert_eq!(left, theirs + more),
                false => assert_eq!(left, format!("{theirs}\n{more}")),
            }
        }
    }
}
