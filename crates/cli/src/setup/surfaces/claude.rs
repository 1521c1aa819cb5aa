//! Claude Code: its tools in two files, a line of status, and a guard in its hooks.

use std::path::Path;

use mneme_wire::Fault;
use serde_json::{Value, json};

use super::{
    FILE_PLACE, SERVER_PLACE, Surface, object, put_file_back, put_server, put_server_back, server,
    take_server, whole,
};
use crate::connect::{edit, place};
use crate::setup::profile::Client;
use crate::setup::wiring::Wiring;

pub const USER: Surface = Surface {
    check: "claude mcp",
    what: "Claude Code may use the memory's tools",
    path: |wiring| wiring.home.join(".claude.json"),
    put: |wiring, text| {
        let (command, args) = wiring.start().as_json();
        let fields = [
            ("type", json!("stdio")),
            ("command", command),
            ("args", args),
            ("env", json!({})),
        ];
        put_server(text, &fields, &["env"])
    },
    take: |_, text| take_server(text),
    put_back: put_server_back,
    part: server,
    place: SERVER_PLACE,
    ..OURS
};

pub const SETTINGS: Surface = Surface {
    check: "claude mcp",
    what: "the same for programs that read this file",
    path: |wiring| wiring.home.join(".claude").join("settings.json"),
    put: |wiring, text| {
        let (command, args) = wiring.start().as_json();
        put_server(text, &[("command", command), ("args", args)], &[])
    },
    take: |_, text| take_server(text),
    put_back: put_server_back,
    part: server,
    place: SERVER_PLACE,
    ..OURS
};

pub const STATUS_LINE: Surface = Surface {
    check: "claude status line",
    what: "a line that says how the memory is, unless there is one",
    path: SETTINGS.path,
    put: put_line,
    take: take_line,
    ..OURS
};

pub const SCRIPT: Surface = Surface {
    check: "claude status line",
    what: "what that line runs",
    path: |wiring| wiring.home.join(".claude").join(SCRIPT_FILE),
    mode: Some(0o755),
    own: true,
    put: |wiring, text| {
        Ok(match wiring.own_status_line {
            true => script(wiring),
            false => text.to_owned(),
        })
    },
    take: |_, text| {
        Ok(match text.contains(MARK) {
            true => String::new(),
            false => text.to_owned(),
        })
    },
    put_back: put_file_back,
    part: whole,
    place: FILE_PLACE,
    ..OURS
};

pub const GUARD: Surface = Surface {
    check: "claude hooks",
    what: "asks for a recall before other tools, and for something kept before the end",
    path: |wiring| wiring.home.join(".claude").join(GUARD_FILE),
    mode: Some(0o755),
    own: true,
    put: |wiring, _| Ok(guard(wiring)),
    take: |_, _| Ok(String::new()),
    put_back: put_file_back,
    part: whole,
    place: FILE_PLACE,
    ..OURS
};

pub const HOOKS: Surface = Surface {
    check: "claude hooks",
    what: "runs that guard",
    path: |wiring| wiring.home.join(".claude").join("settings.local.json"),
    put: put_hooks,
    take: take_hooks,
    put_back: put_hooks_back,
    ..OURS
};

const OURS: Surface = Surface {
    client: Some(Client::Claude),
    check: "",
    what: "",
    path: |wiring| wiring.home.clone(),
    mode: None,
    own: false,
    put: |_, text| Ok(text.to_owned()),
    take: |_, text| Ok(text.to_owned()),
    put_back: |_, _| Ok(None),
    part: |_| None,
    is_shared: |_| false,
    place: "",
};

const GUARD_FILE: &str = "memoryoss-guard.py";
const SCRIPT_FILE: &str = "statusline-command.sh";
const MARK: &str = "memoryOSS health indicator";
const EVENTS: [&str; 5] = [
    "PreToolUse",
    "SessionStart",
    "Stop",
    "SubagentStop",
    "UserPromptSubmit",
];
/// More than the longest wait of the guard.
const SECS: u64 = 10;

/// Whether nobody has a status line or a script of that name, or we have.
pub fn is_free(home: &Path) -> bool {
    let dir = home.join(".claude");
    let (file, settings) = (dir.join(SCRIPT_FILE), dir.join("settings.json"));
    let script = || place::Planned::read(file.clone());
    let free = !file.exists() || script().is_ok_and(|script| script.before.contains(MARK));
    free && place::Planned::read(settings).is_ok_and(|settings| has_room(&settings.before))
}

/// What cannot be read is told by whoever writes there.
fn has_room(settings: &str) -> bool {
    let line = edit::get(&object(settings), &["statusLine"]).ok().flatten();
    line.is_none_or(|line| is_our_line(&line))
}

fn is_our_line(line: &Value) -> bool {
    let command = line["command"].as_str().unwrap_or_default();
    command.starts_with("sh ") && command.trim_end_matches('\'').ends_with(SCRIPT_FILE)
}

fn script(wiring: &Wiring) -> String {
    let line = wiring.hook_line("health");
    let address = place::quoted(&wiring.address);
    format!("#!/bin/sh\n# {MARK}, written by `memoryoss setup`\nexec {line} {address}\n")
}

