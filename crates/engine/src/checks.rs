//! Bounds on what a request may carry. Each refusal says which bound and how far over.

use mneme_model::event::Metadata;
use mneme_model::limits::Limits;
use mneme_model::{Code, Kind, Moment, Role, ids};
use mneme_notebook::image::taken_out;
use mneme_recall::guard::is_invisible;
use serde_json::Value;

use crate::{Error, Result};

fn refuse<T>(code: Code, message: String) -> Result<T> {
    Err(Error::refused(code, message))
}

/// The words of a memory: there are some.
pub fn content(limits: &Limits, text: &str) -> Result<()> {
    let shows_nothing = |c: char| c.is_whitespace() || c.is_control() || is_invisible(c);
    if text.chars().all(shows_nothing) {
        return refuse(Code::ContentEmpty, "content is empty".into());
    }
    size("content", text.len(), limits.content_bytes)
}

/// What every door asks of an event, so that what one took in another can take over. It may have
/// no words at all: a host says that a session began, and no more.
pub fn event(
    limits: &Limits,
    session: &str,
    agent: Option<&str>,
    text: &str,
    metadata: &Metadata,
) -> Result<()> {
    self::session(session)?;
    name(limits, "agent", agent)?;
    size("text", text.len(), limits.event_bytes)?;
    self::metadata(limits, metadata)
}

/// What a hook tells, as JSON. Its pictures do not count: they have a bound of their own.
pub fn told(limits: &Limits, data: &Value) -> Result<()> {
    let max = limits.event_bytes;
    if weight(data) <= max {
        return Ok(());
    }
    let words = taken_out(data.clone(), &mut |_| Some(String::new()));
    size("data", weight(&words), max)
}

fn weight(data: &Value) -> usize {
    let mut bytes = Bytes(0);
    let counted = serde_json::to_writer(&mut bytes, data);
    counted.map_or(usize::MAX, |()| bytes.0)
}

/// How many there would be.
struct Bytes(usize);

