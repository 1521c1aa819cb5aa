//! The ten steps of the published walkthrough, as far as they need no terminal.

use std::process::Stdio;

use super::{Studio, click, press, typed};

#[test]
fn a_001_a_007_a_008_a_recording_from_registering_to_done() {
    let mut studio = Studio::new();
    studio.start();
    let ping = studio.run(&["ping"]).ok();
    assert!(
        ping.starts_with("ma-core v") && ping.ends_with(" — OK\n"),
        "{ping}"
    );
    let id = studio.register("open-browser-and-search");
    assert_eq!(id.len(), 36, "{id}");
    assert_eq!(studio.status(&id), "active");
    let mut start = studio
        .command("memory-archive", &["start", "--session", &id])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    crate::support::eventually("somebody to watch", || {
        (studio.cc.watchers() == 1).then_some(())
    });
    for command in [click(320, 240), typed("mneme"), press("Return")] {
        studio.cc.say(command);
    }
    studio.steps(&id, 3);
    assert!(start.try_wait().unwrap().is_none(), "it blocks until done");
    let done = studio.run(&["done", "--session", &id]).ok();
    assert_eq!(done, "Session complete: 3 steps\n");
    assert!(crate::support::end_of(&mut start).success());
    assert_eq!(studio.status(&id), "pending_annotation");
    let metadata = studio.metadata("open-browser-and-search");
    assert_eq!((metadata.total_steps, metadata.steps.len()), (3, 3));
    assert!(
        metadata.steps.iter().all(|step| step.image_fetched),
        "{metadata:?}"
    );
    assert!(metadata.steps[0].marked && !metadata.steps[1].marked);
    studio.sound(&studio.dir("open-browser-and-search"));
}
