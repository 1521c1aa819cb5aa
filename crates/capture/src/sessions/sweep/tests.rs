use std::collections::BTreeMap;
use std::sync::Mutex;

use super::*;
use crate::sessions::tests::desk::{self, Desk, NOW_MS, session};
use crate::sessions::{Instance, Process, Retention, stamp};

const DAY_MS: i64 = 24 * 3_600_000;

fn owners() -> Owners {
    let process = Process::here(std::process::id(), "desk");
    let me = Instance {
        id: "me".into(),
        process,
    };
    Owners::of(me, Vec::new())
}

fn dead() -> Process {
    let here = Process::here(std::process::id(), "desk");
    Process {
        born: here.born + 1,
        ..here
    }
}

fn with(status: &str, fields: &[(&str, &str)]) -> Session {
    let mut one = session("a");
    one.set("status", status);
    for (field, value) in fields {
        one.set(field, *value);
    }
    one
}

/// Status, fields, directory, and what follows.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], OnDisk, Action);

#[test]
fn every_case_has_its_answer() {
    use Action::{GiveUp, Leave, Remove, Turn as Take};
    use OnDisk::{Finished, Foreign, Missing, Unfinished};
    let (gone, mine) = (("owner_instance", "gone"), ("owner_instance", "me"));
    let (here, alive) = (dead().text(), owners().me.process.text());
    let far = Process {
        host: "far".into(),
        ..dead()
    }
    .text();
    let (here, alive, far) = (here.as_str(), alive.as_str(), far.as_str());
    let cases: &[Case<'_>] = &[
        ("active", &[mine], Unfinished, Leave),
        ("active", &[gone], Unfinished, GiveUp(Turn::Lost)),
        ("active", &[], Unfinished, GiveUp(Turn::Lost)),
        ("active", &[gone], Finished, Take(Turn::Done)),
        ("active", &[gone], Missing, Take(Turn::Lost)),
        ("active", &[gone], Foreign, Take(Turn::Lost)),
        ("reasoning_degraded", &[mine], Finished, Leave),
        ("reasoning_degraded", &[gone], Finished, Take(Turn::Done)),
        (
            "reasoning_degraded",
            &[gone],
            Unfinished,
            GiveUp(Turn::Lost),
        ),
        (
            "annotating",
            &[(ORIGIN, LOCAL), (ANNOTATOR, alive)],
            Finished,
            Leave,
        ),
        (
            "annotating",
            &[(ORIGIN, LOCAL), (ANNOTATOR, here)],
            Finished,
            Take(Turn::ClosedHere),
        ),
        (
            "annotating",
            &[(ORIGIN, LOCAL), (ANNOTATOR, far)],
            Finished,
            Leave,
        ),
        (
            "annotating",
            &[(ORIGIN, LOCAL), gone],
            Finished,
            Take(Turn::ClosedHere),
        ),
        ("annotating", &[mine], Finished, Leave),
        (
            "annotating",
            &[(ORIGIN, REMOTE), (ANNOTATOR, here), gone],
            Finished,
            Leave,
        ),
        ("pending_annotation", &[gone], Finished, Leave),
        ("pending_compilation", &[gone], Missing, Leave),
        ("incomplete", &[], Unfinished, Remove),
        ("complete", &[], Finished, Leave),
        ("nonsense", &[gone], Unfinished, Leave),
    ];
    let rules = Rules {
        now_ms: NOW_MS + 8 * DAY_MS,
        retention: Retention::Safe,
    };
    for (status, fields, on_disk, action) in cases {
        let one = with(status, fields);
        let got = decide(&one, *on_disk, &owners(), rules);
        assert_eq!(got, *action, "{status} {fields:?} {on_disk:?}");
    }
}

#[test]
fn records_are_removed_at_their_age_and_only_by_a_sweep_that_may() {
    for (status, days) in [("incomplete", 7), ("complete", 90)] {
        let mut one = with(status, &[]);
        let at = |now_ms, retention| Rules { now_ms, retention };
        let then = NOW_MS + days * DAY_MS;
        let decided = |one: &Session, rules| decide(one, OnDisk::Finished, &owners(), rules);
        assert_eq!(decided(&one, at(then, Retention::Safe)), Action::Remove);
        assert_eq!(decided(&one, at(then - 1, Retention::Safe)), Action::Leave);
        assert_eq!(decided(&one, at(then, Retention::Seed)), Action::Leave);
        one.set("updated_at", stamp(NOW_MS + DAY_MS));
        assert_eq!(decided(&one, at(then, Retention::Safe)), Action::Leave);
        one.set("updated_at", "?");
        one.set("created_at", "?");
        assert_eq!(decided(&one, at(then, Retention::Safe)), Action::Leave);
    }
}

/// Directories as words.
#[derive(Default)]
struct Paper {
    found: BTreeMap<String, OnDisk>,
    discarded: Mutex<Vec<String>>,
    is_broken: bool,
}

impl Shelf for Paper {
    fn look(&self, session: &Session) -> OnDisk {
        let found = self.found.get(session.id());
        found.copied().unwrap_or(OnDisk::Missing)
    }

