//! The numbers segments are made by.

use mneme_model::{Kind, Role};

use super::{Turn, Weighed};

/// Settings of segmentation, with the defaults of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A pause longer than this closes a segment.
    pub time_threshold_ms: i64,
    /// A segment has no more tokens, unless a single event has.
    pub token_threshold: u64,
    /// How far before its start a segment's context reaches.
    pub overlap_time_ms: i64,
    pub overlap_tokens: u64,
    /// So much of a tool's result counts; the rest is bulk.
    pub max_tool_result_chars: usize,
    /// Shorter stretches are joined to the next one where that is possible.
    pub min_events_per_segment: usize,
}

const CHARS_PER_TOKEN: u64 = 4;

impl Default for Rules {
    fn default() -> Self {
        Self {
            time_threshold_ms: 1_800_000,
            token_threshold: 4_000,
            overlap_time_ms: 300_000,
            overlap_tokens: 500,
            max_tool_result_chars: 1_000,
            min_events_per_segment: 2,
        }
    }
}

// === impl Rules ===

impl Rules {
    pub fn weigh(&self, turn: &Turn<'_>) -> Weighed {
        let is_tool = turn.kind == Kind::ToolResult || turn.role == Some(Role::Tool);
        Weighed {
            occurred_ms: turn.occurred_ms,
            tokens: self.tokens(turn.text, is_tool),
            kind: turn.kind,
        }
    }

    /// A quarter of the characters, rounded up, and never nothing.
    pub fn tokens(&self, text: &str, is_tool: bool) -> u64 {
        let chars = match is_tool {
            true => text.chars().take(self.max_tool_result_chars).count(),
            false => text.chars().count(),
        };
        (chars as u64).div_ceil(CHARS_PER_TOKEN).max(1)
    }

    /// Whether an open segment has been left alone long enough to be closed. The earlier of
    /// both times counts: an import of old events is idle at once. So is what lies further in the
    /// future than a pause: nobody is talking there.
    pub fn closes_idle(&self, last_occurred_ms: i64, last_recorded_ms: i64, now_ms: i64) -> bool {
        let last = last_occurred_ms.min(last_recorded_ms);
        let ahead_ms = last_occurred_ms.saturating_sub(now_ms);
        now_ms.saturating_sub(last).max(ahead_ms) > self.time_threshold_ms
    }

    /// How many of the last events `before` a segment are its context. They are read, never
    /// quoted.
    pub fn overlap(&self, before: &[Weighed], start_ms: i64) -> usize {
        let mut tokens = 0;
        let near = before.iter().rev().take_while(|event| {
            tokens += event.tokens;
            let pause = start_ms.saturating_sub(event.occurred_ms);
            pause <= self.overlap_time_ms && tokens <= self.overlap_tokens
        });
        near.count()
    }
}
