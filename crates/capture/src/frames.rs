//! The pictures around a step: when each is wanted, what kind it is, and the mark of a click.

pub mod eyes;
pub mod kind;
pub mod mark;
pub mod timing;
