//! The agents we know, and where each keeps its settings.

use std::path::PathBuf;

use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::{Value, json};

use super::place::Planned;
use super::start::Start;
use super::{NAME, edit, place, table};

pub struct Client {
    pub name: &'static str,
    pub title: &'static str,
    /// The variable that moves its directory, and the directory below the home.
    home: (&'static str, &'static str),
    /// The file with servers, and the key they stand under.
    file: &'static str,
    key: &'static str,
    entry: Entry,
    hooks: Option<Hooks>,
}

/// How a server is written down.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    /// `command` and `args`.
    Plain,
    /// The same with its transport.
    Typed(&'static str),
    /// In a file of tables.
    Table,
}

struct Hooks {
    file: &'static str,
    shape: Shape,
    /// Names of hooks; a matcher where the agent wants one.
    events: &'static [(&'static str, Option<&'static str>)],
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// `{"hooks": {EVENT: [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}`, with
    /// the unit of its timeouts.
    Groups { seconds: bool },
    /// `{"version": 1, "hooks": {EVENT: [{"command": …}]}}`
    Commands,
    /// The same with `bash`, and the event on the command line.
    Bash,
}

const FILES: Option<&str> = Some("Edit|Write|Read|Glob|Grep");

pub const CLIENTS: &[Client] = &[
    Client {
        name: "claude-code",
        title: "Claude Code",
        home: ("", ""),
        file: ".claude.json",
        key: "mcpServers",
        entry: Entry::Typed("stdio"),
        hooks: Some(Hooks {
            file: ".claude/settings.json",
            shape: Shape::Groups { seconds: true },
            events: &[
                ("SessionStart", None),
                ("UserPromptSubmit", None),
                ("PreToolUse", FILES),
                ("PostToolUse", None),
                ("PostToolUseFailure", None),
                ("PreCompact", None),
                ("SubagentStart", None),
                ("SubagentStop", None),
                ("Notification", None),
                ("TaskCompleted", None),
                ("Stop", None),
                ("SessionEnd", None),
            ],
        }),
    },
    Client {
        name: "codex",
        title: "Codex",
        home: ("CODEX_HOME", ".codex"),
        file: "config.toml",
        key: "mcp_servers",
        entry: Entry::Table,
        hooks: Some(Hooks {
            file: "hooks.json",
            shape: Shape::Groups { seconds: true },
            events: &[
                ("SessionStart", None),
                ("UserPromptSubmit", None),
                ("PreToolUse", None),
                ("PostToolUse", None),
                ("PreCompact", None),
                ("Stop", None),
            ],
        }),
    },
    Client {
        name: "cursor",
        title: "Cursor",
        home: ("", ".cursor"),
        file: "mcp.json",
        key: "mcpServers",
        entry: Entry::Plain,
        hooks: Some(Hooks {
            file: "hooks.json",
            shape: Shape::Commands,
            events: &[
                ("sessionStart", None),
                ("beforeSubmitPrompt", None),
                ("preToolUse", None),
                ("postToolUse", None),
                ("postToolUseFailure", None),
                ("preCompact", None),
                ("subagentStart", None),
                ("subagentStop", None),
                ("stop", None),
                ("sessionEnd", None),
            ],
        }),
    },
    Client {
        name: "copilot",
        title: "Copilot CLI",
        home: ("COPILOT_HOME", ".copilot"),
        file: "mcp-config.json",
        key: "mcpServers",
        entry: Entry::Typed("local"),
        hooks: Some(Hooks {
            file: "hooks/mneme.json",
            shape: Shape::Bash,
            events: &[
                ("sessionStart", None),
                ("userPromptSubmitted", None),
                ("preToolUse", None),
                ("postToolUse", None),
                ("errorOccurred", None),
                ("sessionEnd", None),
            ],
        }),
    },
    Client {
        name: "vscode",
        title: "VS Code",
        home: (
            "",
            if cfg!(target_os = "macos") {
                "Library/Application Support/Code/User"
            } else {
                ".config/Code/User"
            },
        ),
        file: "mcp.json",
        key: "servers",
        entry: Entry::Typed("stdio"),
        hooks: None,
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        home: ("", ".gemini"),
        file: "settings.json",
        key: "mcpServers",
        entry: Entry::Plain,
        hooks: Some(Hooks {
            file: "settings.json",
            shape: Shape::Groups { seconds: false },
            events: &[
                ("SessionStart", None),
                ("BeforeAgent", None),
                ("BeforeTool", None),
                ("AfterTool", None),
                ("PreCompress", None),
                ("Notification", None),
                ("AfterAgent", None),
                ("SessionEnd", None),
            ],
        }),
    },
    Client {
        name: "antigravity",
        title: "Antigravity",
        home: ("", ".gemini/antigravity"),
        file: "mcp_config.json",
        key: "mcpServers",
        entry: Entry::Plain,
        hooks: None,
    },
    Client {
        name: "kiro",
        title: "Kiro",
        home: ("", ".kiro/settings"),
        file: "mcp.json",
        key: "mcpServers",
        entry: Entry::Plain,
        hooks: None,
    },
];

