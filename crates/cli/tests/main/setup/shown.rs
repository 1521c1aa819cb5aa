//! The plan as people see it.

use super::*;

const PLAN: &str = include_str!("plan.txt");

#[test]
fn that_silence_is_consent_without_a_terminal_is_said() {
    let desk = Desk::with(&[]);
    let told = desk.run(&["setup", "--help"]).ok();
    assert!(told.contains("silence is consent"), "{told}");
}

#[test]
fn the_plan_reads_as_it_is_kept_here() {
    let desk = Desk::with(&["codex", "cursor"]).says("OPENAI_API_KEY", "sk-proj-1");
    desk.write(".bashrc", "alias g=git\n");
    desk.write("AGENTS.md", "# Rules\n");
    desk.write(
        ".cursor/mcp.json",
        "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n",
    );
    let told = desk.run(&["setup", "--dry-run"]).ok();
    let home = desk.home.path().to_str().unwrap();
    let told = told.replace(home, "HOME");
    assert_eq!(told, PLAN, "{told}");
}
