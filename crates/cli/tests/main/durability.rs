//! What was acknowledged stays: through kills, restarts and lost indexes.

mod index;
mod kill;
mod restart;
mod sealed;
mod told;
mod upgrade;
mod writers;
