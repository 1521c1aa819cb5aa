//! Which ways of looking are tried for a question, in which order, and when to stop.

use crate::intent::Intent;

/// A way of looking. Codes are those of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    Topics = 1,
    Hybrid = 2,
    Vector = 3,
    Words = 4,
    /// Walking through the table of contents; always possible.
    Agentic = 5,
}

/// What the healthy layers amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    Full = 1,
    Hybrid = 2,
    Semantic = 3,
    Keyword = 4,
    Agentic = 5,
}

/// How layers are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One after the other, until one is good enough.
    Sequential = 1,
    /// All of them; the best of all is the answer.
    Parallel = 2,
    /// The first two together, then one after the other.
    Hybrid = 3,
}

/// Which layers can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Healthy {
    pub words: bool,
    pub vectors: bool,
    pub topics: bool,
}

/// When to stop looking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub max_depth: usize,
    pub max_nodes: usize,
    pub max_calls: usize,
    pub max_tokens: usize,
    pub timeout_ms: u64,
    pub beam_width: usize,
    pub min_confidence: f32,
}

/// A best score from here on is good enough.
pub const ENOUGH: f64 = 0.3;
/// Layers tried for one question.
pub const MOST_LAYERS: usize = 3;

impl Default for Stop {
    fn default() -> Self {
        Self {
            max_depth: 5,
            max_nodes: 100,
            max_calls: 20,
            max_tokens: 4_000,
            timeout_ms: 5_000,
            beam_width: 1,
            min_confidence: 0.0,
        }
    }
}

// === impl Healthy ===

impl Healthy {
    pub fn tier(self) -> Tier {
        match (self.words, self.vectors, self.topics) {
            (true, true, true) => Tier::Full,
            (true, true, false) => Tier::Hybrid,
            (false, true, _) => Tier::Semantic,
            (true, false, _) => Tier::Keyword,
            (false, false, _) => Tier::Agentic,
        }
    }

    fn has(self, layer: Layer) -> bool {
        match layer {
            Layer::Topics => self.topics,
            Layer::Hybrid => self.words && self.vectors,
            Layer::Vector => self.vectors,
            Layer::Words => self.words,
            Layer::Agentic => true,
        }
    }

    /// The layers worth trying for an intent, the best first. Walking is the last of them.
    pub fn chain(self, intent: Intent) -> Vec<Layer> {
        use Layer::{Agentic, Hybrid, Topics, Vector, Words};
        let wanted: &[Layer] = match intent {
            Intent::Explore => &[Topics, Hybrid, Vector, Words, Agentic],
            Intent::Answer => &[Hybrid, Words, Vector, Agentic],
            Intent::Locate => &[Words, Hybrid, Vector, Agentic],
            Intent::TimeBoxed => &[Hybrid, Vector, Words],
        };
        let mut chain: Vec<Layer> = wanted.iter().copied().filter(|l| self.has(*l)).collect();
        if intent == Intent::TimeBoxed {
            chain.truncate(1);
            chain.push(Agentic);
        }
        chain
    }
}

/// The layers of a chain that are tried: few, and walking among them, as it alone sees what is
/// in no segment yet.
pub fn tried(chain: &[Layer], most: usize) -> Vec<Layer> {
    let most = most.clamp(1, MOST_LAYERS);
    let indexed = chain
        .iter()
        .copied()
        .filter(|layer| *layer != Layer::Agentic);
    let mut tried: Vec<Layer> = indexed.take(most.max(2) - 1).collect();
    tried.push(Layer::Agentic);
    tried.truncate(most);
    tried
}

// === impl Mode ===

impl Mode {
    pub fn of(intent: Intent) -> Self {
        match intent {
            Intent::Explore => Self::Parallel,
            Intent::Answer => Self::Hybrid,
            Intent::Locate | Intent::TimeBoxed => Self::Sequential,
        }
    }

    /// How many layers are tried whatever the first of them finds.
    pub fn together(self) -> usize {
        match self {
            Self::Sequential => 1,
            Self::Hybrid => 2,
            Self::Parallel => MOST_LAYERS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Layer::*;
    use super::*;

    const NONE: Healthy = Healthy {
        words: false,
        vectors: false,
        topics: false,
    };

    #[test]
    fn t_079_the_tier_follows_what_is_healthy() {
        let of = |words, vectors, topics| {
            let healthy = Healthy {
                words,
                vectors,
                topics,
            };
            healthy.tier()
        };
        assert_eq!(of(true, true, true), Tier::Full);
        assert_eq!(of(true, true, false), Tier::Hybrid);
        assert_eq!(of(false, true, true), Tier::Semantic);
        assert_eq!(of(true, false, true), Tier::Keyword);
        assert_eq!(of(false, false, true), Tier::Agentic);
    }

    #[test]
    fn chains_leave_out_what_is_not_there_and_end_with_walking() {
        let both = Healthy {
            words: true,
            vectors: true,
            topics: false,
        };
        assert_eq!(
            both.chain(Intent::Explore),
            [Hybrid, Vector, Words, Agentic]
        );
        assert_eq!(both.chain(Intent::Locate), [Words, Hybrid, Vector, Agentic]);
        assert_eq!(both.chain(Intent::TimeBoxed), [Hybrid, Agentic]);
        let words = Healthy {
            words: true,
            ..NONE
        };
        assert_eq!(words.chain(Intent::Answer), [Words, Agentic]);
        assert_eq!(NONE.chain(Intent::TimeBoxed), [Agentic]);
        assert_eq!(
            tried(&both.chain(Intent::Answer), 20),
            [Hybrid, Words, Agentic]
        );
        assert_eq!(tried(&both.chain(Intent::Answer), 1), [Hybrid]);
        assert_eq!(tried(&[Agentic], 0), [Agentic]);
    }
}
