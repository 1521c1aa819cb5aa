//! Every place in files of others that is ours: how it is put in, and out again. Putting in what
//! is in already changes nothing, which is how drift is told.

pub mod claude;
pub mod codex;
mod cursor;
pub mod shell;

use std::path::PathBuf;

use mneme_wire::Fault;
use serde_json::Value;

use super::profile::Client;
use super::wiring::{NAME, Wiring};
use crate::connect::edit;

type Edit = fn(&Wiring, &str) -> Result<String, Fault>;
/// Of the text as it is, and as it was before us.
type Back = fn(&str, &str) -> Result<Option<String>, Fault>;

pub struct Surface {
    /// Whose it is; nobody's is the shell's.
    pub client: Option<Client>,
    /// What `doctor` calls it.
    pub check: &'static str,
    /// In a few words for people.
    pub what: &'static str,
    pub path: fn(&Wiring) -> PathBuf,
    /// For a file that is new, or whose mode matters.
    pub mode: Option<u32>,
    /// The whole file is ours: without us there is none.
    pub own: bool,
    pub put: Edit,
    pub take: Edit,
    /// In the place of ours what stood there before; nothing where nothing did.
    pub put_back: Back,
    /// What stands in our place, whatever it is, where that is one piece.
    pub part: fn(&str) -> Option<Value>,
    /// Whether somebody else wrote into what is ours by its marks.
    pub is_shared: fn(&str) -> bool,
    /// How people find it in the file.
    pub place: &'static str,
}

pub const SURFACES: [&Surface; 12] = [
    &claude::USER,
    &claude::SETTINGS,
    &claude::STATUS_LINE,
    &claude::SCRIPT,
    &claude::GUARD,
    &claude::HOOKS,
    &codex::SERVER,
    &codex::POLICY,
    &cursor::SERVER,
    &cursor::RULE,
    &shell::BASH,
    &shell::ZSH,
];

pub fn of(client: Client) -> impl Iterator<Item = &'static Surface> {
    SURFACES
        .into_iter()
        .filter(move |surface| surface.client == Some(client))
}

pub fn of_shells() -> impl Iterator<Item = &'static Surface> {
    SURFACES
        .into_iter()
        .filter(|surface| surface.client.is_none())
}

const SERVERS: [&str; 2] = ["mcpServers", NAME];
const SERVER_PLACE: &str = "mcpServers.memoryoss";
const BLOCK_PLACE: &str = "the block between our marks";
const FILE_PLACE: &str = "the file";

// === impl Surface ===

impl Surface {
    /// A text without us: with what stood in our place before, if anything did.
    pub fn taken(&self, wiring: &Wiring, text: &str, before: &str) -> String {
        let left = (self.take)(wiring, text).unwrap_or_else(|_| text.to_owned());
        if left == text || before.trim().is_empty() {
            return left;
        }
        let back = (self.put_back)(text, before).ok().flatten();
        back.unwrap_or(left)
    }
}

/// An object to edit, even where there is no file.
fn object(text: &str) -> String {
    match text.trim().is_empty() {
        true => String::from("{}\n"),
        false => text.to_owned(),
    }
}

/// Our entry among servers; what somebody added to it stays.
fn put_server(text: &str, fields: &[(&str, Value)], keeps: &[&str]) -> Result<String, Fault> {
    let text = object(text);
    let there = edit::get(&text, &SERVERS)?;
    let Some(there) = there.filter(Value::is_object) else {
        let entry = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        return edit::set(&text, &SERVERS, &entry.collect());
    };
    let text = without_address(text, &there, fields)?;
    let mut missing = fields.iter().filter(|(name, value)| {
        let said = there.get(name);
        said.is_none() || (said != Some(value) && !keeps.contains(name))
    });
    missing.try_fold(text, |text, (name, value)| {
        edit::set(&text, &[&SERVERS[..], &[*name]].concat(), value)
    })
}

/// A server that is started has no address; with both, agents take one or refuse the entry.
fn without_address(text: String, there: &Value, fields: &[(&str, Value)]) -> Result<String, Fault> {
    let kind = there["type"].as_str().unwrap_or_default();
    let typed = fields.iter().any(|(name, _)| *name == "type");
    let remote = ["http", "sse", "streamable-http"].contains(&kind) && !typed;
    let gone = ["url"].into_iter().chain(remote.then_some("type"));
    let mut gone = gone.filter(|name| there.get(name).is_some());
    gone.try_fold(text, |text, name| {
        edit::remove(&text, &[&SERVERS[..], &[name]].concat())
    })
}

fn take_server(text: &str) -> Result<String, Fault> {
    match text.trim().is_empty() {
        true => Ok(text.to_owned()),
        false => edit::remove(text, &SERVERS),
    }
}

fn server(text: &str) -> Option<Value> {
    edit::get(text, &SERVERS).ok().flatten()
}

/// Also where ours was taken out since.
fn put_server_back(text: &str, before: &str) -> Result<Option<String>, Fault> {
    if server(text).is_some() {
        return edit::put_back(text, before, &SERVERS);
    }
    let then = edit::get(before, &SERVERS)?;
    then.map(|then| edit::set(&object(text), &SERVERS, &then))
        .transpose()
}

/// All of a file that is ours alone.
fn whole(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| Value::from(text))
}

/// Of a file that is ours alone: what somebody had under its name.
fn put_file_back(_: &str, before: &str) -> Result<Option<String>, Fault> {
    Ok(Some(before.to_owned()))
}
