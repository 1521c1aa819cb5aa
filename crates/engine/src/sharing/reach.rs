//! How far somebody sees beyond its own namespace.

use std::sync::Arc;

use mneme_access::{Caller, Error as Refused, Need};
use mneme_index::Granted;
use mneme_journal::Origin;
use mneme_model::sharing::{Few, Grant};
use mneme_model::{Code, GrantPermission, NsId};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace, Opening};
use mneme_store::tables::spaces::{self as table, SpaceRow};

use super::given;
use crate::{Engine, Error, Record, Result};

/// What is open to somebody: the space it was granted on, and what of its owner's is seen.
type Open = (SpaceRow, Opening);

impl Engine {
    /// The names of the spaces a namespace was let into, as of now.
    pub async fn accessible(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<String>> {
        let name = self.scope(caller, Need::Read, namespace)?.to_owned();
        let now_ms = self.store.now_ms();
        let read = move |view: &View<'_>| open(view, &name, GrantPermission::Read, now_ms);
        let spaces = self.store.read(read).await?;
        let mut names: Vec<String> = spaces.into_iter().map(|(space, _)| space.name).collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// May they read; then the namespace as they see it. A name that is not the caller's own may
    /// be that of a space it was let into, or of the owner.
    pub(crate) async fn reaching(
        &self,
        caller: &Caller,
        named: Option<&str>,
    ) -> Result<Option<Namespace>> {
        match self.reading(caller, named) {
            Err(Error::Access(Refused::ForeignNamespace)) => {
                let named = named.unwrap_or_default();
                let open = self
                    .open_to(caller, GrantPermission::Read, Some(named))
                    .await?;
                let first = open.into_iter().next();
                first.map(Some).ok_or(Refused::ForeignNamespace.into())
            }
            known => known,
        }
    }

    /// May they store; then where.
    pub(crate) async fn storing(
        &self,
        caller: &Caller,
        named: Option<&str>,
    ) -> Result<(Namespace, Origin)> {
        match self.writing(caller, named).await {
            Err(Error::Access(Refused::ForeignNamespace)) => {
                let named = named.unwrap_or_default();
                let open = self
                    .open_to(caller, GrantPermission::Write, Some(named))
                    .await?;
                let first = open.into_iter().next().ok_or(Refused::ForeignNamespace)?;
                let origin = Origin {
                    door: caller.door,
                    actor: caller.subject.clone(),
                    agent: caller.only.clone().or_else(|| caller.agent.clone()),
                };
                Ok((first, origin))
            }
            known => known,
        }
    }

    /// Namespaces of others as the caller sees them: those of one name, or all; those whose grants
    /// came first are first. An owner's list of addresses holds for whomever it let in.
    pub(crate) async fn open_to(
        &self,
        caller: &Caller,
        least: GrantPermission,
        named: Option<&str>,
    ) -> Result<Vec<Namespace>> {
        let (grantee, all) = (caller.namespace.clone(), named.is_none());
        let (named, now_ms) = (named.map(str::to_owned), self.store.now_ms());
        let found = move |view: &View<'_>| {
            let mut open = open(view, &grantee, least, now_ms)?;
            if let Some(named) = named {
                let owner = view.namespace(&named).map(|owner| owner.ns);
                let its = |(space, _): &Open| Some(space.ns) == owner;
                match open.iter().any(its) {
                    true => open.retain(its),
                    false => open.retain(|(space, _)| space.name == named),
                }
            }
            Ok::<_, Error>(open)
        };
        let mut windows: Vec<(NsId, Vec<Opening>)> = Vec::new();
        for (space, opening) in self.store.read(found).await? {
            match windows.iter_mut().find(|(ns, _)| *ns == space.ns) {
                Some((_, openings)) => openings.push(opening),
                None => windows.push((space.ns, vec![opening])),
            }
        }
        let mut seen = Vec::with_capacity(windows.len());
        for (ns, openings) in windows {
            let Some(owner) = self.store.namespace_by_id(ns) else {
                continue;
            };
            match self.gate.may_come(&owner.name, caller.peer) {
                Err(_) if all => continue,
                may => may?,
            }
            seen.push(owner.seen_by(caller.only.as_deref()).seen_through(openings));
        }
        Ok(seen)
    }

    /// One record by its id, wherever the caller sees it: in its own namespace first.
    pub(crate) async fn reach(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
    ) -> Result<(Record, Namespace)> {
        let own = self.reaching(caller, namespace).await?;
        let others = match namespace {
            Some(_) => Vec::new(),
            None => self.open_to(caller, GrantPermission::Read, None).await?,
        };
        for space in own.into_iter().chain(others) {
            if let Some(record) = self.find(&space, id).await? {
                return Ok((record, space));
            }
        }
        let message = format!("nothing has the id {id}");
        Err(Error::refused(Code::NoSuchMemory, message))
    }
}

/// What is open to a namespace at a moment, oldest grant first.
fn open(view: &View<'_>, grantee: &str, least: GrantPermission, now_ms: i64) -> Result<Vec<Open>> {
    let mut open = Vec::new();
    for row in table::granted(view, grantee)? {
        if row.permission < least || !row.holds(now_ms) {
            continue;
        }
        let space = table::get(view, row.space)?;
        if let (Some(space), Some(given)) = (space, given(view, &row)?) {
            open.push((space, opening(&given.grant)));
        }
    }
    Ok(open)
}

pub(super) fn opening(grant: &Grant) -> Opening {
    Opening {
        tags: Few::of(grant.tags.as_ref()),
        agents: Few::of(grant.agents.as_ref()),
    }
}

/// A record as it is shown in a namespace, if it is. To somebody of another one, what belongs to
/// it says nothing of what stands beside it.
pub(crate) fn shown(namespace: &Namespace, record: Record) -> Option<Record> {
    if namespace.through.is_none() {
        return Some(record);
    }
    let is_open = record.is_memory && namespace.opens(&record.tags, record.agent.as_deref());
    is_open.then_some(Record {
        superseded_by: None,
        supersedes: Vec::new(),
        noted: None,
        ..record
    })
}

/// What the index is to let through; `None` where nothing can be.
pub(crate) fn granted(
    view: &View<'_>,
    namespace: &Namespace,
) -> Result<Option<Option<Arc<[Granted]>>>> {
    let Some(openings) = &namespace.through else {
        return Ok(Some(None));
    };
    let mut all = Vec::new();
    for opening in openings.iter() {
        let mut agents = Vec::new();
        for agent in &opening.agents {
            agents.extend(view.name_id(namespace.ns, NameKind::Agent, agent)?);
        }
        if opening.agents.is_empty() || !agents.is_empty() {
            all.push(Granted {
                tags: opening.tags.clone(),
                agents,
            });
        }
    }
    Ok((!all.is_empty()).then(|| Some(all.into())))
}
