//! The file, read and checked: conversations with their turns, and questions about them.

mod shape;

use std::collections::HashMap;
use std::path::Path;

use mneme_model::{Code, Moment};
use mneme_wire::Fault;

use super::evidence::{self, Place};
use shape::{AskedShape, SampleShape, SessionShape};

pub struct Conversation {
    /// The name the file gives it.
    pub name: String,
    /// In the order they were said.
    pub turns: Vec<Turn>,
    /// Those with evidence.
    pub questions: Vec<Question>,
    /// When the last session began: the asker's now.
    pub now: Moment,
    /// Questions without evidence: nothing can be measured with them.
    pub left_out: usize,
}

pub struct Turn {
    /// The name the file gives it, such as `D1:3`.
    pub id: String,
    /// The number of its session.
    pub session: u32,
    pub speaker: String,
    pub text: String,
    pub at: Moment,
}

pub struct Question {
    /// Its place in the file's list, from 0.
    pub number: usize,
    pub text: String,
    pub category: u8,
    /// The turns that answer it, by their place in the conversation, each once.
    pub evidence: Vec<usize>,
}

pub fn read(path: &Path) -> Result<Vec<Conversation>, Fault> {
    let wrong = |why: String| wrong(path, &why);
    let bytes = std::fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    parse(&bytes).map_err(wrong)
}

fn wrong(path: &Path, why: &str) -> Fault {
    Fault {
        hint: "a list of samples with `sample_id`, `conversation` and `qa`, as LoCoMo publishes it"
            .into(),
        ..Fault::new(Code::BadFile, format!("{} {why}", path.display()))
    }
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Vec<Conversation>, String> {
    let samples = shape::samples(bytes)?;
    if samples.is_empty() {
        return Err("has no conversation".into());
    }
    let mut conversations: Vec<Conversation> = Vec::with_capacity(samples.len());
    for sample in samples {
        let name = sample.sample_id.clone();
        if conversations.iter().any(|known| known.name == name) {
            return Err(format!("has two conversations {name}"));
        }
        let conversation =
            conversation(sample).map_err(|why| format!("conversation {name}: {why}"));
        conversations.push(conversation?);
    }
    Ok(conversations)
}

fn conversation(sample: SampleShape) -> Result<Conversation, String> {
    let (mut turns, mut now) = (Vec::new(), Moment::default());
    for session in sample.sessions()? {
        now = now.max(session.at);
        turns.extend(said(session));
    }
    let places = by_place(&turns)?;
    let all = sample.qa.len();
    let asked = sample.qa.into_iter().enumerate();
    let questions = asked
        .map(|(number, asked)| question(number, asked, &places))
        .collect::<Result<Vec<_>, _>>()?;
    let questions: Vec<Question> = questions.into_iter().flatten().collect();
    Ok(Conversation {
        name: sample.sample_id,
        turns,
        left_out: all - questions.len(),
        questions,
        now,
    })
}

/// The turns of a session, a millisecond apart, so that they keep their order. One without
/// words and without a picture says nothing.
fn said(session: SessionShape) -> impl Iterator<Item = Turn> {
    let SessionShape { number, at, turns } = session;
    turns.into_iter().enumerate().filter_map(move |(i, turn)| {
        let text = match &turn.blip_caption {
            Some(caption) => format!("{} [image: {caption}]", turn.text),
            None => turn.text,
        };
        let text = text.trim().to_owned();
        (!text.is_empty()).then(|| Turn {
            id: turn.dia_id,
            session: number,
            speaker: turn.speaker,
            text,
            at: Moment::from_ms(at.ms + i as i64),
        })
    })
}

fn by_place(turns: &[Turn]) -> Result<HashMap<Place, usize>, String> {
    let mut places = HashMap::with_capacity(turns.len());
    for (n, turn) in turns.iter().enumerate() {
        let id = &turn.id;
        let place = evidence::place(id).ok_or(format!("`{id}` is no name of a turn (`D1:3`)"))?;
        if places.insert(place, n).is_some() {
            return Err(format!("has two turns `{id}`"));
        }
    }
    if places.is_empty() {
        return Err("has no turns".into());
    }
    Ok(places)
}

fn question(
    number: usize,
    asked: AskedShape,
    places: &HashMap<Place, usize>,
) -> Result<Option<Question>, String> {
    if !(1..=5).contains(&asked.category) {
        return Err(format!("question {number} has no category from 1 to 5"));
    }
    let named = asked
        .evidence
        .iter()
        .flat_map(|text| evidence::places(text));
    let mut evidence: Vec<usize> = named.filter_map(|at| places.get(&at).copied()).collect();
    evidence.sort_unstable();
    evidence.dedup();
    Ok((!evidence.is_empty()).then_some(Question {
        number,
        text: asked.question,
        category: asked.category,
        evidence,
    }))
}

#[cfg(test)]
mod tests;
