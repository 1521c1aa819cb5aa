//! Records: written once, read, changed, removed.

use std::collections::BTreeMap;

use mneme_model::archive::{Session, Status};
use redis::{Cmd, cmd};

use super::keys::{self, Times};
use super::{Call, REGISTER, Redis, SET};
use crate::sessions::registry::{checked, moment_ms, open};
use crate::sessions::{Change, Error, Result};

/// On a cluster: how long a record lasts that was written but not listed yet.
const DRAFT_S: u64 = 60;

impl Redis {
    pub(super) async fn add(&self, session: &Session) -> Result<()> {
        let status = checked(session)?;
        let created_ms = moment_ms(session, "created_at");
        let updated_ms = moment_ms(session, "updated_at").max(created_ms);
        let times = Times {
            created_ms,
            updated_ms,
        };
        let mut to = keys::target(status, self.retention);
        if self.link.is_cluster() {
            to["kept_s"] = DRAFT_S.into();
        }
        let id = session.id();
        let mut cmd = self.script(REGISTER, Call { id, to, times }, &keys::traits(session));
        for (field, value) in &session.fields {
            cmd.arg(field).arg(value);
        }
        let added = self.link.ask::<bool>(&cmd).await?;
        // A first attempt whose answer got lost wrote exactly this.
        let ours = added.again && self.find(id).await?.as_ref() == Some(session);
        if !added.value && !ours {
            return Err(Error::Exists(id.to_owned()));
        }
        self.list_on_cluster(session, status, times).await
    }

    /// The record is a draft until it is listed, so that one without a list does not stay.
    async fn list_on_cluster(&self, session: &Session, status: Status, times: Times) -> Result<()> {
        if !self.link.is_cluster() {
            return Ok(());
        }
        let id = session.id();
        let mut cmds = keys::placing(id, status, times);
        cmds.extend(keys::traits(session).map(|key| keys::two("SADD", &key, id)));
        let record = keys::record(id);
        cmds.push(match self.retention.expires_s(status) {
            Some(kept_s) => cmd("EXPIRE").arg(record).arg(kept_s).take(),
            None => cmd("PERSIST").arg(record).take(),
        });
        self.link.together(&cmds).await?;
        Ok(())
    }

    pub(super) async fn find(&self, id: &str) -> Result<Option<Session>> {
        let fields: BTreeMap<String, String> = self
            .link
            .ask(cmd("HGETALL").arg(keys::record(id)))
            .await?
            .value;
        Ok(Some(Session { fields }).filter(|session| !session.fields.is_empty()))
    }

    pub(super) async fn change(&self, changes: &[Change]) -> Result<Vec<bool>> {
        let cmds: Vec<_> = changes.iter().map(set_one).collect();
        self.each_of(&cmds).await
    }

    /// The record goes first: what is left in a list without one is nobody's.
    pub(super) async fn delete(&self, id: &str) -> Result<bool> {
        let Some(session) = self.find(id).await? else {
            return Ok(false);
        };
        let mut cmds = vec![cmd("DEL").arg(keys::record(id)).take()];
        cmds.extend(keys::sets().map(|key| keys::two("SREM", key, id)));
        cmds.extend(keys::SORTED.map(|key| keys::two("ZREM", key, id)));
        cmds.extend(keys::traits(&session).map(|key| keys::two("SREM", &key, id)));
        self.link.together(&cmds).await?;
        Ok(true)
    }
}

fn set_one(change: &Change) -> Cmd {
    let mut cmd = cmd("EVAL");
    cmd.arg(SET).arg(1).arg(keys::record(&change.id));
    let fields = open(&change.fields);
    // A change without a field still says whether there is a record.
    if fields.is_empty() {
        return redis::cmd("EXISTS").arg(keys::record(&change.id)).take();
    }
    for (field, value) in fields {
        cmd.arg(field).arg(value);
    }
    cmd
}
