//! Pruning, ranking, and what is off unless a setting says otherwise.

use super::*;

pub fn prune(
    timeline: &mut Timeline,
    level: &str,
    days: u32,
    dry_run: bool,
) -> PruneBm25IndexResponse {
    let asked = PruneBm25IndexRequest {
        level: level.to_owned(),
        age_days_override: days,
        dry_run,
    };
    let owner = format!("Bearer {}", timeline.owner());
    let prune = async |mut client: Client, mut request: Request<_>| {
        let metadata = request.metadata_mut();
        metadata.insert("authorization", owner.parse().unwrap());
        client.prune_bm25_index(request).await
    };
    timeline.ask(prune, asked)
}

fn counts(pruned: &PruneBm25IndexResponse) -> [u32; 4] {
    [
        pruned.segments_pruned,
        pruned.grips_pruned,
        pruned.days_pruned,
        pruned.weeks_pruned,
    ]
}

#[test]
fn t_087_a_dry_run_changes_nothing_and_a_prune_leaves_nodes_to_browse() {
    let mut timeline = Timeline::with_talks("");
    let before = timeline.words("quasar").results.len();
    let dry = prune(&mut timeline, "", 1, true);
    let [segments, grips, days, _] = counts(&dry);
    assert!(
        dry.success && segments == 2 && grips > 0 && days == 2,
        "{dry:?}"
    );
    assert_eq!(timeline.words("quasar").results.len(), before);
    for level in ["month", "year"] {
        let kept = prune(&mut timeline, level, 1, false);
        assert_eq!(counts(&kept), [0; 4]);
        assert!(kept.message.contains("protected"), "{kept:?}");
    }
    assert_eq!(timeline.words("quasar").results.len(), before);
    let done = prune(&mut timeline, "segment", 1, false);
    assert_eq!(counts(&done), [2, 0, 0, 0]);
    let left = timeline.words("quasar").results;
    assert!(!left.is_empty() && left.iter().all(|doc| doc.doc_id.starts_with("grip:")));
    prune(&mut timeline, "grip", 1, false);
    assert!(timeline.words("quasar").results.is_empty());
    assert_eq!(counts(&prune(&mut timeline, "segment", 1, false)), [0; 4]);
    let asked = BrowseTocRequest {
        parent_id: String::from("toc:day:2026-01-30"),
        ..BrowseTocRequest::default()
    };
    let kept = timeline.ask(async |mut c: Client, r| c.browse_toc(r).await, asked);
    assert_eq!(kept.children.len(), 1);
    let asked = PruneVectorIndexRequest {
        level: String::from("aeon"),
        ..PruneVectorIndexRequest::default()
    };
    let status = timeline.try_ask(
        async |mut c: Client, r| c.prune_vector_index(r).await,
        asked,
    );
    refused(&status.unwrap_err(), Code::InvalidArgument, "aeon");
}

#[test]
fn t_087_new_docs_are_found_after_a_prune() {
    let mut timeline = Timeline::with_talks("");
    prune(&mut timeline, "", 30, false);
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let at = i64::try_from(now).unwrap() - DAY_MS;
    timeline.tell(
        "new",
        None,
        at,
        &["A comet passed the moon.", "Nobody saw the comet but me."],
    );
    timeline.segmented("comet");
    let status = async |mut c: Client, r| c.get_ranking_status(r).await;
    let status = timeline.ask(status, GetRankingStatusRequest {});
    assert!(status.salience_enabled && !status.usage_decay_enabled && !status.novelty_enabled);
    assert!(status.bm25_last_prune_timestamp > 0 && status.bm25_last_prune_count > 0);
    assert_eq!(status.vector_last_prune_timestamp, 0);
    assert!(status.avg_salience_score > 0.35, "{status:?}");
}

