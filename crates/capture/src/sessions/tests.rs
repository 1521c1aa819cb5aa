//! One suite over both registries, then what only Redis can get wrong.

mod cluster;
mod counters;
mod desk;
mod lists;
mod restart;
mod server;
mod turns;
mod wire;
