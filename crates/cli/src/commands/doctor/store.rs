//! The store, opened: what is kept, and whether all that follows from the journal agrees with it.

use std::collections::BTreeMap;

use mneme_wire::Port;
use mneme_wire::errors::CONTENTS_AGAIN;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{StatsRequest, VectorStats, VerifyReply, VerifyRequest};

use super::{Finding, UNREAD, from_fault, good, index, room, sealing};
use crate::commands::upkeep::{AUDIT_BROKEN, DAMAGED, VECTORS_AGAIN, unpurged};
use crate::output::counted;

pub async fn look(port: &dyn Port, repair: bool) -> Vec<Finding> {
    // First of all: whatever else is asked may open an index, and mend it without a word.
    let index = index::check(port, repair).await;
    let (mut doors, mut disk, mut unread) = (BTreeMap::new(), None, None);
    let stats = match ask(port, &StatsRequest::default()).await {
        Ok(stats) => {
            doors = stats.doors;
            disk = Some(room::check(&stats.storage));
            unread = of_another_model(&stats.vectors);
            let memories: u64 = stats.namespaces.iter().map(|n| n.memories).sum();
            let events: u64 = stats.namespaces.iter().map(|n| n.events).sum();
            good(
                "store",
                format!(
                    "opens; {} and {}, index {} behind",
                    counted(memories, "memory"),
                    counted(events, "event"),
                    stats.index_lag
                ),
            )
        }
        Err(fault) => from_fault("store", fault),
    };
    let broken = index.iter().any(|finding| !finding.ok);
    let proven = match broken {
        true => index,
        false => [index, proven(port, repair).await].concat(),
    };
    let sealing = sealing::check(port).await;
    let archive = Some(archive(&doors)).filter(|_| !doors.is_empty());
    let archive = archive.into_iter().collect();
    let (disk, unread) = (Vec::from_iter(disk), Vec::from_iter(unread));
    [vec![stats], disk, sealing, archive, proven, unread].concat()
}

/// Nothing is lost: the configured model reads all of it once somebody serves.
fn of_another_model(vectors: &VectorStats) -> Option<Finding> {
    let others = || {
        let all = vectors.models.iter().filter(|of| of.vectors > 0);
        all.filter(|of| of.name != vectors.model)
    };
    let (n, dimension) = (
        others().map(|of| of.vectors).sum::<u64>(),
        vectors.dimension,
    );
    let names: Vec<&str> = others().map(|of| of.name.as_str()).collect();
    let (model, names) = (&vectors.model, names.join(", "));
    // What the configured model has read is never compared with the rest.
    (n > 0 && dimension > 0 && vectors.behind > 0).then(|| Finding {
        note: true,
        ..good(
            UNREAD,
            format!(
                "{n} stored embedding(s) do not match configured dimension {dimension} \
                 (run `mneme migrate-embeddings --model {model}`; {names} made them)"
            ),
        )
    })
}

/// Everything that follows from the journal, compared with it; made again where that is wanted.
async fn proven(port: &dyn Port, repair: bool) -> Vec<Finding> {
    let found = match ask(port, &VerifyRequest::default()).await {
        Ok(found) => found,
        Err(fault) => return vec![from_fault("tables", fault)],
    };
    let derived = !found.differences.is_empty() || !found.index.is_empty();
    if !(repair && derived) {
        return verified(&found);
    }
    let what = match found.index.is_empty() {
        true => "tables",
        false => "index",
    };
    let mut told = vec![index::made_again(port, what).await];
    if told[0].ok {
        let again = ask(port, &VerifyRequest::default()).await;
        told.extend(again.map_or_else(|fault| vec![from_fault("tables", fault)], |f| verified(&f)));
    }
    told
}

/// Whether the server that runs records desktop sessions, and where it is told to.
fn archive(doors: &BTreeMap<String, String>) -> Finding {
    let told = match doors.get("archive") {
        Some(socket) => format!("desktop sessions are recorded, at {socket}"),
        None => String::from("desktop sessions are not recorded by this server"),
    };
    good("archive", told)
}

fn verified(found: &VerifyReply) -> Vec<Finding> {
    let bad = |check, told: &[String], hint: &str| Finding {
        ok: false,
        hint: hint.to_owned(),
        ..good(check, told.join("; "))
    };
    let equal = format!(
        "{} folded again, all rows equal",
        counted(found.events, "event")
    );
    let rebuild = "`mneme rebuild`, or `mneme doctor --repair`, makes tables and indexes again from the journal";
    let tables = match (found.differences.is_empty(), found.damaged.is_empty()) {
        (true, true) => good("tables", equal),
        // What follows from what does not open cannot be told.
        (true, false) => bad("journal", &found.damaged, DAMAGED),
        (false, _) => bad("tables", &found.differences, rebuild),
    };
    let rest = [
        ("index", &found.index, rebuild),
        ("vectors", &found.vectors, VECTORS_AGAIN),
        ("contents", &found.contents, CONTENTS_AGAIN),
        ("audit", &found.audit, AUDIT_BROKEN),
    ];
    let wrong = rest.iter().filter(|(_, told, _)| !told.is_empty());
    let wrong = wrong.map(|(check, told, hint)| bad(check, told, hint));
    let mended = found.mended.iter().map(|told| Finding {
        repaired: true,
        // The name of the check is said before it.
        ..good("index", told.trim_start_matches("index ").to_owned())
    });
    let waiting = (found.unpurged > 0).then(|| good("purge", unpurged(found)));
    let found = mended.chain([tables]).chain(waiting);
    found.chain(wrong).collect()
}
