//! One suite over both registries, then what only Redis can get wrong.

mod cluster;
mod counters;
pub(super) mod desk;
mod lists;
mod lost;
mod restart;
mod server;
mod turns;
mod wire;
