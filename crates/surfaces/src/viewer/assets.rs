//! The files of the page, as the build found them.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::rest;

include!(concat!(env!("OUT_DIR"), "/viewer.rs"));

/// One file: its name below `viewer/`, a tag that changes with it, and what is in it.
pub struct Asset {
    pub name: &'static str,
    pub tag: &'static str,
    pub bytes: &'static [u8],
}

/// Below this folder every build has its own addresses, so that a browser never asks twice.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Elsewhere it asks whether the file is still the same.
const ASK_AGAIN: &str = "no-cache";

pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match path
        .strip_prefix(BUILD)
        .and_then(|rest| rest.strip_prefix('/'))
    {
        Some(name) => serve(name, &headers, FOREVER),
        None => serve(&path, &headers, ASK_AGAIN),
    }
}

pub async fn icon(headers: HeaderMap) -> Response {
    serve("icon.svg", &headers, ASK_AGAIN)
}

pub fn named(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

fn serve(name: &str, asked: &HeaderMap, keep: &'static str) -> Response {
    // The frame needs a policy with a number of its own, so it has addresses of its own.
    let found = named(name).filter(|asset| asset.name != "index.html");
    let Some(asset) = found else {
        return rest::no_route().into_response();
    };
    let same = asked
        .get(header::IF_NONE_MATCH)
        .is_some_and(|tag| tag == asset.tag);
    let mut response = match same {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => asset.bytes.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::from_static(asset.tag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind()));
    response
}

// === impl Asset ===

impl Asset {
    fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, kind)| kind) {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_the_frame_names_is_there() {
        let frame = std::str::from_utf8(named("index.html").unwrap().bytes).unwrap();
        let names: Vec<&str> = frame
            .split("\"/viewer/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(names.len() > 8, "{names:?}");
        for name in names {
            assert!(named(name).is_some(), "{name}");
        }
        assert!(named("tests/page.mjs").is_none() && named("README.md").is_none());
    }

    #[test]
    fn every_file_has_a_kind_a_browser_takes() {
        for asset in ASSETS {
            assert_ne!(asset.kind(), "application/octet-stream", "{}", asset.name);
        }
    }
}
