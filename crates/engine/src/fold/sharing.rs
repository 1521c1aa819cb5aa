//! What namespaces open to others.

use mneme_journal::Fold;
use mneme_model::sharing::Shared;
use mneme_model::{Event, Kind};
use mneme_store::tables::spaces::{self, GrantRow, SpaceRow};
use mneme_store::{Result, Tx};

use super::memories::incomplete;

pub struct Sharing;

impl Fold for Sharing {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::SpaceMade => made(tx, event, said(event)?),
            Kind::SpaceDeleted => spaces::remove(tx, named(said(event)?.space, event)?),
            Kind::GrantGiven => given(tx, event, said(event)?),
            Kind::GrantTaken => spaces::take(tx, named(said(event)?.taken, event)?),
            _ => Ok(()),
        }
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::SpaceMade => spaces::remove(tx, event.seq),
            Kind::GrantGiven => spaces::take(tx, event.seq),
            _ => Ok(()),
        }
    }
}

fn made(tx: &Tx<'_>, event: &Event, said: &Shared) -> Result<()> {
    let row = SpaceRow {
        seq: event.seq,
        ns: event.ns,
        name: said.name.clone(),
    };
    spaces::make(tx, &row, said.webhook.is_some())
}

fn given(tx: &Tx<'_>, event: &Event, said: &Shared) -> Result<()> {
    let grant = said.grant.as_ref().ok_or_else(|| incomplete(event))?;
    let row = GrantRow {
        seq: event.seq,
        space: named(said.space, event)?,
        grantee: grant.grantee.clone(),
        permission: grant.permission,
        expires_ms: grant.expires_ms,
    };
    spaces::give(tx, &row)
}

fn said(event: &Event) -> Result<&Shared> {
    event.body.shared.as_ref().ok_or_else(|| incomplete(event))
}

fn named(seq: Option<i64>, event: &Event) -> Result<i64> {
    seq.ok_or_else(|| incomplete(event))
}
