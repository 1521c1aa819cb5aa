//! Slots: pinned notes of a bounded size, of a project or of everybody.

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Code, Moment};
use mneme_notebook::cut;
use mneme_notebook::slot::{STANDING, Scope, Slot, TooLong, is_label, size};
use mneme_store::View;
use mneme_store::names::Namespace;

use super::shelf::{self, Shelved};
use crate::{Engine, Error, Result, checks};

impl Shelved for Slot {
    const SHELF: &'static str = "slot";

    fn key(&self) -> String {
        key(self.scope, &self.project, &self.label)
    }

    /// An empty slot is found by what it is for.
    fn words(&self) -> String {
        let said = match self.content.trim() {
            "" => &self.description,
            content => content,
        };
        format!("{}: {said}", self.label)
    }

    fn written(&self) -> Option<&str> {
        Some(&self.updated_at)
    }

    fn lines(&mut self) -> Option<&mut String> {
        Some(&mut self.content)
    }

    /// No project is everybody: a slot of a project without a name would be seen by no session.
    fn settled(self) -> Self {
        match self.project.is_empty() {
            true => Self {
                scope: Scope::Global,
                ..self
            },
            false => self,
        }
    }

    fn fault(&self) -> Option<String> {
        check_size(self).err().map(|error| error.to_string())
    }

    /// Without its label, which is found and not said. What does not fit is cut.
    fn reword(&mut self, text: &str) {
        let own = format!("{}:", self.label);
        let text = text.strip_prefix(&own).unwrap_or(text).trim();
        self.content = cut::head(text, self.size_limit);
    }
}

/// What is done to a slot.
#[derive(Clone, Debug)]
pub enum Write {
    /// A line more.
    Append(String),
    Replace {
        content: String,
        /// Only where it still says this: what came in since is not written over unseen.
        over: Option<String>,
    },
}

fn key(scope: Scope, project: &str, label: &str) -> String {
    match scope {
        Scope::Global => format!("global\n{label}"),
        Scope::Project => format!("project\n{project}\n{label}"),
    }
}

impl Engine {
    /// Every slot one sees in a project, by label: its own hide everybody's.
    pub async fn slots(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: String,
    ) -> Result<Vec<Slot>> {
        let namespace = self.reading(caller, namespace)?;
        let read = self.store.read(move |view| match &namespace {
            Some(namespace) => seen(view, namespace, &project),
            None => Ok(sorted(Vec::new(), &project)),
        });
        read.await
    }

    /// Makes a slot, or makes it anew. Whether it is new.
    pub async fn make_slot(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        slot: Slot,
        if_absent: bool,
    ) -> Result<(Slot, bool)> {
        check(&slot)?;
        checks::project(&self.settings.limits, &slot.project)?;
        let mut slot = slot.settled();
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let made = self.journal.run(namespace, origin, &[], move |intake| {
            let known = shelf::get::<Slot>(intake.tx, intake.namespace, &slot.key())?;
            if let Some(known) = &known {
                if if_absent {
                    let message = format!("slot '{}' is there already", slot.label);
                    return Err(Error::refused(Code::SlotExists, message));
                }
                writable(known)?;
            }
            let new = known.is_none();
            slot.created_at = known.map_or_else(|| now.rfc3339(), |known| known.created_at);
            slot.updated_at = now.rfc3339();
            Ok::<_, Error>((shelf::put(intake, act, &slot)?, new))
        });
        made.await
    }

    /// Writes into a slot one sees.
    pub async fn write_slot(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: String,
        label: String,
        write: Write,
    ) -> Result<Slot> {
        checks::project(&self.settings.limits, &project)?;
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let written = self.journal.run(namespace, origin, &[], move |intake| {
            let mut slot = found(intake, &project, &label)?.settled();
            writable(&slot)?;
            slot.content = match &write {
                Write::Append(text) => slot.appended(text).map_err(|long| full(&slot, long))?,
                Write::Replace { content, over } => {
                    unchanged(&slot, over.as_deref())?;
                    slot.fits(content).map_err(|long| full(&slot, long))?;
                    content.clone()
                }
            };
            slot.updated_at = now.rfc3339();
            if slot.created_at.is_empty() {
                slot.created_at = now.rfc3339();
            }
            shelf::put(intake, act, &slot)
        });
        written.await
    }

    /// Takes away the slot one sees; a standing one is empty again, also where nobody wrote into it.
    pub async fn remove_slot(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: String,
        label: String,
    ) -> Result<()> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let act = self.mint_id()?;
        let removed = self.journal.run(namespace, origin, &[], move |intake| {
            let slots = seen(intake.tx, intake.namespace, &project)?;
            let slot = labelled(slots, &label)?;
            writable(&slot)?;
            shelf::remove::<Slot>(intake, act, &slot.key()).map(drop)
        });
        removed.await
    }
}