/// How long an agent lets a hook run before it goes on: more than the longest wait of ours.
const HOOK_SECS: u64 = 10;

// === impl Client ===

impl Client {
    pub fn has_hooks(&self) -> bool {
        self.hooks.is_some()
    }

    /// The file of servers with ours in it. One that was changed by hand is left to its owner.
    pub fn entry(&self, start: &Start, force: bool) -> Result<Planned, Fault> {
        let mut plan = Planned::read(self.path(self.file)?)?;
        let put = self.put_entry(&mut plan, start, force);
        put.map_err(|fault| plan.named(fault))?;
        Ok(plan)
    }

    fn put_entry(&self, plan: &mut Planned, start: &Start, force: bool) -> Result<(), Fault> {
        if self.entry == Entry::Table {
            plan.after = table::with(&plan.before, self.key, start, force)?;
            return Ok(());
        }
        let entry = self.written(start);
        let kept = edit::get(&plan.text(), &[self.key, NAME])?;
        match kept {
            Some(kept) if kept == entry => plan.after.clone_from(&plan.before),
            Some(_) if !force => return Err(taken(NAME)),
            _ => plan.after = edit::set(&plan.text(), &[self.key, NAME], &entry)?,
        }
        Ok(())
    }

    pub fn without_entry(&self) -> Result<Planned, Fault> {
        let mut plan = Planned::read(self.path(self.file)?)?;
        plan.after = match self.entry {
            Entry::Table => table::without(&plan.before, self.key, NAME)?,
            _ if plan.before.trim().is_empty() => plan.before.clone(),
            _ => edit::remove(&plan.before, &[self.key, NAME])?,
        };
        Ok(plan)
    }

    /// The file of hooks with ours among them; those of others stay in front. Whether there are
    /// hooks at all.
    pub fn hooks(&self, start: &Start, plans: &mut Vec<Planned>) -> Result<bool, Fault> {
        let Some(hooks) = &self.hooks else {
            return Ok(false);
        };
        let program = start.hook()?;
        let plan = self.hook_file(hooks, plans)?;
        let put = self.put_hooks(hooks, &program, plan);
        put.map_err(|fault| plan.named(fault))?;
        Ok(true)
    }

    fn put_hooks(&self, hooks: &Hooks, program: &str, plan: &mut Planned) -> Result<(), Fault> {
        let mut text = plan.text();
        if hooks.shape.has_version() && edit::get(&text, &["version"])?.is_none() {
            text = edit::set(&text, &["version"], &json!(1))?;
        }
        for (event, matcher) in hooks.events {
            let command = self.command(hooks, program, event);
            let path = ["hooks", event];
            let there = edit::get(&text, &path)?.unwrap_or_else(|| json!([]));
            if !there.to_string().contains(&json!(command).to_string()) {
                text = edit::remove_items(&text, &path, &|item| self.is_ours(item))?;
                let item = hooks.shape.item(&command, *matcher);
                text = edit::push(&text, &path, &item)?;
            }
        }
        plan.after = text;
        Ok(())
    }

