//! # embed: what a text means, as numbers
//!
//! **Comes in:** texts. **Goes out:** one vector of length one per text; texts of like
//! meaning have vectors of like direction.
//!
//! **Kept:** the weights of one model, in memory as bytes or as floats; its table of words
//! stays in the file and is read row by row.
//!
//! **Deliberately absent:** fetching a model, threads, a cache. An encoder works on the
//! caller's thread and may be asked from several at once.
//!
//! Start with [`open`] and [`Encoder`], then [`bert`], [`linear`], [`dot`].

mod attention;
pub mod bert;
pub mod catalogue;
pub mod config;
mod digest;
pub mod dot;
mod embeddings;
mod encoder;
mod error;
mod files;
pub mod hashed;
pub mod isa;
mod layer;
pub mod linear;
mod math;
mod norm;
pub mod tensors;
mod unicode;
pub mod wordpiece;

#[cfg(test)]
mod tests;

pub use bert::Bert;
pub use config::Pooling;
pub use encoder::{Encoder, check, glance, open};
pub use error::Error;
pub use hashed::Hashed;
pub use linear::Precision;
