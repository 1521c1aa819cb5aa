//! Responses for people whose token opens chat completions only: the request is told in the words
//! of the one, the answer in the words of the other.

mod reply;
mod request;
mod stream;
#[cfg(test)]
mod tests;

use mneme_model::base64;
use mneme_wire::errors::worded;
use serde_json::Value;

use crate::answer::Refused;

pub use reply::response_of;
pub use request::chat_of;
pub use stream::Retold;

/// What a token must open; one of them is enough.
const SCOPES: [&str; 2] = ["model.request", "api.responses.write"];
const ELSEWHERE: &str = "this token opens no model: Use Codex via MCP (`mneme setup --profile codex`), or bring an API key";

/// Whether a person's token may be used for this at all, as far as it says so itself.
pub fn may_ask(token: &str) -> Result<(), Refused> {
    let scopes = claims(token).and_then(|mut claims| Some(claims.get_mut("scp")?.take()));
    let Some(Value::Array(scopes)) = scopes else {
        return Ok(());
    };
    let mut named = scopes.iter().filter_map(Value::as_str);
    match named.any(|scope| SCOPES.contains(&scope)) {
        true => Ok(()),
        false => Err(Refused::invalid(worded(ELSEWHERE))),
    }
}

/// What a token says of itself; nobody has to believe it.
fn claims(token: &str) -> Option<Value> {
    let middle = token.split('.').nth(1)?;
    let usual = middle.replace('-', "+").replace('_', "/");

    serde_json::from_slice(&base64::decode(&usual)?).ok()
}
