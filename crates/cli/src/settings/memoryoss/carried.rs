//! What `memoryoss.toml` says that no part of the product reads yet: kept, so that the part
//! that will can take it from here.

use mneme_access::Secret;

use crate::settings::foreign::check::{self, Said};
use crate::settings::foreign::unused;
use crate::settings::origin::Origin;
use crate::settings::show::{Row, SECRET};

#[derive(Clone, Debug, Default)]
pub struct Carried {
    pub audit_hmac_secret: Option<(Secret, Origin)>,
    /// The rest, as it is shown.
    pub others: Vec<Row>,
}

const AUDIT: &str = "auth.audit_hmac_secret";
const AUDIT_VARIABLE: &str = "MEMORYOSS_AUDIT_HMAC_SECRET";

// === impl Carried ===

impl Carried {
    pub fn read(said: &Said, env: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let in_file = || {
            let known = said.find(AUDIT)?;
            let text = known.value.as_str()?;
            Some((Secret(text.to_owned()), known.origin.clone()))
        };
        let told = from_env(AUDIT_VARIABLE, env)?;
        Ok(Self {
            audit_hmac_secret: told.or_else(in_file),
            others: unused(said),
        })
    }

    pub fn rows(&self) -> Vec<Row> {
        let audit = self.audit_hmac_secret.as_ref();
        let audit = audit.map(|(_, origin)| Row::new(AUDIT, SECRET, origin).unused());
        audit.into_iter().chain(self.others.clone()).collect()
    }
}

/// A signing secret of the environment, if there is one and it is long enough.
pub fn from_env(
    variable: &'static str,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Option<(Secret, Origin)>, String> {
    let Some(text) = env(variable) else {
        return Ok(None);
    };
    check::signing_secret(&text).map_err(|why| format!("{variable} {why}"))?;
    Ok(Some((Secret(text), Origin::Env(variable.to_owned()))))
}
