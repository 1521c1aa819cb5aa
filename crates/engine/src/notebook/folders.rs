//! The folders that were worked in, as a graph; and what else hangs together.

use std::collections::BTreeSet;

use mneme_access::Caller;
use mneme_notebook::graph::{Folders, Graph};
use mneme_store::View;
use serde_json::Value;

use super::{Notes, Sessions, shelf};
use crate::{Engine, Result};

/// The shelf of insights.
const INSIGHTS: &str = "insight";

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
        let mut folders = Folders::default();
        for session in &sessions {
            folders.session(&session.project);
        }
        for memory in &memories {
            if let Some(project) = &memory.kept.project {
                folders.memory(project, &memory.kept.concepts);
            }
        }
        Ok(folders.graph())
    }

    /// What was found out by looking at much, the latest first.
    pub async fn insights(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Value>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::shapes(view, &namespace, INSIGHTS);
        let mut all = self.store.read(read).await?;
        let created = |insight: &Value| insight["createdAt"].as_str().map(str::to_owned);
        all.sort_by_key(|insight| std::cmp::Reverse(created(insight)));
        Ok(all)
    }

    /// How many things are joined, and by how many relations.
    pub async fn joined(&self, caller: &Caller, namespace: Option<&str>) -> Result<(usize, usize)> {
        let relations = self.relations(caller, namespace).await?;
        let ends = relations
            .iter()
            .flat_map(|relation| [&relation.source_id, &relation.target_id]);
        let things: BTreeSet<&String> = ends.collect();
        Ok((things.len(), relations.len()))
    }
}
