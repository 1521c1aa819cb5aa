//! Looking through the lists, and putting them right.

use std::collections::BTreeMap;

use mneme_model::Moment;
use mneme_model::archive::{Session, Status};
use redis::{Cmd, cmd};

use super::keys::{self, Times};
use super::{Call, MEND, Redis};
use crate::sessions::{Mended, Page, Result, Walk};

/// Members the server is asked for at a time.
const CHUNK: usize = 500;

/// Status, and when a record was made and last moved: `None` where there is no record.
type Brief = Vec<Option<String>>;

impl Redis {
    /// The queue is kept in order; other lists are put in order here.
    pub(super) async fn some(&self, status: Status, page: Page) -> Result<Vec<Session>> {
        let ids = match keys::sorted(status) {
            Some((queue, "created")) => self.range(queue, page).await?,
            _ => self.in_order(status, page).await?,
        };
        self.records(&ids, status).await
    }

    async fn range(&self, queue: &str, page: Page) -> Result<Vec<String>> {
        let end = page.skip.saturating_add(page.limit);
        if page.limit == 0 {
            return Ok(Vec::new());
        }
        let mut range = cmd("ZRANGE");
        range.arg(queue).arg(page.skip).arg(end - 1);
        Ok(self.link.ask(&range).await?.value)
    }

    async fn in_order(&self, status: Status, page: Page) -> Result<Vec<String>> {
        let (key, is_sorted) = keys::list(status);
        let all = match is_sorted {
            true => cmd("ZRANGE").arg(key).arg(0).arg(-1).take(),
            false => cmd("SMEMBERS").arg(key).take(),
        };
        let ids: Vec<String> = self.link.ask(&all).await?.value;
        let mut dated = Vec::with_capacity(ids.len());
        for ids in ids.chunks(CHUNK) {
            let briefs = self.briefs(ids).await?;
            let found = ids.iter().zip(briefs).filter(|(_, b)| b[0].is_some());
            dated.extend(found.map(|(id, brief)| (times(&brief).created_ms, id.clone())));
        }
        dated.sort();
        let ids = dated.into_iter().map(|(_, id)| id);
        Ok(ids.skip(page.skip).take(page.limit).collect())
    }

    pub(super) async fn chunk(&self, status: Status, from: Option<&str>) -> Result<Walk> {
        let (key, is_sorted) = keys::list(status);
        let (ids, next) = self.scan(key, is_sorted, from.unwrap_or("0")).await?;
        let sessions = self.records(&ids, status).await?;
        Ok(Walk { sessions, next })
    }

    /// Some members, and where to go on.
    async fn scan(
        &self,
        key: &str,
        is_sorted: bool,
        from: &str,
    ) -> Result<(Vec<String>, Option<String>)> {
        let mut scan = cmd(if is_sorted { "ZSCAN" } else { "SSCAN" });
        scan.arg(key).arg(from).arg("COUNT").arg(CHUNK);
        let (next, mut ids): (String, Vec<String>) = self.link.ask(&scan).await?.value;
        if is_sorted {
            // Members and their scores take turns.
            ids = ids.into_iter().step_by(2).collect();
        }
        Ok((ids, Some(next).filter(|next| next != "0")))
    }

    /// The records of these that are what the list says.
    async fn records(&self, ids: &[String], status: Status) -> Result<Vec<Session>> {
        let asked = ids
            .iter()
            .map(|id| cmd("HGETALL").arg(keys::record(id)).take());
        let asked: Vec<_> = asked.collect();
        let found: Vec<BTreeMap<String, String>> = self.each_of(&asked).await?;
        let sessions = found.into_iter().map(|fields| Session { fields });
        Ok(sessions.filter(|s| s.status() == Some(status)).collect())
    }

    async fn briefs(&self, ids: &[String]) -> Result<Vec<Brief>> {
        let asked = ids.iter().map(|id| {
            let mut brief = cmd("HMGET");
            brief.arg(keys::record(id)).arg("status");
            brief.arg("created_at").arg("updated_at").take()
        });
        let asked: Vec<_> = asked.collect();
        self.each_of(&asked).await
    }

