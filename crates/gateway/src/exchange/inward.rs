//! What comes back, and who listens to it.

use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use mneme_access::Role;
use serde_json::Value;

use super::{Call, is_stream};
use crate::answer::Result;
use crate::begun::begun;
use crate::chat_instead::{self, Retold};
use crate::forward::{Incoming, dressed, streamed};
use crate::held::{Held, held};
use crate::learning::Lesson;
use crate::recording::{self, Talk};
use crate::tap::{Heard, Tapped};
use crate::{body, signals};

// === impl Call ===

impl Call<'_> {
    /// Whoever learns from the answer or keeps it, if anybody may.
    pub(super) fn listener(&self) -> Option<Heard> {
        let (learning, recording) = (&self.gateway.learning, &self.gateway.recording);
        let caller = &self.admitted.caller;
        let wanted = learning.wanted(caller) || recording.wanted();
        // Nobody reads for whoever may not write.
        let may = caller.role >= Role::Writer && !self.admitted.once;
        if !self.mode.stores() || !wanted || !may {
            return None;
        }
        let gateway = self.gateway.clone();
        let caller = caller.clone();
        let (inlet, body) = (self.inlet, self.received.plain.clone());
        let session = match recording.wanted() {
            true => recording::named(&self.parts.headers, &body),
            false => None,
        };
        let asked_ms = recording.now_ms();
        let heard = move |answer: String| {
            let talk = Talk {
                caller: caller.clone(),
                inlet,
                body: body.clone(),
                answer: answer.clone(),
                session,
                asked_ms,
                answered_ms: gateway.recording.now_ms(),
            };
            let recorded = gateway.recording.wanted();
            gateway.learning.offer(Lesson {
                caller,
                inlet,
                body,
                answer,
                said_in: recorded.then(|| recording::said_in(&talk)),
            });
            gateway.recording.offer(talk);
        };
        Some(Box::new(heard))
    }

    /// The answer as it came: a stream as it goes by, anything else whole.
    pub(super) async fn answer(
        &self,
        incoming: Incoming,
        heard: Option<Heard>,
    ) -> Result<Response> {
        if is_stream(&incoming) {
            return Ok(self.stream(incoming, heard).await);
        }
        let (parts, body) = incoming.into_parts();
        let settings = &self.gateway.settings;
        // What is told in other words has to be known to its end.
        let longest = match self.is_retold() {
            true => Some(settings.request_bytes),
            false => settings.reply_bytes,
        };
        let bytes = match held(body, longest, settings.silence).await? {
            Held::Whole(bytes) => bytes,
            Held::Longer(body) => {
                signals::UNHEARD.add(u64::from(heard.is_some()));
                return Ok(dressed(parts.status, &parts.headers, body));
            }
        };
        let (mut headers, mut bytes, good) = (parts.headers, bytes, parts.status.is_success());
        let reads = good && (heard.is_some() || self.is_retold());
        let plain = reads.then(|| body::unpacked(&headers, &bytes, settings.request_bytes));
        if let Some(plain) = plain.flatten()
            && let Ok(reply) = serde_json::from_slice::<Value>(&plain)
        {
            if let (Some(heard), Some(words)) = (heard, self.outlet().answer(&reply)) {
                heard(words);
            }
            if self.is_retold() {
                bytes = chat_instead::response_of(&reply).to_string().into();
                resized(&mut headers);
            }
        }
        Ok(dressed(parts.status, &headers, Body::from(bytes)))
    }

    async fn stream(&self, incoming: Incoming, heard: Option<Heard>) -> Response {
        if heard.is_none() && !self.is_retold() {
            return streamed(incoming).await;
        }
        let (parts, body) = incoming.into_parts();
        let mut headers = parts.headers;
        let body = match heard {
            heard if self.is_retold() => {
                resized(&mut headers);
                Body::new(Retold::new(body, heard))
            }
            Some(heard) => Body::new(Tapped::new(body, &headers, self.inlet, heard)),
            None => Body::new(body),
        };
        dressed(parts.status, &headers, begun(body).await)
    }
}

/// Of another body these would not be true.
fn resized(headers: &mut HeaderMap) {
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::CONTENT_ENCODING);
}
