//! What the doors tell about themselves.

use mneme_model::signal::Signal;

pub static REQUESTS: Signal = Signal::counter("mneme_http_requests_total", "requests answered");
pub static REFUSED: Signal = Signal::counter(
    "mneme_http_refused_total",
    "requests refused as the caller's mistake",
);
pub static FAILED: Signal = Signal::counter(
    "mneme_http_failed_total",
    "requests that failed through no fault of the caller",
);

pub static ALL: [&Signal; 3] = [&REQUESTS, &REFUSED, &FAILED];
