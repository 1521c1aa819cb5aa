//! Kinds of things that cannot be undone.

use serde::{Deserialize, Serialize};

use super::spoken::Spoken;
use super::vocabulary::{
    DELETE, DEPLOY, EXFILTRATE, FLAGS, FORCED, MAKE_PUBLIC, OVERRIDE, PUSH_LIVE, Row,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Deploy,
    Delete,
    Exfiltrate,
    Override,
}

// === impl Risk ===

impl Risk {
    pub const ALL: [Risk; 4] = [Risk::Deploy, Risk::Delete, Risk::Exfiltrate, Risk::Override];

    pub fn name(self) -> &'static str {
        match self {
            Risk::Deploy => "deploy",
            Risk::Delete => "delete",
            Risk::Exfiltrate => "exfiltrate",
            Risk::Override => "override",
        }
    }

    pub(super) fn rows(self) -> &'static [Row] {
        match self {
            Risk::Deploy => &[DEPLOY, PUSH_LIVE],
            Risk::Delete => &[DELETE],
            Risk::Exfiltrate => &[EXFILTRATE, MAKE_PUBLIC],
            Risk::Override => &[OVERRIDE, FLAGS, FORCED],
        }
    }

    /// Those of its verbs that mean it in these words.
    pub(super) fn verbs_in(self, said: &Spoken) -> impl Iterator<Item = &'static str> {
        let meant = |row: &&Row| row.targets.is_empty() || said.first(row.targets).is_some();
        let rows = self.rows().iter().filter(meant);
        rows.flat_map(|row| row.verbs.iter().copied())
    }

    /// What an order of this kind is given with.
    pub(super) fn verbs(self) -> impl Iterator<Item = &'static str> {
        self.rows().iter().flat_map(|row| row.verbs.iter().copied())
    }
}
