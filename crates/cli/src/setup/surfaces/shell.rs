//! Shells: variables that lead calls of providers through the gateway, where that is safe.

use std::path::{Path, PathBuf};

use mneme_wire::Fault;

use super::Surface;
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
};

const MARKS: &Marks = &Marks {
    begin: "# >>> memoryoss >>>",
    end: "# <<< memoryoss <<<",
    ours: is_ours,
};
const HERE: &str = "=http://127.0.0.1:";

/// Whatever port it was for.
fn is_ours(line: &str) -> bool {
    let leads = |name: &str, path: &str| {
        let port = line.trim().strip_prefix("export ");
        let port = port.and_then(|line| line.strip_prefix(name)?.strip_prefix(HERE));
        let port = port.and_then(|rest| rest.strip_suffix(path));
        port.is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
    };
    leads("OPENAI_BASE_URL", "/proxy/v1") || leads("ANTHROPIC_BASE_URL", "/proxy/anthropic/v1")
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
