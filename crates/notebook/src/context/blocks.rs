//! The parts of a context, each with its own heading.

use super::{Block, Line, SLOT, tokens};
use crate::cut;
use crate::lesson::Lesson;
use crate::memory::Memory;
use crate::observation::Observation;
use crate::profile::Profile;
use crate::slot::Slot;
use crate::summary::Summary;

const CONCEPTS: usize = 8;
const FILES: usize = 5;
const ERRORS: usize = 3;
const LESSONS: usize = 10;
/// A lesson of the project itself counts so much more than one of no project.
const OWN: f64 = 1.5;
const MEMORIES: &str = "## Memories";
/// Characters of a memory; the whole of it is found when it is asked for.
const REMEMBERED: usize = 240;
const SHOWN: usize = 5;
const TELLING: u8 = 5;

/// The pinned slots that say something, in the order of their labels.
pub fn slots(slots: &[Slot]) -> Block {
    let mut pinned: Vec<_> = slots
        .iter()
        .filter(|slot| slot.pinned && !slot.content.trim().is_empty())
        .collect();
    pinned.sort_by(|a, b| a.label.cmp(&b.label));
    let each = pinned.iter().map(|slot| {
        let text = format!("## {}\n{}", slot.label, slot.content.trim());
        line(text, format!("{SLOT}{}", slot.label))
    });
    under("# agentmemory pinned slots", each.collect())
}

pub fn profile(profile: &Profile) -> Block {
    let concepts = profile.top_concepts.iter().take(CONCEPTS);
    let files = profile.top_files.iter().take(FILES);
    let lines = [
        listed("Concepts", concepts.map(|known| known.concept.clone())),
        listed("Files", files.map(|known| known.file.clone())),
        conventions(&profile.conventions),
        listed(
            "Common errors",
            profile.common_errors.iter().take(ERRORS).cloned(),
        ),
    ];
    let from = |text| line(text, format!("profile:{}", profile.project));
    let lines = lines.into_iter().flatten().map(from);
    under("## Project Profile", lines.collect())
}

/// Sentences, which have commas of their own.
fn conventions(all: &[String]) -> Option<String> {
    let all: Vec<String> = all.iter().map(|one| cut::collapsed(one)).collect();
    (!all.is_empty()).then(|| format!("Conventions: {}", all.join("; ")))
}

/// Lessons of this project or of none, the surest first.
pub fn lessons(lessons: &[Lesson], project: &str) -> Block {
    let weight = |lesson: &Lesson| {
        let own = lesson.is_of(project) && !project.is_empty();
        lesson.confidence * if own { OWN } else { 1.0 }
    };
    let mut known: Vec<_> = lessons
        .iter()
        .filter(|lesson| !lesson.deleted)
        .filter(|lesson| lesson.project.is_empty() || lesson.is_of(project))
        .collect();
    known.sort_by(|a, b| {
        weight(b)
            .total_cmp(&weight(a))
            .then_with(|| a.id.cmp(&b.id))
    });
    let known = known.into_iter().take(LESSONS);
    let lines = known.map(|lesson| line(learnt(lesson), format!("lesson:{}", lesson.id)));
    under("## Lessons Learned", lines.collect())
}

fn learnt(lesson: &Lesson) -> String {
    let said = cut::collapsed(&lesson.content);
    let line = format!("- ({:.2}) {said}", lesson.confidence);
    match lesson.context.trim() {
        "" => line,
        context => format!("{line} — {}", cut::collapsed(context)),
    }
}

/// What somebody wanted to be remembered, the latest first, as much as fits into so many tokens.
pub fn memories(memories: &[Memory], most: usize) -> Block {
    let mut used = tokens(MEMORIES);
    let mut lines = Vec::new();
    for memory in memories {
        let text = remembered(memory);
        used += tokens(&text) + 1;
        if used > most {
            break;
        }
        lines.push(line(text, format!("memory:{}", memory.id)));
    }
    under(MEMORIES, lines)
}

fn remembered(memory: &Memory) -> String {
    let said = cut::ellipsis(&cut::collapsed(&memory.content), REMEMBERED);
    match memory.kept.kind.as_str() {
        "fact" => format!("- {said}"),
        kind => format!("- ({kind}) {said}"),
    }
}

