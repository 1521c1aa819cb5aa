//! Who asks. Every door ends in one of these; every operation takes one.

use mneme_model::Door;

use crate::{Error, Peer, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Reader = 1,
    Writer = 2,
    Admin = 3,
}

/// What an operation does, in the order of the roles it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Read,
    Write,
    Administer,
}

/// A known caller: bound to exactly one namespace, whatever its role.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The key's id, `scoped:` and a namespace, or the name of a local door. The only provenance
    /// ever stored.
    pub subject: String,
    pub namespace: String,
    pub role: Role,
    /// The key behind it; a token dies with its key. Local doors have none.
    pub key: Option<String>,
    pub door: Door,
    pub peer: Peer,
    /// When its token ends, in seconds since 1970; a key has no end.
    pub until: Option<u64>,
    /// The one agent whose things it reads, where agents are kept apart.
    pub only: Option<String>,
    /// The agent it writes for, where what is written names none.
    pub agent: Option<String>,
}

// === impl Role ===

impl Role {
    pub const ALL: [Role; 3] = [Role::Reader, Role::Writer, Role::Admin];

    pub fn name(self) -> &'static str {
        match self {
            Role::Reader => "reader",
            Role::Writer => "writer",
            Role::Admin => "admin",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == text)
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|role| *role as i64 == code)
    }
}

// === impl Need ===

impl Need {
    fn role(self) -> Role {
        match self {
            Need::Read => Role::Reader,
            Need::Write => Role::Writer,
            Need::Administer => Role::Admin,
        }
    }
}

// === impl Caller ===

impl Caller {
    /// Somebody who develops on this machine, where no keys are configured.
    pub fn developer(door: Door, peer: Peer) -> Self {
        Self {
            subject: String::from("dev"),
            namespace: String::from("default"),
            role: Role::Admin,
            key: None,
            door,
            peer,
            until: None,
            only: None,
            agent: None,
        }
    }

    /// Whose rate its requests count against: a key's, whatever was made with it.
    pub fn counted_as(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.subject)
    }

    /// Whether this is whoever owns the machine, and with it every namespace: the local door,
    /// without any key.
    pub fn owns_machine(&self) -> bool {
        self.door == Door::Control && self.key.is_none()
    }

    /// Whether what this agent did, or nobody named, may be shown. Kept apart, what has no agent
    /// belongs to none of them.
    pub fn sees(&self, agent: Option<&str>) -> bool {
        self.only.is_none() || self.only.as_deref() == agent
    }

    /// Whether its role is enough, wherever it is.
    pub fn may(&self, need: Need) -> Result<()> {
        let (need, has) = (need.role(), self.role);
        match has < need {
            true => Err(Error::RoleTooLow { need, has }),
            false => Ok(()),
        }
    }

    /// May they, and where: the caller's own namespace, which is the only one it may name, unless
    /// it owns the machine. From where is asked too, by [`crate::Gate::scope`].
    pub(crate) fn scope<'a>(&'a self, need: Need, named: Option<&'a str>) -> Result<&'a str> {
        self.may(need)?;
        match named {
            Some(name) if self.owns_machine() => Ok(name),
            Some(name) if name != self.namespace => Err(Error::ForeignNamespace),
            _ => Ok(&self.namespace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_stays_in_its_role_and_namespace() {
        let caller = |role| Caller {
            subject: "k".into(),
            namespace: "a".into(),
            role,
            key: None,
            door: Door::Rest,
            peer: Peer::Unknown,
            until: None,
            only: None,
            agent: None,
        };
        assert!(caller(Role::Reader).scope(Need::Read, None).is_ok());
        assert!(caller(Role::Reader).scope(Need::Write, None).is_err());
        assert!(caller(Role::Writer).scope(Need::Administer, None).is_err());
        assert!(
            caller(Role::Admin).scope(Need::Read, Some("b")).is_err(),
            "admins too"
        );
        assert_eq!(
            caller(Role::Admin).scope(Need::Read, Some("a")).unwrap(),
            "a"
        );
        let local = |key: Option<&str>| Caller {
            door: Door::Control,
            key: key.map(str::to_owned),
            ..caller(Role::Admin)
        };
        let owner = local(None);
        assert_eq!(owner.scope(Need::Read, Some("b")).unwrap(), "b");
        assert_eq!(owner.scope(Need::Read, None).unwrap(), "a");
        assert!(
            local(Some("k")).scope(Need::Read, Some("b")).is_err(),
            "a key is bound wherever it is used"
        );
    }
}
