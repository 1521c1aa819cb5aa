//! Every route of the REST door: what it takes, what it answers.

mod batch;
mod catalogue;
mod contract;
pub mod doors;
mod events;
mod list;
mod scope;
mod store;
mod update;
