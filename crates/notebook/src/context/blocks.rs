//! The parts of a context, each with its own heading.

use crate::cut;
use crate::lesson::Lesson;
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
const SHOWN: usize = 5;
const TELLING: u8 = 5;

/// The pinned slots that say something, in the order of their labels.
pub fn slots(slots: &[Slot]) -> String {
    let mut pinned: Vec<_> = slots
        .iter()
        .filter(|slot| slot.pinned && !slot.content.trim().is_empty())
        .collect();
    pinned.sort_by(|a, b| a.label.cmp(&b.label));
    let each = pinned
        .iter()
        .map(|slot| format!("## {}\n{}", slot.label, slot.content.trim()));
    under("# agentmemory pinned slots", each.collect())
}

pub fn profile(profile: &Profile) -> String {
    let concepts = profile.top_concepts.iter().take(CONCEPTS);
    let files = profile.top_files.iter().take(FILES);
    let lines = [
        listed("Concepts", concepts.map(|known| known.concept.clone())),
        listed("Files", files.map(|known| known.file.clone())),
        listed("Conventions", profile.conventions.iter().cloned()),
        listed(
            "Common errors",
            profile.common_errors.iter().take(ERRORS).cloned(),
        ),
    ];
    under("## Project Profile", lines.into_iter().flatten().collect())
}

/// Lessons of this project or of none, the surest first.
pub fn lessons(lessons: &[Lesson], project: &str) -> String {
    let weight = |lesson: &Lesson| {
        let own = lesson.project == project && !project.is_empty();
        lesson.confidence * if own { OWN } else { 1.0 }
    };
    let mut known: Vec<_> = lessons
        .iter()
        .filter(|lesson| !lesson.deleted)
        .filter(|lesson| lesson.project.is_empty() || lesson.project == project)
        .collect();
    known.sort_by(|a, b| {
        weight(b)
            .total_cmp(&weight(a))
            .then_with(|| a.id.cmp(&b.id))
    });
    let lines = known.into_iter().take(LESSONS).map(line);
    under("## Lessons Learned", lines.collect())
}

fn line(lesson: &Lesson) -> String {
    let said = cut::collapsed(&lesson.content);
    let line = format!("- ({:.2}) {said}", lesson.confidence);
    match lesson.context.trim() {
        "" => line,
        context => format!("{line} — {}", cut::collapsed(context)),
    }
}

pub fn summary(summary: &Summary) -> String {
    let mut lines = vec![summary.narrative.trim().to_owned()];
    lines.extend(listed("Decisions", summary.key_decisions.iter().cloned()));
    lines.extend(listed("Files", summary.files_modified.iter().cloned()));
    under(&format!("## {}", summary.title), lines)
}

/// A session nobody summed up: what mattered in it.
pub fn observations(title: &str, seen: &[Observation]) -> String {
    let telling = seen.iter().filter(|seen| seen.importance >= TELLING);
    let lines = telling.take(SHOWN).map(|seen| {
        let said = cut::collapsed(&seen.narrative);
        format!("- {}: {}", seen.title, cut::ellipsis(&said, 160))
    });
    under(&format!("## {title}"), lines.collect())
}

fn listed(name: &str, all: impl Iterator<Item = String>) -> Option<String> {
    let all: Vec<String> = all.collect();
    (!all.is_empty()).then(|| format!("{name}: {}", all.join(", ")))
}

/// A heading over nothing says nothing.
fn under(heading: &str, lines: Vec<String>) -> String {
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("{heading}\n{}", lines.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(content: &str, confidence: f64, project: &str) -> Lesson {
        Lesson {
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
        assert_eq!(
            told,
            "## Lessons Learned\n- (0.50) here\n- (0.55) everywhere"
        );
    }

    #[test]
    fn a_context_of_a_lesson_stands_behind_it() {
        let one = Lesson {
            context: "from CI".into(),
            ..lesson("lint\nfirst", 0.55, "")
        };
        assert_eq!(line(&one), "- (0.55) lint first — from CI");
    }

    #[test]
    fn a_heading_over_nothing_is_nothing() {
        assert_eq!(lessons(&[], "p"), "");
        assert_eq!(slots(&[]), "");
        assert_eq!(profile(&Profile::default()), "");
        assert_eq!(observations("t", &[]), "");
    }
}
