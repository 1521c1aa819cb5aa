//! Vectors: what reads texts, and how far it is.

use mneme_access::Caller;
use mneme_engine::{ModelState, Result};
use mneme_model::Code;
use mneme_wire::shapes::*;

use super::{Desk, Told};

impl Desk {
    pub(super) async fn vector_stats(&self) -> Result<VectorStats> {
        let stats = self.engine.vector_stats().await?;
        let (state, detail) = match stats.state {
            ModelState::Off => ("off", String::new()),
            ModelState::Unopened(name) | ModelState::Ready(name) => ("ready", name),
            ModelState::Failed(failure) => (failed(failure.code), failure.why),
        };
        let models = stats.models.into_iter().map(|model| ModelCount {
            name: model.name,
            dimension: model.dim,
            vectors: model.vectors,
        });
        Ok(VectorStats {
            state: state.to_owned(),
            detail,
            model: stats.model,
            dimension: stats.dimension,
            behind: stats.behind,
            models: models.collect(),
        })
    }

    pub async fn migrate(
        &self,
        caller: &Caller,
        request: MigrateRequest,
        told: Told,
    ) -> Result<MigrateReply> {
        let named = request.model.as_deref();
        let checked = self.engine.check_migration(caller, named, request.force);
        let model = checked.await?;
        let before = self.vector_stats().await?;
        let mut others = before.models.clone();
        others.retain(|known| request.force || known.name != model);
        let dropped = others.iter().map(|known| known.vectors).sum();
        let mut reply = MigrateReply {
            vectors: count(&before, &model),
            read: match request.force {
                true => self.engine.stats(caller).await?.head.unsigned_abs(),
                false => before.behind,
            },
            dry_run: request.dry_run,
            dropped,
            model,
        };
        if !request.dry_run {
            let migrated = self.engine.migrate_embeddings(caller, request.force, told);
            reply.vectors = migrated.await?;
        }
        Ok(reply)
    }
}

/// The word for a model that cannot be used.
pub(super) fn failed(code: Code) -> &'static str {
    match code {
        Code::ModelMissing => "missing",
        Code::ModelFetch => "away",
        _ => "damaged",
    }
}

fn count(stats: &VectorStats, model: &str) -> u64 {
    let mut known = stats.models.iter();
    known
        .find(|known| known.name == model)
        .map_or(0, |known| known.vectors)
}
