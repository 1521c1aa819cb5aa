//! The table of docs/clients.md, made anew by running every row of it.

use super::*;

const PAGE: &str = include_str!("../../../../../docs/clients.md");

/// Agents, how somebody signs in with Claude Code and with Codex, and what they answer.
const ROWS: [(&[&str], &str, &str, &str); 13] = [
    (&["claude"], "login", "-", ""),
    (&["claude"], "key", "-", ""),
    (&["claude"], "both", "-", ""),
    (&["claude"], "both", "-", "2\n"),
    (&["codex"], "-", "login", ""),
    (&["codex"], "-", "key", ""),
    (&["codex"], "-", "both", ""),
    (&["codex"], "-", "both", "2\n"),
    (&["claude", "codex"], "login", "login", ""),
    (&["claude", "codex"], "login", "key", ""),
    (&["claude", "codex"], "key", "key", ""),
    (&["cursor"], "-", "-", ""),
    (&["claude", "codex", "cursor"], "key", "login", ""),
];

fn desk(agents: &[&str], claude: &str, codex: &str) -> Desk {
    let mut desk = Desk::with(agents);
    if ["login", "both"].contains(&claude) {
        desk.write(".claude/.credentials.json", OAUTH);
    }
    if ["login", "both"].contains(&codex) {
        desk.write(".codex/auth.json", CODEX_OAUTH);
    }
    if ["key", "both"].contains(&claude) {
        desk = desk.says("ANTHROPIC_API_KEY", "sk-ant-api03-1");
    }
    if ["key", "both"].contains(&codex) {
        desk = desk.says("OPENAI_API_KEY", "sk-proj-1");
    }
    desk
}

/// What is there afterwards, for people.
fn outcome(desk: &Desk) -> (String, String) {
    let surfaces = [
        (".claude.json", "Claude Code: tools"),
        (".claude/settings.local.json", "guard"),
        (".codex/config.toml", "Codex: tools"),
        ("AGENTS.md", "policy"),
        (".cursor/mcp.json", "Cursor: tools"),
        (".cursor/rules/memoryoss.mdc", "rule"),
    ];
    let there = surfaces
        .iter()
        .filter(|(file, _)| desk.read(file).contains("memoryoss"));
    let there: Vec<&str> = there.map(|(_, what)| *what).collect();
    let rc = desk.read(".bashrc");
    let urls = [
        (ANTHROPIC_URL, "`ANTHROPIC_BASE_URL`"),
        (OPENAI_URL, "`OPENAI_BASE_URL`"),
    ];
    let urls = urls.iter().filter(|(line, _)| rc.contains(line));
    let urls: Vec<&str> = urls.map(|(_, name)| *name).collect();
    let urls = if urls.is_empty() { vec!["-"] } else { urls };
    (there.join(", "), urls.join(", "))
}

fn row((agents, claude, codex, answers): (&[&str], &str, &str, &str)) -> String {
    let desk = desk(agents, claude, codex);
    desk.answer(&["setup"], answers).ok();
    assert!(desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"));
    let (written, exported) = outcome(&desk);
    let chosen = match answers {
        "" => "-",
        _ => "the key",
    };
    format!(
        "| {} | {claude} | {codex} | {chosen} | {written} | {exported} |",
        agents.join(", ")
    )
}

#[test]
fn g_221_the_published_matrix_is_what_setup_does() {
    let rows: Vec<String> = ROWS.into_iter().map(row).collect();
    let table = rows.join("\n");
    assert!(PAGE.contains(&table), "the table is now:\n{table}");
}