impl std::io::Write for Bytes {
    fn write(&mut self, some: &[u8]) -> std::io::Result<usize> {
        self.0 += some.len();
        Ok(some.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn size(what: &str, has: usize, max: usize) -> Result<()> {
    if has > max {
        return refuse(
            Code::ContentTooLarge,
            format!("{what} exceeds maximum size ({has} > {max} bytes)"),
        );
    }
    Ok(())
}

const MAX_SESSION_BYTES: usize = 1_024;

/// A host may call its sessions as it likes.
fn session(name: &str) -> Result<()> {
    if name.is_empty() {
        return refuse(Code::BadName, "session is empty".into());
    }
    // Others end a name there: one that goes on behind it would be two to them.
    if name.contains('\0') {
        return refuse(Code::BadName, "session has a null character".into());
    }
    if name.len() > MAX_SESSION_BYTES {
        let has = name.len();
        let message = format!("session too long ({has} > {MAX_SESSION_BYTES} bytes)");
        return refuse(Code::BadName, message);
    }
    Ok(())
}

pub fn tags(limits: &Limits, tags: &[String]) -> Result<()> {
    if tags.len() > limits.tags {
        return refuse(
            Code::BadTags,
            format!("too many tags ({} > {})", tags.len(), limits.tags),
        );
    }
    for tag in tags {
        if tag.trim().is_empty() {
            return refuse(Code::BadTags, "tag is empty".into());
        }
        if tag.len() > limits.tag_bytes {
            return refuse(
                Code::BadTags,
                format!("tag too long ({} > {} bytes)", tag.len(), limits.tag_bytes),
            );
        }
    }
    Ok(())
}

/// An agent, a speaker, or the session of a memory: present means not empty.
pub fn name(limits: &Limits, what: &str, name: Option<&str>) -> Result<()> {
    let Some(name) = name else { return Ok(()) };
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return refuse(
            Code::BadName,
            format!("{what} is empty or has control characters"),
        );
    }
    if name.len() > limits.name_bytes {
        return refuse(
            Code::BadName,
            format!(
                "{what} too long ({} > {} bytes)",
                name.len(),
                limits.name_bytes
            ),
        );
    }
    Ok(())
}

/// The project something belongs to; no name is none.
pub fn project(limits: &Limits, project: &str) -> Result<()> {
    name(
        limits,
        "project",
        Some(project).filter(|name| !name.is_empty()),
    )
}

pub fn namespace(limits: &Limits, name: &str) -> Result<()> {
    if name.len() > limits.namespace_bytes {
        let max = limits.namespace_bytes;
        return refuse(
            Code::BadNamespace,
            format!("namespace too long ({} > {max} bytes)", name.len()),
        );
    }
    if !ids::is_namespace(name) {
        let message =
            "namespace contains invalid characters (letters, digits, '-' and '_' are allowed)";
        return refuse(Code::BadNamespace, message.into());
    }
    Ok(())
}

pub fn metadata(limits: &Limits, metadata: &Metadata) -> Result<()> {
    if metadata.is_empty() {
        return Ok(());
    }
    let size = serde_json::to_string(metadata).map_or(usize::MAX, |text| text.len());
    if size > limits.metadata_bytes {
        return refuse(
            Code::BadMetadata,
            format!(
                "metadata too large ({size} > {} bytes)",
                limits.metadata_bytes
            ),
        );
    }
    Ok(())
}

pub fn batch(what: &str, size: usize, max: usize) -> Result<()> {
    if size == 0 || size > max {
        return refuse(
            Code::BadBatch,
            format!("a batch takes 1 to {max} {what}, this one has {size}"),
        );
    }
    Ok(())
}

pub fn limit(limit: usize, max: usize) -> Result<usize> {
    if limit == 0 {
        return refuse(
            Code::BadLimit,
            format!("limit must be at least 1; at most {max} come at once"),
        );
    }
    Ok(limit.min(max))
}

pub fn moment(what: &str, text: Option<&str>) -> Result<Option<Moment>> {
    let Some(text) = text else { return Ok(None) };
    match Moment::parse(text) {
        Some(moment) => Ok(Some(moment)),
        None => refuse(
            Code::BadTime,
            format!("{what} is not a time between 1970 and 9999, such as 2026-01-30T12:00:00Z"),
        ),
    }
}

/// As [`moment`]; a bare date means its last millisecond, so that the day is included.
pub fn last_moment(what: &str, text: Option<&str>) -> Result<Option<Moment>> {
    const DAY_MS: i64 = 86_400_000;
    let bare = text.is_some_and(|text| text.trim().len() == "2026-01-30".len());
    let end = |day: Moment| Moment::from_ms(day.ms + DAY_MS - 1);
    Ok(moment(what, text)?.map(|moment| if bare { end(moment) } else { moment }))
}

/// A stretch of time that ends before it begins has nothing in it: whoever asks for one made a
/// mistake.
pub fn range(from_ms: Option<i64>, to_ms: Option<i64>) -> Result<()> {
    match (from_ms, to_ms) {
        (Some(from), Some(to)) if from > to => {
            refuse(Code::BadTime, String::from("from is later than to"))
        }
        _ => Ok(()),
    }
}

pub fn role(text: Option<&str>) -> Result<Option<Role>> {
    let Some(text) = text else { return Ok(None) };
    match Role::parse(text) {
        Some(role) => Ok(Some(role)),
        None => refuse(
            Code::BadKind,
            format!("unknown role '{text}' (user, assistant, system or tool)"),
        ),
    }
}

/// What may be asked for as a kind: one of ours, a group of them, or a word somebody may have given.
pub fn kind(text: &str) -> Result<()> {
    let ours = Kind::all().any(|kind| kind.name() == text || kind.group().name() == text);
    match ours {
        true => Ok(()),
        false => label(text),
    }
}

const MAX_LABEL_BYTES: usize = 64;

/// A caller's own word for a kind: lower-case letters, digits, `_` and `-`.
pub fn label(text: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    let reserved = Kind::all().any(|kind| {
        (kind.name() == text && Kind::event_named(text).is_none()) || kind.group().name() == text
    });
    if text.is_empty() || text.len() > MAX_LABEL_BYTES || !text.chars().all(plain) || reserved {
        let message = format!(
            "kind '{text}' must be 1 to {MAX_LABEL_BYTES} of a-z, 0-9, '_', '-' and not reserved"
        );
        return refuse(Code::BadKind, message);
    }
    Ok(())
}
