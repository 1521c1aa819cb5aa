//! What is private here and read from text, for the targets in `fuzz/`. Built by nobody else.

use mneme_store::tables::journal::Position;

use crate::cursor::{self, Cursor};
use crate::events::list;
use crate::timeline::list as timeline;
use crate::timeline::toc::model;

/// A cursor of a recall, and the same cursor as we would write it.
pub fn recall_cursor(text: &str) -> Option<(Cursor, String)> {
    let read = Cursor::read(text).ok()?;
    let written = cursor::write(read.max_seq?, read.floor?, &read.shown);
    Some((read, written))
}

/// A cursor of a list of events, and the same cursor as we would write it.
pub fn event_cursor(text: &str) -> Option<(Position, String)> {
    let read = list::read_cursor(text).ok()?;
    let written = list::write_cursor(read.occurred_ms, read.seq);
    Some((read, written))
}

/// A page of the timeline, as we would write where it starts.
pub fn timeline_cursor(text: &str) -> Option<String> {
    let read = timeline::read_place(text).ok()?;
    Some(timeline::write_place(&read))
}

/// The lines of a digest in what a model said.
pub fn digest_lines(said: &str) -> Option<Vec<String>> {
    let digest = model::read(&mneme_providers::json::object_in(said)?)?;
    let bullets = digest.bullets.into_iter().map(|bullet| bullet.text);
    let words = digest.keywords.into_iter().map(|keyword| keyword.word);
    let lines = [digest.title].into_iter().chain(bullets).chain(words);
    Some(lines.collect())
}

/// An export of a notebook: sessions, observations and memories it has, where it is one.
pub fn notebook_export(text: &str) -> Option<(usize, usize, usize)> {
    let document = serde_json::from_str(text).ok()?;
    let export = mneme_notebook::export::read(document).ok()?;
    let seen = export.observations.values().flatten();
    // What was told makes the same observation again, once secrets are out of it.
    let again = |seen: &mneme_notebook::observation::Observation| {
        let made = mneme_notebook::observation::Observation::by_rule(String::new(), seen.told());
        let twice = mneme_notebook::observation::Observation::by_rule(String::new(), made.told());
        assert_eq!(made, twice);
    };
    let seen = seen.inspect(|seen| again(seen)).count();
    Some((export.sessions.len(), seen, export.memories.len()))
}

/// A transcript of another program: how many talks, and how many turns as they are taken in.
pub fn transcript(text: &str) -> (usize, usize) {
    use mneme_notebook::transcripts::{antigravity, brought, claude};
    let now = mneme_model::Moment::from_ms(0);
    let talks = claude::read(text).unwrap_or_default();
    let mut turns = 0;
    for talk in &talks {
        let (one, two) = (
            brought::with_lessons(talk, now),
            brought::with_lessons(talk, now),
        );
        assert_eq!(one, two, "the same talk has the same names");
        turns += one.observations.values().map(Vec::len).sum::<usize>();
    }
    let talk = antigravity::read("conversation", text, "/");
    turns += brought::session(&talk, &[], now).observations.len();
    (talks.len(), turns)
}
