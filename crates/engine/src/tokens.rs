//! Letting callers in, and making tokens for them.

use mneme_access::{Caller, Issued, Need, Peer, Role};
use mneme_model::Door;

use crate::note::Act;
use crate::{Engine, Result, checks};

/// Life of a token when none is named: a day.
const DEFAULT_LIFE_SECS: u64 = 86_400;

impl Engine {
    /// Who holds this credential.
    pub fn admit(&self, credential: &str, door: Door, peer: Peer) -> Result<Caller> {
        Ok(self.gate.admit(credential, door, peer, self.now_secs())?)
    }

    /// Whether somebody may come into its namespace from where it is. For doors that do something
    /// else for a caller than ask us; every operation asks by itself.
    pub fn may_come(&self, caller: &Caller) -> Result<()> {
        Ok(self.gate.may_come(&caller.namespace, caller.peer)?)
    }

    /// A token for a key; it needs no caller, for the key says who it is.
    pub async fn trade_key(&self, key: &str, door: Door, peer: Peer) -> Result<Issued> {
        let made = self.gate.trade(key, door, peer, self.now_secs())?;
        let act = Act {
            namespace: made.namespace.clone(),
            subject: made.key.clone(),
            action: "token_trade",
            about: about(&made),
        };
        self.note(act).await?;
        Ok(made)
    }

    /// A token for a namespace: the caller's own, or any for whoever owns the machine.
    pub async fn new_token(
        &self,
        caller: &Caller,
        role: Role,
        namespace: Option<&str>,
        life_secs: Option<u64>,
    ) -> Result<Issued> {
        let namespace = self.scope(caller, Need::Administer, namespace)?;
        checks::namespace(&self.settings.limits, namespace)?;
        let life = life_secs.unwrap_or(DEFAULT_LIFE_SECS);
        let now = self.now_secs();
        let made = self.gate.issue(caller, role, namespace, life, now)?;
        let act = Act::of(caller, "token_new", about(&made)).within(namespace);
        self.note(act).await?;
        Ok(made)
    }

    fn now_secs(&self) -> u64 {
        (self.store.now_ms() / 1_000).unsigned_abs()
    }
}

/// What the audit says of a token: what it may, for how long, and which key it ends with.
fn about(made: &Issued) -> String {
    let (role, secs, key) = (made.role.name(), made.expires_in_secs, &made.key);
    format!("{role} secs={secs} key={key}")
}