/// A script only because agents know it by this name: the work is done elsewhere, in a moment.
fn guard(wiring: &Wiring) -> String {
    let words: Vec<&str> = wiring
        .hook
        .iter()
        .map(String::as_str)
        .chain(["guard"])
        .collect();
    let words = json!(words);
    format!(
        "#!/usr/bin/env python3\n# Guard of memoryOSS, written by `memoryoss setup`. MEMORYOSS_GUARD=off switches it off.\nimport os\n\nGUARD = {words}\n\ntry:\n    os.execv(GUARD[0], GUARD)\nexcept OSError:\n    # Without its program nobody is kept from working.\n    print('{{\"continue\": true}}')\n"
    )
}

fn command(wiring: &Wiring) -> String {
    match wiring.python {
        true => {
            let script = (GUARD.path)(wiring);
            let script = place::quoted(&script.display().to_string());
            // Python ends with 2 where the script is gone, by which an agent would be kept from everything.
            format!("python3 {script} || {{ code=$?; [ ! -e {script} ] || exit $code; }}")
        }
        false => wiring.hook_line("guard"),
    }
}

fn put_hooks(wiring: &Wiring, text: &str) -> Result<String, Fault> {
    let hook = json!({ "type": "command", "command": command(wiring), "timeout": SECS });
    let item = json!({ "matcher": "*", "hooks": [hook] });
    EVENTS.iter().try_fold(object(text), |text, event| {
        let path = ["hooks", event];
        let there = edit::get(&text, &path)?.unwrap_or_default();
        if there.as_array().is_some_and(|there| there.contains(&item)) {
            return Ok(text);
        }
        if let [at] = groups(&text, event)?[..] {
            return edit::set(&text, &["hooks", event, &at.to_string()], &item);
        }
        let text = without_hooks(&text, event)?;
        edit::push(&text, &path, &item)
    })
}

/// The numbers of those that are ours.
fn groups(text: &str, event: &str) -> Result<Vec<usize>, Fault> {
    let all = edit::get(text, &["hooks", event])?.unwrap_or_default();
    let all = all.as_array().into_iter().flatten().enumerate();
    let ours = all.filter(|(_, item)| is_ours(item));
    Ok(ours.map(|(at, _)| at).collect())
}

fn take_hooks(_: &Wiring, text: &str) -> Result<String, Fault> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let mut events = EVENTS.iter();
    events.try_fold(text.to_owned(), |text, event| emptied(&text, event))
}

/// Without an event that had nothing but ours.
fn emptied(text: &str, event: &str) -> Result<String, Fault> {
    let path = ["hooks", event];
    let after = without_hooks(text, event)?;
    match after != text && edit::get(&after, &path)? == Some(json!([])) {
        true => edit::remove(&after, &path),
        false => Ok(after),
    }
}

/// Whatever runs our guard goes: without it, the agent would be told of a failure at each call. A
/// hook of somebody in a group of ours stays in it.
fn without_hooks(text: &str, event: &str) -> Result<String, Fault> {
    let path = ["hooks", event];
    let text = edit::remove_items(text, &path, &is_ours)?;
    let groups = edit::get(&text, &path)?.unwrap_or_default();
    let groups = groups.as_array().map_or(0, Vec::len);
    (0..groups).try_fold(text, |text, at| {
        edit::remove_items(
            &text,
            &[&path[..], &[&at.to_string(), "hooks"]].concat(),
            &runs_us,
        )
    })
}

/// Groups that were called ours when we came, as those of an older guard: each in the place of ours.
fn put_hooks_back(text: &str, before: &str) -> Result<Option<String>, Fault> {
    let (mut back, mut any) = (text.to_owned(), false);
    for event in EVENTS {
        let (now, then) = (groups(&back, event)?, groups(before, event)?);
        // An event may have had nothing before, and stays.
        let there = edit::get(before, &["hooks", event])?.is_some();
        any |= there;
        if let ([now], [then]) = (&now[..], &then[..]) {
            let [now, then] = [now, then].map(ToString::to_string);
            let (to, from) = (["hooks", event, &now], ["hooks", event, &then]);
            back = edit::put_back_from(&back, &to, before, &from)?.unwrap_or(back);
            continue;
        }
        back = match there {
            true => without_hooks(&back, event)?,
            false => emptied(&back, event)?,
        };
        for at in then {
            let item = edit::get(before, &["hooks", event, &at.to_string()])?;
            back = edit::push(&back, &["hooks", event], &item.unwrap_or_default())?;
        }
    }
    Ok(any.then_some(back))
}

/// A group in which every hook is ours.
fn is_ours(item: &Value) -> bool {
    let hooks = item["hooks"].as_array();
    hooks.is_some_and(|hooks| !hooks.is_empty() && hooks.iter().all(runs_us))
}

fn runs_us(hook: &Value) -> bool {
    let command = hook["command"].as_str().unwrap_or_default();
    command.contains(GUARD_FILE) || command.ends_with("hook guard")
}

fn line_command(wiring: &Wiring) -> String {
    let script = (SCRIPT.path)(wiring);
    format!("sh {}", place::quoted(&script.display().to_string()))
}

fn put_line(wiring: &Wiring, text: &str) -> Result<String, Fault> {
    let text = object(text);
    let free = wiring.own_status_line && edit::get(&text, &["statusLine"])?.is_none();
    match free {
        true => {
            let line = json!({ "type": "command", "command": line_command(wiring) });
            edit::set(&text, &["statusLine"], &line)
        }
        false => Ok(text),
    }
}

fn take_line(_: &Wiring, text: &str) -> Result<String, Fault> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let line = edit::get(text, &["statusLine"])?.unwrap_or_default();
    match is_our_line(&line) {
        true => edit::remove(text, &["statusLine"]),
        false => Ok(text.to_owned()),
    }
}
