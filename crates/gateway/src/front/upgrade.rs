//! A connection that becomes another protocol, as a viewer's does: from then on bytes go both ways,
//! and nobody looks at them.

use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::copy_bidirectional;

use crate::forward::dressed;

/// What a client wants its connection to become.
pub struct Upgrade {
    to: HeaderValue,
    ready: OnUpgrade,
}

// === impl Upgrade ===

impl Upgrade {
    pub fn wanted(request: &mut Request) -> Option<Self> {
        let to = request.headers().get(header::UPGRADE)?.clone();
        let ready = request.extensions_mut().remove::<OnUpgrade>()?;
        Some(Self { to, ready })
    }

    /// The same wish, to whoever is behind us.
    pub fn ask(&self, headers: &mut HeaderMap) {
        headers.insert(header::UPGRADE, self.to.clone());
        let word = HeaderValue::from_static("upgrade");
        headers.insert(header::CONNECTION, word);
    }

    /// Joins both ends until one of them is done.
    pub fn join(self, reply: reqwest::Response) -> Response {
        let mut response = dressed(reply.status(), reply.headers(), Default::default());
        self.ask(response.headers_mut());
        tokio::spawn(async move {
            let (Ok(theirs), Ok(mut ours)) = tokio::join!(self.ready, reply.upgrade()) else {
                tracing::warn!("a connection did not become what both ends wanted");
                return;
            };
            // Whoever hangs up first ends it; that is no fault.
            let _ = copy_bidirectional(&mut TokioIo::new(theirs), &mut ours).await;
        });
        response
    }
}
