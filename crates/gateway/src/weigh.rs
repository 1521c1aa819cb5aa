//! What the rules say of a call that memory has nothing to tell.

use mneme_engine::guard::{Request, Rule, judge};
use tokio::time::timeout;

use crate::answer::{Refused, Result, Why};
use crate::credential::Admitted;
use crate::memory::Lost;
use crate::recollect::{Recollected, alone, ruled};
use crate::router::Gateway;

/// The rules that hold now, or why nobody could be asked.
enum Now {
    Hold(Vec<Rule>),
    Lost(&'static str),
}

/// A request against the rules as they are now, or as they were known last.
pub async fn weigh(
    gateway: &Gateway,
    admitted: &Admitted,
    request: &str,
    confirmed: bool,
) -> Result<Recollected> {
    if !Request::read(request).is_risky() {
        return Ok(Recollected::default());
    }
    match now(gateway, admitted).await? {
        Now::Hold(rules) => ruled(&judge(request, &rules), confirmed),
        Now::Lost(why) => {
            let known = gateway.rules.judge(&admitted.caller, request);
            alone(why, &known, confirmed)
        }
    }
}

/// Whether a rule could stop a caller's call: as it is now, or as it was known last.
pub async fn could_be_stopped(gateway: &Gateway, admitted: &Admitted) -> Result<bool> {
    Ok(match now(gateway, admitted).await? {
        Now::Hold(rules) => rules.iter().any(Rule::can_stop),
        Now::Lost(_) => gateway.rules.could_stop(&admitted.caller),
    })
}

async fn now(gateway: &Gateway, admitted: &Admitted) -> Result<Now> {
    let caller = &admitted.caller;
    if admitted.once {
        // Memory may be back by now; whether the key still opens it was not said.
        return Ok(Now::Lost(gateway.memory.away()));
    }
    gateway.rules.meet(caller);
    let standing = gateway.memory.standing(caller, None);
    match timeout(gateway.settings.patience, standing).await {
        Ok(Ok(now)) => Ok(Now::Hold(now.rules.unwrap_or_default())),
        Ok(Err(Lost::Refused(told))) => Err(Refused::new(Why::Forbidden, told)),
        Ok(Err(Lost::Gone(why))) => Ok(Now::Lost(why)),
        Err(_) => Ok(Now::Lost("timeout")),
    }
}
