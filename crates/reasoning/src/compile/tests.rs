use mneme_model::archive::{Entry, Metadata, Source, Step};
use proptest::prelude::*;

use super::*;

fn step(step_id: u32, image: Option<&str>) -> Step {
    Step {
        step_id,
        action_type: "mouse".into(),
        action_subtype: "left".into(),
        converted_command: format!("Left-click at ({step_id}, 2)"),
        image_path: image.map(str::to_owned),
        ..Step::default()
    }
}

fn entry(step_id: u32, command: &str, reasoning: &str) -> Entry {
    Entry {
        step_id,
        converted_command: command.into(),
        reasoning: reasoning.into(),
        ..Entry::default()
    }
}

fn record(steps: Vec<Step>) -> Metadata {
    Metadata {
        memory_name: "open-browser".into(),
        steps,
        ..Metadata::default()
    }
}

const EXPECTED: &str = "# Memory: open-browser

## Overview
<!-- Describe what this memory does and when to use it -->

## Prerequisites
<!-- List any requirements before running this task -->

## Steps

### Step 1 — Left-click at (1, 2)

The browser is
behind this icon.

![Step 1](vision/frames/one.png)

### Step 2 — mouse/left

<!-- No reasoning provided -->

![Step 2](vision/frames/two.png)

### Step 3 — Type: a b

<!-- No reasoning: the model was unavailable for this step -->

### Step 4 — Press: Enter

<!-- No reasoning provided -->

## Notes & Edge Cases
<!-- Known failure modes, alternative paths, environment-specific behavior -->
";

#[test]
fn a_128_the_scaffold_is_this_byte_for_byte() {
    let (one, two) = ("vision/frames/one.png", "vision/frames/two.png");
    let steps = vec![
        step(3, None),
        step(1, Some(one)),
        step(2, Some(two)),
        step(4, None),
    ];
    let gone = Entry {
        source: Source::ModelDegraded,
        ..entry(3, "Type: a\nb", "")
    };
    let skipped = Entry {
        skipped: true,
        source: Source::ModelDegraded,
        ..entry(4, "Press: Enter", "")
    };
    let said = entry(
        1,
        "Left-click at (1, 2)",
        "The browser is\nbehind this icon.\n",
    );
    assert_eq!(scaffold(&record(steps), &[gone, skipped, said]), EXPECTED);
}

#[test]
fn a_128_without_steps_the_entries_tell_them() {
    let text = scaffold(
        &record(Vec::new()),
        &[entry(2, "b", "y"), entry(1, "", "x")],
    );
    assert!(text.contains("## Steps\n\n### Step 1 — /\n\nx\n\n### Step 2 — b\n\ny\n\n## Notes"));
    let empty = scaffold(&record(Vec::new()), &[]);
    assert!(empty.contains("## Steps\n\n## Notes & Edge Cases\n"));
}

#[test]
fn a_128_a_document_somebody_worked_on_is_kept() {
    let fresh = scaffold(&record(Vec::new()), &[]);
    let made = fingerprint(&fresh);
    assert_eq!(decide(None, None, false), Decision::Make);
    assert_eq!(decide(Some(&fresh), Some(&made), false), Decision::Make);
    let edited = fresh.clone() + "x";
    assert_eq!(decide(Some(&edited), Some(&made), false), Decision::Keep);
    assert_eq!(decide(Some(&fresh), None, false), Decision::Keep);
    assert_eq!(decide(Some(&edited), Some(&made), true), Decision::SetAside);
}

#[test]
fn words_are_what_stands_between_spaces() {
    assert_eq!(words(""), 0);
    assert_eq!(words(" one  two\nthree\t"), 3);
}

proptest! {
    #[test]
    fn a_128_every_step_has_one_heading(
        texts in prop::collection::vec(("[^#]{0,20}", "[^#]{0,20}", any::<bool>()), 0..8),
    ) {
        let steps: Vec<_> = (1..).zip(&texts).map(|(id, _)| step(id, None)).collect();
        let entries: Vec<_> = (1..).zip(&texts).filter(|(_, t)| t.2)
            .map(|(id, (command, reason, _))| entry(id, command, reason)).collect();
        let text = scaffold(&record(steps), &entries);
        prop_assert_eq!(text.matches("### Step ").count(), texts.len());
        prop_assert!(text.lines().filter(|l| l.starts_with("## ")).count() == 4);
    }
}
