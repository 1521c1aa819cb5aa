//! What memory has to say to a call; at most a moment is spent on it.

use axum::http::header::{ACCEPT_ENCODING, HeaderMap, HeaderName, HeaderValue};
use mneme_engine::brief::{Ask, Brief, ReadBy, Rules};
use mneme_engine::guard::{PolicyVerdict, Ruling, Stop};
use tokio::time::timeout;

use crate::answer::{Refused, Result, Why};
use crate::exchange::{Call, Entry};
use crate::inlets::Injected;
use crate::memory::Lost;
use crate::settings::Settings;
use crate::weigh::could_be_stopped;
use crate::{body, context, headers, signals};

/// What came of asking.
#[derive(Debug)]
pub struct Recollected {
    pub block: Option<String>,
    pub injected: usize,
    pub tokens: usize,
    gate: &'static str,
    read_by: Option<ReadBy>,
    bypassed: Option<&'static str>,
    policy: Vec<(&'static str, String)>,
}

/// How many memories a question is answered from.
const LIMIT: usize = 10;
pub const SEALED: &str = "the body is packed in a way that cannot be read here, and it has to be read: send it plain, or as gzip, deflate or zstd";

/// A refused message stays in the client's history, and is judged with the next one.
const GO_ON: &str = "to go on without it, take that message out of the conversation, or take it back in words (\"never mind\", \"I meant ...\")";

/// What to tell the model. A policy may stop the call here; nothing else does.
pub async fn recollect(call: &Call<'_>) -> Result<Recollected> {
    if !call.mode.recalls() {
        return Ok(Recollected::off());
    }
    let Some(ask) = call.ask() else {
        return Ok(Recollected::default());
    };
    let (confirmed, request) = (ask.confirmed, ask.request.clone());
    let (gateway, caller) = (call.gateway, &call.admitted.caller);
    if call.admitted.once {
        // Memory may be back by now; whether the key still opens it was not said.
        let known = gateway.rules.judge(caller, &request.unwrap_or_default());
        return alone(gateway.memory.away(), &known, confirmed);
    }
    gateway.rules.meet(caller);
    let briefing = gateway.memory.brief(caller, ask);
    let lost = match timeout(gateway.settings.patience, briefing).await {
        Ok(Ok(brief)) => {
            if brief.policy.decision != Ruling::Allow {
                gateway.rules.hurry();
            }
            return judged(brief, confirmed);
        }
        Ok(Err(Lost::Refused(told))) => return Err(Refused::new(Why::Forbidden, told)),
        Ok(Err(Lost::Gone(why))) => why,
        Err(_) => "timeout",
    };
    let known = gateway.rules.judge(caller, &request.unwrap_or_default());
    alone(lost, &known, confirmed)
}

/// Of a call that nobody here can read. Where a rule holds that could stop it nobody can say that it
/// does not, so it goes no further.
pub async fn unread(entry: &Entry<'_>) -> Result<Recollected> {
    let rules = || could_be_stopped(entry.gateway, &entry.admitted);
    match entry.must_be_read() || rules().await? {
        true => Err(Refused::new(Why::Sealed, SEALED).with_header(ACCEPT_ENCODING, body::READ)),
        false => Ok(Recollected::missed("unreadable")),
    }
}

/// Without memory, and not without the rules that were known last.
pub fn alone(lost: &'static str, policy: &PolicyVerdict, confirmed: bool) -> Result<Recollected> {
    let missed = Recollected::missed(lost);
    counted(policy.decision);
    if let Some(stop) = policy.stops(confirmed) {
        return Err(stopped(stop, policy, confirmed).with_header(headers::BYPASSED, lost));
    }
    Ok(Recollected {
        policy: policy.headers(confirmed),
        ..missed
    })
}

/// Nothing was looked for but what is allowed.
pub fn ruled(policy: &PolicyVerdict, confirmed: bool) -> Result<Recollected> {
    counted(policy.decision);
    match policy.stops(confirmed) {
        Some(stop) => Err(stopped(stop, policy, confirmed)),
        None => Ok(Recollected {
            policy: policy.headers(confirmed),
            ..Recollected::default()
        }),
    }
}

fn judged(brief: Brief, confirmed: bool) -> Result<Recollected> {
    count(&brief);
    if let Some(stop) = brief.stop {
        return Err(stopped(stop, &brief.policy, confirmed));
    }
    Ok(Recollected {
        injected: brief.injected.len(),
        tokens: brief.tokens,
        gate: brief.gate.decision.name(),
        read_by: Some(brief.read_by),
        bypassed: None,
        policy: brief.policy.headers(confirmed),
        block: brief.block,
    })
}

fn stopped(stop: Stop, policy: &PolicyVerdict, confirmed: bool) -> Refused {
    let rule = policy.strictest();
    let rule = rule.map_or_else(String::new, |rule| format!(": \"{rule}\""));
    let (why, told) = match stop {
        Stop::Blocked => (
            Why::Blocked,
            format!("a remembered policy forbids this{rule}; {GO_ON}"),
        ),
        Stop::Unconfirmed => (
            Why::Unconfirmed,
            format!(
                "a remembered policy wants this confirmed{rule}. Send it again with X-Memory-Policy-Confirm: true; or {GO_ON}"
            ),
        ),
    };
    let shown = serde_json::to_value(policy).unwrap_or_default();
    Refused::by_policy(why, told, shown).with_headers(named(policy.headers(confirmed)))
}

fn count(brief: &Brief) {
    match brief.gate.decision.name() {
        // Nothing is put before a model that is not called.
        "inject" if brief.stop.is_none() => signals::GATE_INJECT.add(1),
        "need_more_evidence" => signals::GATE_NEED_MORE.add(1),
        _ => signals::GATE_ABSTAIN.add(1),
    }
    counted(brief.policy.decision);
}

fn counted(ruling: Ruling) {
    match ruling {
        Ruling::Block => signals::POLICY_BLOCK.add(1),
        Ruling::RequireConfirmation => signals::POLICY_CONFIRM.add(1),
        Ruling::Warn => signals::POLICY_WARN.add(1),
        Ruling::Allow => {}
    }
}

fn named(policy: Vec<(&'static str, String)>) -> HeaderMap {
    let pairs = policy.into_iter().filter_map(|(name, value)| {
        let value = HeaderValue::from_str(&value).ok()?;
        Some((HeaderName::from_static(name), value))
    });
    pairs.collect()
}

// === impl Call ===

impl Call<'_> {
    fn ask(&self) -> Option<Ask> {
        let settings = &self.gateway.settings;
        let share = settings.max_memory_pct;
        let said = self.asked.said.clone()?;
        Some(Ask {
            query: said.question,
            request: Some(said.whole),
            after: self.mode.after,
            budget_tokens: context::budget(&self.asked.model, share, &settings.context_sizes),
            limit: LIMIT,
            patience_ms: u64::try_from(settings.reading.as_millis()).unwrap_or(u64::MAX),
            rules: settings.rules(),
            confirmed: headers::is_confirmed(&self.parts.headers),
        })
    }
}

// === impl Settings ===

impl Settings {
    /// By which rules memory goes before a model.
    pub fn rules(&self) -> Rules {
        Rules {
            min_recall_score: self.min_recall_score,
            min_channel_score: self.min_channel_score,
            diversity_factor: self.diversity_factor,
            confidence_gate: self.confidence_gate,
            identifier_first: self.identifier_first,
            ..Rules::default()
        }
    }
}

// === impl Recollected ===

impl Default for Recollected {
    fn default() -> Self {
        Self {
            block: None,
            injected: 0,
            tokens: 0,
            gate: "abstain",
            read_by: None,
            bypassed: None,
            policy: Vec::new(),
        }
    }
}

impl Recollected {
    /// Nobody wanted any.
    pub fn off() -> Self {
        Self::without("off")
    }

