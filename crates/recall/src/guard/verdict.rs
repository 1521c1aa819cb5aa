//! What the firewall says of a request.

use serde::{Deserialize, Serialize};

use super::Risk;

/// Whoever sends this along has thought about it.
pub const CONFIRM_HEADER: &str = "X-Memory-Policy-Confirm";

const BEGINNING_CHARS: usize = 80;

/// From harmless to forbidden: the strongest wins.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    #[default]
    Allow,
    Warn,
    RequireConfirmation,
    Block,
}

/// Why a request does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// A policy forbids it.
    Blocked,
    /// A policy wants a word first, and nobody has given it.
    Unconfirmed,
}

/// In its published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PolicyVerdict {
    /// Whether the request wants anything risky.
    pub active: bool,
    pub decision: Ruling,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risky_actions: Vec<Risk>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_terms: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_policies: Vec<MatchedPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmation_header: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchedPolicy {
    pub memory_id: String,
    pub content: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub action_classes: Vec<Risk>,
    pub decision: Ruling,
    pub score: f64,
    pub trust_score: f64,
    pub status: String,
}

// === impl Ruling ===

impl Ruling {
    pub fn name(self) -> &'static str {
        match self {
            Ruling::Allow => "allow",
            Ruling::Warn => "warn",
            Ruling::RequireConfirmation => "require_confirmation",
            Ruling::Block => "block",
        }
    }
}

// === impl Stop ===

impl Stop {
    /// The status of the answer.
    pub fn status(self) -> u16 {
        match self {
            Stop::Blocked => 403,
            Stop::Unconfirmed => 428,
        }
    }
}

// === impl PolicyVerdict ===

impl PolicyVerdict {
    /// Whether the request goes no further. A word releases what needs one, and nothing else.
    pub fn stops(&self, confirmed: bool) -> Option<Stop> {
        match self.decision {
            Ruling::Block => Some(Stop::Blocked),
            Ruling::RequireConfirmation if !confirmed => Some(Stop::Unconfirmed),
            _ => None,
        }
    }

    /// How the strictest rule begins, so that somebody knows which memory it is.
    pub fn strictest(&self) -> Option<String> {
        let rule = self.matched_policies.first()?;
        Some(crate::brief::cut(rule.content.trim(), BEGINNING_CHARS))
    }

    /// What goes with the answer; nothing where nothing risky was wanted.
    pub fn headers(&self, confirmed: bool) -> Vec<(&'static str, String)> {
        if !self.active {
            return Vec::new();
        }
        let actions: Vec<&str> = self.risky_actions.iter().map(|risk| risk.name()).collect();
        let mut headers = vec![
            ("x-memory-policy-decision", self.decision.name().to_owned()),
            ("x-memory-policy-actions", actions.join(",")),
        ];
        if !self.matched_policies.is_empty() {
            let count = self.matched_policies.len().to_string();
            headers.push(("x-memory-policy-match-count", count));
        }
        if self.decision == Ruling::RequireConfirmation {
            headers.push(("x-memory-policy-confirmed", confirmed.to_string()));
        }
        headers
    }

    /// The value of the header that confirms.
    pub fn is_confirmation(value: &str) -> bool {
        let value = value.trim().to_ascii_lowercase();
        matches!(value.as_str(), "true" | "1" | "yes" | "confirm")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(decision: Ruling) -> PolicyVerdict {
        PolicyVerdict {
            active: true,
            decision,
            risky_actions: vec![Risk::Deploy, Risk::Override],
            ..PolicyVerdict::default()
        }
    }

    #[test]
    fn g_060_a_word_releases_what_needs_one_and_no_block() {
        let wanted = verdict(Ruling::RequireConfirmation);
        assert_eq!(wanted.stops(false), Some(Stop::Unconfirmed));
        assert_eq!(wanted.stops(true), None);
        assert_eq!(verdict(Ruling::Block).stops(true), Some(Stop::Blocked));
        assert_eq!(verdict(Ruling::Warn).stops(false), None);
        assert_eq!(
            (Stop::Blocked.status(), Stop::Unconfirmed.status()),
            (403, 428)
        );
        for yes in ["true", "1", "Yes", " confirm "] {
            assert!(PolicyVerdict::is_confirmation(yes), "{yes}");
        }
        for no in ["", "false", "0", "no", "truee"] {
            assert!(!PolicyVerdict::is_confirmation(no), "{no}");
        }
    }

    #[test]
    fn g_137_headers_tell_what_was_decided() {
        let told = verdict(Ruling::RequireConfirmation).headers(false);
        assert_eq!(
            told,
            [
                (
                    "x-memory-policy-decision",
                    "require_confirmation".to_owned()
                ),
                ("x-memory-policy-actions", "deploy,override".to_owned()),
                ("x-memory-policy-confirmed", "false".to_owned()),
            ]
        );
        assert!(PolicyVerdict::default().headers(true).is_empty());
        let warned = verdict(Ruling::Warn).headers(true);
        assert_eq!(warned.len(), 2, "nothing was to be confirmed");
    }

    #[test]
    fn the_published_shape_leaves_out_what_is_empty() {
        let told = serde_json::to_value(PolicyVerdict::default()).unwrap();
        assert_eq!(
            told,
            serde_json::json!({ "active": false, "decision": "allow" })
        );
        let read: PolicyVerdict = serde_json::from_value(told).unwrap();
        assert_eq!(read, PolicyVerdict::default());
    }
}
