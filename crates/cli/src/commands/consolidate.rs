//! `mneme consolidate`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{ConsolidateRequest, ConsolidatedGroup};

use super::Outcome;
use crate::args::ConsolidateArgs;
use crate::output::{counted, json, plain};

pub async fn run(port: &dyn Port, args: ConsolidateArgs) -> Outcome {
    let request = ConsolidateRequest {
        namespace: args.place.namespace,
        threshold: args.threshold,
        max_clusters: args.max_clusters,
        dry_run: args.dry_run,
    };
    let done = ask(port, &request).await?;
    if args.json {
        return Ok(json(&done));
    }
    done.groups.iter().for_each(group);
    let would = if done.dry_run {
        "would become"
    } else {
        "became"
    };
    let groups = counted(done.groups.len() as u64, "group");
    let merged = done.total_merged + done.groups.len() as u64;
    let merged = counted(merged, "memory");
    say!("{groups}: {merged} {would} {}", done.groups.len());
    Ok(ExitCode::SUCCESS)
}

fn group(group: &ConsolidatedGroup) {
    let made = group.derived_id.as_deref();
    let made = made.map_or(String::new(), |id| format!(" -> {id}"));
    let others = group.merged.join(", ");
    let like = group.avg_similarity;
    let told = format!("{} + {others} ({like:.3}){made}", group.kept);
    say!("{}", plain(&told));
}
