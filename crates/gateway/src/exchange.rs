//! The way of one call: who, may they, what is worth telling the model, there and back.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use mneme_access::Role;
use serde_json::Value;

use crate::answer::{Form, Refused, Result};
use crate::begun::begun;
use crate::body::Received;
use crate::chat_instead::{self, Retold};
use crate::credential::Admitted;
use crate::forward::{Incoming, Outgoing, dressed, streamed};
use crate::held::{Held, held};
use crate::inlets::{Asked, Inlet};
use crate::json::{Edit, Json, edited};
use crate::learning::Lesson;
use crate::mode::Mode;
use crate::recollect::{Recollected, recollect, unread};
use crate::recording::{self, Talk};
use crate::router::Gateway;
use crate::tap::{Heard, Tapped};
use crate::{body, headers, pass, signals};

/// A call that was let in.
pub struct Entry<'g> {
    pub gateway: &'g Gateway,
    pub inlet: Inlet,
    pub parts: Parts,
    pub admitted: Admitted,
    pub mode: Mode,
}

/// And read.
pub struct Call<'g> {
    entry: Entry<'g>,
    pub received: Received,
    pub asked: Asked,
}

/// What key holders of a provider send only with a beta of its name.
const CONTEXT: &str = "context_management";

pub async fn carry(gateway: &Gateway, inlet: Inlet, request: Request) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let entry = Entry::read(gateway, inlet, parts).await?;
    if entry.only_passes() {
        return entry.pass(body, Recollected::off()).await;
    }
    if body::is_sealed(&entry.parts.headers) {
        let told = unread(&entry).await?;
        return entry.pass(body, told).await;
    }
    let call = entry.opened(body).await?;
    signals::REQUESTS.add(1);
    let mut told = recollect(&call).await?;
    let changed = call.changed(&mut told)?;
    // Where there is no memory, whoever read for it would be paid for nothing.
    let gone = told.bypassed() == Some(gateway.memory.away());
    let heard = call.listener().filter(|_| !gone);
    let outgoing = call.sent(changed, heard.is_some());
    let failed = |refused: Refused| refused.after(|headers| told.dress(headers));
    let incoming = gateway.road.send(outgoing).await.map_err(failed)?;
    let mut response = call.answer(incoming, heard).await.map_err(failed)?;
    told.dress(response.headers_mut());
    call.log(response.status(), told.injected, &call.asked.model);
    Ok(response)
}

// === impl Entry ===

impl<'g> Entry<'g> {
    async fn read(gateway: &'g Gateway, inlet: Inlet, parts: Parts) -> Result<Self> {
        let settings = &gateway.settings;
        let mode = settings.mode.told(&parts.headers, settings.client_control);
        let recalls = mode.as_ref().is_ok_and(|mode| mode.recalls());
        let admitted = gateway.admit(inlet.form(), &parts, recalls).await?;
        if inlet == Inlet::Responses && admitted.oauth {
            chat_instead::may_ask(admitted.shown.secret())?;
        }
        let mode = mode.map_err(|bad| Refused::invalid(bad.told()))?;
        Ok(Self {
            gateway,
            inlet,
            parts,
            admitted,
            mode,
        })
    }

    /// Whether nothing of its body is ours to look at: it goes by, and is held nowhere.
    fn only_passes(&self) -> bool {
        !self.mode.recalls() && !self.is_retold() && !self.drops_context()
    }

    /// Whether it cannot go on unread: something of it is changed here, or whoever sends it may not
    /// do without memory.
    pub fn must_be_read(&self) -> bool {
        self.is_retold() || self.drops_context() || !self.gateway.settings.client_control
    }

    async fn pass(self, body: Body, told: Recollected) -> Result<Response> {
        signals::REQUESTS.add(1);
        let outgoing = |body| self.outgoing(body);
        let incoming = pass::carried(self.gateway, &self.parts, body, outgoing).await?;
        let mut response = match is_stream(&incoming) {
            true => streamed(incoming).await,
            false => pass::held_back(self.gateway, incoming).await?,
        };
        told.dress(response.headers_mut());
        self.log(response.status(), 0, "");
        Ok(response)
    }

