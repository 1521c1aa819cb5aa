//! Writing reasoning and making the document: what a recording goes through after capture.

use mneme_journal::Draft;
use mneme_model::archive::{Entry, Metadata, Session, Source, Turn};
use mneme_model::{Body, Kind, Moment, Role};
use mneme_wire::ipc::{Refusal, Trouble};
use serde_json::json;

use super::{
    Inner, Recorder, Result, Scaffold, dir, internal, on_disk, registry, restore, steps,
    write_failed,
};
use crate::files;
use crate::sessions::{Change, Fields, Move, Process, sweep};

/// A recording opened for reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    pub memory_path: String,
    /// It was opened before and neither closed nor completed.
    pub was_interrupted: bool,
}

/// Set while somebody has a recording open: says that they did not close it, if it is found set.
const OPEN: &str = "annotation_open";

// === impl Recorder ===

impl Recorder {
    /// `who` has it open from now on: if they are gone one day, it is put back.
    pub async fn load(&self, id: &str, who: Option<Process>) -> Result<Loaded> {
        let session = self.inner.session(id).await?;
        let was_interrupted = session.get(OPEN) == "1";
        if !dir(&session).is_dir() {
            let message = format!("{} is gone", session.get("memory_path"));
            return Err(Refusal::new(Trouble::DirMissing, message));
        }
        // Whoever has it open in an editor stays the one who has it, whoever asks besides.
        let at_it = dir(&session);
        let at_it = on_disk(move || files::hold::holder(&at_it)).await?;
        let who = at_it.and_then(|holder| holder.process).or(who);
        let who = who.map(|process| process.text()).unwrap_or_default();
        let turn = Move::new(Turn::Opened, self.inner.now_ms())
            .with(OPEN, "1")
            .with(sweep::ORIGIN, sweep::LOCAL)
            .with(sweep::ANNOTATOR, who);
        self.inner.turn(id, turn).await?;
        Ok(Loaded {
            memory_path: session.get("memory_path").to_owned(),
            was_interrupted,
        })
    }

    /// How far the reasoning is.
    pub async fn progress(&self, id: &str, annotated: u32, skipped: u32) -> Result<()> {
        let session = self.inner.session(id).await?;
        let mut fields = Fields::new();
        fields.insert("annotated_steps".into(), annotated.to_string());
        fields.insert("skipped_steps".into(), skipped.to_string());
        fields.insert("updated_at".into(), self.inner.now());
        let change = Change {
            id: id.to_owned(),
            fields,
        };
        let set = self.inner.parts.registry.set(&[change]).await;
        set.map_err(registry)?;
        self.inner
            .rewrite(&session, move |metadata| {
                metadata.annotated_steps = annotated;
                metadata.skipped_steps = skipped;
            })
            .await?;
        self.inner.keep_gone(&session).await
    }

    pub async fn close_annotation(&self, id: &str) -> Result<()> {
        let session = self.inner.session(id).await?;
        let turn = Move::new(Turn::ClosedHere, self.inner.now_ms()).with(OPEN, "0");
        self.inner.turn(id, turn).await?;
        self.inner.keep_gone(&session).await
    }

    /// Every step has its reasoning: it becomes part of the memory.
    pub async fn complete_annotation(&self, id: &str) -> Result<()> {
        let session = self.inner.session(id).await?;
        let turn = Move::new(Turn::Annotated, self.inner.now_ms()).with(OPEN, "0");
        self.inner.turn(id, turn).await?;
        self.inner.keep_gone(&session).await?;
        let entries = self.inner.entries(&session).await?;
        self.inner.remember(&session, &entries).await
    }

    /// Makes sure there is a document to work on; gives its directory.
    pub async fn compile(&self, id: &str) -> Result<String> {
        let session = self.inner.session(id).await?;
        session
            .status()
            .filter(|status| status.after(Turn::Finalized).is_ok())
            .ok_or_else(|| not_ready(&session))?;
        self.inner.keep_gone(&session).await?;
        self.inner.scaffold(&session).await?;
        Ok(session.get("memory_path").to_owned())
    }

    /// The document is final: it is remembered as a way to do the task.
    pub async fn finalize(&self, id: &str) -> Result<()> {
        let session = self.inner.session(id).await?;
        let turn = Move::new(Turn::Finalized, self.inner.now_ms()).with(OPEN, "0");
        session
            .status()
            .filter(|status| status.after(Turn::Finalized).is_ok())
            .ok_or_else(|| not_ready(&session))?;
        self.inner.keep_gone(&session).await?;
        let document = self.inner.scaffold(&session).await?;
        self.inner.procedure(&session, document).await?;
        self.inner.turn(id, turn).await?;
        let now = self.inner.now();
        self.inner
            .rewrite(&session, move |metadata| {
                metadata.status = String::from("complete");
                metadata.lifecycle_status = String::from("complete");
                metadata.completed_at = Some(now);
            })
            .await
    }
}

fn not_ready(session: &Session) -> Refusal {
    let status = session.get("status");
    Refusal::new(
        Trouble::Status,
        format!("the session is {status}; a document is made once it is pending_compilation"),
    )
}

