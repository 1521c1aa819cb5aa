//! What memory may do in a call.

use super::{FORMS, Form, QUESTION, Stage};
use crate::support::eventually;

const FULL: &str = "default_memory_mode = \"full\"";

/// How many conversations were read for facts, once all that were to be read have been: the last
/// is one that is read for sure, and they are read in order.
fn read_for_facts(stage: &Stage) -> usize {
    let last = "this one is read for certain";
    stage.call(Form::Chat, last, &[("x-memory-mode", "full")]);
    eventually("the last conversation to be read", || {
        let read = stage.provider.extractions();
        read.iter()
            .any(|request| request.prompt().contains(last))
            .then(|| read.len() - 1)
    })
}

#[test]
fn g_054_g_055_g_056_g_057_g_058_g_230_four_modes_by_header_whole_and_streamed() {
    let stage = Stage::with_ferry("", "");
    let mut expected = 0;
    for form in FORMS {
        for stream in [false, true] {
            for (mode, tells, learns) in [
                ("full", true, true),
                ("readonly", true, false),
                ("after", true, true),
                ("off", false, false),
                ("read_only", true, false),
                ("disabled", false, false),
            ] {
                let body = form.after(&format!("{mode} {form:?} {stream}"), QUESTION, stream);
                let reply = stage.send(form, &body, &[("x-memory-mode", mode)]);
                assert_eq!(reply.status, 200, "{mode} {form:?}: {}", reply.text);
                assert_eq!(stage.block().is_some(), tells, "{mode} {form:?}");
                let bypassed = (!tells).then_some("off");
                assert_eq!(reply.header("x-memory-bypassed"), bypassed, "{mode}");
                expected += usize::from(learns);
            }
        }
    }
    assert_eq!(read_for_facts(&stage), expected);
}

#[test]
fn g_056_g_059_nothing_older_than_a_date_is_told() {
    let stage = Stage::with_ferry(FULL, "");
    for (date, told) in [("2999-01-01", false), ("2001-01-01T00:00:00Z", true)] {
        for form in FORMS {
            let headers = [("x-memory-mode", "after"), ("x-memory-after", date)];
            let reply = stage.call(form, QUESTION, &headers);
            assert_eq!(reply.status, 200, "{}", reply.text);
            assert_eq!(stage.block().is_some(), told, "{date} {form:?}");
        }
    }
    let reply = stage.call(Form::Chat, QUESTION, &[("x-memory-after", "soon")]);
    assert_eq!(reply.status, 400, "{}", reply.text);
    assert_eq!(reply.body["error"]["type"], "invalid_request_error");
}

#[test]
fn g_061_without_a_word_the_operators_mode_holds() {
    for (mode, tells, learns) in [("full", true, 1), ("readonly", true, 0), ("off", false, 0)] {
        let stage = Stage::with_ferry(&format!("default_memory_mode = \"{mode}\""), "");
        stage.call(Form::Chat, QUESTION, &[]);
        assert_eq!(stage.block().is_some(), tells, "{mode}");
        let slip = [("x-memory-mode", "fulll")];
        let reply = stage.call(Form::Chat, "a mode nobody knows", &slip);
        assert_eq!(reply.status, 400, "{}", reply.text);
        assert_eq!(read_for_facts(&stage), learns, "{mode}");
    }
    let after = "default_memory_mode = \"after\"\nmemory_after_date = \"2999-01-01\"";
    let stage = Stage::with_ferry(after, "");
    stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(stage.block(), None);
}

#[test]
fn g_062_a_client_that_may_not_choose_does_not() {
    let stage = Stage::with_ferry("allow_client_memory_control = false", "");
    for header in [
        ("x-memory-mode", "off"),
        ("x-memory-bypass", "true"),
        ("x-memory-after", "2999-01-01"),
    ] {
        let reply = stage.call(Form::Chat, QUESTION, &[header]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(stage.block().is_some(), "{header:?}");
    }
    // Nor does it have kept what is not to be: the same calls are read where it may choose.
    let shut = stage;
    let stage = Stage::with_ferry("", "");
    for stage in [&shut, &stage] {
        for form in FORMS {
            for stream in [false, true] {
                let body = form.after(&format!("{form:?} {stream}"), QUESTION, stream);
                let reply = stage.send(form, &body, &[("x-memory-mode", "full")]);
                assert_eq!(reply.status, 200, "{}", reply.text);
            }
        }
    }
    assert_eq!(read_for_facts(&stage), 6);
    assert!(shut.provider.extractions().is_empty());
    let kept = shut.room("one").get("/v1/memories").ok();
    assert_eq!(kept["count"], 1, "the ferry: {kept}");
    stage.call(Form::Chat, QUESTION, &[("x-memory-bypass", "1")]);
    assert_eq!(stage.block(), None);
}

#[test]
fn a_mode_that_is_no_text_is_refused_like_any_other_slip() {
    let stage = Stage::with_ferry("", "");
    for slip in [("x-memory-mode", "öff"), ("x-memory-after", "gestern früh")] {
        let reply = stage.call(Form::Chat, QUESTION, &[slip]);
        assert_eq!(reply.status, 400, "{slip:?}: {}", reply.text);
    }
    assert!(stage.provider.requests().is_empty());
}
