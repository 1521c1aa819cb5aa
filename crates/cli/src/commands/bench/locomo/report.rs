//! The figures for people: tables in Markdown, and a picture.

use serde::Serialize;

use super::calibration::Calibration;
use super::data::Conversation;
use super::figures::{COLUMNS, Figures, Reached};
use super::run::Measured;
use crate::commands::bench::plot::Plot;
use crate::commands::bench::table::table;

/// Everything a run found out.
#[derive(Debug, Serialize)]
pub struct Report {
    pub conversations: usize,
    pub turns: usize,
    /// Those with evidence.
    pub questions: usize,
    /// Those without.
    pub left_out: usize,
    /// The embedding model, if one was loaded.
    pub model: Option<String>,
    pub layouts: Vec<Measured>,
}

/// Columns of the table by category, and bars of the picture.
const SHOWN: [(&str, &str); 4] = [
    ("turn_recall_5", "R@5"),
    ("turn_recall_10", "R@10"),
    ("turn_recall_20", "R@20"),
    ("evidence_500_tokens", "E@500"),
];
const LEGEND: &str = "R@k: share of a question's evidence turns among the first k turns. \
S@k: share of the evidence's sessions among the sessions of the first k turns. \
E@n: share of the evidence inside a packed context of n tokens. \
p50 and p99: milliseconds for 20 turns, without packing. \
Arms: grep counts the question's words in each line; bm25 is the textbook formula over single \
turns; words is the engine's index alone, turns with their neighbours; vectors is cosine alone; memoryoss and mneme are the two rankings of the engine.\n";

// === impl Report ===

impl Report {
    pub fn new(conversations: &[Conversation], layouts: Vec<Measured>) -> Self {
        let sum = |count: fn(&Conversation) -> usize| conversations.iter().map(count).sum();
        Self {
            conversations: conversations.len(),
            turns: sum(|c| c.turns.len()),
            questions: sum(|c| c.questions.len()),
            left_out: sum(|c| c.left_out),
            model: layouts.iter().find_map(|layout| layout.model.clone()),
            layouts,
        }
    }

    pub fn markdown(&self) -> String {
        let mut text = self.heading();
        for layout in &self.layouts {
            text.push_str(&section(layout));
        }
        text + LEGEND
    }

    /// The page beside the picture.
    pub fn page(&self) -> String {
        let picture = "![R@5, R@10, R@20 and E@500 of each arm](locomo.svg)";
        format!("# LoCoMo\n\n{picture}\n\n{}", self.markdown())
    }

    fn heading(&self) -> String {
        let model = match &self.model {
            Some(name) => format!("Embedding model: {name}."),
            None => "No embedding model was loaded: the arm of vectors alone is left out.".into(),
        };
        format!(
            "{} conversations, {} turns, {} questions; {} without evidence were left out. {model}\n\n",
            self.conversations, self.turns, self.questions, self.left_out
        )
    }

    /// The first layout, categories 1 to 4.
    pub fn svg(&self) -> String {
        let first = self.layouts.first();
        let arms = first
            .map(|layout| layout.arms.as_slice())
            .unwrap_or_default();
        let bars = |arm: &Reached| SHOWN.map(|(key, _)| arm.answerable.value(key)).to_vec();
        Plot {
            title: "LoCoMo, categories 1 to 4: evidence found",
            series: &SHOWN.map(|(_, title)| title),
            groups: arms
                .iter()
                .map(|arm| (arm.arm.to_owned(), bars(arm)))
                .collect(),
        }
        .svg()
    }
}

fn section(layout: &Measured) -> String {
    let title = match layout.layout {
        "each" => "One namespace a conversation",
        _ => "All pooled in one namespace, asked by agent",
    };
    let told = layout
        .arms
        .iter()
        .filter_map(|arm| arm.calibration.as_ref());
    let told: String = told.map(Calibration::markdown).collect();
    format!(
        "## {title}\n\n### Categories 1 to 4\n\n{}\n### Category 5: the answer is not there\n\n{}\n\
         ### By category\n\n{}\n{told}",
        whole(layout, true, |arm| &arm.answerable),
        whole(layout, false, |arm| &arm.adversarial),
        by_category(layout),
    )
}

/// Every figure of every arm.
fn whole(layout: &Measured, times: bool, of: fn(&Reached) -> &Figures) -> String {
    let mut titles = vec!["arm", "questions"];
    titles.extend(COLUMNS.map(|(_, title)| title));
    if times {
        titles.extend(["p50 ms", "p99 ms"]);
    }
    let row = |arm: &Reached| {
        let figures = of(arm);
        let mut row = vec![arm.arm.to_owned(), figures.questions.to_string()];
        row.extend(COLUMNS.map(|(key, _)| share(figures.value(key))));
        if times {
            row.extend([arm.p50_ms, arm.p99_ms].map(|ms| format!("{ms:.2}")));
        }
        row
    };
    let rows: Vec<Vec<String>> = layout.arms.iter().map(row).collect();
    table(&titles, &rows)
}

fn by_category(layout: &Measured) -> String {
    let mut titles = vec!["category and arm", "questions"];
    titles.extend(SHOWN.map(|(_, title)| title));
    titles.extend(["MRR", "nDCG@10"]);
    let mut rows = Vec::new();
    for category in 1..=5 {
        for arm in &layout.arms {
            if let Some(figures) = arm.categories.get(&category) {
                let name = format!("{category} {} · {}", kind(category), arm.arm);
                let mut row = vec![name, figures.questions.to_string()];
                let keys = SHOWN.iter().map(|(key, _)| *key).chain(["mrr", "ndcg_10"]);
                row.extend(keys.map(|key| share(figures.value(key))));
                rows.push(row);
            }
        }
    }
    table(&titles, &rows)
}

fn kind(category: u8) -> &'static str {
    match category {
        1 => "several turns",
        2 => "dates",
        3 => "inference",
        4 => "one turn",
        _ => "adversarial",
    }
}

fn share(value: f64) -> String {
    format!("{value:.3}")
}
