//! How recordings are made.

use std::path::PathBuf;
use std::time::Duration;

use crate::frames::eyes::Place;
use crate::frames::timing::Delays;
use crate::sessions::Retention;
use crate::sources::Target;

#[derive(Clone, Debug)]
pub struct Settings {
    /// Where recordings are kept, a directory for each.
    pub storage_path: PathBuf,
    /// The namespace of the memory that steps are written to.
    pub namespace: String,
    /// The actuation peer of recordings that name none.
    pub control_center: Target,
    /// The capture peer of recordings that name none; without an address there is none at all.
    pub the_eyes: Place,
    /// How often it is asked whether it is there.
    pub the_eyes_poll: Duration,
    pub delays: Delays,
    /// No word of the actuation peer for so long, and the recording is lost.
    pub silence: Duration,
    /// Steps after which the record of a recording is written again, at the least.
    pub checkpoint_steps: u32,
    /// The same in time.
    pub checkpoint_every: Duration,
    /// How long the beginning of a recording waits for its actuation peer.
    pub connect: Duration,
    /// How long the end of a recording waits for pictures.
    pub drain: Duration,
    /// The longest text the memory takes.
    pub longest_text: usize,
    /// How often this recorder says that it lives.
    pub beat: Duration,
    /// How often recordings nobody works on any more are looked for.
    pub sweep: Duration,
    pub retention: Retention,
    /// The tenant of recordings that name none.
    pub tenant_id: String,
    /// The address of this recorder, as records name it.
    pub ma_core_addr: String,
}
