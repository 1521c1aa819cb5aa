//! What an administrator looks at.

mod caches;
mod explain;
mod hud;
mod numbers;
mod records;
mod trust;
