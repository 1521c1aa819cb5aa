//! Letting others in, and putting them out again.

use mneme_access::{Caller, Need};
use mneme_journal::{Intake, Origin};
use mneme_model::sharing::{Few, Grant, Shared};
use mneme_model::{Code, GrantPermission, Kind};
use mneme_store::View;
use mneme_store::names::Opening;
use mneme_store::tables::journal;
use mneme_store::tables::spaces::{self as table, SpaceRow};

use super::reach::opening;
use super::spaces::not_owner;
use super::{Given, find, given, no_such_space, note};
use crate::{Engine, Error, Result, checks};

/// A grant as somebody asks for it.
#[derive(Clone, Debug)]
pub struct NewGrant {
    pub grantee: String,
    pub permission: String,
    pub tags: Option<Few>,
    pub agents: Option<Few>,
    pub expires_at: Option<String>,
}

impl Engine {
    /// Lets a namespace in: on the word of the owner, or of one whose grant says it may.
    pub async fn grant(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        space: &str,
        new: NewGrant,
    ) -> Result<Given> {
        let giver = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let grant = self.checked(new)?;
        let name = space.to_owned();
        let row = self.store.read(move |view| find(view, &name)).await?;
        let owner = self.store.namespace_by_id(row.ns);
        let owner = owner.ok_or_else(|| no_such_space(&row.name))?;
        if *owner.name == *grant.grantee {
            let message = format!("'{}' is the owner and sees everything", grant.grantee);
            return Err(Error::refused(Code::BadGrant, message));
        }
        let by = Some(giver).filter(|giver| **giver != *owner.name);
        let grant = Grant { by, ..grant };
        let (ext_id, most) = (self.mint_id()?, self.settings.sharing.grants);
        let origin = origin(caller);
        let give = move |intake: &Intake<'_>| give(intake, row, ext_id, grant, most);
        self.journal.run(owner, origin, &[], give).await
    }

    /// What is asked for, as it is kept.
    fn checked(&self, new: NewGrant) -> Result<Grant> {
        let limits = &self.settings.limits;
        checks::namespace(limits, &new.grantee)?;
        let permission = GrantPermission::parse(&new.permission).ok_or_else(|| {
            let message = format!(
                "permission is read, write or admin, not '{}'",
                new.permission
            );
            Error::refused(Code::BadGrant, message)
        })?;
        checks::tags(limits, &filter("tag_filter", new.tags.as_ref())?)?;
        for agent in filter("agent_filter", new.agents.as_ref())? {
            checks::name(limits, "agent_filter", Some(&agent))?;
        }
        let expires = checks::moment("expires_at", new.expires_at.as_deref())?;
        if expires.is_some_and(|at| at.ms <= self.store.now_ms()) {
            return Err(Error::refused(Code::BadTime, "expires_at is over already"));
        }
        Ok(Grant {
            grantee: new.grantee,
            permission,
            tags: new.tags,
            agents: new.agents,
            expires_ms: expires.map(|at| at.ms),
            by: None,
        })
    }

    /// The grants of a space: all of them to the owner and whoever may give some, their own to
    /// other grantees.
    pub async fn grants(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        space: &str,
    ) -> Result<Vec<Given>> {
        let spaces = self.shared(caller, namespace).await?;
        let found = spaces.into_iter().find(|one| one.name == space);
        if let Some(found) = found {
            return Ok(found.grants);
        }
        self.own_space(caller, namespace, space).await?;
        Err(not_owner(space))
    }

    /// Takes a grant back; it opens nothing any more.
    pub async fn ungrant(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        space: &str,
        id: &str,
    ) -> Result<()> {
        self.scope(caller, Need::Administer, namespace)?;
        let Some(owner) = self.own_space(caller, namespace, space).await? else {
            return Err(not_owner(space));
        };
        let (space, id, ext_id) = (space.to_owned(), id.to_owned(), self.mint_id()?);
        let taken = move |intake: &Intake<'_>| {
            let row = find(intake.tx, &space)?;
            let seq = journal::find(intake.tx, intake.ns(), &id)?;
            let grants = table::grants(intake.tx, row.seq)?;
            if row.ns != intake.ns() || !grants.iter().any(|grant| Some(grant.seq) == seq) {
                let message = format!("no grant of '{space}' has the id {id}");
                return Err(Error::refused(Code::NoSuchGrant, message));
            }
            let shared = Shared {
                space: Some(row.seq),
                taken: seq,
                ..Shared::default()
            };
            let now_ms = intake.tx.now_ms();
            intake.append(&note(ext_id, Kind::GrantTaken, now_ms, shared))?;
            Ok::<_, Error>(())
        };
        self.journal.run(owner, origin(caller), &[], taken).await
    }
}

/// Who acts, in a namespace that may not be its own.
fn origin(caller: &Caller) -> Origin {
    Origin {
        door: caller.door,
        actor: caller.subject.clone(),
        agent: None,
    }
}

/// A filter that is there says something: an empty one could be taken for none.
fn filter(what: &str, few: Option<&Few>) -> Result<Vec<String>> {
    if few.is_some_and(|few| few.words().is_empty()) {
        let message = format!("{what} is empty: leave it out to filter nothing");
        return Err(Error::refused(Code::BadGrant, message));
    }
    Ok(Few::of(few))
}

/// In the writer: the space is still there, there is room, and whoever gives has it to give.
fn give(
    intake: &Intake<'_>,
    row: SpaceRow,
    ext_id: String,
    grant: Grant,
    most: usize,
) -> Result<Given> {
    let row = table::get(intake.tx, row.seq)?.ok_or_else(|| no_such_space(&row.name))?;
    let now_ms = intake.tx.now_ms();
    if let Some(by) = &grant.by {
        has_to_give(intake.tx, &row, by, &grant, now_ms)?;
    }
    if table::grants(intake.tx, row.seq)?.len() >= most {
        let message = format!("a shared space has {most} grants at most, ended ones too");
        return Err(Error::refused(Code::SharingFull, message));
    }
    let shared = Shared {
        space: Some(row.seq),
        grant: Some(grant.clone()),
        ..Shared::default()
    };
    intake.append(&note(ext_id.clone(), Kind::GrantGiven, now_ms, shared))?;
    Ok(Given {
        id: ext_id,
        created_ms: now_ms,
        grant,
    })
}

/// Who was let in with the right to let in others gives no more than it has, and not for longer.
fn has_to_give(
    view: &View<'_>,
    row: &SpaceRow,
    by: &str,
    grant: &Grant,
    now_ms: i64,
) -> Result<()> {
    let wanted = Opening {
        tags: Few::of(grant.tags.as_ref()),
        agents: Few::of(grant.agents.as_ref()),
    };
    let mut is_admin = false;
    for its in table::grants(view, row.seq)? {
        let may = its.grantee == by && its.permission == GrantPermission::Admin;
        let Some(has) = given(view, &its)?.filter(|_| may && its.holds(now_ms)) else {
            continue;
        };
        is_admin = true;
        let lasts = its
            .expires_ms
            .is_none_or(|end| grant.expires_ms.is_some_and(|at| at <= end));
        if lasts && opening(&has.grant).covers(&wanted) {
            return Ok(());
        }
    }
    match is_admin {
        false => Err(not_owner(&row.name)),
        true => Err(Error::refused(
            Code::OutsideGrant,
            "this would open more, or for longer, than was granted",
        )),
    }
}