    pub fn without_hooks(&self, plans: &mut Vec<Planned>) -> Result<(), Fault> {
        let Some(hooks) = &self.hooks else {
            return Ok(());
        };
        let plan = self.hook_file(hooks, plans)?;
        if plan.after.trim().is_empty() {
            return Ok(());
        }
        let mut text = plan.text();
        for (event, _) in hooks.events {
            let path = ["hooks", event];
            let before = text.clone();
            text = edit::remove_items(&text, &path, &|item| self.is_ours(item))?;
            if text != before && edit::get(&text, &path)? == Some(json!([])) {
                text = edit::remove(&text, &path)?;
            }
        }
        plan.after = text;
        Ok(())
    }

    /// Where entry and hooks stand in one file, one plan holds both.
    fn hook_file<'p>(
        &self,
        hooks: &Hooks,
        plans: &'p mut Vec<Planned>,
    ) -> Result<&'p mut Planned, Fault> {
        let plan = Planned::read(self.path(hooks.file)?)?;
        let at = plans.iter().position(|other| other.path == plan.path);
        let at = at.unwrap_or(plans.len());
        if at == plans.len() {
            plans.push(plan);
        }
        Ok(&mut plans[at])
    }

    fn is_ours(&self, item: &Value) -> bool {
        let text = item.to_string();
        text.contains(&format!("{} {}", place::HOOK, self.name))
            || text.contains(&format!("{}' {}", place::HOOK, self.name))
    }

    fn command(&self, hooks: &Hooks, program: &str, event: &str) -> String {
        match hooks.shape {
            Shape::Bash => format!("{program} {} {event}", self.name),
            _ => format!("{program} {}", self.name),
        }
    }

    fn written(&self, start: &Start) -> Value {
        let (command, args) = start.as_json();
        match self.entry {
            Entry::Typed("local") => {
                json!({ "type": "local", "command": command, "args": args, "tools": ["*"] })
            }
            Entry::Typed(kind) => json!({ "type": kind, "command": command, "args": args }),
            _ => json!({ "command": command, "args": args }),
        }
    }

    fn path(&self, file: &str) -> Result<PathBuf, Fault> {
        let (variable, below) = self.home;
        let moved = std::env::var_os(variable).filter(|dir| !dir.is_empty());
        let dir = match moved {
            Some(dir) => PathBuf::from(dir),
            None => place::home()?.join(below),
        };
        Ok(dir.join(file))
    }
}

// === impl Shape ===

impl Shape {
    fn has_version(self) -> bool {
        !matches!(self, Shape::Groups { .. })
    }

    fn item(self, command: &str, matcher: Option<&str>) -> Value {
        match self {
            Shape::Groups { seconds } => {
                let timeout = if seconds {
                    HOOK_SECS
                } else {
                    HOOK_SECS * 1_000
                };
                let hook = json!({ "type": "command", "command": command, "timeout": timeout });
                match matcher {
                    Some(matcher) => json!({ "matcher": matcher, "hooks": [hook] }),
                    None => json!({ "hooks": [hook] }),
                }
            }
            Shape::Commands => json!({ "command": command }),
            Shape::Bash => json!({ "type": "command", "bash": command, "timeoutSec": HOOK_SECS }),
        }
    }
}

/// Whatever stands under our name is somebody's, until they say otherwise.
pub fn taken(name: &str) -> Fault {
    let message = format!("there is another entry '{name}' already, and it stays");
    let mut fault = Fault::new(Code::BadFile, message);
    fault.hint = String::from("--force puts ours in its place; the old file is kept");
    fault
}
