//! The words a model reads. What others wrote is escaped, and stands in the order of its ids.

use super::budget::Room;
use super::compose::Piece;
use super::state::{Bucketed, TaskState};

const OPENS: &str = "<memory_context>\n";
const CLOSES: &str = "</memory_context>";
/// What a block takes by itself.
pub const FRAME: usize = OPENS.len() + CLOSES.len();

/// A part of the block, and the memories it tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub text: String,
    pub ids: Vec<String>,
}

pub fn block(entries: &[Entry], omitted: usize, room: &mut Room) -> Option<String> {
    if entries.is_empty() {
        return None;
    }
    let told: String = entries.iter().map(|entry| entry.text.as_str()).collect();
    let note = match omitted {
        0 => String::new(),
        1 => String::from("<!-- 1 memory omitted -->\n"),
        n => format!("<!-- {n} memories omitted -->\n"),
    };
    let note = if room.take(&note) { note.as_str() } else { "" };
    Some(format!("{OPENS}{told}{note}{CLOSES}"))
}

/// A summary a memory, with its evidence where there is room: the best are chosen.
pub fn summaries(good: &[&Piece], room: &mut Room) -> (Vec<Entry>, usize) {
    let mut chosen: Vec<(&str, Entry)> = Vec::new();
    for piece in good {
        let (summary, evidence) = told(piece);
        let whole = format!("{summary}{evidence}");
        let text = match (room.take(&whole), whole == summary) {
            (true, _) => whole,
            (false, false) if room.take(&summary) => summary,
            _ => continue,
        };
        let ids = vec![piece.id.clone()];
        chosen.push((&piece.id, Entry { text, ids }));
    }
    chosen.sort_by_key(|(a, _)| *a);
    let omitted = good.len() - chosen.len();
    (
        chosen.into_iter().map(|(_, entry)| entry).collect(),
        omitted,
    )
}

fn told(piece: &Piece) -> (String, String) {
    let gist = piece.told();
    let summary = element("summary", &gist.summary);
    let evidence = gist.evidence.map_or_else(String::new, |next| {
        let source = provenance(&piece.id, &piece.source);
        format!("<evidence {source}>{}</evidence>\n", escaped(&next))
    });
    (summary, evidence)
}

/// The state of a task: whole, without its evidence, or not at all.
pub fn state(state: &TaskState, room: &mut Room) -> Option<Entry> {
    let whole = task(state, true);
    let bare = task(state, false);
    let text = match room.take(&whole) {
        true => whole,
        false if room.take(&bare) => bare,
        false => return None,
    };
    Some(Entry {
        text,
        ids: state.inputs.selected_memory_ids.clone(),
    })
}

fn task(state: &TaskState, with_evidence: bool) -> String {
    let mut told = format!("<task_state kind=\"{}\">\n", state.kind.name());
    told.push_str(&element("goal", &state.goal));
    told.push_str(&bucket("facts", "fact", &state.facts));
    told.push_str(&bucket("constraints", "constraint", &state.constraints));
    told.push_str(&bucket(
        "recent_actions",
        "recent_action",
        &state.recent_actions,
    ));
    let questions: Vec<&str> = state.open_questions.iter().map(String::as_str).collect();
    told.push_str(&list("open_questions", "question", &questions));
    if with_evidence && !state.evidence.is_empty() {
        told.push_str("<evidence>\n");
        let mut quoted: Vec<_> = state.evidence.iter().collect();
        quoted.sort_by(|a, b| a.memory_id.cmp(&b.memory_id));
        for one in quoted {
            let source = provenance(&one.memory_id, &one.source);
            let item = match one.quote.as_deref() {
                Some(words) => format!("<item {source}>{}</item>\n", escaped(words)),
                None => format!("<item {source}/>\n"),
            };
            told.push_str(&item);
        }
        told.push_str("</evidence>\n");
    }
    told.push_str("</task_state>\n");
    told
}

fn bucket(name: &str, item: &str, bucket: &[Bucketed]) -> String {
    let mut sorted: Vec<&Bucketed> = bucket.iter().collect();
    sorted.sort_by(|a, b| a.memory_id.cmp(&b.memory_id));
    let words: Vec<&str> = sorted.iter().map(|one| one.summary.as_str()).collect();
    list(name, item, &words)
}

fn list(name: &str, item: &str, words: &[&str]) -> String {
    if words.is_empty() {
        return String::new();
    }
    let items: String = words.iter().map(|words| element(item, words)).collect();
    format!("<{name}>\n{items}</{name}>\n")
}

pub fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escaped(text))
}

/// Where something is from, as attributes.
fn provenance(id: &str, source: &str) -> String {
    let (id, source) = (escaped(id), escaped(source));
    format!("memory_id=\"{id}\" source=\"{source}\"")
}

/// Harmless between tags and in attributes; one line.
pub fn escaped(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => told.push_str("&amp;"),
            '<' => told.push_str("&lt;"),
            '>' => told.push_str("&gt;"),
            '"' => told.push_str("&quot;"),
            c if c.is_whitespace() => told.push(' '),
            c if c.is_control() => {}
            c => told.push(c),
        }
    }
    told
}
