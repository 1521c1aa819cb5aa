//! What an agent does, line by line: `{"wait_ms": 1500, "do": "click", "x": 76, "y": 104}`.
//! The first line may name the task instead. Empty lines and lines that begin with `#` are
//! passed over.

mod play;
mod sentence;

use serde::{Deserialize, Serialize};

pub use play::{Played, play};

pub type Point = (i32, i32);

/// A task: who does it, and its acts in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    pub task: Task,
    pub acts: Vec<Act>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub task: String,
    #[serde(default = "linux")]
    pub os: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// After the act before it.
    #[serde(default = "a_while")]
    pub wait_ms: u32,
    #[serde(flatten)]
    pub deed: Deed,
    /// Why it does not work out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Deed {
    Click {
        x: i32,
        y: i32,
        #[serde(default)]
        button: Button,
    },
    Move {
        x: i32,
        y: i32,
    },
    Scroll {
        x: i32,
        y: i32,
        direction: Direction,
        notches: u32,
    },
    Drag {
        from: Point,
        #[serde(default)]
        via: Vec<Point>,
        to: Point,
    },
    Type {
        text: String,
    },
    /// Keys as the peer takes them: `^a`, `{Enter}`.
    Press {
        keys: String,
    },
    /// Asks where the pointer is; no step for a recorder.
    Position {
        x: i32,
        y: i32,
    },
    /// Another agent takes over.
    Agent {
        version: String,
    },
    /// The agent goes away.
    Leave,
    /// The network fails for a moment.
    Cut,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    #[default]
    Left,
    Right,
    Middle,
    Double,
    Triple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("line {line} of the script is no act: {source}")]
    Line {
        line: usize,
        source: serde_json::Error,
    },
    #[error("the script has no acts")]
    Empty,
}

fn linux() -> String {
    "LINUX".into()
}

fn a_while() -> u32 {
    2_000
}

// === impl Script ===

impl Script {
    /// "Export the invoice", in a dozen steps, one of which fails.
    pub fn demo() -> Self {
        // Its own test reads it.
        Self::parse(include_str!("script/demo.jsonl")).unwrap_or(Self {
            task: Task::default(),
            acts: Vec::new(),
        })
    }

    pub fn parse(text: &str) -> Result<Self, Error> {
        let lines = text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line.trim()));
        let mut lines = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .peekable();
        let task = lines
            .peek()
            .and_then(|(_, line)| serde_json::from_str(line).ok());
        if task.is_some() {
            lines.next();
        }
        let act = |(line, text): (usize, &str)| {
            serde_json::from_str::<Act>(text).map_err(|source| Error::Line { line, source })
        };
        let acts = lines.map(act).collect::<Result<Vec<_>, _>>()?;
        if acts.is_empty() {
            return Err(Error::Empty);
        }
        Ok(Self {
            task: task.unwrap_or_default(),
            acts,
        })
    }

    /// The same task, done so many times as fast.
    pub fn at_speed(mut self, speed: f64) -> Self {
        let speed = speed.clamp(0.1, 100.0);
        for act in &mut self.acts {
            act.wait_ms = (f64::from(act.wait_ms) / speed) as u32;
        }
        self
    }

    /// Each act with its moment, in milliseconds after the beginning.
    pub fn timed(&self) -> impl Iterator<Item = (i64, &Act)> {
        self.acts.iter().scan(0, |at, act| {
            *at += i64::from(act.wait_ms);
            Some((*at, act))
        })
    }

    pub fn length_ms(&self) -> i64 {
        self.acts.iter().map(|act| i64::from(act.wait_ms)).sum()
    }
}

// === impl Task ===

impl Default for Task {
    fn default() -> Self {
        Self {
            task: "a task".into(),
            os: linux(),
        }
    }
}

// === impl Deed ===

impl Deed {
    /// Where the pointer has to be for it.
    pub fn starts_at(&self) -> Option<Point> {
        match self {
            Deed::Click { x, y, .. }
            | Deed::Move { x, y }
            | Deed::Scroll { x, y, .. }
            | Deed::Position { x, y } => Some((*x, *y)),
            Deed::Drag { from, .. } => Some(*from),
            _ => None,
        }
    }

    /// Where it leaves the pointer.
    pub fn ends_at(&self) -> Option<Point> {
        match self {
            Deed::Drag { to, .. } => Some(*to),
            _ => self.starts_at(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_is_read() {
        let demo = Script::demo();
        assert!((8..=14).contains(&demo.acts.len()), "{}", demo.acts.len());
        assert_eq!(
            demo.acts.iter().filter(|act| act.fails.is_some()).count(),
            1
        );
        assert!(demo.length_ms() > 10_000);
    }

    #[test]
    fn a_bad_line_is_named() {
        let text = "{\"task\":\"t\"}\n# why\n\n{\"do\":\"jump\"}";
        let error = Script::parse(text).unwrap_err().to_string();
        assert!(
            error.contains("line 4") && error.contains("jump"),
            "{error}"
        );
        assert!(matches!(Script::parse(""), Err(Error::Empty)));
    }

    #[test]
    fn acts_are_written_as_they_are_read() {
        for act in Script::demo().acts {
            let line = serde_json::to_string(&act).unwrap();
            assert_eq!(serde_json::from_str::<Act>(&line).unwrap(), act);
        }
    }
}