/// The slot that is written into: a project's own, and without a project everybody's.
fn found(intake: &Intake<'_>, project: &str, label: &str) -> Result<Slot> {
    let slots = writable_in(intake.tx, intake.namespace, project)?;
    labelled(slots, label)
}

fn labelled(slots: Vec<Slot>, label: &str) -> Result<Slot> {
    let slot = slots.into_iter().find(|slot| slot.label == label);
    slot.ok_or_else(unknown)
}

/// Standing slots as they are, others beside them; of two of one label the project's.
pub fn seen(view: &View<'_>, namespace: &Namespace, project: &str) -> Result<Vec<Slot>> {
    Ok(sorted(known(view, namespace)?, project))
}

/// The same, where a standing slot of the project is its own though nobody has written into it.
pub fn writable_in(view: &View<'_>, namespace: &Namespace, project: &str) -> Result<Vec<Slot>> {
    let mut slots = known(view, namespace)?;
    if !project.is_empty() {
        slots.extend(missing(&slots, project, |slot, own| {
            slot.key() == own.key()
        }));
    }
    Ok(sorted(slots, project))
}

/// One of each name. Agents that were kept apart may have put down one each: what is shown is what
/// is written into, so that nothing of one comes to stand in another's.
fn known(view: &View<'_>, namespace: &Namespace) -> Result<Vec<Slot>> {
    let placed = shelf::placed::<Slot>(view, namespace)?;
    let own = shelf::own(view, namespace, placed)?;
    Ok(own.into_iter().map(|(_, slot)| slot).collect())
}

fn sorted(mut slots: Vec<Slot>, project: &str) -> Vec<Slot> {
    slots.retain(|slot| slot.scope == Scope::Global || slot.project == project);
    // One that nobody has written into hides nothing.
    let more = missing(&slots, project, |slot, own| slot.label == own.label);
    slots.extend(more);
    let everybodys_first = project.is_empty();
    let order = |slot: &Slot| (slot.scope == Scope::Global) != everybodys_first;
    slots.sort_by(|a, b| {
        let by_label = a.label.cmp(&b.label);
        by_label.then_with(|| order(a).cmp(&order(b)))
    });
    slots.dedup_by(|later, first| later.label == first.label);
    slots
}

/// Standing slots that none of these stands for.
fn missing(slots: &[Slot], project: &str, stands: fn(&Slot, &Slot) -> bool) -> Vec<Slot> {
    let standing = STANDING.iter().map(|standing| standing.empty(project));
    let missing = standing.filter(|own| !slots.iter().any(|slot| stands(slot, own)));
    missing.collect()
}

fn check(slot: &Slot) -> Result<()> {
    let refuse = |message: String| Err(Error::refused(Code::BadRequest, message));
    if !is_label(&slot.label) {
        let label = &slot.label;
        return refuse(format!(
            "label '{label}' must be small letters, digits and '_', a letter first"
        ));
    }
    check_size(slot)
}

fn check_size(slot: &Slot) -> Result<()> {
    let most = mneme_notebook::slot::MOST;
    if !(1..=most).contains(&slot.size_limit) {
        let said = slot.size_limit;
        let message = format!("sizeLimit must be 1 to {most} characters, and is {said}");
        return Err(Error::refused(Code::BadRequest, message));
    }
    slot.fits(&slot.content).map_err(|long| {
        let TooLong { size, limit } = long;
        let message = format!("content exceeds sizeLimit ({size} > {limit})");
        Error::refused(Code::SlotFull, message)
    })
}

fn writable(slot: &Slot) -> Result<()> {
    match slot.read_only {
        true => Err(Error::refused(
            Code::BadRequest,
            format!("slot '{}' is read-only", slot.label),
        )),
        false => Ok(()),
    }
}

fn unchanged(slot: &Slot, over: Option<&str>) -> Result<()> {
    match over.is_none_or(|over| slot.content == over) {
        true => Ok(()),
        false => Err(Error::refused(
            Code::SlotChanged,
            format!("slot '{}' says something else by now", slot.label),
        )),
    }
}

fn full(slot: &Slot, long: TooLong) -> Error {
    let TooLong {
        size: wanted,
        limit,
    } = long;
    let has = size(&slot.content);
    let message = format!("content exceeds sizeLimit ({wanted} > {limit}); it has {has} now");
    Error::refused(Code::SlotFull, message)
}

fn unknown() -> Error {
    Error::refused(Code::NoSuchSlot, "slot not found")
}
