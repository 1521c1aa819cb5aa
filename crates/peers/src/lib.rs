//! # peers: a desktop that can be recorded, a model that can be asked
//!
//! **Comes in:** a script of what an agent does, or of what a model says. **Goes out:** the two
//! servers a recorder listens to, an actuation peer and a capture peer, and a provider of models,
//! speaking the same protocols as the real ones, with drawn screens, scriptable answers, faults
//! and clocks.
//!
//! **Kept:** what they were asked, in memory. **Deliberately absent:** everything a recorder or a
//! gateway does; the peers know nothing of who stands before them.
//!
//! Start with [`desktop`], then [`upstream`].

pub mod chance;
pub mod clock;
pub mod control_center;
pub mod desktop;
pub mod eyes;
pub mod load;
pub mod script;
pub mod upstream;

pub use clock::Ticking;
pub use control_center::{Agent, ControlCenter, Grant};
pub use desktop::Desktop;
pub use eyes::{Eyes, Faults};
pub use load::Load;
pub use script::Script;
pub use upstream::Upstream;
