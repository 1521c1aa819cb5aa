//! # peers: a desktop that can be recorded
//!
//! **Comes in:** a script of what an agent does. **Goes out:** the two servers a recorder
//! listens to, an actuation peer and a capture peer, speaking the same protocols as the real
//! ones, with drawn screens, scriptable versions, faults and clocks.
//!
//! **Kept:** nothing. **Deliberately absent:** everything a recorder does; the peers know nothing
//! of who records them.
//!
//! Start with `desktop`.
