//! What providers cost.

use mneme_model::signal::Signal;

pub static CALLS: Signal = Signal::counter("mneme_provider_calls_total", "prompts sent to a model");
pub static FAILURES: Signal = Signal::counter(
    "mneme_provider_failures_total",
    "prompts a model gave no usable answer to",
);
pub static TOKENS: Signal = Signal::counter(
    "mneme_provider_tokens_total",
    "tokens sent to and taken from models",
);

pub static ALL: [&Signal; 3] = [&CALLS, &FAILURES, &TOKENS];
