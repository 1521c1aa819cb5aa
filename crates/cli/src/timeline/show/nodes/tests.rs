use mneme_wire::proto::TocBullet;

use super::*;

fn year(id: &str, children: usize) -> TocNode {
    TocNode {
        node_id: id.into(),
        level: 1,
        title: id.rsplit(':').next().unwrap().into(),
        child_node_ids: vec![String::new(); children],
        start_time_ms: 1_767_225_600_000,
        end_time_ms: 1_798_761_599_999,
        version: 3,
        ..TocNode::default()
    }
}

fn page(parent: &str, limit: i32, token: Option<&str>) -> BrowseArgs {
    BrowseArgs {
        parent: parent.into(),
        limit,
        token: token.map(Into::into),
    }
}

#[test]
fn years_are_listed_as_the_reference_lists_them() {
    let nodes = vec![year("toc:year:2026", 12), year("toc:year:2025", 8)];
    let shown = root(&GetTocRootResponse { nodes });
    let expected = "TOC Root Nodes:\n\
        - toc:year:2026 \"2026\" (12 children)\n\
        - toc:year:2025 \"2025\" (8 children)\n";
    assert_eq!(shown, expected);
    assert_eq!(root(&GetTocRootResponse::default()), "No TOC nodes found.");
}

#[test]
fn a_node_is_shown_as_the_reference_shows_it() {
    let full = TocNode {
        summary: Some("Programming discussions covering Rust, Python, and system design".into()),
        keywords: ["rust", "python", "async", "memory-safety"]
            .map(Into::into)
            .into(),
        ..year("toc:year:2026", 12)
    };
    let expected = "Node: toc:year:2026\nTitle: 2026\nLevel: Year\n\
        Summary: Programming discussions covering Rust, Python, and system design\n\
        Keywords: rust, python, async, memory-safety\nChildren: 12\n\
        Time Range: 2026-01-01 to 2026-12-31\nVersion: 3\n";
    assert_eq!(node("toc:year:2026", Some(&full)), expected);
    let bullet = TocBullet {
        text: "Rust memory\nsafety".into(),
        grip_ids: vec!["grip:a".into(), "grip:b".into()],
    };
    let with = TocNode {
        bullets: vec![bullet],
        ..full
    };
    let shown = node("toc:year:2026", Some(&with));
    assert!(shown.ends_with("Bullets:\n- Rust memory safety (grip:a, grip:b)\n"));
    assert_eq!(node("toc:year:1999", None), "Node not found: toc:year:1999");
}

#[test]
fn children_are_numbered_through_all_pages() {
    let month = |n: u32| TocNode {
        node_id: format!("toc:month:2026-{n:02}"),
        title: format!("Month {n}"),
        ..TocNode::default()
    };
    let reply = BrowseTocResponse {
        children: (1..=3).map(month).collect(),
        continuation_token: Some("3".into()),
        has_more: true,
    };
    let parent = year("toc:year:2026", 12);
    let shown = children(&page("toc:year:2026", 3, None), &reply, Some(&parent));
    let expected = "Children of toc:year:2026:\n\
        1. toc:month:2026-01 \"Month 1\"\n2. toc:month:2026-02 \"Month 2\"\n\
        3. toc:month:2026-03 \"Month 3\"\n\
        Page 1 of 4 (has_more: true, next_token: \"3\")\n";
    assert_eq!(shown, expected);
    let last = BrowseTocResponse {
        children: vec![month(12)],
        continuation_token: None,
        has_more: false,
    };
    let shown = children(&page("toc:year:2026", 11, Some("11")), &last, Some(&parent));
    let expected = "Children of toc:year:2026:\n12. toc:month:2026-12 \"Month 12\"\n\
        Page 2 of 2 (has_more: false)\n";
    assert_eq!(shown, expected);
    let none = children(
        &page("toc:year:1999", 0, None),
        &BrowseTocResponse::default(),
        None,
    );
    assert_eq!(none, "Node not found: toc:year:1999");
}
