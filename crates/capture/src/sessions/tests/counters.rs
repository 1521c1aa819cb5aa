use std::sync::Arc;
use std::time::{Duration, Instant};

use super::desk::{self, session};
use crate::sessions::Counters;

#[tokio::test]
async fn a_201_a_burst_of_counts_ends_in_the_last_one() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        let counters = Arc::new(Counters::new(desk.registry.clone()));
        let running = tokio::spawn({
            let counters = counters.clone();
            async move { counters.run().await }
        });
        for n in 1..=1_000 {
            counters.note("a", "total_steps", n.to_string());
        }
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let found = desk.registry.get("a").await.unwrap().unwrap();
            if found.number("total_steps") == 1_000 {
                break;
            }
            assert!(Instant::now() < until, "{found:?}");
            tokio::task::yield_now().await;
        }
        running.abort();
    }
}

#[tokio::test]
async fn what_a_turn_took_along_is_not_written_again() {
    let desk = desk::embedded(crate::sessions::Retention::Seed);
    desk.registry.register(&session("a")).await.unwrap();
    let counters = Counters::new(desk.registry.clone());
    counters.note("a", "total_steps", "3");
    assert_eq!(counters.take("a").await["total_steps"], "3");
    counters.flush().await.unwrap();
    let found = desk.registry.get("a").await.unwrap().unwrap();
    assert_eq!(found.number("total_steps"), 0);
}
