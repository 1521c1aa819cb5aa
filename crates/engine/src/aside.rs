//! What the notebook keeps of a record beside its words, on its way to another store and back.

use std::collections::HashMap;

use mneme_journal::Origin;
use mneme_model::event::Noted;
use mneme_model::{Event, NameId};
use mneme_notebook::redact;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use serde_json::Value;

use crate::notebook::key_of;
use crate::{Engine, Error, Result};

/// In words: a project is a name, and a note on a shelf has none of its own there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aside {
    pub hook: String,
    pub data: Value,
    pub project: Option<String>,
    pub shelf: String,
}

// === impl Aside ===

impl Aside {
    pub fn of(view: &View<'_>, event: &Event) -> Result<Option<Self>> {
        let Some(noted) = &event.body.noted else {
            return Ok(None);
        };
        let project = noted
            .project
            .map(|project| view.word(project))
            .transpose()?;
        Ok(Some(Self {
            hook: noted.hook.clone(),
            data: noted.data.clone(),
            project: project.map(|project| project.to_string()),
            shelf: noted.shelf.clone(),
        }))
    }

    /// As it is kept here, without secrets. A note of a list nobody knows stands in none.
    pub(crate) fn noted(&self, namespace: &Namespace, projects: &Projects) -> Noted {
        let data = match self.shelf.is_empty() {
            true => redact::value(self.data.clone()),
            false => redact::note(self.data.clone()),
        };
        let key = key_of(namespace, &self.shelf, &data);
        Noted {
            hook: self.hook.clone(),
            project: self
                .project
                .as_ref()
                .and_then(|name| projects.get(name))
                .copied(),
            shelf: key.as_ref().map(|_| self.shelf.clone()).unwrap_or_default(),
            key: key.unwrap_or_default(),
            data,
            ..Noted::default()
        }
    }
}

pub(crate) type Projects = HashMap<String, NameId>;

impl Engine {
    /// The projects these name, made known.
    pub(crate) async fn known_projects(
        &self,
        namespace: &Namespace,
        origin: &Origin,
        asides: impl Iterator<Item = Option<&Aside>>,
    ) -> Result<Projects> {
        let named = asides.flatten().filter_map(|aside| aside.project.clone());
        let mut names: Vec<String> = named.map(|name| redact::text(&name)).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            return Ok(Projects::new());
        }
        let known = self
            .journal
            .run(namespace.clone(), origin.clone(), &[], move |intake| {
                let mut known = Projects::new();
                for name in names {
                    let id = intake.tx.intern(intake.ns(), NameKind::Project, &name)?;
                    known.insert(name, id);
                }
                Ok::<_, Error>(known)
            });
        known.await
    }
}
