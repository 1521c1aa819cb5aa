//! What the house tells about itself.

pub mod metrics;
pub mod process;
