//! One question, and what may be taken for an answer: a picture with status 200, nothing else.

use mneme_model::archive::FrameFound;
use mneme_model::{Moment, Secret};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Response};

use super::super::kind;
use super::{Eyes, Missed, Picture, Place, Scale, Server, locked};

// === impl Eyes ===

impl Eyes {
    pub(super) async fn ask(
        &self,
        server: &Server,
        place: &Place,
        scale: Scale,
        target_ms: i64,
    ) -> Result<Picture, Missed> {
        let number = scale.number(target_ms);
        let url = format!("{}/frames/closest?timestamp={number}", server.base);
        let request = signed(self.client.get(url), place.token.as_ref())?;
        // The permits outlive whoever waits for one.
        let _permit = server.permits.acquire().await;
        let response = request.send().await.map_err(Missed::of)?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(Missed::Status(status));
        }
        let found = found(response.headers(), target_ms);
        let bytes = self.body(response).await?;
        let kind = kind::kind(&bytes).ok_or(Missed::NoPicture)?;
        let picture = Picture { bytes, kind, found };
        if let Some(taken) = picture.taken_ms() {
            locked(&server.interval).saw(taken);
        }
        Ok(picture)
    }

    /// The body, given up as soon as it is too large, whatever its header says.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Missed> {
        let most = self.settings.most_bytes;
        if response
            .content_length()
            .is_some_and(|length| length > most)
        {
            return Err(Missed::TooLarge(most));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(Missed::of)? {
            if (bytes.len() + chunk.len()) as u64 > most {
                return Err(Missed::TooLarge(most));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

pub(super) fn signed(
    request: RequestBuilder,
    token: Option<&Secret>,
) -> Result<RequestBuilder, Missed> {
    let Some(token) = token else {
        return Ok(request);
    };
    let value = format!("Bearer {}", token.0.trim());
    let mut value = HeaderValue::try_from(value).map_err(|_| Missed::BadToken)?;
    value.set_sensitive(true);
    Ok(request.header(AUTHORIZATION, value))
}

fn found(headers: &HeaderMap, target_ms: i64) -> FrameFound {
    let word = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let frame_timestamp = word("x-frame-timestamp");
    let taken = Moment::parse(&frame_timestamp);
    FrameFound {
        frame_id: word("x-frame-id"),
        delta_ms: taken.map_or(0, |taken| taken.ms - target_ms),
        frame_timestamp,
    }
}

// === impl Picture ===

impl Picture {
    /// When it was taken, if the peer said so.
    pub fn taken_ms(&self) -> Option<i64> {
        Moment::parse(&self.found.frame_timestamp).map(|moment| moment.ms)
    }
}
