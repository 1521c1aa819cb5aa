//! Turns, taken where the record is.

use mneme_model::Moment;
use mneme_model::archive::{Refused, Status};
use redis::cmd;

use super::keys::{self, Times};
use super::{Call, Redis, TURN};
use crate::sessions::{Error, Move, Result};

impl Redis {
    pub(super) async fn go_on(&self, id: &str, by: Move) -> Result<Status> {
        let times = Times {
            created_ms: self.created_ms(id).await?,
            updated_ms: by.now_ms,
        };
        let to = keys::moves(by.turn, self.retention);
        let mut cmd = self.script(TURN, Call { id, to, times }, &[]);
        for (field, value) in by.written() {
            cmd.arg(field).arg(value);
        }
        let answer = self.link.ask::<Vec<String>>(&cmd).await?;
        let words: Vec<_> = answer.value.iter().map(String::as_str).collect();
        let status = match words[..] {
            ["moved", to] => self.known(id, to)?,
            ["refused", from] if answer.again => self.taken_before(id, from, &by).await?,
            ["refused", from] => return Err(self.refusal(id, from, &by)),
            ["gone"] => return Err(Error::NoSuchSession(id.to_owned())),
            _ => return Err(self.link.nonsense("a turn was neither taken nor refused")),
        };
        if self.link.is_cluster() {
            self.link
                .together(&keys::placing(id, status, times))
                .await?;
        }
        Ok(status)
    }

    async fn created_ms(&self, id: &str) -> Result<i64> {
        let asked = cmd("HGET").arg(keys::record(id)).arg("created_at").take();
        let created: Option<String> = self.link.ask(&asked).await?.value;
        let created = created.ok_or_else(|| Error::NoSuchSession(id.to_owned()))?;
        Ok(Moment::parse(&created).map_or(0, |moment| moment.ms))
    }

    /// A turn whose answer got lost is refused the second time; the record says that it was ours.
    async fn taken_before(&self, id: &str, from: &str, by: &Move) -> Result<Status> {
        let status = self.known(id, from)?;
        let found = self.find(id).await?.unwrap_or_default();
        let leads_here = Status::before(by.turn).any(|s| s.after(by.turn) == Ok(status));
        let ours = by.written().iter().all(|(k, v)| found.get(k) == v);
        match leads_here && ours {
            true => Ok(status),
            false => Err(self.refusal(id, from, by)),
        }
    }

    fn refusal(&self, id: &str, from: &str, by: &Move) -> Error {
        let turn = by.turn;
        match self.known(id, from) {
            Ok(from) => Error::Refused(Refused { from, turn }),
            Err(error) => error,
        }
    }

    fn known(&self, id: &str, status: &str) -> Result<Status> {
        Status::named(status).ok_or_else(|| Error::UnknownStatus {
            id: id.to_owned(),
            status: status.to_owned(),
        })
    }
}
