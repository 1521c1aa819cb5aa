//! A command in words: whatever the peer says, there is a text for people and one to run again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_capture::describe::{human, replay, suspect};
use mneme_fuzz::{parts, room, within};
use mneme_model::archive::Command;

fuzz_target!(|input: &[u8]| {
    let [how, raw] = parts::<2>(input);
    let mut command: Command = serde_json::from_slice(how).unwrap_or_default();
    command.raw_command = String::from_utf8_lossy(raw).into_owned();
    let bytes = room(command.raw_command.len() + command.action_subtype.len());
    let (shown, again) = within(bytes, || (human(&command), replay(&command)));
    let most = 2 * command.raw_command.len() + command.action_subtype.len() + 256;
    assert!(
        shown.len() <= most && again.len() <= most,
        "{shown} {again}"
    );
    within(bytes, || suspect(&command));
});