#[test]
fn t_087_only_an_admin_prunes_and_the_audit_tells_of_it() {
    let mut timeline = Timeline::with_talks("");
    let asked = |dry_run| PruneBm25IndexRequest {
        age_days_override: 1,
        dry_run,
        ..PruneBm25IndexRequest::default()
    };
    let anybody = async |mut c: Client, r| c.prune_bm25_index(r).await;
    let dry = timeline.ask(anybody, asked(true));
    assert_eq!(dry.segments_pruned, 2);
    let status = timeline.try_ask(anybody, asked(false)).unwrap_err();
    refused(&status, Code::PermissionDenied, "admin");
    assert!(!timeline.words("quasar").results.is_empty());
    prune(&mut timeline, "", 1, false);
    let audit = timeline.server.home().json(&["audit", "--json"]);
    let rows = audit["entries"].as_array().unwrap();
    let prunes: Vec<_> = rows.iter().filter(|row| row["action"] == "prune").collect();
    assert_eq!(prunes.len(), 1, "{audit}");
    let about = prunes[0]["about"].as_str().unwrap();
    assert!(about.starts_with("words level=all docs="), "{about}");
}

#[test]
fn t_087_what_is_told_after_a_prune_is_found_and_a_rebuild_finds_the_rest() {
    let mut timeline = Timeline::with_talks("");
    prune(&mut timeline, "", 1, false);
    assert!(timeline.words("quasar").results.is_empty());
    let late = [
        "The magpie took the silver spoon from the table.",
        "We found the spoon in the nest of the magpie.",
    ];
    timeline.tell("late", None, FRIDAY_MS - 3 * DAY_MS, &late);
    timeline.segmented("magpie");
    assert!(timeline.words("quasar").results.is_empty());
    timeline.server.home().run(&["timeline", "rebuild"]).ok();
    timeline.segmented("quasar");
}

#[test]
fn t_083_a_constraint_outranks_an_equal_remark() {
    let mut timeline = Timeline::start();
    let rule = "Whoever deploys the walrus service must ask the harbour master before it.";
    let remark = "Whoever deploys the walrus service then asks the harbour master before it.";
    timeline.tell(
        "remark",
        None,
        FRIDAY_MS,
        &[remark, "Nothing else was said about it on that day."],
    );
    timeline.tell(
        "rule",
        None,
        FRIDAY_MS,
        &[rule, "Nothing else was said about it on that day."],
    );
    let grips = eventually("both grips", || {
        let found = timeline.words("walrus").results.into_iter();
        let grips: Vec<_> = found
            .filter(|doc| doc.doc_id.starts_with("grip:"))
            .collect();
        (grips.len() >= 2).then_some(grips)
    });
    assert!(grips[0].score > grips[1].score, "{grips:?}");
    let asked = ExpandGripRequest {
        grip_id: grips[0].doc_id.clone(),
        ..ExpandGripRequest::default()
    };
    let first = timeline.ask(async |mut c: Client, r| c.expand_grip(r).await, asked);
    let grip = first.grip.unwrap();
    assert!(grip.excerpt.contains("must"), "{grip:?}");
    assert_eq!(grip.memory_kind, MemoryKind::Constraint as i32);
    assert!(grip.salience_score > 0.55 && !grip.is_pinned);
}

#[test]
fn what_is_off_says_so() {
    let mut timeline = Timeline::start();
    let status = async |mut c: Client, r| c.get_topic_graph_status(r).await;
    let status = timeline.ask(status, GetTopicGraphStatusRequest {});
    assert!(!status.available && status.topic_count == 0);
    let top = async |mut c: Client, r| c.get_top_topics(r).await;
    let off = timeline
        .try_ask(top, GetTopTopicsRequest::default())
        .unwrap_err();
    assert_eq!(off.code(), Code::Unavailable);
    let status = async |mut c: Client, r| c.get_dedup_status(r).await;
    let status = timeline.ask(status, GetDedupStatusRequest {});
    assert!(!status.enabled && status.threshold == 0.85 && status.buffer_capacity == 256);
    let start = async |mut c: Client, r| c.start_episode(r).await;
    let off = timeline
        .try_ask(start, StartEpisodeRequest::default())
        .unwrap_err();
    assert_eq!(off.code(), Code::FailedPrecondition);
    timeline.server.assert_sound();
}
