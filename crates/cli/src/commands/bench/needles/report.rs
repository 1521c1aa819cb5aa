//! The figures for people.

use serde::Serialize;

use super::ask::Reached;
use super::corpus::Sort;
use crate::commands::bench::plot::Plot;
use crate::commands::bench::table::table;

#[derive(Debug, Serialize)]
pub struct Report {
    pub memories: usize,
    /// The embedding model, if one was loaded.
    pub model: Option<String>,
    pub arms: Vec<Reached>,
}

const TITLES: [&str; 4] = [
    "identifiers R@1",
    "identifiers R@10",
    "paraphrases R@1",
    "paraphrases R@10",
];
const LEGEND: &str = "R@k: share of questions whose one right memory is among the first k. \
Identifiers: codes, tickets, paths, variables, commits, versions, each held by one memory. \
Paraphrases: questions that share only a name with the fact they ask for; the same fact is \
told of other names. Arms: words is the engine's index alone; vectors is cosine alone; \
memoryoss and mneme are the two rankings of the engine.\n";

// === impl Report ===

impl Report {
    pub fn markdown(&self) -> String {
        let model = match &self.model {
            Some(name) => format!("Embedding model: {name}."),
            None => "No embedding model was loaded: the arm of vectors alone is left out.".into(),
        };
        let titles: Vec<&str> = ["arm"].into_iter().chain(TITLES).collect();
        let titles = [titles.as_slice(), &["p50 ms", "p99 ms"]].concat();
        let rows: Vec<Vec<String>> = self.arms.iter().map(row).collect();
        format!(
            "{} made-up memories. {model}\n\n{}\n{LEGEND}",
            self.memories,
            table(&titles, &rows)
        )
    }

    /// The page beside the picture.
    pub fn page(&self) -> String {
        let picture = "![R@1 and R@10 of each arm](needles.svg)";
        format!("# Needles\n\n{picture}\n\n{}", self.markdown())
    }

    pub fn svg(&self) -> String {
        let bars = |arm: &Reached| (arm.arm.to_owned(), values(arm).to_vec());
        Plot {
            title: "Needles among made-up memories: found first, found among ten",
            series: &TITLES,
            groups: self.arms.iter().map(bars).collect(),
        }
        .svg()
    }
}

fn row(arm: &Reached) -> Vec<String> {
    let times = [arm.p50_ms, arm.p99_ms].map(|ms| format!("{ms:.2}"));
    let values = values(arm).map(|value| format!("{value:.3}"));
    [arm.arm.to_owned()]
        .into_iter()
        .chain(values)
        .chain(times)
        .collect()
}

/// In the order of the titles.
fn values(arm: &Reached) -> [f64; 4] {
    let [ids, others] = Sort::ALL.map(|sort| {
        let shares = arm.sorts.get(sort.name());
        shares.map_or((0.0, 0.0), |shares| (shares.recall_1, shares.recall_10))
    });
    [ids.0, ids.1, others.0, others.1]
}
