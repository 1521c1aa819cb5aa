//! What the notebook costs can be measured anywhere.

use crate::support::Home;

#[test]
fn n_092_many_remember_search_and_list_without_an_error() {
    let home = Home::new();
    let args = ["bench", "notebook", "--observations", "100,1000"];
    let few = ["--calls", "60", "--crowd", "1,10,100", "--json"];
    let report = home.json(&[&args[..], &few].concat());
    let figures = report["figures"].as_array().unwrap();
    for name in [
        "one row, synced",
        "observe",
        "observations from many",
        "search p99",
        "search p99, question known",
        "context p99",
        "remember, many at once",
        "search, many at once",
        "memories, many at once",
        "memory of the server",
        "cold start to the first search",
    ] {
        let found = figures.iter().filter(|figure| figure["name"] == name);
        let values: Vec<f64> = found.map(|f| f["value"].as_f64().unwrap()).collect();
        assert!(!values.is_empty(), "{name} is not in {report}");
        assert!(values.iter().all(|v| *v > 0.0), "{name}: {values:?}");
    }
}
