//! `mneme review`: by place, so that nobody has to copy an id, or by key, which nothing moves.

use std::process::ExitCode;
use std::time::Duration;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{
    PeekRequest, ReviewActionReply, ReviewActionRequest, ReviewItem, ReviewQueueReply,
    ReviewQueueRequest,
};
use mneme_wire::{Fault, Port};
use tokio::time::{Instant, sleep};

use super::Outcome;
use crate::args::{ItemArgs, Place, ReviewVerb, WithArgs};
use crate::output::{self, bold, counted, dim, json, plain};

/// The most a queue shows: as far as a place can point.
const MOST: usize = 100;
/// Something may just be learnt; so long it is waited for.
const LEARNING: Duration = Duration::from_secs(2);
/// So much of what was decided on is shown.
const SHOWN_CHARS: usize = 100;
const BETWEEN: Duration = Duration::from_millis(100);

pub async fn run(port: &dyn Port, verb: ReviewVerb) -> Outcome {
    match verb {
        ReviewVerb::Queue {
            limit,
            place,
            json: as_json,
        } => {
            let queue = queue(port, &place, limit).await?;
            if as_json {
                return Ok(json(&queue));
            }
            show(&queue);
            Ok(ExitCode::SUCCESS)
        }
        ReviewVerb::Confirm(item) => act(port, "confirm", item, None).await,
        ReviewVerb::Reject(item) => act(port, "reject", item, None).await,
        ReviewVerb::Supersede { item, with } => act(port, "supersede", item, Some(with)).await,
    }
}

async fn queue(port: &dyn Port, place: &Place, limit: usize) -> Result<ReviewQueueReply, Fault> {
    let request = ReviewQueueRequest {
        namespace: place.namespace.clone(),
        limit: Some(limit),
    };
    ask(port, &request).await
}

fn show(queue: &ReviewQueueReply) {
    let summary = &queue.summary;
    say!("Pending review items: {}", summary.pending);
    if summary.pending > 0 {
        let (contested, rejected) = (summary.contested, summary.rejected);
        say!(
            "{}",
            dim(&format!(
                "{contested} contested, {rejected} rejected, {} candidates; the oldest for {:.0} hours",
                summary.candidate, summary.oldest_age_hours
            ))
        );
    }
    for (n, item) in queue.items.iter().enumerate() {
        let what = format!("[{} -> {}]", item.queue_kind, item.suggested_action);
        say!("{:>3}. {} {}", n + 1, bold(&what), plain(&item.preview));
        say!("     {}", dim(&about(item)));
    }
    let hidden = summary.pending.saturating_sub(queue.items.len() as u64);
    if hidden > 0 {
        say!(
            "{}",
            dim(&format!("and {hidden} more: --limit shows up to {MOST}"))
        );
    }
}

fn about(item: &ReviewItem) -> String {
    let mut told = vec![format!("trust {:.2}", item.trust_score)];
    if let Some(sure) = item.confidence {
        told.push(format!("confidence {sure:.2}"));
    }
    if item.contradiction_count > 0 {
        told.push(format!("contradicted by {}", item.contradiction_count));
    }
    if let Some(action) = &item.last_review_action {
        told.push(format!("last {action}"));
    }
    if !item.tags.is_empty() {
        told.push(plain(&item.tags.join(" ")));
    }
    told.join(", ")
}

/// The queue, once it has so many: what a machine learns from a talk comes a moment behind its answer.
async fn filled(port: &dyn Port, place: &Place, items: usize) -> Result<ReviewQueueReply, Fault> {
    let until = Instant::now() + LEARNING;
    loop {
        let queue = queue(port, place, MOST).await?;
        if queue.items.len() >= items.min(MOST) || Instant::now() >= until {
            return Ok(queue);
        }
        sleep(BETWEEN).await;
    }
}

async fn act(port: &dyn Port, action: &str, args: ItemArgs, with: Option<WithArgs>) -> Outcome {
    let (by, by_key) = with.map_or((None, None), |with| (with.with_item, with.with_key));
    let queue = match args.item.max(by) {
        Some(places) => Some(filled(port, &args.place, places).await?),
        None => None,
    };
    let key_at = |place: Option<usize>| match (queue.as_ref(), place) {
        (Some(queue), Some(place)) => at(queue, place).map(|item| Some(item.review_key.clone())),
        _ => Ok(None),
    };
    let request = ReviewActionRequest {
        namespace: args.place.namespace.clone(),
        review_key: key_at(args.item)?.or(args.key).unwrap_or_default(),
        action: action.to_owned(),
        supersede_with_review_key: key_at(by)?.or(by_key),
    };
    let done = ask(port, &request).await?;
    if args.json {
        return Ok(json(&done));
    }
    let named = args.item.map(|place| format!("item {place}"));
    let named = named.unwrap_or_else(|| done.review_key.clone());
    say!(
        "Applied {action} to {named} in namespace {}",
        done.namespace
    );
    let words = words(port, &done).await;
    say!("{} {}", dim(&done.memory.status), plain(&words));
    if done.queue_kind_before.is_none() {
        output::note("it was not in the queue: nobody had asked for a word on it");
    }
    Ok(ExitCode::SUCCESS)
}

/// What it says, so that nobody has to guess what a key or a place stood for.
async fn words(port: &dyn Port, done: &ReviewActionReply) -> String {
    let key = done.review_key.as_str();
    let request = PeekRequest {
        id: key.strip_prefix("review:").unwrap_or(key).to_owned(),
        namespace: Some(done.namespace.clone()),
        content_chars: Some(SHOWN_CHARS),
    };
    let peeked = ask(port, &request).await;
    peeked.ok().and_then(|one| one.content).unwrap_or_default()
}

fn at(queue: &ReviewQueueReply, place: usize) -> Result<&ReviewItem, Fault> {
    let item = place.checked_sub(1).and_then(|n| queue.items.get(n));
    item.ok_or_else(|| Fault {
        hint: String::from("`mneme review queue` shows the places there are"),
        ..Fault::new(
            Code::NoSuchMemory,
            format!(
                "there is no item {place}: the queue has {}",
                counted(queue.items.len() as u64, "item")
            ),
        )
    })
}
