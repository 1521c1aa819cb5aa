//! A memory of each thing that many observations speak of.

use mneme_access::Caller;
use mneme_model::{Kind, Seq};
use mneme_notebook::consolidate::{Group, SEEN_IN};
use mneme_notebook::cut;
use mneme_notebook::memory::{Kept, Memory};
use mneme_notebook::plain;
use mneme_timeline::digest;
use mneme_timeline::segment::Turn;
use serde::Deserialize;

use super::Observed;
use crate::notebook::memories::Older;
use crate::notebook::mind::Mind;
use crate::notebook::{NewNote, Notes};
use crate::{Engine, Result};

/// What a model says of a group.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    title: String,
    content: String,
    #[serde(rename = "type")]
    kind: String,
}

/// What a memory may be called.
const KINDS: [&str; 6] = [
    "fact",
    "pattern",
    "preference",
    "architecture",
    "bug",
    "workflow",
];
const CONTENT: usize = 4_000;
const LINE: usize = 240;
/// Memories of the same title are looked for among so many, the latest.
const KNOWN: usize = 10_000;

const TASK: &str = "Write one memory of what these observations of coding agents have in common, as \
     {\"title\": 3 to 10 words, \"content\": what is worth knowing later, with numbered steps \
     where something was done more than once, \"type\": fact, pattern, preference, architecture, \
     bug or workflow}.";

impl Engine {
    /// How many memories say something new.
    pub(super) async fn tell_groups(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        observed: &Observed,
        groups: &[Group<'_>],
    ) -> Result<usize> {
        let wanted = Notes {
            latest: true,
            limit: KNOWN,
            ..Notes::default()
        };
        let known = self.notes(caller, namespace, wanted).await?;
        let mut told: Vec<(Option<String>, String)> = Vec::new();
        for group in groups {
            let new = told_of(self.mind.as_deref(), group).await;
            let older = same(&known, &new);
            let title = (new.kept.project.clone(), new.kept.title.to_lowercase());
            let known = older.is_some_and(|older| older.content == new.content);
            if known || told.contains(&title) {
                continue;
            }
            let older = match older {
                Some(older) => Older::Named(older.id.clone()),
                None => Older::Alike {
                    near: Vec::new(),
                    since: Seq::MAX,
                },
            };
            let new = NewNote {
                of: observed.seqs(group.sources()),
                agent: caller.only.clone(),
                ..new
            };
            self.keep(caller, namespace, self.tidied(new)?, older)
                .await?;
            told.push(title);
        }
        Ok(told.len())
    }
}

/// What was told of the same before. What somebody keeps is no such, whatever it is called.
fn same<'a>(known: &'a [Memory], new: &NewNote) -> Option<&'a Memory> {
    let mut made = known.iter();
    made.find(|memory| {
        !memory.kept.source_observation_ids.is_empty()
            && memory.kept.title.eq_ignore_ascii_case(&new.kept.title)
            && memory.kept.project == new.kept.project
    })
}

async fn told_of(mind: Option<&Mind>, group: &Group<'_>) -> NewNote {
    let told = match mind {
        Some(mind) => by_model(mind, group).await,
        None => None,
    };
    let told = told.unwrap_or_else(|| by_rule(group));
    let ids = group.sources().into_iter().map(|seen| seen.id.clone());
    let sessions = group.sessions.keys().map(|name| (*name).to_owned());
    NewNote {
        content: cut::ellipsis(told.content.trim(), CONTENT),
        kept: Kept {
            kind: told.kind,
            title: mneme_notebook::memory::title(&told.title),
            concepts: vec![group.concept.clone()],
            files: group.files(),
            session_ids: sessions.collect(),
            source_observation_ids: ids.collect(),
            project: group.project.map(str::to_owned),
            ..Kept::default()
        },
        ..NewNote::default()
    }
}

async fn by_model(mind: &Mind, group: &Group<'_>) -> Option<Told> {
    let lines = group.seen.iter().map(|seen| {
        let facts = seen.facts.join("; ");
        let said = cut::collapsed(&seen.narrative);
        format!("{} {}: {said} {facts}", seen.kind, seen.title)
    });
    let head = format!("They speak of: {}", group.concept);
    let told: Told = mind.ask(TASK, [head].into_iter().chain(lines)).await?;
    let says = !told.title.trim().is_empty() && !told.content.trim().is_empty();
    let kind = match KINDS.contains(&told.kind.as_str()) {
        true => told.kind.clone(),
        false => kind(group).to_owned(),
    };
    says.then_some(Told { kind, ..told })
}

/// From its own sentences. The title follows from the concept alone, so that what is told later
/// takes its place.
fn by_rule(group: &Group<'_>) -> Told {
    let words: Vec<String> = group.seen.iter().map(|seen| plain::said(seen)).collect();
    let turns: Vec<Turn<'_>> = words.iter().map(|text| turn(text)).collect();
    let digest = digest::of_turns(&turns);
    let sessions = counted(group.sessions.len(), "session");
    let observations = counted(group.size, "observation");
    let mut lines = vec![format!("{}: {observations} in {sessions}.", group.concept)];
    lines.extend(Some(digest.summary).filter(|summary| !summary.is_empty()));
    let bullets = digest.bullets.iter();
    lines.extend(bullets.map(|bullet| format!("- {}", cut::ellipsis(&bullet.text, LINE))));
    lines.push(match group.shared.sessions.len() {
        0 => String::from("Lately done:"),
        several => format!("Done in {several} sessions:"),
    });
    let steps = group.steps().into_iter().enumerate();
    lines.extend(steps.map(|(n, step)| format!("{}. {step}", n + 1)));
    Told {
        title: format!("Work on {}", group.concept),
        content: lines.join("\n"),
        kind: kind(group).to_owned(),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn kind(group: &Group<'_>) -> &'static str {
    match group.sessions.len() >= SEEN_IN {
        true => "pattern",
        false => "fact",
    }
}

fn turn(text: &str) -> Turn<'_> {
    Turn {
        id: "",
        kind: Kind::Message,
        role: None,
        occurred_ms: 0,
        text,
    }
}
