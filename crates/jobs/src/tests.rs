//! Whole schedulers on a clock of their own. Time is tokio's paused one: hours pass in
//! milliseconds, and the clock on the wall goes with it unless a test sets it.

mod book;
mod clocks;
mod failures;
mod ledgers;
mod nudges;
mod pauses;
mod probe;
mod stops;
mod support;
mod ticks;
