//! Shells: variables that lead calls of providers through the gateway, where that is safe.

use mneme_wire::Fault;

use super::Surface;
use crate::setup::block;
use crate::setup::wiring::Wiring;

pub const BASH: Surface = Surface {
    path: |wiring| wiring.home.join(".bashrc"),
    put: |wiring, text| put(wiring, text, ".bashrc"),
    ..OURS
};

pub const ZSH: Surface = Surface {
    path: |wiring| wiring.home.join(".zshrc"),
    put: |wiring, text| put(wiring, text, ".zshrc"),
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
};

const MARKS: (&str, &str) = ("# >>> memoryoss >>>", "# <<< memoryoss <<<");

/// In the file of this shell; out of every other.
fn put(wiring: &Wiring, text: &str, file: &str) -> Result<String, Fault> {
    let own = wiring.rc.as_ref() == Some(&wiring.home.join(file));
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
