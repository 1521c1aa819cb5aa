//! Calls that ask a model in another form than a conversation. Nothing is told to the model, and what a
//! policy forbids is forbidden here too.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::request::Parts;
use axum::response::Response;

use crate::answer::{Form, Refused, Result, Why};
use crate::body::{self, Received};
use crate::credential::Admitted;
use crate::forward::{Incoming, Outgoing};
use crate::inlets::others;
use crate::recollect::{Recollected, SEALED};
use crate::router::Gateway;
use crate::weigh::{could_be_stopped, weigh};
use crate::{headers, pass, signals};

/// A call that was let in.
struct Aside<'g> {
    gateway: &'g Gateway,
    form: Form,
    path: &'g str,
    parts: Parts,
    admitted: Admitted,
}

const UNREAD: &str = "a remembered policy could stop this, and what it asks for cannot be read here: ask in a form that can be, or do without memory (X-Memory-Mode: off)";

pub async fn carry(
    gateway: &Gateway,
    form: Form,
    path: &str,
    request: Request,
) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let settings = &gateway.settings;
    let mode = settings.mode.told(&parts.headers, settings.client_control);
    let recalls = mode.as_ref().is_ok_and(|mode| mode.recalls());
    let admitted = gateway.admit(form, &parts, recalls).await?;
    let mode = mode.map_err(|bad| Refused::invalid(bad.told()))?;
    let aside = Aside {
        gateway,
        form,
        path,
        parts,
        admitted,
    };
    let (incoming, told) = match mode.recalls() {
        true => aside.judged(body).await?,
        false => (aside.passed(body).await?, Recollected::off()),
    };
    signals::REQUESTS.add(1);
    let mut response = pass::back(gateway, incoming).await?;
    told.dress(response.headers_mut());
    Ok(response)
}

// === impl Aside ===

impl Aside<'_> {
    async fn judged(&self, body: Body) -> Result<(Incoming, Recollected)> {
        if body::is_sealed(&self.parts.headers) {
            let refused = || Refused::new(Why::Sealed, SEALED);
            let told = self.unread(|| refused().with_header(ACCEPT_ENCODING, body::READ));
            let told = told.await?;
            return Ok((self.passed(body).await?, told));
        }
        let longest = self.gateway.settings.request_bytes;
        let received = body::read(&self.parts.headers, body, longest).await?;
        let told = match others::said(&received.plain) {
            Ok(None) => Recollected::default(),
            Ok(Some(said)) => {
                let confirmed = headers::is_confirmed(&self.parts.headers);
                weigh(self.gateway, &self.admitted, &said, confirmed).await?
            }
            Err(others::Unread) => self.unread(|| Refused::new(Why::Blocked, UNREAD)).await?,
        };
        let incoming = self.gateway.road.send(self.sent(received)).await?;
        Ok((incoming, told))
    }

    /// Of what nobody here can read: where a rule holds that could stop it, it goes no further.
    async fn unread(&self, refused: impl FnOnce() -> Refused) -> Result<Recollected> {
        match could_be_stopped(self.gateway, &self.admitted).await? {
            true => Err(refused()),
            false => Ok(Recollected::missed("unreadable")),
        }
    }

    /// As it comes, held nowhere.
    async fn passed(&self, body: Body) -> Result<Incoming> {
        let outgoing = |body| self.outgoing(body);
        pass::carried(self.gateway, &self.parts, body, outgoing).await
    }

    fn sent(&self, received: Received) -> Outgoing {
        let Received { raw, unpacked, .. } = received;
        let mut outgoing = self.outgoing(raw.into());
        if unpacked {
            outgoing.headers.remove(CONTENT_ENCODING);
        }
        outgoing
    }

    fn outgoing(&self, body: reqwest::Body) -> Outgoing {
        let (form, path) = (self.form, self.path);
        pass::outgoing(self.gateway, form, path, &self.parts, &self.admitted, body)
    }
}
