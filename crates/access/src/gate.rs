//! Where callers are made: a credential and an address come in, a caller goes out.

use std::sync::{PoisonError, RwLock};

use mneme_model::Door;
use mneme_store::Store;
use mneme_store::seal::master::renewable_secret;
use mneme_store::tables::api_keys::ApiKeyRow;

use crate::tokens::{Claims, MAX_LIFE_SECS, Tokens, looks_like_one};
use crate::{AllowLists, Caller, Error, Keys, Need, Peer, Result, Role, Settings, chance};

/// Keys, tokens and lists of addresses: all that decides who comes in.
pub struct Gate {
    pub keys: Keys,
    tokens: Tokens,
    allowed: RwLock<AllowLists>,
    trade_secs: u64,
}

/// A token that was just made.
#[derive(Clone, Debug)]
pub struct Issued {
    pub token: String,
    pub role: Role,
    pub namespace: String,
    pub expires_in_secs: u64,
    /// The id of the key it dies with.
    pub key: String,
}

// === impl Gate ===

impl Gate {
    pub async fn open(store: &Store, settings: &Settings) -> Result<Self> {
        let secret = match &settings.jwt_secret {
            Some(secret) => secret.0.clone().into_bytes(),
            None => renewable_secret(&store.dir().join("keys").join("jwt.secret"))?,
        };
        let keys = Keys::load(store).await?;
        keys.admit(&settings.api_keys);
        Ok(Self {
            keys,
            tokens: Tokens::new(&secret),
            allowed: RwLock::new(settings.allowed.clone()),
            trade_secs: settings.jwt_expiry_secs,
        })
    }

    /// What settings say by themselves, where there is no store: their keys, tokens of those keys if
    /// the secret that signs them stands there too, and the lists of addresses.
    pub fn of_settings(settings: &Settings) -> Result<Self> {
        let secret = match &settings.jwt_secret {
            Some(secret) => secret.0.clone(),
            // Nobody signs with it.
            None => chance()?,
        };
        let keys = Keys::default();
        keys.admit(&settings.api_keys);
        Ok(Self {
            keys,
            tokens: Tokens::new(secret.as_bytes()),
            allowed: RwLock::new(settings.allowed.clone()),
            trade_secs: settings.jwt_expiry_secs,
        })
    }

    /// From now on these lists and no others.
    pub fn set_allowed(&self, lists: AllowLists) {
        *self.allowed.write().unwrap_or_else(PoisonError::into_inner) = lists;
    }

    /// The question every operation asks first: may they, in which namespace, and from where they
    /// are.
    pub fn scope<'a>(
        &self,
        caller: &'a Caller,
        need: Need,
        named: Option<&'a str>,
    ) -> Result<&'a str> {
        let namespace = caller.scope(need, named)?;
        self.may_come(namespace, caller.peer)?;
        Ok(namespace)
    }

    /// Whether somebody may come into a namespace from where it is, whoever it is.
    pub fn may_come(&self, namespace: &str, peer: Peer) -> Result<()> {
        let allowed = self.allowed.read().unwrap_or_else(PoisonError::into_inner);
        allowed.check(namespace, peer)
    }

    /// Who this is: by a token if it looks like one, else by a key; and from where it may come.
    pub fn admit(&self, credential: &str, door: Door, peer: Peer, now_secs: u64) -> Result<Caller> {
        let caller = if looks_like_one(credential) {
            let by_token = self.by_token(credential, door, peer, now_secs);
            by_token.or_else(|refused| self.by_key(credential, door, peer).map_err(|_| refused))
        } else {
            self.by_key(credential, door, peer)
        }?;
        self.may_come(&caller.namespace, peer)?;
        Ok(caller)
    }

    /// A token for a key: the same caller for a while.
    pub fn trade(&self, secret: &str, door: Door, peer: Peer, now_secs: u64) -> Result<Issued> {
        let caller = self.by_key(secret, door, peer)?;
        self.may_come(&caller.namespace, peer)?;
        let Caller {
            subject,
            namespace,
            role,
            ..
        } = caller;
        let claims = Claims::new(subject.clone(), role.name(), namespace, subject);
        self.sign(role, claims.living(now_secs, self.trade_secs))
    }

    /// A token with a role and a life of its own. It belongs to the caller's key, or, made on
    /// this machine, to the namespace's oldest admin key, and dies with it.
    pub fn issue(
        &self,
        caller: &Caller,
        role: Role,
        namespace: &str,
        life_secs: u64,
        now_secs: u64,
    ) -> Result<Issued> {
        if life_secs == 0 || life_secs > MAX_LIFE_SECS {
            return Err(Error::BadLifetime {
                asked: life_secs,
                max: MAX_LIFE_SECS,
            });
        }
        // One made with a token ends with it at the latest.
        let left = caller.until.map(|until| until.saturating_sub(now_secs));
        let life_secs = left.map_or(life_secs, |left| life_secs.min(left));
        let oldest = || self.keys.oldest_admin(namespace).map(|key| key.key_id);
        let key = caller.key.clone().or_else(oldest);
        let key = key.ok_or_else(|| Error::NoAdminKey(namespace.to_owned()))?;
        let subject = format!("scoped:{namespace}");
        let claims = Claims::new(subject, role.name(), namespace.to_owned(), key);
        self.sign(role, claims.living(now_secs, life_secs))
    }

    fn sign(&self, role: Role, claims: Claims) -> Result<Issued> {
        Ok(Issued {
            token: self.tokens.sign(&claims)?,
            role,
            key: claims.key_id().to_owned(),
            expires_in_secs: claims.exp - claims.iat,
            namespace: claims.namespace,
        })
    }

    fn by_key(&self, secret: &str, door: Door, peer: Peer) -> Result<Caller> {
        let key = self.keys.holding(secret)?;
        let role = Role::from_code(key.role).ok_or(Error::BadCredential)?;
        Ok(Caller {
            subject: key.key_id.clone(),
            namespace: key.namespace,
            role,
            key: Some(key.key_id),
            door,
            peer,
            until: None,
            only: None,
            agent: None,
        })
    }

    fn by_token(&self, text: &str, door: Door, peer: Peer, now_secs: u64) -> Result<Caller> {
        let claims = self.tokens.read(text, now_secs)?;
        let key = self.keys.named(claims.key_id()).ok_or(Error::BadToken)?;
        let role = Role::parse(&claims.role).ok_or(Error::BadToken)?;
        within(&key, role, &claims.namespace)?;
        Ok(Caller {
            subject: claims.sub,
            namespace: claims.namespace,
            role,
            key: Some(key.key_id),
            door,
            peer,
            until: Some(claims.exp),
            only: None,
            agent: None,
        })
    }
}

/// A token may never more than the key behind it, whoever signed it.
fn within(key: &ApiKeyRow, role: Role, namespace: &str) -> Result<()> {
    let may = key.namespace == namespace && role as i64 <= key.role;
    may.then_some(()).ok_or(Error::BadToken)
}

#[cfg(test)]
mod tests;
