//! Who is alive: one key an instance, which goes by itself when nobody renews it.

use redis::cmd;

use super::{Redis, keys};
use crate::sessions::{Instance, Process, Result};

/// Beats that may be missed before an instance counts as gone.
const MISSED: u64 = 3;

impl Redis {
    /// The list of names outlives every key in it, so a name that is missing there was lost.
    pub(super) async fn lives(&self, instance: &Instance) -> Result<bool> {
        let set = cmd("SET")
            .arg(keys::instance(&instance.id))
            .arg(instance.process.text())
            .arg("PX")
            .arg(MISSED * self.beat_ms)
            .take();
        let named = keys::two("SADD", keys::INSTANCES, &instance.id);
        let told = self.link.each::<redis::Value>(&[set, named]).await?;
        Ok(told.last() == Some(&redis::Value::Int(1)))
    }

    pub(super) async fn living(&self) -> Result<Vec<Instance>> {
        let named: Vec<String> = self
            .link
            .ask(cmd("SMEMBERS").arg(keys::INSTANCES))
            .await?
            .value;
        let asked = named
            .iter()
            .map(|id| cmd("GET").arg(keys::instance(id)).take());
        let asked: Vec<_> = asked.collect();
        let found: Vec<Option<String>> = self.each_of(&asked).await?;
        let found = named.into_iter().zip(found);
        let living = found.filter_map(|(id, process)| {
            let process = Process::parse(&process?).unwrap_or_default();
            Some(Instance { id, process })
        });
        Ok(living.collect())
    }

    pub(super) async fn end(&self, instance: &Instance) -> Result<()> {
        let gone = cmd("DEL").arg(keys::instance(&instance.id)).take();
        let unnamed = keys::two("SREM", keys::INSTANCES, &instance.id);
        self.link.each::<redis::Value>(&[gone, unnamed]).await?;
        Ok(())
    }
}
