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

pub static HOOKS: Signal = Signal::counter("mneme_webhooks_total", "webhooks called");
pub static HOOK_FAILURES: Signal = Signal::counter(
    "mneme_webhook_failures_total",
    "webhooks that could not be called, or answered with an error",
);

pub static ALL: [&Signal; 5] = [&CALLS, &FAILURES, &TOKENS, &HOOKS, &HOOK_FAILURES];
