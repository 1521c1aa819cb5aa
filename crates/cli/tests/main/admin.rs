//! What an administrator looks at.

mod caches;
mod explain;
mod hud;
mod numbers;
mod recent;
mod records;
mod trust;
