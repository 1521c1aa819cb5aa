//! How an agent starts us: on the very store that `mneme connect` was told of.

use std::path::{Path, absolute};

use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::{Value, json};

use super::{NAME, place};
use crate::args::Global;

/// A command line, and the variables a hook finds the same store by.
pub struct Start {
    /// What the entry is called.
    pub name: &'static str,
    pub program: String,
    pub args: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

// === impl Start ===

impl Start {
    /// What was said here is written down, whether on the command line or in the environment: an
    /// agent has neither. What nobody said, an agent finds as we do.
    pub fn of(global: &Global) -> Result<Self, Fault> {
        let said = [
            ("--data-dir", "MNEME_DATA_DIR", &global.data_dir),
            ("--config", "MNEME_CONFIG", &global.config),
            ("--models-dir", "MNEME_MODELS_DIR", &global.models_dir),
        ];
        let (mut args, mut variables) = (Vec::new(), Vec::new());
        for (flag, variable, path) in said {
            if let Some(path) = path {
                let path = whole(path)?;
                args.extend([flag.to_owned(), path.clone()]);
                variables.push((variable, path));
            }
        }
        args.push(String::from("mcp"));
        Ok(Self {
            name: NAME,
            program: place::program()?,
            args,
            variables,
        })
    }

    /// A program of another name, with all it is told.
    pub fn named(name: &'static str, program: String, args: Vec<String>) -> Self {
        Self {
            name,
            program,
            args,
            variables: Vec::new(),
        }
    }

    /// The hook beside us, as a shell takes it.
    pub fn hook(&self) -> Result<String, Fault> {
        let hook = place::hook_program()?;
        // A hook reads no model.
        let needed = self.variables.iter();
        let needed = needed.filter(|(name, _)| *name != "MNEME_MODELS_DIR");
        let set: Vec<String> = needed
            .map(|(name, value)| place::quoted(&format!("{name}={value}")))
            .collect();
        Ok(match set.is_empty() {
            true => hook,
            false => format!("env {} {hook}", set.join(" ")),
        })
    }

    /// The same in a file of tables; a text of JSON is one of TOML, too.
    pub fn table(&self) -> String {
        let (program, args) = (json!(self.program), json!(self.args));
        format!("command = {program}\nargs = {args}\n")
    }

    /// The same within braces.
    pub fn inline(&self) -> String {
        let (program, args) = (json!(self.program), json!(self.args));
        format!("{{ command = {program}, args = {args} }}")
    }

    pub fn is_table(&self, kept: &toml::Value) -> bool {
        let command = kept.get("command").and_then(toml::Value::as_str);
        let args = kept.get("args").and_then(toml::Value::as_array);
        let args = args.map(|args| args.iter().map(toml::Value::as_str).collect::<Vec<_>>());
        let own: Vec<Option<&str>> = self.args.iter().map(|arg| Some(arg.as_str())).collect();
        command == Some(self.program.as_str()) && args == Some(own)
    }

    pub fn as_json(&self) -> (Value, Value) {
        (json!(self.program), json!(self.args))
    }
}

/// An agent starts elsewhere.
fn whole(path: &Path) -> Result<String, Fault> {
    let trouble = |why: String| Fault::new(Code::BadFile, format!("{}: {why}", path.display()));
    let whole = absolute(path).map_err(|error| trouble(error.to_string()))?;
    let text = whole.to_str().map(str::to_owned);
    text.ok_or_else(|| trouble(String::from("no settings file can hold this path")))
}
