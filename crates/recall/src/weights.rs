//! Every weight of the ranking in one place. Set by hand on 2026-11-15 from the order of
//! effects measured on public conversations; not yet fitted.

/// Share of the attainable window score.
pub const WINDOW: f64 = 1.0;
/// Share of the question's words (by rarity) that the record itself says.
pub const OWN: f64 = 0.25;
/// Share of the question's identifiers that the record has whole.
pub const IDENTIFIER: f64 = 0.35;
/// The record was said by somebody the question names.
pub const SPEAKER: f64 = 0.12;
/// The record only asks.
pub const ASKS: f64 = -0.06;

/// Candidates that are loaded and ranked for a page.
pub const RANKED: usize = 200;
