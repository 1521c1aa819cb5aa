//! The recorder's log, as those who read it by machine expect it: a JSON object a line, or
//! `key="value"` pairs where somebody asks for text.

use std::fmt;
use std::io::{stderr, stdout};

use mneme_model::{Clock, Moment};
use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::{self as log, FmtContext};
use tracing_subscriber::registry::LookupSpan;

use super::Heedless;
use crate::clock::WallClock;

/// Where the lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Stdout,
    Stderr,
}

/// Levels as a filter reads them: one for all, then those of single targets.
pub fn start(levels: &str, as_text: bool, to: To) {
    let filter = EnvFilter::try_new(levels).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = log()
        .with_env_filter(filter)
        .event_format(Lines { as_text });
    // A second start in one process keeps the first.
    drop(match to {
        To::Stdout => lines.with_writer(|| Heedless(stdout())).try_init(),
        To::Stderr => lines.with_writer(|| Heedless(stderr())).try_init(),
    });
}

fn log() -> log::SubscriberBuilder {
    log::fmt().with_ansi(false).log_internal_errors(false)
}

struct Lines {
    as_text: bool,
}

/// What an event says beside who said it and when.
#[derive(Default)]
struct Said {
    message: String,
    session_id: Option<String>,
    fields: Map<String, Value>,
}

// === impl Lines ===

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut write: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut said = Said::default();
        event.record(&mut said);
        let at = Moment::from_ms(WallClock.now_ms()).millis();
        let (level, target) = (event.metadata().level().as_str(), event.metadata().target());
        match self.as_text {
            true => said.text(&mut write, &at, level, target),
            false => writeln!(write, "{}", said.json(&at, level, target)),
        }
    }
}

// === impl Said ===

impl Said {
    fn json(self, at: &str, level: &str, target: &str) -> Value {
        let mut line = json!({
            "timestamp": at,
            "level": level,
            "target": target,
            "message": self.message,
            "fields": self.fields,
        });
        if let (Some(id), Some(line)) = (self.session_id, line.as_object_mut()) {
            line.insert("session_id".into(), id.into());
        }
        line
    }

    fn text(self, write: &mut Writer<'_>, at: &str, level: &str, target: &str) -> fmt::Result {
        write!(write, "{at} {level} {target} {}", self.message)?;
        let id = self
            .session_id
            .map(|id| ("session_id".to_owned(), id.into()));
        for (name, value) in id.into_iter().chain(self.fields) {
            match value {
                Value::String(text) => write!(write, " {name}={text:?}")?,
                other => write!(write, " {name}=\"{other}\"")?,
            }
        }
        writeln!(write)
    }

    fn put(&mut self, field: &Field, value: Value) {
        match (field.name(), &value) {
            ("message", Value::String(text)) => self.message.clone_from(text),
            ("session_id", Value::String(id)) => self.session_id = Some(id.clone()),
            (name, _) => {
                self.fields.insert(name.to_owned(), value);
            }
        }
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value.into());
    }
}
