//! What the house tells about itself.

pub mod gauges;
pub mod metrics;
pub mod process;
