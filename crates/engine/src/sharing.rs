//! Opening one's memories to other namespaces: spaces with a name, grants on them, and somebody
//! outside who is told of what is stored. A grant is looked at whenever somebody asks, so one that
//! ended or was taken back opens nothing from that moment on.

mod grants;
mod hooks;
mod joined;
mod reach;
mod spaces;

use mneme_journal::Draft;
use mneme_model::sharing::{Grant, Shared};
use mneme_model::{Body, Code, Kind, Moment, Seq};
use mneme_store::View;
use mneme_store::tables::journal;
use mneme_store::tables::spaces::{self as table, GrantRow, SpaceRow};

use crate::{Error, Result};

pub use grants::NewGrant;
pub(crate) use hooks::Hooks;
pub(crate) use reach::{granted, shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharingSettings {
    /// Whether a webhook may lead to this machine or its network.
    pub private_webhooks: bool,
    /// Spaces of one owner.
    pub spaces: usize,
    /// Grants of one space.
    pub grants: usize,
}

/// What an owner opens, as it is shown to one who asks.
#[derive(Clone, Debug)]
pub struct Space {
    pub name: String,
    pub owner: String,
    pub created_ms: i64,
    /// Told to the owner.
    pub webhook: Option<String>,
    /// What its calls are signed with; told once, to whoever made it.
    pub secret: Option<String>,
    /// All of them for the owner and whoever may give some; else those of the one who asks.
    pub grants: Vec<Given>,
}

/// A grant, and when it was given.
#[derive(Clone, Debug)]
pub struct Given {
    pub id: String,
    pub created_ms: i64,
    pub grant: Grant,
}

impl Default for SharingSettings {
    fn default() -> Self {
        Self {
            private_webhooks: false,
            spaces: 10,
            grants: 100,
        }
    }
}

/// An event that says something of a space.
fn note(ext_id: String, kind: Kind, now_ms: i64, shared: Shared) -> Draft {
    Draft {
        ext_id,
        kind,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(now_ms),
        body: Body {
            shared: Some(shared),
            ..Body::default()
        },
    }
}

fn no_such_space(name: &str) -> Error {
    let message = format!("there is no shared space '{name}'");
    Error::refused(Code::NoSuchSpace, message)
}

fn find(view: &View<'_>, name: &str) -> Result<SpaceRow> {
    table::named(view, name)?.ok_or_else(|| no_such_space(name))
}

/// What the event behind a row says; none once it was forgotten.
fn said(view: &View<'_>, seq: Seq) -> Result<Option<(String, i64, Shared)>> {
    let event = journal::load(view, seq)?;
    Ok(event.and_then(|event| Some((event.ext_id, event.recorded_ms, event.body.shared?))))
}

fn given(view: &View<'_>, row: &GrantRow) -> Result<Option<Given>> {
    let said = said(view, row.seq)?;
    Ok(said.and_then(|(id, created_ms, shared)| {
        Some(Given {
            id,
            created_ms,
            grant: shared.grant?,
        })
    }))
}