    async fn opened(self, body: Body) -> Result<Call<'g>> {
        let settings = &self.gateway.settings;
        let received = body::read(&self.parts.headers, body, settings.request_bytes).await?;
        let asked = self.inlet.read(&received.plain).map_err(Refused::invalid)?;
        Ok(Call {
            entry: self,
            received,
            asked,
        })
    }

    /// Whether a person's token is used, which opens chats only.
    fn is_retold(&self) -> bool {
        self.inlet == Inlet::Responses && self.admitted.oauth
    }

    /// The form in which it goes out.
    fn outlet(&self) -> Inlet {
        match self.is_retold() {
            true => Inlet::Chat,
            false => self.inlet,
        }
    }

    /// A key alone does not open what is in beta; whoever names the beta may have it.
    fn drops_context(&self) -> bool {
        let beta = headers::text(&self.parts.headers, "anthropic-beta").unwrap_or_default();
        let named = beta.contains("context-management") && !self.gateway.settings.published_habits;
        self.inlet == Inlet::Messages && self.admitted.by_key && !named
    }

    /// As it goes out, with this for a body.
    fn outgoing(&self, body: reqwest::Body) -> Outgoing {
        let form = self.inlet.form();
        let url = match form {
            Form::OpenAi => pass::address(self.gateway, form, self.outlet().path()),
            Form::Anthropic => self.gateway.settings.anthropic.base().to_owned(),
        };
        Outgoing {
            method: self.parts.method.clone(),
            url: pass::with_query(self.gateway, url, &self.parts),
            headers: pass::told(self.gateway, &self.parts, form, &self.admitted),
            body,
        }
    }

    /// That there was a call and how it went; of what was said nothing, ever.
    fn log(&self, status: StatusCode, injected: usize, model: &str) {
        let (inlet, status) = (self.inlet, status.as_u16());
        match self.gateway.settings.privacy {
            true => tracing::debug!(?inlet, status, injected, "a call passed"),
            false => {
                let key = &self.admitted.caller.subject;
                tracing::info!(?inlet, status, injected, model, key, "a call passed");
            }
        }
    }
}

// === impl Call ===

impl<'g> std::ops::Deref for Call<'g> {
    type Target = Entry<'g>;

    fn deref(&self) -> &Entry<'g> {
        &self.entry
    }
}

impl Call<'_> {
    /// The body where it is not the one that came.
    fn changed(&self, told: &mut Recollected) -> Result<Option<Bytes>> {
        let plain = &self.received.plain;
        let base = match self.is_retold() {
            true => Some(self.retold()?),
            false => self.without_context(),
        };
        let Some(block) = told.block.clone() else {
            return Ok(base.map(Bytes::from));
        };
        let from = base.as_deref().unwrap_or(plain);
        let placement = self.gateway.settings.placement;
        let Some(injected) = self.outlet().inject(from, &block, placement) else {
            told.left_out();
            return Ok(base.map(Bytes::from));
        };
        told.count(&injected);
        Ok(Some(injected.body.into()))
    }

    fn retold(&self) -> Result<Vec<u8>> {
        let request: Value = serde_json::from_slice(&self.received.plain)
            .map_err(|error| Refused::invalid(error.to_string()))?;
        let chat = chat_instead::chat_of(&request).map_err(Refused::invalid)?;
        Ok(chat.to_string().into_bytes())
    }

    fn without_context(&self) -> Option<Vec<u8>> {
        if !self.drops_context() {
            return None;
        }
        let plain = &self.received.plain;
        let (json, root) = Json::read(plain).ok()?;
        let field = json.whole_field(&root, CONTEXT)?;
        Some(edited(plain, &[Edit::remove(field)]))
    }

    /// As it goes out: the very bytes that came, or others. Whoever listens must be able to read
    /// what comes back.
    fn sent(&self, changed: Option<Bytes>, read: bool) -> Outgoing {
        let same = changed.is_none() && !self.received.unpacked;
        let body = changed.unwrap_or_else(|| self.received.raw.clone());
        let mut outgoing = self.outgoing(body.into());
        let headers = &mut outgoing.headers;
        if !same {
            headers.remove(header::CONTENT_ENCODING);
        }
        if read || self.is_retold() {
            headers.remove(header::ACCEPT_ENCODING);
        }
        outgoing
    }

    /// Whoever learns from the answer or keeps it, if anybody may.
    fn listener(&self) -> Option<Heard> {
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
    async fn answer(&self, incoming: Incoming, heard: Option<Heard>) -> Result<Response> {
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

fn is_stream(incoming: &Incoming) -> bool {
    let kind = incoming.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    incoming.status() == StatusCode::OK && kind.starts_with("text/event-stream")
}

// === impl Inlet ===

impl Inlet {
    pub fn form(self) -> Form {
        match self {
            Self::Chat | Self::Responses => Form::OpenAi,
            Self::Messages => Form::Anthropic,
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Chat => "chat/completions",
            Self::Responses => "responses",
            Self::Messages => "messages",
        }
    }
}
