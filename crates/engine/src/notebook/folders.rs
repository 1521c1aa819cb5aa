//! The folders that were worked in, as a graph; and what else hangs together.

use std::collections::{BTreeSet, HashMap};

use mneme_access::Caller;
use mneme_notebook::graph::{Folders, Graph, is_path};

use super::{Notes, Sessions};
use crate::{Engine, Result};

impl Engine {
    /// Folders of sessions and memories, joined by what they share.
    pub async fn folders(&self, caller: &Caller, namespace: Option<&str>) -> Result<Graph> {
        let sessions = self
            .sessions(caller, namespace, Sessions::default())
            .await?;
        let latest = Notes {
            latest: true,
            limit: usize::MAX,
            ..Notes::default()
        };
        let memories = self.notes(caller, namespace, latest).await?;
        // A hook calls a project by its name; where that is, the session knows.
        let named = sessions.iter().rev();
        let places: HashMap<&str, &str> = named
            .filter(|session| !is_path(&session.project) && is_path(&session.cwd))
            .map(|session| (session.project.as_str(), session.cwd.as_str()))
            .collect();
        let place = |project| places.get(project).copied().unwrap_or(project);
        let mut folders = Folders::default();
        for session in &sessions {
            folders.session(place(session.project.as_str()));
        }
        for memory in &memories {
            if let Some(project) = memory.kept.project.as_deref() {
                folders.memory(place(project), &memory.kept.concepts);
            }
        }
        Ok(folders.graph())
    }

    /// How many things are joined, and by how many relations: those somebody told, and those a
    /// model found.
    pub async fn joined(&self, caller: &Caller, namespace: Option<&str>) -> Result<(usize, usize)> {
        let relations = self.relations(caller, namespace).await?;
        let ends = relations
            .iter()
            .flat_map(|relation| [&relation.source_id, &relation.target_id]);
        let things: BTreeSet<&String> = ends.collect();
        let (found, links) = self.graph_counts(caller, namespace).await?;
        Ok((things.len() + found, relations.len() + links))
    }
}
