//! A stream that broke, found again. Whoever records is still there for orders meanwhile.

use std::sync::Arc;

use mneme_model::archive::StreamGap;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Inner;
use super::live::{End, Live, Order};
use crate::signals;
use crate::sources::{Heard, Target, Watch, retry};

// === impl Live ===

impl Live {
    /// Tries to hear the peer again, within the time it may be silent. Why the recording ends, if
    /// it does.
    pub async fn reconnect(
        &mut self,
        why: &Heard,
        orders: &mut mpsc::Receiver<Order>,
    ) -> Option<End> {
        let (reason, from) = (why.reason().unwrap_or_default(), self.inner.now());
        let (id, target) = (
            self.session.id().to_owned(),
            self.inner.target(&self.session),
        );
        tracing::warn!(target: "ma_core::capture::stream", session_id = id, reason, "the stream broke; connecting again");
        self.inner.note_trouble(&id, Some(reason.clone()));
        let mut coming = Box::pin(again(self.inner.clone(), target, reason.clone()));
        let came = loop {
            tokio::select! {
                biased;
                Some(order) = orders.recv() => {
                    if let Some(end) = self.ordered(order).await {
                        return Some(end);
                    }
                }
                came = &mut coming => break came,
            }
        };
        self.inner.note_trouble(&id, None);
        match came {
            Ok(watch) => {
                self.found_again(watch, from, reason);
                None
            }
            Err(why) => Some(End::Lost(why)),
        }
    }

    fn found_again(&mut self, watch: Watch, from: String, reason: String) {
        signals::RECONNECTS.add(1);
        self.watch = watch;
        self.story.gaps.push(StreamGap {
            after_step: self.story.total(),
            from,
            to: self.inner.now(),
            reason,
        });
    }
}

async fn again(inner: Arc<Inner>, target: Target, reason: String) -> Result<Watch, String> {
    let until = Instant::now() + inner.parts.settings.silence;
    let mut attempt = 0;
    loop {
        attempt += 1;
        let wait = retry::wait_after(attempt).filter(|wait| Instant::now() + *wait < until);
        let Some(wait) = wait else {
            return Err(reason);
        };
        tokio::time::sleep(wait).await;
        match inner.parts.sources.watch(&target).await {
            Ok(watch) => return Ok(watch),
            Err(error) if !error.may_pass() => return Err(error.to_string()),
            Err(_) => {}
        }
    }
}
