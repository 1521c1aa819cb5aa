//! The timeline: what happened, by the time it happened, and a table of contents over it.

mod agents;
mod docs;
mod episodes;
mod grips;
pub(crate) mod list;
mod nodes;
mod prune;
mod record;
mod repeats;
mod route;
mod search;
mod status;
mod teleport;
pub(crate) mod toc;
mod topics;
mod upkeep;

pub use agents::{Agent, Bucket, Busy, BusyRange};
pub use docs::{Doc, DocType};
pub use episodes::{
    Action, ActionResult, Ending, EpisodeEnded, EpisodeSettings, EpisodeStatus, NewEpisode,
    SimilarEpisode,
};
pub use grips::Expanded;
pub use list::{Listing, Range};
pub use mneme_timeline::calendar::Level;
pub use mneme_timeline::intent::{Classified, Intent, classify};
pub use mneme_timeline::route::{Layer, Mode, Stop, Tier};
pub use mneme_timeline::salience::Statement;
pub use nodes::{Branch, TocBullet, TocNode};
pub use prune::{Channel, LastPrune, Prunable, Prune, Pruned};
pub use record::{Happening, Recorded};
pub use repeats::{DedupSettings, DedupStatus};
pub use route::{Answer, Asked, Capabilities, LayerState, Routed};
pub use search::{Field, FoundNode, NodeSearch, TocMatch};
pub use status::RankingStatus;
pub use teleport::{Sides, Teleport, VectorIndex};
pub use toc::{Passed, Settings, TocRebuilt};
pub use topics::{Relation, TopicGraph, TopicSettings, Weighed};
pub use upkeep::Part;

pub(crate) use nodes::find as find_node;
pub(crate) use repeats::Repeats;
pub(crate) use toc::{Toc, erase_from_toc, is_readable};
pub(crate) use topics::Cache as TopicCache;
