//! What a request gets: status, headers, body.

use std::sync::Arc;

use serde_json::json;

use super::Desk;
use super::faults::{Faults, Spoiled};
use super::ring::{Format, Frame};
use crate::clock::stamp;

pub struct Answer {
    pub status: u16,
    pub media_type: &'static str,
    pub headers: Vec<(&'static str, String)>,
    pub body: Body,
}

pub enum Body {
    Bytes(Arc<Vec<u8>>),
    /// Bytes that begin like a picture and go on with zeroes up to this length.
    Long(Vec<u8>, u64),
    /// Says it is whole and is not.
    CutShort(Arc<Vec<u8>>),
}

const TEXT: &str = "text/plain; charset=utf-8";
const PNG_HEAD: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

pub fn to(target: &str, desk: &Desk) -> Answer {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let faults = desk.faults();
    match path {
        "/health" => health(desk, &faults),
        "/frames/closest" => closest(query, desk, &faults),
        _ => said(404, "Not Found"),
    }
}

fn health(desk: &Desk, faults: &Faults) -> Answer {
    let body = json!({
        "status": if faults.unhealthy { "unhealthy" } else { "ok" },
        "uptime": 1,
        "frame_count": desk.ring.taken(desk.now_ms()),
        "agent_connected": true,
    });
    Answer {
        status: if faults.unhealthy { 503 } else { 200 },
        media_type: "application/json",
        headers: Vec::new(),
        body: Body::Bytes(Arc::new(body.to_string().into_bytes())),
    }
}

fn closest(query: &str, desk: &Desk, faults: &Faults) -> Answer {
    if let Some(status) = faults.status {
        return said(status, "Internal Server Error");
    }
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let number = pairs.find(|(key, _)| *key == "timestamp");
    let Some(number) = number.and_then(|(_, value)| value.parse().ok()) else {
        return said(400, "Invalid timestamp");
    };
    let target_ms = desk.unit.to_ms(number);
    match desk.ring.closest(target_ms, desk.now_ms()) {
        Some(frame) if !faults.misses(target_ms) => picture(desk, frame, faults),
        _ => said(404, "No frames in buffer"),
    }
}

fn picture(desk: &Desk, frame: Frame, faults: &Faults) -> Answer {
    let Ok(bytes) = desk.ring.pack(frame) else {
        return said(500, "Encoding failed");
    };
    let format = desk.ring.format();
    Answer {
        status: 200,
        media_type: format.media_type(),
        headers: headers(frame, format, faults),
        body: spoil(bytes, faults.spoiled),
    }
}

fn headers(frame: Frame, format: Format, faults: &Faults) -> Vec<(&'static str, String)> {
    let name = format!("frame_{}.{}", frame.id, format.extension());
    let mut headers = vec![(
        "content-disposition",
        format!("inline; filename=\"{name}\""),
    )];
    if !faults.nameless {
        headers.push(("x-frame-id", frame.id.to_string()));
        headers.push(("x-frame-timestamp", stamp(frame.taken_ms)));
    }
    headers
}

fn spoil(bytes: Arc<Vec<u8>>, spoiled: Option<Spoiled>) -> Body {
    match spoiled {
        None => Body::Bytes(bytes),
        Some(Spoiled::Text) => Body::Bytes(Arc::new(b"screen capture failed".to_vec())),
        Some(Spoiled::Garbage) => {
            let mut noise = PNG_HEAD.to_vec();
            noise.extend((0..2_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8));
            Body::Bytes(Arc::new(noise))
        }
        Some(Spoiled::Huge(length)) => Body::Long(PNG_HEAD.to_vec(), length),
        Some(Spoiled::CutShort) => Body::CutShort(bytes),
    }
}

fn said(status: u16, text: &str) -> Answer {
    Answer {
        status,
        media_type: TEXT,
        headers: Vec::new(),
        body: Body::Bytes(Arc::new(text.as_bytes().to_vec())),
    }
}