// === impl Inner ===

impl Inner {
    async fn turn(&self, id: &str, turn: Move) -> Result<()> {
        let turned = self.parts.registry.turn(id, turn).await;
        turned.map(|_| ()).map_err(registry)
    }

    /// Changes the record of a recording that is not being captured.
    async fn rewrite(
        &self,
        session: &Session,
        change: impl FnOnce(&mut Metadata) + Send + 'static,
    ) -> Result<()> {
        let (dir, _desk) = (dir(session), self.desk.lock().await);
        let written = on_disk(move || {
            let mut metadata = files::metadata::read(&dir)?;
            change(&mut metadata);
            files::metadata::write(&dir, &metadata)
        });
        written.await?.map_err(write_failed)
    }

    async fn entries(&self, session: &Session) -> Result<Vec<Entry>> {
        let path = dir(session).join(files::REASONING);
        let compiler = self.parts.compiler.clone();
        on_disk(move || match std::fs::read_to_string(&path) {
            Ok(text) => Ok(compiler.entries(&text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(write_failed(error)),
        })
        .await?
    }

    /// The document, made from what there is if nobody has begun one.
    async fn scaffold(&self, session: &Session) -> Result<String> {
        let _desk = self.desk.lock().await;
        let entries = self.entries(session).await?;
        let (dir, compiler) = (dir(session), self.parts.compiler.clone());
        let made = on_disk(move || {
            let path = dir.join(files::MEMORY);
            match std::fs::read_to_string(&path) {
                Ok(document) => return Ok(document),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(files::Error::io("read", &path)(error)),
            }
            let metadata = files::metadata::read(&dir)?;
            let Scaffold { text, made } = compiler.scaffold(&metadata, &entries);
            files::replace(&path, text.as_bytes())?;
            files::replace(&dir.join(made.0), made.1.as_bytes())?;
            Ok(text)
        });
        made.await?.map_err(write_failed)
    }

    /// What was written about steps, as events: whoever asks the memory finds it.
    async fn remember(&self, session: &Session, entries: &[Entry]) -> Result<()> {
        let now_ms = self.now_ms();
        let said = entries
            .iter()
            .filter(|entry| !entry.reasoning.trim().is_empty() && !entry.draft);
        let story = restore::story(self, session).await?;
        let told = said.map(|entry| {
            let mut draft = reasoned(session, entry, now_ms);
            draft.body.tells_of = story.place_of(entry.step_id).into_iter().collect();
            draft
        });
        self.append(told.collect()).await
    }

    async fn procedure(&self, session: &Session, document: String) -> Result<()> {
        let now_ms = self.now_ms();
        let name = session.get("memory_name");
        let metadata = json!({ "memory_name": name, "path": files::MEMORY });
        let longest = self.parts.settings.longest_text;
        let draft = Draft {
            ext_id: format!("{}/procedure/{now_ms}", session.id()),
            kind: Kind::SessionCompiled,
            session: Some(session.id().to_owned()),
            agent: None,
            speaker: None,
            occurred: Moment::from_ms(now_ms),
            body: Body {
                text: cut(document, longest),
                tells_of: restore::sources(self, session).await?,
                role: Some(Role::User),
                metadata: steps::object(metadata),
                ..Body::default()
            },
        };
        self.append(vec![draft]).await
    }

    pub async fn append(&self, drafts: Vec<Draft>) -> Result<()> {
        if drafts.is_empty() {
            return Ok(());
        }
        let appended = self
            .parts
            .journal
            .append(self.namespace.clone(), self.origin(), drafts)
            .await;
        appended.map_err(|error| internal(&error))?;
        (self.parts.stir)();
        Ok(())
    }
}

/// Why a step was taken. Changed words are a new event.
fn reasoned(session: &Session, entry: &Entry, now_ms: i64) -> Draft {
    let hash = hash(&entry.reasoning);
    let role = match entry.source {
        Source::Human => Role::User,
        Source::Model | Source::ModelDegraded => Role::Assistant,
    };
    let metadata = json!({
        "memory_name": session.get("memory_name"),
        "step_id": entry.step_id,
        "source": entry.source,
        "command": entry.converted_command,
    });
    Draft {
        ext_id: format!("{}/reasoning/{}/{hash}", session.id(), entry.step_id),
        kind: Kind::Reasoned,
        session: Some(session.id().to_owned()),
        agent: None,
        speaker: None,
        occurred: steps::moment(&entry.timestamp_annotated, now_ms),
        body: Body {
            text: entry.reasoning.clone(),
            role: Some(role),
            metadata: steps::object(metadata),
            ..Body::default()
        },
    }
}

/// By which a reasoning is told from others about the same step, once its words are gone too.
pub fn hash(reasoning: &str) -> String {
    let hash = mneme_store::checksum::sha256(reasoning.as_bytes());
    hash.chars().take(16).collect()
}

fn cut(mut text: String, longest: usize) -> String {
    if text.len() > longest {
        let end = (0..=longest).rev().find(|n| text.is_char_boundary(*n));
        text.truncate(end.unwrap_or(0));
    }
    text
}
