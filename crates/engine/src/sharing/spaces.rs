//! Making, listing and deleting spaces.

use mneme_access::{Caller, Need};
use mneme_journal::Intake;
use mneme_model::sharing::{Shared, Webhook};
use mneme_model::{Code, GrantPermission, Kind, NsId, hex};
use mneme_providers::webhook;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::api_keys;
use mneme_store::tables::spaces::{self as table, SpaceRow};

use super::{Space, find, given, note, said};
use crate::{Engine, Error, Result, checks};

/// Paths of their own where others have a space's name.
const RESERVED: [&str; 2] = ["create", "list"];

impl Engine {
    /// Opens a space; nobody is let in yet.
    pub async fn share(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        name: &str,
        webhook: Option<&str>,
    ) -> Result<Space> {
        let owner = self.scope(caller, Need::Administer, namespace)?.to_owned();
        checks::namespace(&self.settings.limits, name)?;
        if RESERVED.contains(&name) {
            let message = format!("'{name}' means something else in a path");
            return Err(Error::refused(Code::BadNamespace, message));
        }
        let webhook = webhook.map(|url| self.webhook(url)).transpose()?;
        let (space, origin) = self.writing(caller, namespace).await?;
        let most = self.settings.sharing.spaces;
        let shared = Shared {
            name: name.to_owned(),
            webhook: webhook.clone(),
            ..Shared::default()
        };
        let ext_id = self.mint_id()?;
        let spoken_for = name != owner && self.is_spoken_for(name);
        let made = move |intake: &Intake<'_>| {
            may_be_made(intake, &shared.name, spoken_for, most)?;
            let now_ms = intake.tx.now_ms();
            intake.append(&note(ext_id, Kind::SpaceMade, now_ms, shared))?;
            Ok::<_, Error>(now_ms)
        };
        let created_ms = self.journal.run(space, origin, &[], made).await?;
        let (url, secret) = webhook.map(|hook| (hook.url, hook.secret)).unzip();
        Ok(Space {
            name: name.to_owned(),
            owner,
            created_ms,
            webhook: url,
            secret,
            grants: Vec::new(),
        })
    }

    /// Whether a namespace of that name is let in by the settings: by a key, or at a door.
    fn is_spoken_for(&self, name: &str) -> bool {
        let keys = self.gate.keys.list();
        let mut names = self.settings.spoken_for.iter();
        names.any(|one| one == name) || keys.iter().any(|key| key.namespace == name)
    }

    /// May they read; then the namespace. One that has a key and nothing else yet is there to share,
    /// and be shared with.
    fn sharing(&self, caller: &Caller, named: Option<&str>) -> Result<Option<Namespace>> {
        let name = self.scope(caller, Need::Read, named)?;
        let empty = self.store.known_namespace(name).is_none() && self.is_spoken_for(name);
        match empty {
            true => Ok(None),
            false => self.reading(caller, named),
        }
    }

    fn webhook(&self, url: &str) -> Result<Webhook> {
        webhook::check(url, self.settings.sharing.private_webhooks)
            .map_err(|error| Error::refused(Code::BadWebhook, error.to_string()))?;
        let secret = random::<32>().map_err(Error::Store)?;
        Ok(Webhook {
            url: url.to_owned(),
            secret: hex::encode(secret),
        })
    }

    /// Spaces of a namespace, and those it was let into.
    pub async fn shared(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Space>> {
        let name = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let own = self.sharing(caller, namespace)?.map(|space| space.ns);
        let now_ms = self.store.now_ms();
        let listed = move |view: &View<'_>| {
            let mut rows = own.map_or_else(|| Ok(Vec::new()), |ns| table::owned(view, ns))?;
            for grant in table::granted(view, &name)? {
                let known = rows.iter().any(|row| row.seq == grant.space);
                if !known && grant.holds(now_ms) {
                    rows.extend(table::get(view, grant.space)?);
                }
            }
            let seen = |row: SpaceRow| Ok((row.ns, shown(view, row, own, &name, now_ms)?));
            rows.into_iter().map(seen).collect::<Result<Vec<_>>>()
        };
        let found = self.store.read(listed).await?;
        let named = found.into_iter().map(|(ns, space)| Space {
            owner: self.name_of(ns),
            ..space
        });
        Ok(named.collect())
    }

    pub(super) fn name_of(&self, ns: NsId) -> String {
        let owner = self.store.namespace_by_id(ns);
        owner.map_or_else(String::new, |owner| owner.name.to_string())
    }

    /// Closes a space: every grant on it ends.
    pub async fn unshare(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<()> {
        self.scope(caller, Need::Administer, namespace)?;
        let (name, ext_id) = (name.to_owned(), self.mint_id()?);
        let Some(owner) = self.own_space(caller, namespace, &name).await? else {
            return Err(not_owner(&name));
        };
        let (_, origin) = self.writing(caller, namespace).await?;
        let closed = move |intake: &Intake<'_>| {
            let row = find(intake.tx, &name)?;
            if row.ns != intake.ns() {
                return Err(not_owner(&name));
            }
            let shared = Shared {
                space: Some(row.seq),
                ..Shared::default()
            };
            let now_ms = intake.tx.now_ms();
            intake.append(&note(ext_id, Kind::SpaceDeleted, now_ms, shared))?;
            Ok::<_, Error>(())
        };
        self.journal.run(owner, origin, &[], closed).await
    }

    /// The caller's namespace, if it owns a space; a space nobody has is an error.
    pub(super) async fn own_space(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Namespace>> {
        let own = self.sharing(caller, namespace)?;
        let name = name.to_owned();
        let row = self.store.read(move |view| find(view, &name)).await?;
        Ok(own.filter(|own| own.ns == row.ns))
    }
}

