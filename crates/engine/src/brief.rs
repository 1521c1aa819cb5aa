//! What is put before a model unasked: for whoever stands between a client and its model. Asking
//! changes nothing; how often a memory was shown is counted beside it.

mod compose;
mod latest;
mod rules;
mod said;
mod standing;

use mneme_access::Caller;
use mneme_model::Moment;
use mneme_recall::Ranking;
use mneme_recall::brief::{Filtered, Injected, TaskState};
use mneme_recall::gate::Gate;
use mneme_recall::guard::{PolicyVerdict, Stop};
use serde::{Deserialize, Serialize};

use crate::{Engine, Recall, Result};

pub use mneme_recall::brief::{Filter, TaskKind};
pub use rules::Rules;
pub use standing::Standing;

/// A request that goes to a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Ask {
    /// What the user asks: this is looked for.
    pub query: String,
    /// What it was asked with, whole: a policy is asked about all of it. The same where it is not
    /// told.
    pub request: Option<String>,
    /// Only what was first recorded then or later.
    pub after: Option<Moment>,
    /// Room for the block, at four bytes a token.
    pub budget_tokens: usize,
    pub limit: usize,
    /// How long the model may take to read the question; then it goes by words.
    pub patience_ms: u64,
    pub rules: Rules,
    /// Whoever asks has confirmed what a policy wants confirmed.
    pub confirmed: bool,
}

/// What goes before the model, and why; or why nothing does.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// The whole block, from `<memory_context>` to its end.
    pub block: Option<String>,
    /// Whose words stand in it, the best first.
    pub injected: Vec<Injected>,
    /// What was found and does not.
    pub filtered: Vec<Filtered>,
    pub gate: Gate,
    pub policy: PolicyVerdict,
    /// The request must not go on.
    pub stop: Option<Stop>,
    pub task_state: Option<TaskState>,
    pub tokens: usize,
    pub read_by: ReadBy,
}

/// What the question was read by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    #[default]
    Words,
    Meaning,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            query: String::new(),
            request: None,
            after: None,
            budget_tokens: 819,
            limit: 10,
            patience_ms: 10,
            rules: Rules::default(),
            confirmed: false,
        }
    }
}

// === impl Ask ===

impl Ask {
    pub(crate) fn whole(&self) -> &str {
        self.request.as_deref().unwrap_or(&self.query)
    }
}

impl Engine {
    /// What to put before a model with this request.
    pub async fn brief(&self, caller: &Caller, ask: Ask) -> Result<Brief> {
        let recall = Recall {
            after: ask.after.map(just_before),
            limit: Some(ask.limit),
            ..Recall::default()
        };
        let (brief, shown) = self
            .briefed(caller, None, &ask, recall, Some(ask.patience_ms))
            .await?;
        self.watch.shown(&shown);
        Ok(brief)
    }

    /// The same as it would be for a question that says where to look, however long that takes;
    /// nothing is counted.
    pub async fn brief_for(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        recall: Recall,
    ) -> Result<Brief> {
        let ask = Ask {
            query: recall.query.clone(),
            rules: Rules {
                ranking: recall.ranking.or(self.settings.brief.ranking),
                ..self.settings.brief.clone()
            },
            ..Ask::default()
        };
        let (brief, _) = self.briefed(caller, namespace, &ask, recall, None).await?;
        Ok(brief)
    }
}

impl Engine {
    /// By which rules something is put before a model where a request brings none.
    pub fn brief_rules(&self) -> &Rules {
        &self.settings.brief
    }
}

/// Times are told with both ends excluded.
fn just_before(moment: Moment) -> String {
    Moment::from_ms((moment.ms - 1).max(0)).rfc3339()
}

// === impl ReadBy ===

impl ReadBy {
    pub fn name(self) -> &'static str {
        match self {
            ReadBy::Words => "words",
            ReadBy::Meaning => "meaning",
        }
    }
}

/// The ranking that is meant where none is named.
pub(crate) fn ranking(rules: &Rules, usual: Ranking) -> Ranking {
    rules.ranking.unwrap_or(usual)
}
