//! A session played back, an agent's or a recorded desktop's.

use mneme_access::Caller;
use mneme_model::{Code, Event, Kind, NsId};
use mneme_notebook::redact;
use mneme_notebook::replay::{self, Picture, Played, Replay};
use mneme_store::View;
use mneme_store::names::NameKind;
use mneme_store::objects::{LocalObjects, ObjectRef};
use mneme_store::tables::{archive, journal};
use serde_json::Value;

use super::read::{events, is_seen, observation};
use crate::{Engine, Error, Result};

/// Moments of a step at which a picture is taken.
const MOMENTS: [&str; 3] = ["before", "at", "after"];

/// A picture of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub bytes: Vec<u8>,
    pub media: String,
}

impl Engine {
    /// What happened in a session; one nobody knows is refused. `address` says where a picture
    /// of a step is served.
    pub async fn replay(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
        address: fn(&str, u64, &str) -> String,
    ) -> Result<Replay> {
        self.session(caller, namespace, session.clone()).await?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Replay::default());
        };
        let caller = caller.clone();
        self.store
            .read(move |view| {
                let known = view.name_id(namespace.ns, NameKind::Session, &session)?;
                let Some(known) = known else {
                    return Ok(Replay::default());
                };
                let mut played = Vec::new();
                for event in events(view, namespace.ns, known)?
                    .iter()
                    .filter(|e| is_seen(e))
                {
                    let agent = event.agent.map(|agent| view.word(agent)).transpose()?;
                    if caller.sees(agent.as_deref()) {
                        played.push(one(view, namespace.ns, &session, event, address)?);
                    }
                }
                Ok(replay::timed(played))
            })
            .await
    }

    /// A picture of a recorded step, as it was written.
    pub async fn frame(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
        step: u64,
        moment: String,
    ) -> Result<Frame> {
        if caller.only.is_some() {
            self.session(caller, namespace, session.clone()).await?;
        }
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Err(no_frame());
        };
        let now_ms = self.store.now_ms();
        let read = self.store.read(move |view| {
            let Some(event) = frame(view, namespace.ns, &session, step, &moment)? else {
                return Err(no_frame());
            };
            let fields = archive::get(view, &session, now_ms)?.unwrap_or_default();
            let dir = fields.get("memory_path").ok_or_else(no_frame)?.clone();
            let (object, media) = stored(&event).ok_or_else(no_frame)?;
            Ok((dir, object, media))
        });
        let (dir, object, media) = read.await?;
        let bytes = tokio::task::spawn_blocking(move || LocalObjects::at(dir).get(&object));
        let bytes = bytes.await.map_err(|_| no_frame())?;
        // A file that is gone or changed is no picture any more.
        let bytes = bytes.map_err(|_| no_frame())?;
        Ok(Frame { bytes, media })
    }
}

fn one(
    view: &View<'_>,
    ns: NsId,
    session: &str,
    event: &Event,
    address: fn(&str, u64, &str) -> String,
) -> Result<Played> {
    if event.kind != Kind::StepRecorded {
        return Ok(replay::played(observation(view, session, event)?));
    }
    let command = event.body.metadata.get("command");
    let command = redact::value(command.cloned().unwrap_or_default());
    let told = |field: &str| command[field].as_str().unwrap_or_default().to_owned();
    let number = event.body.metadata.get("step_id").and_then(Value::as_u64);
    let mut images = Vec::new();
    for moment in MOMENTS {
        let number = number.unwrap_or(0);
        let there = frame(view, ns, session, number, moment)?;
        if there.is_some_and(|event| stored(&event).is_some()) {
            images.push(Picture {
                at: moment.to_owned(),
                url: address(session, number, moment),
            });
        }
    }
    let failed = command["success"] == false;
    Ok(Played {
        kind: if failed { "tool_error" } else { "tool_call" }.to_owned(),
        label: redact::text(&event.body.text),
        ts: event.occurred.rfc3339(),
        body: redact::text(&event.body.text),
        tool_name: Some(told("action_type")).filter(|name| !name.is_empty()),
        tool_input: Some(Value::from(told("raw_command"))),
        tool_output: Some(told("error_message"))
            .filter(|error| !error.is_empty())
            .map(Value::from),
        images,
        ..Played::default()
    })
}

/// The event of a step's picture.
fn frame(
    view: &View<'_>,
    ns: NsId,
    session: &str,
    step: u64,
    moment: &str,
) -> Result<Option<Event>> {
    let seq = journal::find(view, ns, &format!("{session}/frame/{step}/{moment}"))?;
    let event = seq.map(|seq| journal::load(view, seq)).transpose()?;
    Ok(event
        .flatten()
        .filter(|event| event.kind == Kind::FrameRecorded))
}

fn stored(event: &Event) -> Option<(ObjectRef, String)> {
    let stored = event.body.metadata.get("stored")?;
    let text = |field: &str| stored.get(field)?.as_str().map(str::to_owned);
    let object = ObjectRef {
        rel_path: text("path")?,
        sha256: text("sha256")?,
        len: stored.get("len")?.as_u64()?,
    };
    Some((object, text("media")?))
}

fn no_frame() -> Error {
    Error::refused(Code::NoSuchMemory, "there is no such frame")
}
