//! Things that happened.

use mneme_wire::proto::{Event, EventRole, EventType};

pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

/// 2026-01-30 10:00:00 UTC, a Friday of week 5.
pub const MORNING: i64 = 1_769_767_200_000;

/// A message of a user, unless it is changed.
#[derive(Clone, Debug)]
pub struct Said {
    pub id: String,
    pub session: String,
    pub at: i64,
    pub text: String,
    pub kind: EventType,
    pub role: EventRole,
}

const TALK: [(EventRole, &str); 6] = [
    (
        EventRole::User,
        "Why does the nightly deployment of the billing service keep failing?",
    ),
    (
        EventRole::Assistant,
        "The deployment fails because the migration locks the invoices table for too long.",
    ),
    (
        EventRole::User,
        "Can we split the migration so that the invoices table stays available?",
    ),
    (
        EventRole::Assistant,
        "Yes, first add the new column without a default and fill it in small batches.",
    ),
    (
        EventRole::User,
        "Please write that plan into the runbook of the billing service.",
    ),
    (
        EventRole::Assistant,
        "The runbook now describes the three steps and how to roll each of them back.",
    ),
];

/// A talk of so many turns, a minute apart. Each turn says something else.
pub fn talk(session: &str, start: i64, turns: usize) -> Vec<Said> {
    let turn = |n: usize| {
        let (role, text) = TALK[n % TALK.len()];
        let at = start + MINUTE * i64::try_from(n).unwrap();
        let said = Said::new(&format!("{session}-{n}"), session, at, text);
        match role {
            EventRole::Assistant => said.by(EventType::AssistantMessage, role),
            _ => said,
        }
    };
    (0..turns).map(turn).collect()
}

/// Noon of a date.
pub fn noon(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March, so that the leap day is the last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    (days - 719_468) * DAY + 12 * HOUR
}

/// The date of a moment, such as `2026-01-30`.
pub fn date(at: i64) -> String {
    let (mut left, mut year, mut month) = (at / DAY, 1970, 1);
    loop {
        let (next_year, next) = if month == 12 {
            (year + 1, 1)
        } else {
            (year, month + 1)
        };
        let length = (noon(next_year, next, 1) - noon(year, month, 1)) / DAY;
        if left < length {
            return format!("{year}-{month:02}-{:02}", left + 1);
        }
        left -= length;
        (year, month) = (next_year, next);
    }
}

/// What another program would call now.
pub fn now() -> i64 {
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

// === impl Said ===

impl Said {
    pub fn new(id: &str, session: &str, at: i64, text: &str) -> Self {
        Self {
            id: id.to_owned(),
            session: session.to_owned(),
            at,
            text: text.to_owned(),
            kind: EventType::UserMessage,
            role: EventRole::User,
        }
    }

    pub fn by(self, kind: EventType, role: EventRole) -> Self {
        Self { kind, role, ..self }
    }
}

impl From<Said> for Event {
    fn from(said: Said) -> Self {
        Event {
            event_id: said.id,
            session_id: said.session,
            timestamp_ms: said.at,
            event_type: said.kind as i32,
            role: said.role as i32,
            text: said.text,
            ..Event::default()
        }
    }
}
