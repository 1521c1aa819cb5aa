//! An event before it has a position.

use mneme_model::{Body, Door, Kind, Moment, ids};

use crate::{Error, Result};

/// What is to be appended. Names are still words.
#[derive(Clone, Debug)]
pub struct Draft {
    pub ext_id: String,
    pub kind: Kind,
    pub session: Option<String>,
    pub agent: Option<String>,
    pub speaker: Option<String>,
    pub occurred: Moment,
    pub body: Body,
}

/// Which way in, and on whose word.
#[derive(Clone, Debug)]
pub struct Origin {
    pub door: Door,
    pub actor: String,
    /// The agent of whatever names none.
    pub agent: Option<String>,
}

// === impl Draft ===

impl Draft {
    pub fn check(&self) -> Result<()> {
        if !ids::is_ext_id(&self.ext_id) {
            return Err(Error::BadId);
        }
        if !self.occurred.in_range() {
            return Err(Error::BadTime);
        }
        Ok(())
    }

    /// Rough bytes this will add, for sharing commits out.
    pub fn weight(&self) -> usize {
        self.body.text.len() + self.ext_id.len() + 128
    }
}
