//! Settings files of other systems, read as they are and translated one way into ours.

pub mod check;
mod key;
mod translate;
mod unused;

pub use key::{Fate, Key, Keys, Kind, key};
pub use translate::{Translated, path_value, resolve};
pub use unused::{unused, warnings};
