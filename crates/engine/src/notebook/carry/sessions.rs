//! Sessions of another notebook, with what was observed in them.

use std::collections::HashMap;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Noted;
use mneme_model::{Body, Code, Kind, Moment, ids as model_ids};
use mneme_notebook::export::{Export, Session};
use mneme_notebook::observation::{Observation, Told};
use mneme_notebook::{cut, ids};
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::{journal, sessions};
use serde_json::json;

use super::retold::{in_short, otherwise, retell, told_again};
use super::{Fate, Strategy, TOGETHER, Taken};
use crate::memories::is_forgotten;
use crate::notebook::hooks;
use crate::notebook::images::Keeping;
use crate::notebook::sessions::NOWHERE;
use crate::{Engine, Error, Result, checks, signals};

/// A session ready to be written: how it began, what happened, how it ended.
#[derive(Clone, Debug)]
pub(super) struct Sitting {
    id: String,
    project: String,
    begun: Vec<Draft>,
    seen: Vec<Draft>,
    /// What the document says of each, beside what was told of it.
    shown: HashMap<String, Observation>,
    ended: Option<Draft>,
}

impl Engine {
    pub(super) fn sittings(&self, export: &Export) -> Result<Vec<Sitting>> {
        let mut sittings = Vec::with_capacity(export.sessions.len());
        let summed_up = titles(export);
        for session in &export.sessions {
            let seen = export.observations.get(&session.id);
            let session = Session {
                title: session.title.clone().filter(|title| {
                    // Where nothing was asked, the title in the list is the summary's.
                    let given = summed_up.get(session.id.as_str());
                    session.first_prompt.is_some() || given != Some(&title.as_str())
                }),
                ..session.clone()
            };
            sittings.push(self.sitting(&session, seen.map_or(&[], Vec::as_slice))?);
        }
        let loose = export.observations.iter();
        let loose = loose.filter(|(id, _)| !export.sessions.iter().any(|s| s.id == **id));
        for (id, seen) in loose {
            let session = Session {
                id: id.clone(),
                started_at: seen
                    .first()
                    .map_or_else(String::new, |s| s.timestamp.clone()),
                ..Session::default()
            };
            sittings.push(self.sitting(&session, seen)?);
        }
        let told = told_again(export);
        for sitting in &mut sittings {
            sitting.shown.retain(|id, _| !told.contains(id.as_str()));
        }
        Ok(sittings)
    }

    fn sitting(&self, session: &Session, seen: &[Observation]) -> Result<Sitting> {
        let limits = &self.settings.limits;
        let agent = session.agent_id.as_deref();
        checks::event(limits, &session.id, agent, "", &Default::default())?;
        let project = match session.project.trim() {
            "" => NOWHERE,
            project => project,
        };
        checks::name(limits, "project", Some(project))?;
        let mut drafts = Vec::with_capacity(seen.len());
        let mut shown = HashMap::new();
        for (n, one) in seen.iter().enumerate() {
            let draft = self.observed(session, one).map_err(|error| {
                let message = format!("observations of {}[{n}]: {error}", session.id);
                Error::refused(error.code(), message)
            })?;
            shown.insert(draft.ext_id.clone(), in_short(one));
            drafts.push(draft);
        }
        let now = Moment::from_ms(self.store.now_ms());
        let first = drafts.iter().map(|draft| draft.occurred).min();
        let started = at("startedAt", Some(&session.started_at))?;
        let started = started.or(first).unwrap_or(now);
        let ended = at("endedAt", session.ended_at.as_deref())?;
        let last = drafts.iter().map(|draft| draft.occurred).max();
        let last = last.into_iter().chain(ended).chain([started]).max();
        let updated = at("updatedAt", session.updated_at.as_deref())?;
        let over = session.status == "completed" || ended.is_some();
        let end = ended.or(last).filter(|_| over);
        // One that was begun again later than anything happened in it.
        let again = updated.filter(|updated| last.is_none_or(|last| *updated > last));
        let begun = [Some(started), again];
        let title = own_title(session, &drafts);
        Ok(Sitting {
            id: session.id.clone(),
            project: project.to_owned(),
            begun: begun
                .into_iter()
                .flatten()
                .map(|at| begins(session, at, title.as_deref()))
                .collect(),
            seen: first_prompt_first(drafts, session.first_prompt.as_deref()),
            shown,
            ended: end.map(|at| ends(session, at)),
        })
    }

