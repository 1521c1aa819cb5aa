//! What the proxy adds can be measured anywhere.

use crate::support::Home;

#[test]
fn every_figure_of_the_proxy_stands_beside_the_direct_call() {
    let home = Home::new();
    let args = ["bench", "gateway", "--memories", "300", "--json"];
    let brief = ["--rate", "40", "--seconds", "1.5", "--clients", "8"];
    let flood = [
        "--flood",
        "100",
        "--flood-seconds",
        "1",
        "--minutes",
        "0.05",
    ];
    let report = home.json(&[&args[..], &brief, &flood].concat());
    let figures = report["figures"].as_array().unwrap();
    let value = |name: &str| {
        let found = figures.iter().find(|figure| figure["name"] == name);
        let found = found.unwrap_or_else(|| panic!("{name} is not in {report}"));
        found["value"].as_f64().unwrap()
    };
    for name in [
        "a whole answer, direct p50",
        "through the proxy, memory off p99",
        "through the proxy, with recall p99",
        "memory off / direct p50",
        "with recall / direct p50",
        "first byte of a stream, direct p50",
        "first byte, memory off / direct p50",
        "first byte, with recall / direct p50",
        "the server's work a call, with recall",
        "many at once, memory off",
        "memory under streams, most",
    ] {
        assert!(value(name) > 0.0, "{name}: {report}");
    }
    assert_eq!(value("memory off, failed"), 0.0, "{report}");
}
