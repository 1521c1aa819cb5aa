use proptest::prelude::*;

use super::*;

fn entry(step_id: u32, reasoning: &str) -> Entry {
    Entry {
        step_id,
        reasoning: reasoning.into(),
        ..Entry::default()
    }
}

fn model(step_id: u32, reasoning: &str) -> Entry {
    Entry {
        source: Source::Model,
        provider: Some("p".into()),
        input_tokens: Some(7),
        ..entry(step_id, reasoning)
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let text =
        "{\"step_id\":2,\"reasoning\":\"b\"}\n\n{torn\n[]\n{\"step_id\":1}\r\n{\"step_id\":2}";
    let (entries, warnings) = read(text);
    assert_eq!(entries, [entry(1, ""), entry(2, "")]);
    assert_eq!(warnings.iter().map(|w| w.line).collect::<Vec<_>>(), [3, 4]);
    assert!(warnings[0].to_string().starts_with("line 3: "));
}

#[test]
fn an_entry_without_a_source_is_a_persons_and_says_so_from_then_on() {
    let (entries, _) = read("{\"step_id\":1,\"odd\":[1]}");
    assert_eq!(entries[0].source, Source::Human);
    let text = write(&entries);
    assert!(
        text.contains("\"source\":\"human\"") && text.contains("\"odd\":[1]"),
        "{text}"
    );
}

#[test]
fn a_123_states_of_steps_are_told_by_their_entries() {
    let draft = Entry {
        draft: true,
        ..entry(1, "x")
    };
    let skipped = Entry {
        skipped: true,
        ..entry(1, "")
    };
    let gone = Entry {
        source: Source::ModelDegraded,
        ..entry(1, "")
    };
    let all = [
        entry(1, "x"),
        model(2, "y"),
        entry(3, " "),
        draft,
        skipped,
        gone,
    ];
    use StepState::*;
    let states: Vec<_> = all.iter().map(|e| state(Some(e))).collect();
    assert_eq!(
        states,
        [Complete, Complete, Pending, InProgress, Skipped, Pending]
    );
    assert_eq!(state(None), Pending);
    assert_eq!(
        count(&all),
        Counters {
            annotated: 2,
            skipped: 1
        }
    );
}

#[test]
fn only_what_a_person_changed_becomes_a_persons() {
    let stored: Vec<_> = (1..=10).map(|id| model(id, "why")).collect();
    let mut sent = stored.clone();
    for id in [3, 8] {
        sent[id].reasoning = "because".into();
    }
    sent[3].input_tokens = Some(99_999);
    let merged = merge_upload(stored.clone(), &write(&sent)).unwrap();
    let human = |e: &&Entry| e.source == Source::Human;
    assert_eq!(
        merged
            .iter()
            .filter(human)
            .map(|e| e.step_id)
            .collect::<Vec<_>>(),
        [4, 9]
    );
    assert!(merged.iter().all(|e| e.input_tokens == Some(7)));
    let untouched = |at: usize| merged[at] == stored[at];
    assert!((0..10).filter(|at| ![3, 8].contains(at)).all(untouched));
}

#[test]
fn nobody_chooses_who_wrote_it() {
    let sent = r#"{"step_id":1,"reasoning":"x","source":"model","model_id":"m","confidence":0.5}
        {"step_id":2,"reasoning":"y","source":"nobody"}"#;
    let merged = merge_upload(Vec::new(), sent).unwrap();
    assert!(
        merged
            .iter()
            .all(|e| e.source == Source::Human && e.model_id.is_none())
    );
    assert_eq!(merged[0].confidence, None);
}

#[test]
fn an_upload_neither_loses_what_came_since_nor_keeps_a_draft_taken_back() {
    let draft = Entry {
        draft: true,
        ..entry(2, "half")
    };
    let stored = vec![entry(1, "a"), draft.clone(), model(3, "since")];
    let sent = write(&[entry(1, "a")]);
    assert_eq!(
        merge_upload(stored.clone(), &sent).unwrap(),
        [entry(1, "a"), model(3, "since")]
    );
    let saved = write(&[entry(2, "half")]);
    let merged = merge_upload(stored, &saved).unwrap();
    assert_eq!(
        merged[1],
        entry(2, "half"),
        "an explicit save ends the draft"
    );
}

#[test]
fn an_upload_is_taken_whole_or_not_at_all() {
    let stored = || vec![entry(1, "a")];
    for bad in [
        "",
        "\n \n",
        "{\"step_id\":1}\n[]",
        "x",
        "{}",
        "{\"step_id\":0}",
        "{\"step_id\":\"1\"}",
    ] {
        assert!(merge_upload(stored(), bad).is_err(), "{bad}");
    }
    let skipped = "{\"step_id\":1,\"skipped\":true,\"reasoning\":\"left over\"}";
    let merged = merge_upload(stored(), skipped).unwrap();
    assert!(merged[0].skipped && merged[0].reasoning.is_empty());
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let source = prop::sample::select(vec![Source::Human, Source::Model, Source::ModelDegraded]);
    let model = any::<(Option<u32>, Option<String>)>();
    let flags = any::<(bool, bool)>();
    (1u32..20, any::<String>(), flags, source, model).prop_map(|parts| {
        let (step_id, reasoning, (skipped, draft), source, (tokens, provider)) = parts;
        let (input_tokens, raw_command) = (tokens, reasoning.clone());
        Entry {
            skipped,
            draft,
            source,
            input_tokens,
            provider,
            raw_command,
            ..entry(step_id, &reasoning)
        }
    })
}

fn is_ascending(entries: &[Entry]) -> bool {
    entries
        .windows(2)
        .all(|pair| pair[0].step_id < pair[1].step_id)
}

proptest! {
    #[test]
    fn entries_come_back_as_they_were(all in prop::collection::vec(any_entry(), 0..20)) {
        let sorted = all.iter().cloned().fold(Vec::new(), upsert);
        prop_assert!(is_ascending(&sorted));
        prop_assert_eq!(read(&write(&sorted)), (sorted, Vec::new()));
        let (same, _) = read(&write(&all));
        prop_assert_eq!(same, all.into_iter().fold(Vec::new(), upsert));
    }

    #[test]
    fn any_text_can_be_read(text in any::<String>(), json in "[{}\\[\\]\":,a-z0-9\n]{0,80}") {
        let _ = (read(&text), read(&json), merge_upload(Vec::new(), &json));
    }

    #[test]
    fn what_is_sent_back_unchanged_changes_nothing(all in prop::collection::vec(any_entry(), 1..20)) {
        let plain = |mut e: Entry| { if e.skipped { e.reasoning.clear() } e };
        let stored = all.into_iter().map(plain).fold(Vec::new(), upsert);
        let merged = merge_upload(stored.clone(), &write(&stored)).unwrap();
        prop_assert_eq!(merged, stored);
    }
}
