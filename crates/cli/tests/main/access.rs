//! Who may: every route, visited by everybody.

mod addresses;
mod local;
mod paths;
mod rates;
pub mod route;
mod tokens;
mod walk;

use mneme_access::{Claims, Tokens};

use crate::support::{Home, Server};

/// A secret the tests know, so that they can sign what no server would.
const SECRET: &str = "known to the tests and to nobody else";

fn server() -> Server {
    let toml = format!("[auth]\njwt_secret = \"{SECRET}\"\n");
    Server::start(&Home::with_settings(&toml))
}

/// A token of an admin key of a namespace, from `start` on, for a minute.
fn forged(secret: &str, key_id: &str, namespace: &str, start: u64) -> String {
    let claims = Claims::new(key_id.into(), "admin", namespace.into(), key_id.into());
    let signed = Tokens::new(secret.as_bytes()).sign(&claims.living(start, 60));
    signed.unwrap()
}

pub(crate) fn now_secs() -> u64 {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
}
