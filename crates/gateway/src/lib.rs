//! # gateway: between a client and its model
//!
//! **Comes in:** a conversation. **Goes out:** facts for the engine.
//!
//! Start with [`extract`].

pub mod extract;
