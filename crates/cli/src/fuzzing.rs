//! What is private here and read from files or from the command line, for the targets in `fuzz/`.
//! Built by nobody else.

use std::path::Path;

use mneme_model::Moment;
use mneme_wire::Fault;
use mneme_wire::shapes::Receipt;

use crate::args::Global;
use crate::commands::bench::locomo::{data, date, evidence};
use crate::commands::import::lines::{self, Line, Seen};
use crate::commands::import::whole;
use crate::commands::model::wheel;
use crate::commands::{key, receipt};
use crate::connect::{start::Start, table};
use crate::settings::file::File;
use crate::settings::{Settings, Wanted, agent_memory, memoryoss};

/// Settings from the text of a `mneme.toml`.
pub fn mneme_toml(text: &str) -> Result<Settings, Fault> {
    Settings::assemble(&global(), File::read(Path::new("mneme.toml"), text)?)
}

/// Settings from the text of a `memoryoss.toml`.
pub fn memoryoss_toml(text: &str, dev: bool) -> Result<Settings, Fault> {
    let path = Path::new("memoryoss.toml");
    memoryoss::read(text, &Wanted { path, dev }, global())
}

/// The TOML of an agent with our entry in it.
pub fn agent_toml_with(text: &str, key: &str) -> Result<String, Fault> {
    let start = Start::of(&global())?;
    table::with(text, key, &start, true)
}

/// The same without it.
pub fn agent_toml_without(text: &str, key: &str) -> Result<String, Fault> {
    table::without(text, key, Start::of(&global())?.name)
}

/// Settings from the text of a file of Agent Memory, and one of its variables.
pub fn agent_memory_toml(text: &str, variable: &str) -> Result<Settings, Fault> {
    agent_memory::of_texts(text, variable, global())
}

fn global() -> Global {
    Global {
        data_dir: Some("data".into()),
        models_dir: Some("models".into()),
        ..Global::default()
    }
}

/// A line of an import, as the JSON it means.
pub fn import_line(bytes: &[u8]) -> Option<serde_json::Result<String>> {
    let line = lines::parse(bytes, 1, &mut Seen::default()).ok()?;
    Some(match line {
        Line::Event(event) => serde_json::to_string(&event),
        Line::Memory(memory) => serde_json::to_string(&memory),
        Line::Kept(memory) => serde_json::to_string(&memory),
    })
}

/// How many memories and events an export has, and the ids of the memories in the order they go.
pub fn import_whole(bytes: &[u8]) -> Result<(Vec<String>, usize), Fault> {
    whole::contents(Path::new("export.json"), bytes)
}

/// Whether a receipt holds, under its own key.
pub fn receipt_holds(receipt: &Receipt) -> bool {
    receipt::check(receipt, None, receipt::Keyed::NotChecked).valid
}

/// Conversations, turns and questions of a data set.
pub fn data_set(bytes: &[u8]) -> Option<(usize, usize, usize)> {
    let all = data::parse(bytes).ok()?;
    let turns = all.iter().map(|one| one.turns.len()).sum();
    let questions = all.iter().map(|one| one.questions.len()).sum();
    Some((all.len(), turns, questions))
}

pub fn data_set_date(text: &str) -> Option<Moment> {
    date::read(text)
}

pub fn data_set_places(text: &str) -> Vec<(u32, u32)> {
    evidence::places(text)
}

/// A life such as `24h`, in seconds.
pub fn life_secs(text: &str) -> Option<u64> {
    key::seconds(text).ok()
}

/// Why a download failed, by what was said.
pub fn reason(said: &str) -> Option<String> {
    wheel::reason(said)
}
