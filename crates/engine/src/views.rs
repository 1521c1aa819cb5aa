//! What an administrator looks at. Looking changes nothing.

mod health;
mod inspect;
mod recent;
mod space;
mod standing;
mod terms;

pub use health::{IndexHealth, Workings};
pub use inspect::Inspected;
pub use recent::{Recent, Told};
pub use space::{AgentSpace, Space};
pub use standing::{Lifecycle, Standing, StandingSummary};
pub use terms::{Term, Terms};
