//! What the gateway tells about itself.

use mneme_model::signal::Signal;

pub static REQUESTS: Signal = Signal::counter("memoryoss_proxy_requests_total", "calls of models");
pub static INJECTED: Signal = Signal::counter(
    "memoryoss_proxy_memories_injected_total",
    "memories put into calls",
);
pub static GATE_INJECT: Signal = Signal::counter(
    "memoryoss_proxy_gate_inject_total",
    "calls memory had something for",
);
pub static GATE_ABSTAIN: Signal = Signal::counter(
    "memoryoss_proxy_gate_abstain_total",
    "calls it had nothing for",
);
pub static GATE_NEED_MORE: Signal = Signal::counter(
    "memoryoss_proxy_gate_need_more_evidence_total",
    "calls it was not sure enough for",
);
pub static POLICY_BLOCK: Signal = Signal::counter(
    "memoryoss_proxy_policy_block_total",
    "calls a policy stopped",
);
pub static POLICY_CONFIRM: Signal = Signal::counter(
    "memoryoss_proxy_policy_require_confirmation_total",
    "calls a policy wanted confirmed",
);
pub static POLICY_WARN: Signal = Signal::counter(
    "memoryoss_proxy_policy_warn_total",
    "calls a policy warned of",
);
pub static FACTS: Signal = Signal::counter(
    "memoryoss_proxy_facts_extracted_total",
    "facts learned from calls, new or known",
);
pub static UPSTREAM_ERRORS: Signal = Signal::counter(
    "memoryoss_proxy_upstream_errors_total",
    "calls a provider did not answer, or failed",
);
pub static BYPASSED: Signal = Signal::counter(
    "mneme_proxy_bypassed_total",
    "calls that went without memory it should have had",
);
pub static TOKENS: Signal = Signal::counter(
    "mneme_proxy_tokens_injected_total",
    "tokens of blocks put into calls",
);
pub static CONVERSED: Signal = Signal::counter(
    "mneme_proxy_conversation_bytes_total",
    "bytes of conversations a block was put into",
);
pub static CACHEABLE: Signal = Signal::counter(
    "mneme_proxy_cache_safe_bytes_total",
    "the part of them that stands before the block",
);
pub static SPARED: Signal = Signal::counter(
    "mneme_proxy_cache_spared_bytes_total",
    "what of them was said earlier, and would stand behind a block before the conversation",
);
pub static UNLEARNED: Signal = Signal::counter(
    "mneme_proxy_extractions_dropped_total",
    "conversations nothing was learned from because too many waited",
);
pub static UNHEARD: Signal = Signal::counter(
    "mneme_proxy_answers_unheard_total",
    "answers that were too long to learn from",
);
pub static BROKEN: Signal = Signal::counter(
    "mneme_proxy_answers_broken_off_total",
    "streamed answers that broke off or were left, so that nothing was learned from their turn",
);
pub static LOST: Signal = Signal::counter(
    "mneme_proxy_extractions_lost_total",
    "conversations nothing was learned from because memory or the reading model did not answer",
);
pub static TURNS: Signal = Signal::counter(
    "mneme_proxy_turns_recorded_total",
    "turns of conversations that are kept",
);
pub static UNKEPT: Signal = Signal::counter(
    "mneme_proxy_recordings_dropped_total",
    "conversations that are not kept yet because too many waited",
);

pub static ALL: [&Signal; 21] = [
    &REQUESTS,
    &INJECTED,
    &GATE_INJECT,
    &GATE_ABSTAIN,
    &GATE_NEED_MORE,
    &POLICY_BLOCK,
    &POLICY_CONFIRM,
    &POLICY_WARN,
    &FACTS,
    &UPSTREAM_ERRORS,
    &BYPASSED,
    &TOKENS,
    &CONVERSED,
    &CACHEABLE,
    &SPARED,
    &UNLEARNED,
    &UNHEARD,
    &BROKEN,
    &LOST,
    &TURNS,
    &UNKEPT,
];
