//! Talks that other programs wrote down, taken in as sessions.

use mneme_access::Caller;
use mneme_model::{Code, Moment};
use mneme_notebook::transcripts::{Talk, antigravity, brought, claude};

use super::{Strategy, Taken};
use crate::{Engine, Error, Result};

/// What a file gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    pub sessions: Vec<String>,
    pub observations: usize,
    /// Whether anything of it was not here yet.
    pub new: bool,
}

impl Engine {
    /// A transcript of Claude Code: what is known already changes nothing.
    pub async fn bring_transcript(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        text: String,
    ) -> Result<Brought> {
        let now = Moment::from_ms(self.store.now_ms());
        let talks = claude::read(&text).map_err(|broken| {
            let why = format!("line {} {}", broken.line, broken.why);
            Error::refused(Code::BadJson, why)
        })?;
        let mut all = Brought::default();
        for talk in talks {
            let export = brought::with_lessons(&talk, now);
            let taken = self.take_notebook(caller, namespace, export, Strategy::Skip);
            let taken = taken.await?;
            all.observations += taken.observations;
            all.new |= taken.is_new();
            all.sessions.push(talk.session_id);
        }
        Ok(all)
    }

    /// A talk of Antigravity: questions that are in its session already are left out.
    pub async fn bring_talk(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut talk: Talk,
    ) -> Result<Taken> {
        let id = talk.session_id.clone();
        let known = self.observations(caller, namespace, id).await?;
        let known = known.iter().filter_map(|seen| seen.user_prompt.as_deref());
        antigravity::only_new(&mut talk, known);
        let now = Moment::from_ms(self.store.now_ms());
        let export = brought::session(&talk, &[], now);
        self.take_notebook(caller, namespace, export, Strategy::Skip)
            .await
    }
}
