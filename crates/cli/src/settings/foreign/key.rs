//! A key of somebody else's settings file: what it may say, and what becomes of it here.

pub struct Key {
    pub name: &'static str,
    pub kind: Kind,
    pub fate: Fate,
}

/// Every key of one kind of file.
#[derive(Clone, Copy)]
pub struct Keys(pub &'static [Key]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    OneOf(&'static [&'static str]),
    Switch,
    /// A whole number from here on, or up to there too.
    From(u64),
    Between(u64, u64),
    /// From 0 to 1.
    Share,
    /// Any number that is not negative.
    Number,
    Path,
    Secret,
    /// A secret others sign or check with: 32 characters at least.
    SigningSecret,
    Day,
    /// Lists of addresses by namespace.
    Addresses,
    /// Numbers by name.
    Sizes,
    /// A list of paths.
    Paths,
    /// Texts by name.
    Texts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Is this setting of ours.
    As(&'static str),
    /// Becomes a part of something else; see the translation.
    Translated,
    /// Is read by those whom it concerns, from the file itself.
    Elsewhere,
    NotYet,
    /// There is nothing here that it could change; why.
    Idle(&'static str),
}

pub const fn key(name: &'static str, kind: Kind, fate: Fate) -> Key {
    Key { name, kind, fate }
}

// === impl Keys ===

impl Keys {
    pub fn find(self, name: &str) -> Option<&'static Key> {
        self.0.iter().find(|key| key.name == name)
    }

    /// Whether known keys stand below this name.
    pub fn has_below(self, name: &str) -> bool {
        let below = |key: &Key| {
            let rest = key.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        self.0.iter().any(below)
    }
}
