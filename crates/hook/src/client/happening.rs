//! What an agent's hook says, whatever it calls its hooks and fields.

use crate::json::Value;

use super::{project, unnamed};

/// The moments hooks tell of, under one name each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    SessionStart,
    Prompt,
    PreTool,
    Tool,
    ToolFailed,
    PreCompact,
    SubagentStart,
    SubagentStop,
    Notification,
    TaskCompleted,
    Stop,
    SessionEnd,
}

/// Names of hooks in small letters, without what stands between words.
const NAMES: &[(&str, Moment)] = &[
    ("sessionstart", Moment::SessionStart),
    ("userpromptsubmit", Moment::Prompt),
    ("userpromptsubmitted", Moment::Prompt),
    ("beforesubmitprompt", Moment::Prompt),
    ("beforeagent", Moment::Prompt),
    ("pretooluse", Moment::PreTool),
    ("beforetool", Moment::PreTool),
    ("posttooluse", Moment::Tool),
    ("aftertool", Moment::Tool),
    ("aftershellexecution", Moment::Tool),
    ("aftermcpexecution", Moment::Tool),
    ("afterfileedit", Moment::Tool),
    ("posttoolusefailure", Moment::ToolFailed),
    ("posttoolfailure", Moment::ToolFailed),
    ("erroroccurred", Moment::ToolFailed),
    ("precompact", Moment::PreCompact),
    ("precompress", Moment::PreCompact),
    ("subagentstart", Moment::SubagentStart),
    ("subagentstop", Moment::SubagentStop),
    ("notification", Moment::Notification),
    ("taskcompleted", Moment::TaskCompleted),
    ("stop", Moment::Stop),
    ("agentstop", Moment::Stop),
    ("afteragent", Moment::Stop),
    ("sessionend", Moment::SessionEnd),
];

/// One event of a hook.
#[derive(Clone, Debug)]
pub struct Happening {
    pub moment: Moment,
    /// As the agent spells it; some want to read it again.
    pub name: String,
    pub session: String,
    pub cwd: String,
    pub project: String,
    pub entrypoint: String,
    /// Whose hook it is, as it was started.
    pub client: Option<&'static str>,
    pub said: Value,
}

// === impl Happening ===

impl Happening {
    /// An agent that does not name the hook in what it says has it on the command line.
    pub fn read(said: &Value, named: Option<&str>) -> Result<Self, String> {
        let name = text(said, &["hook_event_name", "hookEventName"]);
        let name = name.or_else(|| named.map(str::to_owned));
        let name = name.ok_or("hook_event_name is missing")?;
        let session = text(said, &unnamed::NAMES);
        let session = session.ok_or("session_id is missing")?;
        let cwd = cwd(said);
        Ok(Self {
            moment: Moment::named(&name).ok_or_else(|| unknown(&name))?,
            project: project::of(&cwd),
            entrypoint: text(said, &["entrypoint"]).unwrap_or_default(),
            client: None,
            said: said.clone(),
            name,
            session,
            cwd,
        })
    }

    pub fn text(&self, names: &[&str]) -> Option<String> {
        text(&self.said, names)
    }

    /// The field of the first of these names that is there. One that is JSON in a text is read.
    pub fn value(&self, names: &[&str]) -> Option<Value> {
        let found = names.iter().find_map(|name| self.said.get(name))?;
        match found {
            Value::Text(text) if text.trim_start().starts_with(['{', '[']) => {
                Some(crate::json::read(text).unwrap_or_else(|_| found.clone()))
            }
            other => Some(other.clone()),
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        self.said.get(name) == Some(&Value::Bool(true))
    }

    /// What was used. Hooks of one agent are named by what they tell instead.
    pub fn tool(&self) -> Option<String> {
        let named = self.text(&["tool_name", "toolName"]);
        named.or_else(|| match plain(&self.name).as_str() {
            "aftershellexecution" => Some("Shell".to_owned()),
            "afterfileedit" => Some("Edit".to_owned()),
            _ => None,
        })
    }

    pub fn input(&self) -> Option<Value> {
        let named = self.value(&["tool_input", "toolArgs", "toolInput"]);
        named.or_else(|| {
            let parts = ["command", "file_path", "edits"];
            let parts = parts
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), self.said.get(name)?.clone())));
            let parts: std::collections::BTreeMap<_, _> = parts.collect();
            (!parts.is_empty()).then_some(Value::Object(parts))
        })
    }
}

// === impl Moment ===

impl Moment {
    fn named(name: &str) -> Option<Self> {
        let plain = plain(name);
        let row = NAMES.iter().find(|(known, _)| *known == plain);
        row.map(|(_, moment)| *moment)
    }
}

fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

fn unknown(name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    format!("nothing is told of '{short}'")
}

fn text(said: &Value, names: &[&str]) -> Option<String> {
    let found = names.iter().filter_map(|name| said.get(name));
    found
        .map(Value::words)
        .find(|words| !words.trim().is_empty())
}

/// Where the agent works: its directory, or the first of its folders.
pub fn cwd(said: &Value) -> String {
    let first = || match said.get("workspace_roots")? {
        Value::List(roots) => roots.first().map(Value::words),
        _ => None,
    };
    let own = || Some(std::env::current_dir().ok()?.display().to_string());
    let named = text(said, &["cwd"]).or_else(first).or_else(own);
    named.unwrap_or_default()
}
