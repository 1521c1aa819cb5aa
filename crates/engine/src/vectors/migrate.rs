//! From one model to another, or the same one again.

use mneme_access::{Caller, Need};
use mneme_index::vectors::{ModelState, cursor_of};
use mneme_model::Code;
use mneme_store::tables::{cursors, vectors};

use crate::upkeep::Progress;
use crate::{Engine, Error, Result};

/// Blocks of an old model removed in one go.
const DROPPED: usize = 64;

impl Engine {
    /// The model a migration reads with; or what it would refuse, before anything is done.
    pub async fn check_migration(
        &self,
        caller: &Caller,
        named: Option<&str>,
        force: bool,
    ) -> Result<String> {
        self.scope(caller, Need::Administer, None)?;
        let model = self.meant_model(named)?;
        let needed = force || self.behind().await?.0 > 0;
        match self.model_looked_at().await? {
            ModelState::Off | ModelState::Failed(_) if needed => Err(self.no_model()),
            _ => Ok(model),
        }
    }

    /// The configured model, unless another was meant.
    fn meant_model(&self, named: Option<&str>) -> Result<String> {
        let configured = self.wanted_model()?;
        match named {
            Some(name) if name != configured => {
                let message = format!("this server reads with '{configured}', not with '{name}'");
                Err(Error::refused(Code::ModelMismatch, message))
            }
            _ => Ok(configured),
        }
    }

    /// Reads everything with the configured model, then lets go of vectors of other models.
    /// With `force`, its own old ones are such too. Stopped half-way it goes on where it was.
    pub async fn migrate_embeddings(
        &self,
        caller: &Caller,
        force: bool,
        progress: Progress,
    ) -> Result<u64> {
        self.scope(caller, Need::Administer, None)?;
        if force {
            // Vectors are let go only for a model that is seen to read.
            let reads = self.read_question(String::from("a word")).await;
            reads.then_some(()).ok_or_else(|| self.no_model())?;
            self.index.vectors_anew().await?;
        }
        let made = self.vectors_settled(caller, progress).await?;
        let name = self.index.model().name().map(str::to_owned);
        let others = self.vector_stats().await?.models;
        for other in others
            .into_iter()
            .filter(|model| Some(&model.name) != name.as_ref())
        {
            self.drop_model(other.name).await?;
        }
        Ok(made)
    }

    async fn drop_model(&self, name: String) -> Result<()> {
        loop {
            let name = name.clone();
            let more = self
                .store
                .write(name.len(), move |tx| {
                    let models = vectors::models(tx)?;
                    let model = models.iter().find(|model| model.name == name);
                    let Some(model) = model else { return Ok(false) };
                    cursors::remove(tx, &cursor_of(&name))?;
                    Ok::<_, Error>(vectors::drop_some(tx, model.id, DROPPED)?)
                })
                .await?;
            if !more {
                return Ok(());
            }
        }
    }
}
