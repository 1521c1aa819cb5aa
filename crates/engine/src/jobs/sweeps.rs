//! What is done with notebooks and memories by itself, in every namespace.

use std::sync::Arc;

use mneme_jobs::Notes;

use crate::Engine;
use crate::memories::{Decay, Merge};
use crate::notebook::{Consolidate, keeper};

type Ran = Result<Option<Notes>, String>;

/// What was done, if anything was.
fn told(what: &str, count: usize) -> Option<Notes> {
    (count > 0).then(|| Notes::from([(what.to_owned(), count.to_string())]))
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Takes what has outlived its time, unless that is switched off.
pub async fn forget(engine: Arc<Engine>) -> Ran {
    let mut gone = 0;
    if engine.settings.notebook.forget {
        for namespace in engine.store.namespaces() {
            let keeper = keeper(&namespace.name);
            let done = engine.forget_outlived(&keeper, None, false).await;
            let done = done.map_err(words)?;
            gone += done.memories.len() + done.observations.len();
        }
    }
    Ok(told("forgotten", gone))
}

/// Lets lessons fade.
pub async fn fade(engine: Arc<Engine>) -> Ran {
    let mut faded = 0;
    for namespace in engine.store.namespaces() {
        let keeper = keeper(&namespace.name);
        faded += engine.fade_lessons(&keeper, None).await.map_err(words)?;
    }
    Ok(told("faded", faded))
}

/// Tells what belongs together, where that is switched on.
pub async fn consolidate(engine: Arc<Engine>) -> Ran {
    let mut made = 0;
    if engine.settings.notebook.consolidate {
        for namespace in engine.store.namespaces() {
            let (keeper, wanted) = (keeper(&namespace.name), Consolidate::default());
            let done = engine.consolidate(&keeper, None, wanted).await;
            let done = done.map_err(words)?;
            made += done.memories + done.facts + done.procedures;
        }
    }
    Ok(told("made", made))
}

/// Puts away what nobody has a use for, where that is switched on.
pub async fn decay(engine: Arc<Engine>) -> Ran {
    let mut moved = 0;
    if engine.settings.decay.enabled {
        for namespace in engine.store.namespaces() {
            let keeper = keeper(&namespace.name);
            let done = engine.decay(&keeper, None, Decay::default()).await;
            moved += done.map_err(words)?.moved.len();
        }
    }
    Ok(told("moved", moved))
}

/// Makes one memory of several that say the same, where that is switched on.
pub async fn merge(engine: Arc<Engine>) -> Ran {
    let (settings, mut made) = (engine.settings.merge, 0);
    if settings.enabled && engine.wake.may_merge(settings.interval_minutes) {
        let wish = Merge {
            threshold: settings.threshold,
            most: settings.most,
            dry_run: false,
        };
        for namespace in engine.store.namespaces() {
            let keeper = keeper(&namespace.name);
            let done = engine.merge(&keeper, None, wish).await;
            made += done.map_err(words)?.groups.len();
        }
    }
    Ok(told("merged", made))
}
