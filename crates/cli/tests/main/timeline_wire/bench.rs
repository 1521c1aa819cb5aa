//! The figures of the timeline are there to be measured anywhere.

use crate::support::Home;

#[test]
fn t_090_every_figure_of_the_targets_is_measured() {
    let home = Home::new();
    let args = ["bench", "timeline", "--events", "240", "--calls", "200"];
    let report = home.json(&[&args[..], &["--questions", "20", "--json"]].concat());
    let text = report.to_string();
    for figure in [
        "IngestEvent, 1 in flight",
        "IngestEvent, 64 in flight",
        "as ingest_batch",
        "16 clients",
        "from sent to found",
        "cold start",
        "RouteQuery p99",
        "table of contents made",
        "one session more",
        "GetNode p99",
        "BrowseToc p99",
        "GetEvents p99",
    ] {
        assert!(text.contains(figure), "{figure} is not in {text}");
    }
}