    /// What expired stays in its list until a mending comes by, but is not counted.
    pub(super) async fn counts(&self) -> Result<BTreeMap<Status, u64>> {
        let asked = Status::ALL.map(|status| self.counting(status));
        let counts: Vec<u64> = self.link.each(&asked).await?;
        Ok(Status::ALL.into_iter().zip(counts).collect())
    }

    fn counting(&self, status: Status) -> Cmd {
        let (key, is_sorted) = keys::list(status);
        if !is_sorted {
            return cmd("SCARD").arg(key).take();
        }
        let kept_s = self.retention.expires_s(status);
        let kept_ms = kept_s.and_then(|s| i64::try_from(s * 1_000).ok());
        let since = kept_ms.map_or(0, |ms| self.clock.now_ms().saturating_sub(ms));
        cmd("ZCOUNT")
            .arg(key)
            .arg(format!("({since}"))
            .arg("+inf")
            .take()
    }

    pub(super) async fn mend_all(&self) -> Result<Mended> {
        let mut mended = Mended::default();
        let sets = keys::sets().map(|key| (key.to_owned(), false, true));
        let sorted = keys::SORTED.map(|key| (key.to_owned(), true, true));
        let traits = keys::all_traits().map(|key| (key, false, false));
        for (key, is_sorted, by_status) in sets.chain(sorted).chain(traits) {
            let mut from = Some(String::from("0"));
            while let Some(at) = from {
                let (ids, next) = self.scan(&key, is_sorted, &at).await?;
                self.mend_some(&key, by_status, &ids, &mut mended).await?;
                from = next;
            }
        }
        self.forget_instances().await?;
        Ok(mended)
    }

    async fn mend_some(
        &self,
        key: &str,
        by_status: bool,
        ids: &[String],
        mended: &mut Mended,
    ) -> Result<()> {
        let mut cmds = Vec::new();
        for (id, brief) in ids.iter().zip(self.briefs(ids).await?) {
            if brief.iter().all(Option::is_none) {
                mended.orphans += 1;
                cmds.push(taken_out(key, id));
            } else if let Some(status) = misplaced(key, &brief).filter(|_| by_status) {
                mended.misplaced += 1;
                cmds.extend(self.placing(id, status, times(&brief)));
            }
        }
        // Into the right list before out of the wrong one: in the order they stand.
        match self.link.is_cluster() {
            true => self.link.together(&cmds).await.map(drop),
            false => self.each_of::<redis::Value>(&cmds).await.map(drop),
        }
    }

    fn placing(&self, id: &str, status: Status, times: Times) -> Vec<Cmd> {
        if self.link.is_cluster() {
            return keys::placing(id, status, times);
        }
        let to = keys::targets(self.retention);
        vec![self.script(MEND, Call { id, to, times }, &[])]
    }

    /// Names of instances that ended without a word.
    async fn forget_instances(&self) -> Result<()> {
        let named: Vec<String> = self
            .link
            .ask(cmd("SMEMBERS").arg(keys::INSTANCES))
            .await?
            .value;
        let live = self.living().await?;
        let gone = named
            .iter()
            .filter(|id| live.iter().all(|one| one.id != **id));
        let cmds: Vec<_> = gone
            .map(|id| keys::two("SREM", keys::INSTANCES, id))
            .collect();
        self.each_of::<redis::Value>(&cmds).await.map(drop)
    }
}

/// The status that says it belongs elsewhere; a status nobody knows belongs nowhere.
fn misplaced(key: &str, brief: &Brief) -> Option<Status> {
    let status = brief[0].as_deref().and_then(Status::named)?;
    let sorted = keys::sorted(status).map(|(key, _)| key);
    let here = status.index() == Some(key) || sorted == Some(key);
    (!here).then_some(status)
}

fn taken_out(key: &str, id: &str) -> Cmd {
    let name = if keys::SORTED.contains(&key) {
        "ZREM"
    } else {
        "SREM"
    };
    keys::two(name, key, id)
}

fn times(brief: &Brief) -> Times {
    let ms = |n: usize| {
        let text = brief.get(n).and_then(Option::as_deref);
        text.and_then(Moment::parse).map_or(0, |moment| moment.ms)
    };
    Times {
        created_ms: ms(1),
        updated_ms: ms(2),
    }
}
