//! What a session was about: by a model where there is one, else from its own sentences.

use mneme_model::Event;
use mneme_notebook::cut;
use mneme_notebook::observation::Observation;
use mneme_notebook::similar::say_the_same;
use mneme_notebook::summary::{Gist, decisions};
use mneme_timeline::digest::{self, Child, Digest};
use mneme_timeline::segment::Turn;

use super::Material;
use crate::notebook::mind::Mind;

/// Observations that are told at once; more are told in parts, and the parts together.
const CHUNK: usize = 400;
const SHAPE: &str = "{\"title\": 3 to 10 words, \"narrative\": two to five sentences, \
     \"keyDecisions\": list of sentences, \"concepts\": list of 3 to 8 words}";

pub async fn by_model(mind: &Mind, seen: &[Observation]) -> Option<Gist> {
    let mut parts = Vec::new();
    for chunk in seen.chunks(CHUNK) {
        let task = format!("Sum up this session of a coding agent as {SHAPE}.");
        let told: Gist = mind.ask(&task, chunk.iter().map(line)).await?;
        parts.push(told.tidied()?);
    }
    if parts.len() < 2 {
        return parts.pop();
    }
    let task = format!("These are parts of one session, in order. Sum the whole up as {SHAPE}.");
    let lines = parts.iter().map(|part| {
        let decided = part.key_decisions.join("; ");
        format!("{}: {} Decided: {decided}", part.title, part.narrative)
    });
    let whole: Gist = mind.ask(&task, lines.collect::<Vec<_>>()).await?;
    whole.tidied()
}

fn line(seen: &Observation) -> String {
    let said = cut::collapsed(&seen.narrative);
    format!("{} {}: {said}", seen.kind, seen.title)
}

pub fn by_rule(material: &Material) -> Gist {
    let digest = digest_of(&material.events);
    let said = material.seen.iter().filter_map(|seen| {
        let spoken = seen.user_prompt.as_deref();
        spoken.or_else(|| (seen.kind == "other").then_some(seen.narrative.as_str()))
    });
    let bullets = digest.bullets.iter().map(|bullet| bullet.text.as_str());
    let sentences = said.flat_map(sentences).chain(bullets);
    let gist = Gist {
        title: digest.title.clone(),
        narrative: narrative(&digest),
        key_decisions: decisions(sentences),
        concepts: digest.keywords.iter().map(|k| k.word.clone()).collect(),
    };
    gist.clone()
        .tidied()
        .unwrap_or_else(|| bare(material, gist))
}

/// What says too little to be summed up is counted.
fn bare(material: &Material, gist: Gist) -> Gist {
    let session = &material.session;
    let title = session.first_prompt.clone();
    Gist {
        title: title.unwrap_or_else(|| format!("Session {}", session.id)),
        narrative: format!("{} observations.", material.seen.len()),
        ..gist
    }
    .tidied()
    .unwrap_or_default()
}

/// What it was about, and the key sentences that say more; nothing is said twice, and what was cut
/// short gives way to the whole of it.
fn narrative(digest: &Digest) -> String {
    let bullets = digest.bullets.iter().map(|bullet| bullet.text.as_str());
    let said = sentences(&digest.summary).into_iter();
    let mut told: Vec<(String, &str)> = Vec::new();
    for text in said.chain(bullets.flat_map(sentences)) {
        let plain = plain(text);
        let cut = told
            .iter()
            .position(|(said, _)| plain.starts_with(said.as_str()));
        let known =
            |(said, _): &(String, &str)| said.contains(&plain) || say_the_same(&plain, said);
        match cut {
            Some(place) => told[place] = (plain, text),
            None if plain.is_empty() || told.iter().any(known) => {}
            None => told.push((plain, text)),
        }
    }
    let sentences = told.iter().map(|(_, text)| stopped(text));
    sentences.collect::<Vec<_>>().join(" ")
}

/// With a mark at its end.
fn stopped(text: &str) -> String {
    let text = text.trim();
    match text.ends_with(['.', '!', '?', ':', '…']) {
        true => text.to_owned(),
        false => format!("{text}."),
    }
}

/// Its words alone: case, marks and a cut at the end make no other sentence.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

/// The digest the timeline would make, of parts where there is much.
fn digest_of(events: &[Event]) -> Digest {
    let turns: Vec<Turn<'_>> = events.iter().map(turn).collect();
    let parts: Vec<Digest> = turns.chunks(CHUNK).map(digest::of_turns).collect();
    if let [whole] = parts.as_slice() {
        return whole.clone();
    }
    let children: Vec<Child<'_>> = parts.iter().map(child).collect();
    digest::of_children(&children).into_digest()
}

fn child(digest: &Digest) -> Child<'_> {
    Child {
        title: &digest.title,
        digest,
        weight: 1.0,
    }
}

fn turn(event: &Event) -> Turn<'_> {
    Turn {
        id: &event.ext_id,
        kind: event.kind,
        role: event.body.role,
        occurred_ms: event.occurred.ms,
        text: words(event),
    }
}

/// What was said, without the name of the hook before it: nobody said that.
fn words(event: &Event) -> &str {
    let text = event.body.text.as_str();
    let hook = event.body.noted.as_ref().map(|noted| noted.hook.as_str());
    let Some(rest) = hook.and_then(|hook| text.strip_prefix(hook)) else {
        return text;
    };
    match rest.is_empty() {
        true => rest,
        false => rest.strip_prefix(" | ").unwrap_or(text),
    }
}

fn sentences(text: &str) -> Vec<&str> {
    let found = digest::sentences(text, 0..text.len());
    found.into_iter().map(|range| text[range].trim()).collect()
}
