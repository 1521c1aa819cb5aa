//! Questions for a value that must not be told in other words: a path, a port, a command.

use mneme_index::words::identifiers;
use mneme_model::contract;

use super::budget::Room;
use super::compose::Piece;
use super::cut;
use super::gist::sentences_of;
use super::render::{Entry, element};
use crate::guard::Spoken;
use crate::question::{IdKind, Question};

const MOST: usize = 3;
const CHARS: usize = 220;
const HINT: &str = "Give values below exactly as they are written.";
const ASKS: [&str; 5] = ["which", "what", "where", "give", "name"];
const VALUES: [&str; 13] = [
    "port",
    "version",
    "command",
    "flag",
    "hostname",
    "url",
    "address",
    "value",
    "setting",
    "id",
    "number",
    "name",
    "threshold",
];
const LITERALLY: [&str; 4] = ["exact", "exactly", "verbatim", "literal"];

/// What this build says of the contract of what can be taken along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Contract;

/// The hint, the contract if that is asked for, and up to three sentences that have the value.
pub fn entries(question: &Question, good: &[&Piece], room: &mut Room) -> Vec<Entry> {
    let contract = Contract::is_asked(question);
    let facts = match is_exact(question) {
        true => facts(question, good),
        false => Vec::new(),
    };
    let hint = element("exact_value_hint", HINT);
    if facts.is_empty() && !contract || !room.take(&hint) {
        return Vec::new();
    }
    let contract = contract.then(|| Entry {
        text: Contract.told(),
        ids: Vec::new(),
    });
    let told: Vec<Entry> = contract
        .into_iter()
        .chain(facts)
        .filter(|entry| room.take(&entry.text))
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    let hint = Entry {
        text: hint,
        ids: Vec::new(),
    };
    std::iter::once(hint).chain(told).collect()
}

fn is_exact(question: &Question) -> bool {
    let said = Spoken::of(&question.text);
    let kinds = question
        .route
        .kinds
        .iter()
        .any(|kind| *kind != IdKind::Policy);
    let asks = ASKS.iter().any(|ask| said.begins(ask)) && said.first(&VALUES).is_some();
    said.first(&LITERALLY).is_some() || kinds || asks
}

/// The best sentences; told in the order of their memories.
fn facts(question: &Question, good: &[&Piece]) -> Vec<Entry> {
    let mut found: Vec<(&str, Entry)> = Vec::new();
    for piece in good {
        let sentence = sentences_of(&piece.text)
            .into_iter()
            .find(|one| has_value(question, one));
        let Some(sentence) = sentence.filter(|_| found.len() < MOST) else {
            continue;
        };
        let entry = Entry {
            text: element("exact_fact", &cut(sentence, CHARS)),
            ids: vec![piece.id.clone()],
        };
        found.push((&piece.id, entry));
    }
    found.sort_by_key(|(a, _)| *a);
    found.into_iter().map(|(_, entry)| entry).collect()
}

fn has_value(question: &Question, sentence: &str) -> bool {
    let pointed = question.route.pointed(question, sentence);
    let value =
        !identifiers(sentence).is_empty() || sentence.contains(|c: char| c.is_ascii_digit());
    let said = !pointed.focus.is_empty() || question.route.focus.is_empty();
    !pointed.kinds.is_empty() || !pointed.literals.is_empty() || value && said
}

// === impl Contract ===

impl Contract {
    fn is_asked(question: &Question) -> bool {
        let said = Spoken::of(&question.text);
        said.first(&["runtime contract", "contract id"]).is_some()
    }

    fn told(self) -> String {
        let carries = contract::SEMANTICS.join(", ");
        let fields = [
            ("contract_id", contract::ID),
            ("version", contract::VERSION),
            ("export_carries", carries.as_str()),
        ];
        let told: String = fields
            .iter()
            .map(|(name, value)| element(name, value))
            .collect();
        format!("<runtime_contract>\n{told}</runtime_contract>\n")
    }
}
