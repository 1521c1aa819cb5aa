//! Keeping something at hand: what is pinned does not grow old and is not left out of searches.

use mneme_access::{Caller, Need};
use mneme_journal::{Draft, Intake};
use mneme_model::event::Pinned;
use mneme_model::{Body, Code, Kind, Moment, Seq};
use mneme_store::tables::{grips, journal, memories, pins};
use mneme_timeline::calendar::{NodeName, grip_name};

use crate::timeline::find_node;
use crate::{Engine, Error, Result};

/// What can be pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pinnable {
    Memory,
    Node,
    Grip,
}

/// How it stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// As it is written, however it was spelt.
    pub id: String,
    pub what: Pinnable,
    pub pinned: bool,
    /// Not if it stood so already.
    pub changed: bool,
}

impl Engine {
    /// Pins a memory, a node or a grip, or takes the pin away.
    pub async fn pin(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
        pinned: bool,
    ) -> Result<Pin> {
        self.scope(caller, Need::Write, namespace)?;
        // There is nothing to pin in a namespace that is not there; it is not made for it.
        let known = self.reading(caller, namespace)?;
        known.ok_or_else(|| no_memory(id))?;
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (id, ext_id) = (id.to_owned(), self.mint_id()?);
        self.journal
            .run(namespace, origin, &[], move |intake| {
                let target = Target::find(intake, &id)?;
                let changed = target.is_pinned(intake)? != pinned;
                if changed {
                    intake.append(&target.note(intake, ext_id, pinned))?;
                }
                Ok::<_, Error>(Pin {
                    id: target.id,
                    what: target.what,
                    pinned,
                    changed,
                })
            })
            .await
    }
}

/// In the writer: pins a memory that was just taken in.
pub(crate) fn pin_memory(intake: &Intake<'_>, ext_id: String, memory: Seq) -> Result<()> {
    let target = Target {
        id: String::new(),
        what: Pinnable::Memory,
        pinned: Pinned::Memory(memory),
        event: Some(memory),
    };
    intake.append(&target.note(intake, ext_id, true))?;
    Ok(())
}

/// What an id leads to, seen in the writer.
struct Target {
    id: String,
    what: Pinnable,
    pinned: Pinned,
    /// The event it stands for: forgotten, it takes the pin along.
    event: Option<Seq>,
}

// === impl Target ===

impl Target {
    fn find(intake: &Intake<'_>, id: &str) -> Result<Self> {
        if let Some(name) = NodeName::parse(id) {
            return Self::node(intake, &name);
        }
        match grip_name(id) {
            Some(name) => Self::grip(intake, name),
            None => Self::memory(intake, id),
        }
    }

    fn node(intake: &Intake<'_>, name: &NodeName) -> Result<Self> {
        let target = Self {
            id: name.to_string(),
            what: Pinnable::Node,
            pinned: Pinned::Name(name.to_string()),
            event: None,
        };
        // A node may go while it is pinned; the pin can still be taken away.
        if find_node(intake.tx, intake.ns(), name)?.is_none() && !target.is_pinned(intake)? {
            let message = format!("no node has the id {name}");
            return Err(Error::refused(Code::NoSuchNode, message));
        }
        Ok(target)
    }

    fn grip(intake: &Intake<'_>, name: &str) -> Result<Self> {
        let id = format!("grip:{name}");
        let unknown = || Error::refused(Code::NoSuchGrip, format!("no grip has the id {id}"));
        let grip = grips::find(intake.tx, intake.ns(), name)?.ok_or_else(unknown)?;
        Ok(Self {
            pinned: Pinned::Name(id.clone()),
            what: Pinnable::Grip,
            event: Some(grip.first),
            id,
        })
    }

    fn memory(intake: &Intake<'_>, id: &str) -> Result<Self> {
        let found = journal::find(intake.tx, intake.ns(), id)?;
        let row = found.map(|seq| memories::get(intake.tx, seq)).transpose()?;
        let row = row.flatten().ok_or_else(|| no_memory(id))?;
        Ok(Self {
            id: id.to_owned(),
            what: Pinnable::Memory,
            pinned: Pinned::Memory(row.seq),
            event: Some(row.seq),
        })
    }

    fn is_pinned(&self, intake: &Intake<'_>) -> Result<bool> {
        Ok(pins::has(intake.tx, intake.ns(), &self.pinned)?)
    }

    fn note(&self, intake: &Intake<'_>, ext_id: String, pinned: bool) -> Draft {
        Draft {
            ext_id,
            kind: match pinned {
                true => Kind::Pinned,
                false => Kind::Unpinned,
            },
            session: None,
            agent: None,
            speaker: None,
            occurred: Moment::from_ms(intake.tx.now_ms()),
            body: Body {
                pinned: Some(self.pinned.clone()),
                tells_of: self.event.into_iter().collect(),
                ..Body::default()
            },
        }
    }
}

fn no_memory(id: &str) -> Error {
    let message = format!("no memory, node or grip has the id {id}");
    Error::refused(Code::NoSuchMemory, message)
}

// === impl Pinnable ===

impl Pinnable {
    pub fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Node => "node",
            Self::Grip => "grip",
        }
    }
}
