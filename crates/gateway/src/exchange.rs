//! The way of one call: who, may they, what is worth telling the model, there and back.

mod inward;
mod outward;

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::Response;

use crate::answer::{Form, Refused, Result};
use crate::body::Received;
use crate::chat_instead;
use crate::credential::Admitted;
use crate::forward::{Incoming, Outgoing, streamed};
use crate::inlets::{Asked, Inlet};
use crate::mode::Mode;
use crate::recollect::{Recollected, recollect, unread};
use crate::router::Gateway;
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
    let heard = call.listener();
    signals::LOST.add(u64::from(gone && heard.is_some()));
    let heard = heard.filter(|_| !gone);
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