    fn set_aside(&self, session: &Session) -> io::Result<Option<String>> {
        match self.is_broken {
            true => Err(io::Error::other("read-only")),
            false => Ok(Some(format!("/memories/{}_INCOMPLETE", session.id()))),
        }
    }

    fn discard(&self, session: &Session) -> io::Result<()> {
        self.discarded.lock().unwrap().push(session.id().to_owned());
        Ok(())
    }
}

fn sweeper(desk: &Desk, shelf: Arc<Paper>, rules: Rules) -> Sweeper {
    Sweeper {
        registry: desk.registry.clone(),
        shelf,
        owners: Arc::new(owners()),
        rules,
    }
}

async fn put(desk: &Desk, id: &str, status: &str, owner: &str) {
    let mut one = session(id);
    one.set("status", status);
    one.set("owner_instance", owner);
    desk.registry.register(&one).await.unwrap();
}

#[tokio::test]
async fn a_014_a_015_dead_recorders_leave_incomplete_or_finished_recordings() {
    for desk in desk::both().await {
        for (id, status, owner) in [
            ("mine", "active", "me"),
            ("cut", "active", "gone"),
            ("ended", "active", "gone"),
            ("degraded", "reasoning_degraded", "gone"),
            ("opened", "annotating", "gone"),
        ] {
            put(&desk, id, status, owner).await;
        }
        let found = [
            ("cut", OnDisk::Unfinished),
            ("ended", OnDisk::Finished),
            ("degraded", OnDisk::Finished),
        ];
        let found = found.map(|(id, on_disk)| (id.to_owned(), on_disk)).into();
        let shelf = Arc::new(Paper {
            found,
            ..Paper::default()
        });
        let rules = Rules {
            now_ms: NOW_MS,
            ..Rules::default()
        };
        let swept = sweeper(&desk, shelf, rules).at_start().await.unwrap();
        assert_eq!(
            (swept.lost, swept.restored, swept.put_back, swept.failed),
            (1, 2, 1, 0)
        );
        for (id, status) in [
            ("mine", Status::Active),
            ("cut", Status::Incomplete),
            ("ended", Status::PendingAnnotation),
            ("degraded", Status::PendingHumanAnnotation),
            ("opened", Status::PendingAnnotation),
        ] {
            let found = desk.registry.get(id).await.unwrap().unwrap();
            assert_eq!(found.status(), Some(status), "{id} in {}", desk.name);
            let is_cut = found.get("memory_path") == "/memories/cut_INCOMPLETE";
            assert_eq!(is_cut, id == "cut");
        }
    }
}

#[tokio::test]
async fn a_sweep_of_many_chunks_meets_them_all() {
    let rules = Rules {
        now_ms: NOW_MS,
        ..Rules::default()
    };
    for desk in desk::both().await {
        for n in 0..1_100 {
            put(&desk, &format!("s{n}"), "active", "gone").await;
        }
        let swept = sweeper(&desk, Arc::default(), rules)
            .at_start()
            .await
            .unwrap();
        assert_eq!((swept.lost, swept.failed), (1_100, 0), "{}", desk.name);
        let counts = desk.registry.count().await.unwrap();
        assert_eq!(
            (counts[&Status::Active], counts[&Status::Incomplete]),
            (0, 1_100)
        );
    }
}

#[tokio::test]
async fn what_the_disk_refuses_stays_for_the_next_sweep() {
    let desk = desk::embedded(Retention::Seed);
    put(&desk, "a", "active", "gone").await;
    let found: BTreeMap<_, _> = [("a".to_owned(), OnDisk::Unfinished)].into();
    let broken = Paper {
        found: found.clone(),
        is_broken: true,
        ..Paper::default()
    };
    let swept = sweeper(&desk, Arc::new(broken), Rules::default())
        .at_start()
        .await;
    assert_eq!(swept.unwrap().failed, 1);
    assert_eq!(desk.registry.count().await.unwrap()[&Status::Active], 1);
    let mended = Arc::new(Paper {
        found,
        ..Paper::default()
    });
    let swept = sweeper(&desk, mended, Rules::default()).at_start().await;
    assert_eq!(swept.unwrap().lost, 1);
}

#[tokio::test]
async fn a_safe_retention_removes_record_and_directory_together() {
    for desk in desk::both_with(Retention::Safe).await {
        put(&desk, "old", "incomplete", "gone").await;
        put(&desk, "kept", "complete", "gone").await;
        let shelf = Arc::new(Paper::default());
        let rules = Rules {
            now_ms: NOW_MS + 30 * DAY_MS,
            retention: Retention::Safe,
        };
        let swept = sweeper(&desk, shelf.clone(), rules).again().await.unwrap();
        assert_eq!(swept.removed, 1, "{}", desk.name);
        assert_eq!(*shelf.discarded.lock().unwrap(), ["old"]);
        assert_eq!(desk.registry.get("old").await.unwrap(), None);
        assert!(desk.registry.get("kept").await.unwrap().is_some());
    }
}