    fn without(why: &'static str) -> Self {
        Self {
            bypassed: Some(why),
            ..Self::default()
        }
    }

    /// There should have been memory, and there was none.
    pub fn missed(why: &'static str) -> Self {
        signals::BYPASSED.add(1);
        Self::without(why)
    }

    /// Counts what went in, and where.
    pub fn count(&self, injected: &Injected) {
        signals::INJECTED.add(self.injected as u64);
        signals::TOKENS.add(self.tokens as u64);
        signals::CONVERSED.add(injected.all as u64);
        signals::CACHEABLE.add(injected.before as u64);
        signals::SPARED.add(injected.spared as u64);
    }

    /// The block did not get in after all.
    pub fn left_out(&mut self) {
        *self = Self {
            policy: std::mem::take(&mut self.policy),
            gate: self.gate,
            read_by: self.read_by,
            ..Self::default()
        };
    }

    /// Why there was no memory, where there should have been.
    pub fn bypassed(&self) -> Option<&'static str> {
        self.bypassed
    }

    /// What the client is told of it.
    pub fn dress(&self, to: &mut HeaderMap) {
        to.insert(headers::INJECTED, HeaderValue::from(self.injected));
        to.insert(headers::GATE, HeaderValue::from_static(self.gate));
        if let Some(why) = self.bypassed {
            to.insert(headers::BYPASSED, HeaderValue::from_static(why));
        }
        if let Some(read_by) = self.read_by {
            to.insert(headers::READ_BY, HeaderValue::from_static(read_by.name()));
        }
        to.extend(named(self.policy.clone()));
    }
}
