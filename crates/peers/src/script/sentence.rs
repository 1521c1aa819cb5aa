//! An act as the actuation peer reports it.

use mneme_model::archive::Command;

use super::{Act, Button, Deed, Direction, Point};

impl Act {
    /// The command it is for whoever watches; acts of the peer itself are none.
    pub fn command(&self) -> Option<Command> {
        let (kind, verb, said) = self.deed.report()?;
        let at = self.deed.ends_at();
        let (x, y) = at.unwrap_or_default();
        let failed = self.fails.is_some();
        Some(Command {
            raw_command: if failed { self.deed.entered() } else { said },
            action_type: kind.into(),
            action_subtype: verb.into(),
            success: !failed,
            error_message: self.fails.clone().unwrap_or_default(),
            execution_time_ms: 40 + verb.len() as i32 * 7,
            mouse_x: x,
            mouse_y: y,
            position_captured: at.is_some(),
            ..Command::default()
        })
    }
}

// === impl Deed ===

impl Deed {
    /// Kind, verb, and the sentence of an agent that did it.
    fn report(&self) -> Option<(&'static str, &'static str, String)> {
        Some(match self {
            Deed::Click { x, y, button } => {
                let (verb, said) = button.words();
                ("mouse", verb, format!("{said}-clicked at X={x}, Y={y}"))
            }
            Deed::Move { x, y } => ("mouse", "move", format!("Moved cursor to at X={x}, Y={y}")),
            Deed::Scroll {
                x,
                y,
                direction,
                notches,
            } => {
                let (verb, way) = direction.words();
                let many = if *notches == 1 { "notch" } else { "notches" };
                (
                    "mouse",
                    verb,
                    format!("Scrolled {way} {notches} {many} at X={x}, Y={y}"),
                )
            }
            Deed::Drag { from, via, to } => ("mouse", "drag", dragged(*from, via, *to)),
            Deed::Type { text } => ("keyboard", "type", format!("Typed: {text}")),
            Deed::Press { keys } => ("keyboard", "press", format!("Pressed: {keys}")),
            Deed::Position { x, y } => ("position", "position", format!("Position: X={x}, Y={y}")),
            Deed::Agent { .. } | Deed::Leave | Deed::Cut => return None,
        })
    }

    /// What was asked of the agent: all that is known of an act that failed.
    fn entered(&self) -> String {
        match self {
            Deed::Click { x, y, button } => format!("{x} {y} {}", button.words().0),
            Deed::Move { x, y } => format!("{x} {y} move"),
            Deed::Scroll {
                x,
                y,
                direction,
                notches,
            } => {
                format!("{x} {y} {} {notches}", direction.words().0)
            }
            Deed::Drag { from, to, .. } => {
                format!("{} {} drag {} {}", from.0, from.1, to.0, to.1)
            }
            Deed::Type { text } => format!("type {text}"),
            Deed::Press { keys } => format!("press {keys}"),
            _ => "position".into(),
        }
    }
}

fn dragged(from: Point, via: &[Point], to: Point) -> String {
    let mut said = format!("Dragged from X={}, Y={}", from.0, from.1);
    for (x, y) in via {
        said.push_str(&format!(" via X={x}, Y={y}"));
    }
    format!("{said} to X={}, Y={}", to.0, to.1)
}

// === impl Button ===

impl Button {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Button::Left => ("left", "Left"),
            Button::Right => ("right", "Right"),
            Button::Middle => ("middle", "Middle"),
            Button::Double => ("double", "Double"),
            Button::Triple => ("triple", "Triple"),
        }
    }
}

// === impl Direction ===

impl Direction {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Direction::Up => ("scroll_up", "up"),
            Direction::Down => ("scroll_down", "down"),
            Direction::Left => ("scroll_left", "left"),
            Direction::Right => ("scroll_right", "right"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Script;

    #[test]
    fn acts_are_reported_as_agents_report_them() {
        let commands: Vec<_> = Script::demo()
            .acts
            .iter()
            .filter_map(|a| a.command())
            .collect();
        let raw: Vec<_> = commands.iter().map(|c| c.raw_command.as_str()).collect();
        assert_eq!(raw[0], "Double-clicked at X=84, Y=92");
        assert!(raw.contains(&"Scrolled down 15 notches at X=640, Y=420"));
        assert!(raw.contains(&"Dragged from X=84, Y=330 via X=110, Y=280 to X=84, Y=220"));
        let failed = commands.iter().find(|c| !c.success).unwrap();
        assert_eq!(failed.raw_command, "press ^p");
        assert_eq!(failed.error_message, "no printer is connected");
    }
}
