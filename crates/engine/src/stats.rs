//! How much there is, and whether the index keeps up.

use mneme_access::{Caller, Need};
use mneme_model::{KindGroup, Seq};
use mneme_store::Room;
use mneme_store::tables::{counters, journal};

use crate::views::StandingSummary;
use crate::{Engine, Error, Result};

#[derive(Clone, Debug, Default)]
pub struct NamespaceStats {
    pub name: String,
    pub memories: u64,
    pub events: u64,
    pub text_bytes: u64,
    /// Where its memories stand; told where the namespace is named.
    pub standing: StandingSummary,
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub head: Seq,
    pub namespaces: Vec<NamespaceStats>,
    pub index_lag: usize,
    pub disk_bytes: u64,
    pub room: Room,
}

impl Engine {
    /// Admins see their own namespace; the local door, which owns the machine, sees all.
    pub async fn stats(&self, caller: &Caller) -> Result<Stats> {
        let own = self.scope(caller, Need::Read, None)?.to_owned();
        let everything = caller.owns_machine();
        let mut stats = self.totals().await?;
        stats
            .namespaces
            .retain(|namespace| everything || namespace.name == own);
        for namespace in &mut stats.namespaces {
            if let Some(known) = self.store.known_namespace(&namespace.name) {
                namespace.standing = self.standing(known.ns).await?;
            }
        }
        Ok(stats)
    }

    /// For health and metrics: numbers without names of anyone's.
    pub async fn totals(&self) -> Result<Stats> {
        let counted = self
            .store
            .read(|view| {
                let damaged = journal::damaged(view)?.len();
                Ok::<_, Error>((journal::head(view)?, counters::all(view)?, damaged))
            })
            .await?;
        let (head, counts, damaged) = counted;
        let namespaces = self.store.namespaces().into_iter().map(|namespace| {
            let mut stats = NamespaceStats {
                name: namespace.name.to_string(),
                ..NamespaceStats::default()
            };
            for count in counts.iter().filter(|count| count.ns == namespace.ns) {
                match count.kind.group() {
                    KindGroup::Event => stats.events += count.n,
                    KindGroup::Memory if count.kind == mneme_model::Kind::MemoryStored => {
                        stats.memories += count.n
                    }
                    _ => {}
                }
                stats.text_bytes += count.bytes;
            }
            stats
        });
        Ok(Stats {
            head,
            namespaces: namespaces.collect(),
            index_lag: self.index.lag(),
            disk_bytes: mneme_store::disk_bytes(self.store.dir()),
            room: Room {
                damaged,
                ..self.store.room()
            },
        })
    }
}
