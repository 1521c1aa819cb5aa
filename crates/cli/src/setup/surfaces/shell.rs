//! Shells: variables that lead calls of providers through the gateway, where that is safe.

use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use serde_json::Value;

use super::{BLOCK_PLACE, Surface};
use crate::setup::block::{self, Marks};
use crate::setup::wiring::{Wiring, ZSH_FILE};

pub const BASH: Surface = Surface {
    path: bash,
    put: |wiring, text| put(wiring, text, &bash(wiring)),
    ..OURS
};

pub const ZSH: Surface = Surface {
    path: zsh,
    put: |wiring, text| put(wiring, text, &zsh(wiring)),
    ..OURS
};

const OURS: Surface = Surface {
    client: None,
    check: "shell",
    what: "calls of providers go through the gateway, in new shells",
    path: |wiring| wiring.home.clone(),
    mode: Some(0o644),
    own: false,
    put: |_, text| Ok(text.to_owned()),
    take: |_, text| Ok(block::take(text, MARKS)),
    put_back: |text, before| Ok(block::put_back(text, before, MARKS)),
    part: |text| block::foreign(text, MARKS).map(Value::from),
    is_shared: |text| block::is_shared(text, MARKS),
    place: BLOCK_PLACE,
};

const MARKS: &Marks = &Marks {
    begin: "# >>> memoryoss >>>",
    end: "# <<< memoryoss <<<",
    ours: is_ours,
};
const HERE: &str = "=http://127.0.0.1:";

/// Whatever port it was for, and however somebody changed the rest: it leads to our gateway.
fn is_ours(line: &str) -> bool {
    let leads = |name: &str| {
        let line = line.trim().strip_prefix("export ");
        let to = line.and_then(|line| line.strip_prefix(name)?.strip_prefix(HERE));
        let port = to.and_then(|to| Some(to.split_once("/proxy/")?.0));
        port.is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
    };
    leads("OPENAI_BASE_URL") || leads("ANTHROPIC_BASE_URL")
}

fn bash(wiring: &Wiring) -> PathBuf {
    wiring.home.join(".bashrc")
}

fn zsh(wiring: &Wiring) -> PathBuf {
    let dir = wiring.zsh_home.as_ref().unwrap_or(&wiring.home);
    dir.join(ZSH_FILE)
}

/// In the file of this shell; out of every other.
fn put(wiring: &Wiring, text: &str, file: &Path) -> Result<String, Fault> {
    let own = wiring.rc.as_deref() == Some(file);
    let lines = lines(wiring);
    Ok(match own && !lines.is_empty() {
        true => block::put(text, MARKS, &lines.join("\n")),
        false => block::take(text, MARKS),
    })
}

pub fn lines(wiring: &Wiring) -> Vec<String> {
    let at = &wiring.address;
    let all = [
        (
            wiring.exports.openai,
            format!("export OPENAI_BASE_URL=http://{at}/proxy/v1"),
        ),
        (
            wiring.exports.anthropic,
            format!("export ANTHROPIC_BASE_URL=http://{at}/proxy/anthropic/v1"),
        ),
    ];
    let wanted = all.into_iter().filter(|(wanted, _)| *wanted);
    wanted.map(|(_, line)| line).collect()
}

/// What somebody wrote in it themselves.
pub fn without(text: &str) -> String {
    block::take(text, MARKS)
}
