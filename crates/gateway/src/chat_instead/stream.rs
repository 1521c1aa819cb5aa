//! A stream of chat completions as one of Responses.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use http_body::Frame;
use serde_json::{Value, json};

use super::reply::{Called, message_id, message_item, response, usage};
use crate::signals;
use crate::tap::{Heard, LONGEST_LINE};

/// Told again event by event, while it comes.
pub struct Retold<B> {
    body: B,
    line: Vec<u8>,
    told: Told,
    /// What is to be handed on before more is read.
    waiting: VecDeque<Bytes>,
    heard: Option<Heard>,
    /// It cannot be told to its end any more, and is not told as if it had one.
    lost: bool,
}

/// What was said so far.
#[derive(Default)]
struct Told {
    id: String,
    model: Value,
    begun: bool,
    done: bool,
    /// The provider said so.
    failed: bool,
    words: String,
    /// Where the words stand in the answer, once there are any.
    words_at: Option<usize>,
    calls: Vec<(usize, Called)>,
    items: usize,
    usage: Value,
}

fn event(kind: &str, mut fields: Value) -> Bytes {
    fields["type"] = json!(kind);
    Bytes::from(format!("event: {kind}\ndata: {fields}\n\n"))
}

fn failure(error: &Value) -> Value {
    json!({ "code": error["code"], "message": error["message"], "param": error["param"] })
}

// === impl Told ===

impl Told {
    fn take(&mut self, data: &str) -> Vec<Bytes> {
        if data == "[DONE]" {
            return self.end();
        }
        let Ok(chunk) = serde_json::from_str::<Value>(data) else {
            return Vec::new();
        };
        if !chunk["error"].is_null() {
            self.failed = true;
            return vec![event("error", failure(&chunk["error"]))];
        }
        let mut events = self.begin(&chunk);
        if !chunk["usage"].is_null() {
            self.usage = usage(&chunk["usage"]);
        }
        let delta = &chunk["choices"][0]["delta"];
        if let Some(text) = delta["content"].as_str().filter(|text| !text.is_empty()) {
            events.extend(self.said(text));
        }
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            events.extend(self.called(call));
        }
        events
    }

    fn begin(&mut self, chunk: &Value) -> Vec<Bytes> {
        if std::mem::replace(&mut self.begun, true) {
            return Vec::new();
        }
        self.id = chunk["id"].as_str().unwrap_or_default().to_owned();
        self.model = chunk["model"].clone();
        let response = response(
            &self.id,
            &self.model,
            "in_progress",
            Vec::new(),
            Value::Null,
        );
        vec![event("response.created", json!({ "response": response }))]
    }

    fn said(&mut self, text: &str) -> Vec<Bytes> {
        let mut events = Vec::new();
        let at = *self.words_at.get_or_insert_with(|| {
            let (at, item) = (self.items, message_item(&self.id, "", "in_progress"));
            self.items += 1;
            let added = json!({ "output_index": at, "item": item });
            events.push(event("response.output_item.added", added));
            let part = json!({ "type": "output_text", "text": "", "annotations": [] });
            let added = json!({ "item_id": message_id(&self.id), "output_index": at, "content_index": 0, "part": part });
            events.push(event("response.content_part.added", added));
            at
        });
        self.words.push_str(text);
        let item_id = message_id(&self.id);
        let delta =
            json!({ "item_id": item_id, "output_index": at, "content_index": 0, "delta": text });
        events.push(event("response.output_text.delta", delta));
        events
    }

    fn called(&mut self, call: &Value) -> Vec<Bytes> {
        let mut events = Vec::new();
        let n = call["index"].as_u64().unwrap_or_default() as usize;
        if n >= self.calls.len() {
            let made = Called {
                call_id: call["id"].as_str().unwrap_or_default().to_owned(),
                name: call["function"]["name"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
                arguments: String::new(),
            };
            let added = json!({ "output_index": self.items, "item": made.item("in_progress") });
            events.push(event("response.output_item.added", added));
            self.calls.push((self.items, made));
            self.items += 1;
        }
        let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
        if let (Some((at, made)), false) = (self.calls.get_mut(n), arguments.is_empty()) {
            made.arguments.push_str(arguments);
            let delta = json!({ "item_id": made.id(), "output_index": at, "delta": arguments });
            events.push(event("response.function_call_arguments.delta", delta));
        }
        events
    }

    fn end(&mut self) -> Vec<Bytes> {
        self.done = true;
        let mut events = Vec::new();
        for (at, call) in &self.calls {
            let done =
                json!({ "item_id": call.id(), "output_index": at, "arguments": call.arguments });
            events.push(event("response.function_call_arguments.done", done));
            let done = json!({ "output_index": at, "item": call.item("completed") });
            events.push(event("response.output_item.done", done));
        }
        let mut output: Vec<(usize, Value)> = self
            .calls
            .iter()
            .map(|(at, call)| (*at, call.item("completed")))
            .collect();
        if let Some(at) = self.words_at {
            let item = message_item(&self.id, &self.words, "completed");
            let done = json!({ "item_id": message_id(&self.id), "output_index": at, "content_index": 0, "text": self.words });
            events.push(event("response.output_text.done", done));
            events.push(event(
                "response.output_item.done",
                json!({ "output_index": at, "item": item }),
            ));
            output.push((at, item));
        }
        output.sort_by_key(|(at, _)| *at);
        let output = output.into_iter().map(|(_, item)| item).collect();
        let whole = response(
            &self.id,
            &self.model,
            "completed",
            output,
            self.usage.clone(),
        );
        events.push(event("response.completed", json!({ "response": whole })));
        events
    }
}

// === impl Retold ===

impl<B> Retold<B> {
    pub fn new(body: B, heard: Option<Heard>) -> Self {
        Self {
            body,
            line: Vec::new(),
            told: Told::default(),
            waiting: VecDeque::new(),
            heard,
            lost: false,
        }
    }

    fn hear(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            if self.is_too_long(end) {
                return;
            }
            self.line.extend_from_slice(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let line = std::mem::take(&mut self.line);
            let data = line.strip_prefix(b"data:").map(<[u8]>::trim_ascii);
            let ended = self.told.done || self.told.failed;
            if let Some(Ok(data)) = data.map(std::str::from_utf8).filter(|_| !ended) {
                self.waiting.extend(self.told.take(data));
            }
        }
        if !self.is_too_long(bytes.len()) {
            self.line.extend_from_slice(bytes);
        }
        // Who only calls tools has said nothing.
        if let Some(heard) = self.heard.take_if(|_| self.told.done)
            && !self.told.words.trim().is_empty()
        {
            heard(self.told.words.clone());
        }
    }

    /// Whether a line gets longer than any event is, with so many bytes more.
    fn is_too_long(&mut self, more: usize) -> bool {
        self.lost |= self.line.len() + more > LONGEST_LINE;
        self.lost
    }
}

impl<B> Drop for Retold<B> {
    /// Nothing was learned from what did not come to its end.
    fn drop(&mut self) {
        signals::BROKEN.add(u64::from(self.heard.is_some()));
    }
}

impl<B> HttpBody for Retold<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        loop {
            if let Some(bytes) = self.waiting.pop_front() {
                return Poll::Ready(Some(Ok(Frame::data(bytes))));
            }
            if self.lost {
                return Poll::Ready(None);
            }
            match Pin::new(&mut self.body).poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => {
                    if let Ok(bytes) = frame.into_data() {
                        self.hear(&bytes);
                    }
                }
                other => return other,
            }
        }
    }
}
