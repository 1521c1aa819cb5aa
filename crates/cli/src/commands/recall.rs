//! `mneme recall`

use std::process::ExitCode;

use mneme_model::{Code, Moment};
use mneme_wire::operations::ask;
use mneme_wire::shapes::{Memory, QuestionShape, RecallRequest, ScoredMemory};
use mneme_wire::{Fault, Port};

use super::Outcome;
use super::list::standing;
use crate::args::RecallArgs;
use crate::output::{bold, counted, dim, json, note, one_line, plain};

pub async fn run(port: &dyn Port, args: RecallArgs) -> Outcome {
    let request = RecallRequest {
        query: args.query,
        limit: args.limit,
        budget: args.budget,
        explain: args.explain,
        shared: args.shared,
        agent: args.agent,
        session: args.session,
        kinds: Some(args.kinds),
        tags: Some(args.tags),
        from: args.from,
        to: args.to,
        as_of: args.as_of,
        ranking: args.ranking,
        now: args.now,
        namespace: args.place.namespace,
        ..RecallRequest::default()
    };
    let reply = ask(port, &request).await?;
    if args.json {
        return Ok(json(&reply));
    }
    reply.words_only.iter().for_each(by_words);
    if let Some(context) = &reply.context {
        if context.lines.is_empty() {
            say!("nothing fits into {} tokens", context.budget);
        }
        say!("{}", plain(&context.text));
        say!(
            "{}",
            dim(&format!("{} of {} tokens", context.tokens, context.budget))
        );
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(question) = &reply.question {
        say!("{}", dim(&looked_for(question)));
    }
    if reply.memories.is_empty() {
        say!("nothing found");
    }
    for (n, hit) in reply.memories.iter().enumerate() {
        say!(
            "{:>2}. {}  {}",
            n + 1,
            bold(&format!("{:.2}", hit.score)),
            one_line(&hit.memory.content, 160)
        );
        say!("          {}", dim(&source(&hit.memory)));
        explain(hit);
    }
    let shown = reply.memories.len();
    if reply.next_cursor.is_some() && args.limit.is_some_and(|limit| limit > shown) {
        let answers = counted(shown as u64, "answer");
        note(&format!(
            "there are more: no more than {answers} come at once"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Why meaning did not count, beside the answer.
fn by_words(fault: &Fault) {
    let again = match fault.known_code() {
        Code::ModelMissing => "",
        _ => " --force",
    };
    note(&format!("{} (mneme model fetch{again})", fault.error));
}

/// When, who, where it came from.
pub fn source(memory: &Memory) -> String {
    let when = Moment::parse(&memory.occurred_at)
        .map(Moment::minute)
        .unwrap_or_default();
    let who = memory.speaker.as_deref().or(memory.role.as_deref());
    let session = memory
        .session
        .as_ref()
        .map(|session| format!("session {session}"));
    let parts = [
        Some(when),
        Some(memory.kind.clone()),
        who.map(str::to_owned),
        session,
        Some(memory.id.clone()),
    ];
    let told = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    plain(&told) + &standing(memory)
}

/// What was made of the question.
fn looked_for(question: &QuestionShape) -> String {
    let mut parts = vec![format!("looked for: {}", question.words.join(" "))];
    if !question.people.is_empty() {
        parts.push(format!("said by {}", question.people.join(" or ")));
    }
    parts.extend(question.time.iter().map(|time| format!("around {time}")));
    parts.extend(question.newest.then(|| String::from("newest first")));
    parts.push(match &question.model {
        Some(model) => format!("by words and meaning ({model})"),
        None => String::from("by words"),
    });
    parts.push(format!("ranking {}", question.ranking));
    parts.join(" · ")
}

fn explain(hit: &ScoredMemory) {
    let Some(why) = &hit.why else { return };
    let shares = why.features.iter().map(|f| {
        let guessed = if f.guessed { " (guessed)" } else { "" };
        format!("{} {:+.3}{guessed}", f.feature, f.share)
    });
    say!("          {}", dim(&shares.collect::<Vec<_>>().join("  ")));
    if !why.matched.is_empty() {
        say!(
            "          {}",
            dim(&format!("says itself: {}", why.matched.join(" ")))
        );
    }
}
