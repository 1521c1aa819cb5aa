//! The lanes, for people and for scripts.

use serde::Serialize;

use super::retention::Retention;
use super::score::Score;
use crate::commands::bench::table::table;

#[derive(Debug, Serialize)]
pub struct Report {
    pub ranking: &'static str,
    /// A model was there, so that meaning counted beside the words.
    pub meaning: bool,
    /// Our own proof loops.
    pub own: Retention,
    /// Published whole, to be run against any other system.
    pub open: Score,
    /// Informs; to be looked at before another model becomes the default.
    pub german: Score,
}

const ABOUT: &str = "Own proof loops use made-up memories around a few facts; the open lane and the \
German one are published whole, with their thresholds, in \
`crates/cli/src/commands/bench/lanes`. A hit is the right memory being put before a model; a wrong \
is another one; to abstain is to put none; late are questions that were answered by words alone at \
first, because the model was not done with them in time. The German lane informs and cannot fail.\n";

// === impl Report ===

impl Report {
    pub fn holds(&self) -> bool {
        self.own.holds() && self.open.holds() && self.german.holds()
    }

    pub fn markdown(&self) -> String {
        let by = if self.meaning {
            "by words and meaning"
        } else {
            "by words alone, no model was there"
        };
        let verdict = if self.holds() {
            "Every lane holds."
        } else {
            "A lane does not hold."
        };
        let (own, lanes) = (self.own_table(), self.lane_table());
        format!(
            "Ranking {}, {by}. {verdict}\n\n{own}\n{lanes}\n{}{ABOUT}",
            self.ranking,
            self.missed()
        )
    }

    pub fn page(&self) -> String {
        format!("# Lanes\n\n{}", self.markdown())
    }

    fn own_table(&self) -> String {
        let own = &self.own;
        let rows = [
            (
                "memories that are believed",
                own.active_memories.to_string(),
            ),
            ("signals found first", percent(own.signal_hit_rate)),
            (
                "noise below the threshold",
                percent(own.noise_rejection_rate),
            ),
            (
                "signals put before a model",
                percent(own.positive_injection_rate),
            ),
            (
                "noise put before a model",
                percent(own.false_positive_injection_rate),
            ),
            ("kept twice of 100 told twice", percent(own.duplicate_rate)),
            (
                "what was told first is found first",
                yes(own.first_found_first),
            ),
            ("recall p50, ms", format!("{:.1}", own.recall_p50_ms)),
            ("recall p95, ms", format!("{:.1}", own.recall_p95_ms)),
            ("recall p99, ms", format!("{:.1}", own.recall_p99_ms)),
        ];
        let rows = rows.map(|(name, value)| vec![name.to_owned(), value]);
        table(&["own proof loops", "seen"], &rows)
    }

    fn lane_table(&self) -> String {
        let rows: Vec<Vec<String>> = [("open", &self.open), ("German", &self.german)]
            .into_iter()
            .map(|(name, score)| row(name, score))
            .collect();
        let titles = [
            "lane",
            "cases",
            "hit",
            "wrong",
            "abstain precision",
            "abstain recall",
            "first",
            "p95 ms",
            "late",
        ];
        table(&titles, &rows)
    }

    fn missed(&self) -> String {
        let missed = self.open.missed.iter().chain(&self.german.missed);
        let lines: String = missed
            .map(|missed| {
                let what = if missed.injected {
                    "put before a model"
                } else {
                    "held back"
                };
                format!(
                    "- {} ({what}, {:.2}: {})\n",
                    missed.question, missed.score, missed.first
                )
            })
            .collect();
        match lines.as_str() {
            "" => lines,
            _ => format!("Other than expected:\n\n{lines}\n"),
        }
    }
}

fn row(name: &str, score: &Score) -> Vec<String> {
    let shares = [
        score.hit_rate,
        score.wrong_rate,
        score.abstain_precision,
        score.abstain_recall,
        score.first_rate,
    ];
    let shares = shares.map(|share| format!("{share:.2}"));
    [name.to_owned(), score.cases.to_string()]
        .into_iter()
        .chain(shares)
        .chain([format!("{:.1}", score.p95_ms), score.late.to_string()])
        .collect()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn yes(holds: bool) -> String {
    String::from(if holds { "yes" } else { "no" })
}
