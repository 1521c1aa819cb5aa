//! What ranking goes by, and what that came to.

use mneme_access::Caller;
use mneme_store::tables::toc;
use mneme_timeline::calendar::Level;

use super::TocNode;
use super::prune::{Channel, LastPrune};
use crate::{Engine, Error, Result};

#[derive(Clone, Debug, Default)]
pub struct RankingStatus {
    pub words: LastPrune,
    pub vectors: LastPrune,
    /// Of the newest segments.
    pub mean_salience: f32,
    pub high_salience: u32,
}

/// Segments looked at.
const SEGMENTS: usize = 500;
/// From here on a text matters much.
const HIGH: f32 = 0.7;

impl Engine {
    pub async fn ranking_status(&self, caller: &Caller) -> Result<RankingStatus> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(RankingStatus::default());
        };
        let ns = namespace.ns;
        let weights = self.store.read(move |view| {
            let newest = toc::newest(view, ns, Level::Segment as u8, SEGMENTS)?;
            let read = newest.into_iter().map(|node| TocNode::read(view, node));
            let weights = read.map(|node| Ok::<_, Error>(node?.salience));
            weights.collect::<Result<Vec<f32>>>()
        });
        let weights = weights.await?;
        Ok(RankingStatus {
            words: self.last_prune(caller, Channel::Words).await?,
            vectors: self.last_prune(caller, Channel::Vectors).await?,
            mean_salience: weights.iter().sum::<f32>() / weights.len().max(1) as f32,
            high_salience: weights.iter().filter(|weight| **weight >= HIGH).count() as u32,
        })
    }
}
