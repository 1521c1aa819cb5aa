//! The headings and figures scripts written for memoryOSS look for.

use mneme_wire::shapes::{LifecycleSummary, NamespaceStats, StatsReply, WorkerStats};

pub fn show(stats: &StatsReply) {
    say!("Namespaces:");
    stats.namespaces.iter().for_each(namespace);
    say!("Workers:");
    if stats.workers.is_empty() {
        say!("  none: no server runs");
    }
    stats.workers.iter().for_each(worker);
    let lag = stats.index_lag as u64 + stats.vectors.behind;
    let health = if lag == 0 { "healthy" } else { "catching_up" };
    say!("Index:");
    say!("  {health}: write_seq={} lag={lag}", stats.head);
    let (model, dimension) = (&stats.vectors.model, stats.vectors.dimension);
    say!("  embeddings: model={model} dimension={dimension}");
}

fn namespace(one: &NamespaceStats) {
    let counts = &one.lifecycle;
    say!(
        "  {} [{}]: total={} active={} candidate={} contested={} stale={} archived={}",
        one.name,
        health(counts),
        counts.total,
        counts.active,
        counts.candidate,
        counts.contested,
        counts.stale,
        counts.archived
    );
}

/// The first thing worth doing something about.
fn health(counts: &LifecycleSummary) -> &'static str {
    match counts {
        counts if counts.total == 0 => "empty",
        counts if counts.candidate > 0 => "review",
        counts if counts.contested > 0 => "contested",
        counts if counts.stale > 0 => "maintenance",
        _ => "healthy",
    }
}

fn worker(one: &WorkerStats) {
    let (runs, errors) = (one.runs, one.errors);
    say!("  {}: {} runs={runs} errors={errors}", one.name, one.state);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_248_health_names_the_first_thing_to_do() {
        let counts = |candidate, contested, stale| LifecycleSummary {
            total: 9,
            candidate,
            contested,
            stale,
            ..LifecycleSummary::default()
        };
        assert_eq!(health(&LifecycleSummary::default()), "empty");
        assert_eq!(health(&counts(1, 1, 1)), "review");
        assert_eq!(health(&counts(0, 1, 1)), "contested");
        assert_eq!(health(&counts(0, 0, 1)), "maintenance");
        assert_eq!(health(&counts(0, 0, 0)), "healthy");
    }
}
