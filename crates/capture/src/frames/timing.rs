//! Which moments of the screen belong to a command.

use mneme_model::Moment;
use mneme_model::archive::{Action, Command};

/// How far the pictures lie from the command, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    pub press_ms: u32,
    pub type_ms: u32,
    pub before_ms: u32,
    pub after_ms: u32,
}

/// One picture to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The moment it should show, in milliseconds since the epoch.
    pub ms: i64,
}

/// The three pictures of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub before: Target,
    pub at: Target,
    pub after: Target,
    /// Where the pointer was, if the picture is to show it.
    pub marked: Option<(i32, i32)>,
}

/// Why a command has no pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    Failed,
    /// Where the pointer is: no step, so no picture of one.
    NoAction,
    /// The peer's time is none, so no picture can belong to it.
    NoMoment,
}

/// Every command that did not fail has three pictures. What a key does shows later than a click,
/// so its picture is taken later, and the one after it later again.
pub fn plan(command: &Command, delays: &Delays) -> Result<Plan, SkipReason> {
    if !command.success {
        return Err(SkipReason::Failed);
    }
    let late_ms = match command.action() {
        Action::Position => return Err(SkipReason::NoAction),
        Action::Mouse => 0,
        Action::Type => delays.type_ms,
        Action::Press | Action::Keyboard | Action::Other => delays.press_ms,
    };
    let told = Moment::parse(&command.timestamp).ok_or(SkipReason::NoMoment)?;
    let at = told.ms + i64::from(late_ms);
    let is_mouse = command.action() == Action::Mouse;
    Ok(Plan {
        before: Target {
            ms: told.ms - i64::from(delays.before_ms),
        },
        at: Target { ms: at },
        after: Target {
            ms: at + i64::from(delays.after_ms),
        },
        marked: command.pointer().filter(|_| is_mouse),
    })
}

// === impl Delays ===

impl Default for Delays {
    fn default() -> Self {
        Self {
            press_ms: 1000,
            type_ms: 1000,
            before_ms: 1000,
            after_ms: 1000,
        }
    }
}

// === impl Target ===

impl Target {
    /// When it may be asked for. The peer answers with the closest picture it has so far: one
    /// interval later, no closer one can come.
    pub fn askable_ms(self, interval_ms: u32) -> i64 {
        self.ms + i64::from(interval_ms)
    }
}

// === impl Plan ===

impl Plan {
    /// In the order they can be asked for.
    pub fn targets(&self) -> [Target; 3] {
        [self.before, self.at, self.after]
    }
}

// === impl SkipReason ===

impl SkipReason {
    /// The words of `skipped_image_fetches`.
    pub fn text(self) -> &'static str {
        match self {
            SkipReason::Failed => "command failed",
            SkipReason::NoAction => "action type does not trigger fetch",
            SkipReason::NoMoment => "fetch failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const T: i64 = 1_767_323_045_678;
    const DELAYS: Delays = Delays {
        press_ms: 200,
        type_ms: 3000,
        before_ms: 40,
        after_ms: 500,
    };

    fn command(kind: &str, subtype: &str) -> Command {
        Command {
            timestamp: "2026-01-02T03:04:05.678Z".into(),
            action_type: kind.into(),
            action_subtype: subtype.into(),
            success: true,
            position_captured: true,
            mouse_x: 3,
            mouse_y: -4,
            ..Command::default()
        }
    }

    fn moments(kind: &str, subtype: &str) -> [i64; 3] {
        let plan = plan(&command(kind, subtype), &DELAYS).unwrap();
        plan.targets().map(|target| target.ms - T)
    }

    #[test]
    fn a_063_a_step_has_three_moments() {
        let plan = plan(&command("mouse", "left"), &Delays::default()).unwrap();
        assert_eq!(plan.targets().map(|t| t.ms - T), [-1000, 0, 1000]);
        assert_eq!(plan.marked, Some((3, -4)));
        assert_eq!(plan.at.askable_ms(1000), T + 1000);
    }

    #[test]
    fn a_066_moments_follow_the_settings() {
        assert_eq!(moments("mouse", "drag"), [-40, 0, 500]);
        assert_eq!(moments("keyboard", "press"), [-40, 200, 700]);
        assert_eq!(moments("keyboard", "type"), [-40, 3000, 3500]);
        assert_eq!(moments("keyboard", "chord"), [-40, 200, 700]);
        assert_eq!(moments("unknown", ""), [-40, 200, 700]);
    }

    #[test]
    fn a_067_what_failed_and_where_the_pointer_is_have_none() {
        let mut failed = command("mouse", "left");
        failed.success = false;
        assert_eq!(plan(&failed, &DELAYS), Err(SkipReason::Failed));
        let position = command("position", "");
        assert_eq!(plan(&position, &DELAYS), Err(SkipReason::NoAction));
    }

    #[test]
    fn a_070_only_a_verified_pointer_of_a_mouse_is_marked() {
        let mut unverified = command("mouse", "left");
        unverified.position_captured = false;
        assert_eq!(plan(&unverified, &DELAYS).unwrap().marked, None);
        let key = command("keyboard", "press");
        assert_eq!(plan(&key, &DELAYS).unwrap().marked, None);
    }

    proptest! {
        #[test]
        fn any_time_and_any_delay_have_a_plan_or_a_reason(
            timestamp in prop_oneof![any::<String>(), Just("9999-12-31T23:59:59.999Z".to_owned())],
            ms in any::<u32>(),
        ) {
            let command = Command { timestamp, ..command("keyboard", "type") };
            let delays = Delays { press_ms: ms, type_ms: ms, before_ms: ms, after_ms: ms };
            if let Ok(plan) = plan(&command, &delays) {
                prop_assert!(plan.before.ms <= plan.at.ms && plan.at.ms <= plan.after.ms);
                prop_assert!(plan.after.askable_ms(u32::MAX) > plan.after.ms);
            }
        }
    }
}