/// In the writer: one name is one space, and an owner has so many. The name of another namespace
/// would be taken for it, whether or not anything was written there yet.
fn may_be_made(intake: &Intake<'_>, name: &str, spoken_for: bool, most: usize) -> Result<()> {
    let own = *name == *intake.namespace.name;
    let other = !own && (intake.tx.namespace(name).is_some() || api_keys::opens(intake.tx, name)?);
    if other || spoken_for || table::named(intake.tx, name)?.is_some() {
        let message = format!("the name '{name}' is taken");
        return Err(Error::refused(Code::SpaceExists, message));
    }
    if table::owned(intake.tx, intake.ns())?.len() >= most {
        let message = format!("a namespace has {most} shared spaces at most");
        return Err(Error::refused(Code::SharingFull, message));
    }
    Ok(())
}

pub(super) fn not_owner(name: &str) -> Error {
    let message = format!("only the namespace that made '{name}' may do that");
    Error::refused(Code::NotOwner, message)
}

/// A space as one namespace sees it.
fn shown(
    view: &View<'_>,
    row: SpaceRow,
    own: Option<NsId>,
    name: &str,
    now_ms: i64,
) -> Result<Space> {
    let (_, created_ms, shared) = said(view, row.seq)?.unwrap_or_default();
    let is_owner = own == Some(row.ns);
    let grants = table::grants(view, row.seq)?;
    let its = |grantee: &str| grantee == name;
    let sees_all = is_owner
        || grants.iter().any(|grant| {
            its(&grant.grantee) && grant.holds(now_ms) && grant.permission == GrantPermission::Admin
        });
    let mut all = Vec::new();
    for grant in grants.iter().filter(|one| sees_all || its(&one.grantee)) {
        all.extend(given(view, grant)?);
    }
    Ok(Space {
        name: row.name,
        owner: String::new(),
        created_ms,
        webhook: shared.webhook.filter(|_| is_owner).map(|hook| hook.url),
        secret: None,
        grants: all,
    })
}
