//! Many at once.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::thread;

use super::said::{MORNING, Said};
use super::wire::Wire;
use crate::support::{timeline, unique};

#[test]
fn t_017_sixteen_clients_lose_nothing() {
    const CLIENTS: usize = 16;
    const EACH: usize = 1_000;
    let key = timeline().key(&unique("crowd"), "writer");
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let key = &key;
            scope.spawn(move || {
                let mut line = Wire::with_key(timeline(), key);
                let one = |n: usize| {
                    let at = MORNING + i64::try_from(n).unwrap();
                    let id = format!("c{client:02}-{n:04}");
                    Said::new(&id, &format!("s{client}"), at, &format!("Said as {id}."))
                };
                line.tell_all((0..EACH).map(one));
            });
        }
    });
    let all = Wire::with_key(timeline(), &key).all();
    assert_eq!(all.len(), CLIENTS * EACH);
    let ids: BTreeSet<&str> = all.iter().map(|event| event.event_id.as_str()).collect();
    assert_eq!(ids.len(), CLIENTS * EACH, "each once");
    for event in &all {
        assert_eq!(event.text, format!("Said as {}.", event.event_id));
    }
}

#[test]
fn t_018_of_a_race_for_one_id_one_wins() {
    const RUNNERS: usize = 32;
    let key = timeline().key(&unique("race"), "writer");
    let start = Barrier::new(RUNNERS);
    let created: Vec<bool> = thread::scope(|scope| {
        let runner = |n: usize| {
            let (key, start) = (&key, &start);
            scope.spawn(move || {
                let mut line = Wire::with_key(timeline(), key);
                let said = Said::new("one", "s", MORNING, &format!("Runner {n}."));
                start.wait();
                (n, line.tell(said))
            })
        };
        let runners: Vec<_> = (0..RUNNERS).map(runner).collect();
        let ended = runners.into_iter().map(|runner| runner.join().unwrap());
        let mut ended: Vec<_> = ended.collect();
        ended.sort_unstable();
        ended.into_iter().map(|(_, created)| created).collect()
    });
    assert_eq!(
        created.iter().filter(|created| **created).count(),
        1,
        "{created:?}"
    );
    let winner = created.iter().position(|created| *created).unwrap();
    let all = Wire::with_key(timeline(), &key).all();
    assert_eq!(all.len(), 1);
    assert_eq!(
        all[0].text,
        format!("Runner {winner}."),
        "the one that was told so"
    );
}