pub fn summary(summary: &Summary) -> Block {
    let mut lines = vec![summary.narrative.trim().to_owned()];
    lines.extend(listed("Decisions", summary.key_decisions.iter().cloned()));
    lines.extend(listed("Files", summary.files_modified.iter().cloned()));
    let from = |text| line(text, format!("session:{}", summary.session_id));
    under(
        &format!("## {}", summary.title),
        lines.into_iter().map(from).collect(),
    )
}

/// A session nobody summed up: what mattered in it.
pub fn observations(title: &str, seen: &[Observation]) -> Block {
    let telling = seen.iter().filter(|seen| seen.importance >= TELLING);
    let lines = telling.take(SHOWN).map(|seen| {
        let said = cut::collapsed(&seen.narrative);
        let text = format!("- {}: {}", seen.title, cut::ellipsis(&said, 160));
        line(text, format!("observation:{}", seen.id))
    });
    under(&format!("## {title}"), lines.collect())
}

fn listed(name: &str, all: impl Iterator<Item = String>) -> Option<String> {
    let all: Vec<String> = all.collect();
    (!all.is_empty()).then(|| format!("{name}: {}", all.join(", ")))
}

fn line(text: String, source: String) -> Line {
    Line {
        text,
        source: Some(source),
    }
}

/// A heading over nothing says nothing.
fn under(heading: &str, lines: Vec<Line>) -> Block {
    let lines = lines.into_iter().filter(|line| !line.text.is_empty());
    let heading = Line {
        text: heading.to_owned(),
        source: None,
    };
    let block: Block = [heading].into_iter().chain(lines).collect();
    match block.len() {
        1 => Block::new(),
        _ => block,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(content: &str, confidence: f64, project: &str) -> Lesson {
        Lesson {
            id: content.into(),
            content: content.into(),
            confidence,
            project: project.into(),
            ..Lesson::default()
        }
    }

    #[test]
    fn lessons_of_the_project_come_before_equally_sure_ones_of_none() {
        let all = [
            lesson("everywhere", 0.55, ""),
            lesson("here", 0.5, "p"),
            lesson("elsewhere", 0.9, "q"),
        ];
        let told = lessons(&all, "p");
        let texts: Vec<&str> = told.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(
            texts,
            ["## Lessons Learned", "- (0.50) here", "- (0.55) everywhere"]
        );
        let sources: Vec<_> = told.iter().map(|line| line.source.as_deref()).collect();
        assert_eq!(
            sources,
            [None, Some("lesson:here"), Some("lesson:everywhere")]
        );
    }

    #[test]
    fn memories_are_told_as_far_as_their_share_goes() {
        let memory = |id: &str, kind: &str, content: &str| {
            let mut memory = Memory {
                id: id.into(),
                content: content.into(),
                ..Memory::default()
            };
            memory.kept.kind = kind.into();
            memory
        };
        let all = [
            memory("mem_1", "fact", "The port\nis 8443"),
            memory("mem_2", "bug", &"x".repeat(300)),
            memory("mem_3", "fact", "Never told"),
        ];
        let told = memories(&all, 95);
        let texts: Vec<&str> = told.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts[..2], ["## Memories", "- The port is 8443"]);
        assert!(texts[2].starts_with("- (bug) xxx") && texts[2].chars().count() <= 250);
        assert_eq!(told[1].source.as_deref(), Some("memory:mem_1"));
        assert_eq!(told.len(), 3, "{texts:?}");
        assert_eq!(memories(&all, 5), Block::new());
    }

    #[test]
    fn a_context_of_a_lesson_stands_behind_it() {
        let one = Lesson {
            context: "from CI".into(),
            ..lesson("lint\nfirst", 0.55, "")
        };
        assert_eq!(learnt(&one), "- (0.55) lint first — from CI");
    }

    #[test]
    fn a_heading_over_nothing_is_nothing() {
        assert!(lessons(&[], "p").is_empty());
        assert!(slots(&[]).is_empty());
        assert!(memories(&[], 500).is_empty());
        assert!(profile(&Profile::default()).is_empty());
        assert!(observations("t", &[]).is_empty());
    }
}