    fn observed(&self, session: &Session, seen: &Observation) -> Result<Draft> {
        let mut told = seen.told();
        told.session_id.clone_from(&session.id);
        let told_at = Some(told.timestamp.as_str()).filter(|text| !text.is_empty());
        let at = at("timestamp", told_at)?;
        let ext_id = match model_ids::is_ext_id(&seen.id) {
            true => seen.id.clone(),
            false => {
                let parts = [&session.id, &told.hook_type, &told.timestamp];
                let said = format!("{parts:?} {}", told.data);
                ids::derived("obs", &said)
            }
        };
        let (hook, agent) = (told.hook_type.clone(), told.agent_id.clone());
        let data = told.data.clone();
        let words = Observation::by_rule(ext_id.clone(), told).words();
        let limits = &self.settings.limits;
        checks::event(
            limits,
            &session.id,
            agent.as_deref(),
            &words,
            &Default::default(),
        )?;
        let (kind, role) = hooks::kind(&hook);
        let draft = Draft {
            ext_id,
            kind,
            session: Some(session.id.clone()),
            agent,
            speaker: None,
            occurred: at.unwrap_or(Moment::from_ms(self.store.now_ms())),
            body: Body {
                text: words,
                role,
                label: Some(hook.clone()).filter(|hook| checks::label(hook).is_ok()),
                noted: Some(Noted {
                    hook,
                    data,
                    ..Noted::default()
                }),
                ..Body::default()
            },
        };
        if let Some(told) = otherwise(&draft, seen) {
            let agent = draft.agent.as_deref();
            checks::event(
                limits,
                &session.id,
                agent,
                &told.words(),
                &Default::default(),
            )?;
        }
        Ok(draft)
    }

    /// Keeps the pictures of an observation, and finds it by what is left.
    async fn pictured(&self, namespace: &Namespace, draft: &mut Draft) -> Result<Option<Keeping>> {
        let Some(noted) = &mut draft.body.noted else {
            return Ok(None);
        };
        let told = std::mem::take(&mut noted.data);
        let (data, images, keeping) = self.keep_images(namespace, told).await?;
        let told = Told {
            hook_type: noted.hook.clone(),
            data: data.clone(),
            ..Told::default()
        };
        (noted.data, noted.images) = (data, images);
        draft.body.text = Observation::by_rule(String::new(), told).words();
        Ok(keeping)
    }

    pub(super) async fn take_sitting(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        sitting: Sitting,
        strategy: Strategy,
        taken: &mut Taken,
    ) -> Result<()> {
        let (named, origin) = self.writing(caller, namespace).await?;
        let Sitting {
            id,
            project,
            begun,
            seen,
            shown,
            ended,
        } = sitting;
        let first = begun.first().map(|draft| draft.ext_id.clone());
        let seen = Arc::new(seen);
        let coming = seen.clone();
        let began = self.journal.run(named, origin, &[], move |intake| {
            match is_gone(intake, &id, &coming)? {
                true => Ok(Fate::Forgotten),
                false => begin(intake, &id, &project, begun),
            }
        });
        match began.await? {
            Fate::New => taken.sessions += 1,
            Fate::Forgotten => taken.forgotten += 1,
            Fate::Known | Fate::Loose => {}
        }
        for page in seen.chunks(TOGETHER) {
            let (named, origin) = self.writing(caller, namespace).await?;
            let mut page = page.to_vec();
            let (mut keeping, mut again) = (Vec::new(), HashMap::new());
            for draft in &mut page {
                keeping.extend(self.pictured(&named, draft).await?);
                let shown = shown.get(&draft.ext_id);
                if let Some(told) = shown.and_then(|shown| otherwise(draft, shown)) {
                    again.insert(draft.ext_id.clone(), (self.mint_id()?, told));
                }
            }
            let hints = page.clone();
            let written = self.journal.run(named, origin, &hints, move |intake| {
                let one = |(n, draft): (usize, &Draft)| {
                    let fate = keep(intake, n, draft)?;
                    let stays = fate == Fate::Known && strategy == Strategy::Skip;
                    let told = again.get(&draft.ext_id).filter(|_| !stays);
                    if let (Fate::New | Fate::Known, Some((act, told))) = (fate, told) {
                        retell(intake, act.clone(), told)?;
                    }
                    Ok::<_, Error>(fate)
                };
                let fates = page.iter().enumerate().map(one);
                fates.collect::<Result<Vec<Fate>>>()
            });
            let fates = written.await?;
            let new = fates.into_iter().filter(|fate| taken.counts(*fate)).count();
            signals::EVENTS.add(new as u64);
            taken.observations += new;
        }
        let (named, origin) = self.writing(caller, namespace).await?;
        let end = self.journal.run(named, origin, &[], move |intake| {
            // Only a beginning that was taken in has the end that came with it.
            let first = first.map(|id| journal::find(intake.tx, intake.ns(), &id));
            if let (Some(Some(_)), Some(end)) = (first.transpose()?, &ended) {
                intake.append(end)?;
            }
            Ok::<_, Error>(())
        });
        end.await
    }
}

/// What the summaries of a document call their sessions.
fn titles(export: &Export) -> HashMap<&str, &str> {
    let summaries = export.notes.get("summaries").into_iter().flatten();
    let titled = summaries
        .filter_map(|summary| Some((summary["sessionId"].as_str()?, summary["title"].as_str()?)));
    titled.collect()
}

