//! # peers: a desktop that can be recorded
//!
//! **Comes in:** a script of what an agent does. **Goes out:** the two servers a recorder
//! listens to, an actuation peer and a capture peer, speaking the same protocols as the real
//! ones, with drawn screens, scriptable versions, faults and clocks.
//!
//! **Kept:** nothing. **Deliberately absent:** everything a recorder does; the peers know nothing
//! of who records them.
//!
//! Start with [`desktop`].

pub mod chance;
pub mod clock;
pub mod control_center;
pub mod desktop;
pub mod eyes;
pub mod load;
pub mod script;

pub use clock::Ticking;
pub use control_center::{Agent, ControlCenter, Grant};
pub use desktop::Desktop;
pub use eyes::{Eyes, Faults};
pub use load::Load;
pub use script::Script;