/// Whether a session was forgotten here, and nothing else of it comes in: its name alone does not
/// bring it back.
fn is_gone(intake: &Intake<'_>, id: &str, coming: &[Draft]) -> Result<bool> {
    if !was_forgotten(intake, id)? {
        return Ok(false);
    }
    for draft in coming {
        if fate(intake, draft)? == Fate::New {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether everything that happened in a session was forgotten here.
pub(super) fn was_forgotten(intake: &Intake<'_>, id: &str) -> Result<bool> {
    let known = intake.tx.name_id(intake.ns(), NameKind::Session, id)?;
    let Some(known) = known else {
        return Ok(false);
    };
    let here = sessions::get(intake.tx, known)?.is_some();
    Ok(!here && !journal::forgotten_in(intake.tx, known)?.is_empty())
}

/// Begins a session nobody knows.
fn begin(intake: &Intake<'_>, id: &str, project: &str, begun: Vec<Draft>) -> Result<Fate> {
    let known = intake.tx.name_id(intake.ns(), NameKind::Session, id)?;
    let known = known.map(|known| sessions::get(intake.tx, known));
    if known.transpose()?.flatten().is_some() {
        return Ok(Fate::Known);
    }
    let project = intake.tx.intern(intake.ns(), NameKind::Project, project)?;
    for mut draft in begun {
        if let Some(noted) = &mut draft.body.noted {
            noted.project = Some(project);
        }
        intake.append(&draft)?;
    }
    Ok(Fate::New)
}

fn keep(intake: &Intake<'_>, n: usize, draft: &Draft) -> Result<Fate> {
    let fate = fate(intake, draft)?;
    if fate == Fate::New {
        let payload = journal::encode(&draft.body)?;
        intake.append_hint(n, draft, &payload)?;
    }
    Ok(fate)
}

fn fate(intake: &Intake<'_>, draft: &Draft) -> Result<Fate> {
    if let Some(seq) = journal::find(intake.tx, intake.ns(), &draft.ext_id)? {
        return Ok(match journal::is_live(intake.tx, seq)? {
            true => Fate::Known,
            false => Fate::Forgotten,
        });
    }
    Ok(match is_forgotten(intake, draft)? {
        true => Fate::Forgotten,
        false => Fate::New,
    })
}

fn begins(session: &Session, at: Moment, title: Option<&str>) -> Draft {
    let mut data = json!({ "cwd": session.cwd });
    let title = title.map(|title| cut::head(title, 200));
    for (name, value) in [("title", title), ("model", session.model.clone())] {
        if let Some(value) = value {
            data[name] = value.into();
        }
    }
    if !session.tags.is_empty() {
        data["tags"] = session.tags.clone().into();
    }
    Draft {
        agent: session.agent_id.clone(),
        body: Body {
            noted: Some(Noted {
                data,
                ..Noted::default()
            }),
            ..Body::default()
        },
        ..edge(session, Kind::SessionStart, at)
    }
}

fn ends(session: &Session, at: Moment) -> Draft {
    edge(session, Kind::SessionEnd, at)
}

/// Its id is made of what it says: brought twice, it is there once.
fn edge(session: &Session, kind: Kind, occurred: Moment) -> Draft {
    let said = format!("{}\n{}\n{}", session.id, kind.name(), occurred.rfc3339());
    Draft {
        ext_id: ids::derived("sess", &said),
        kind,
        session: Some(session.id.clone()),
        agent: None,
        speaker: None,
        occurred,
        body: Body::default(),
    }
}

/// The title a session began with. A list may show the title of its summary instead, and then
/// shows its own where the first prompt stands.
fn own_title(session: &Session, drafts: &[Draft]) -> Option<String> {
    let said = |prompt: &str| {
        let mut prompts = drafts.iter().filter(|d| d.kind == Kind::UserMessage);
        prompts.any(|draft| cut::head(&cut::collapsed(&draft.body.text), 200) == prompt)
    };
    match (&session.title, &session.first_prompt) {
        (Some(title), None) => Some(title.clone()),
        (_, Some(prompt)) if session.title.is_some() && !said(prompt) => Some(prompt.clone()),
        (Some(title), Some(prompt)) if title == prompt => Some(title.clone()),
        _ => None,
    }
}

/// The first prompt is the one that came first, which need not be the one that was said first.
fn first_prompt_first(mut drafts: Vec<Draft>, prompt: Option<&str>) -> Vec<Draft> {
    let shown = |draft: &Draft| cut::head(&cut::collapsed(&draft.body.text), 200);
    let asked = |draft: &&Draft| draft.kind == Kind::UserMessage;
    let first = drafts.iter().find(asked).map(shown);
    if first.as_deref() == prompt || prompt.is_none() {
        return drafts;
    }
    let place = drafts
        .iter()
        .position(|draft| asked(&draft) && Some(shown(draft).as_str()) == prompt);
    if let Some(place) = place {
        let draft = drafts.remove(place);
        drafts.insert(0, draft);
    }
    drafts
}

fn at(what: &str, text: Option<&str>) -> Result<Option<Moment>> {
    let text = text.filter(|text| !text.is_empty());
    checks::moment(what, text).map_err(|error| Error::refused(Code::BadTime, error.to_string()))
}
