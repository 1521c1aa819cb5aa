//! Whether the table of contents tells of what is there.

use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::toc::{self, Loose};

use crate::timeline::is_readable;
use crate::{Engine, Error, Result};

/// Nodes read in one go.
const STRIDE: usize = 500;

impl Engine {
    /// How many nodes there are, and what is wrong with them, a sentence for each finding.
    pub(super) async fn contents_differences(&self) -> Result<(u64, Vec<String>)> {
        let (nodes, unread) = self.unreadable_nodes().await?;
        let mut told = Vec::new();
        for namespace in self.store.namespaces() {
            let ns = namespace.ns;
            let loose = self
                .store
                .read(move |view| Ok::<_, Error>(toc::loose(view, ns)?));
            told.extend(sentences(&namespace, loose.await?));
        }
        if unread > 0 {
            told.push(format!("contents: {unread} nodes cannot be read"));
        }
        Ok((nodes, told))
    }

    async fn unreadable_nodes(&self) -> Result<(u64, u64)> {
        let (mut at, mut nodes, mut unread) = (0, 0, 0);
        loop {
            let page = move |view: &View<'_>| {
                let page = toc::after(view, at, STRIDE)?;
                let bad = page.iter().filter(|node| !is_readable(view, node)).count();
                Ok::<_, Error>((page.last().map(|node| node.id), page.len(), bad))
            };
            let (last, read, bad) = self.store.read(page).await?;
            let Some(last) = last else {
                return Ok((nodes, unread));
            };
            at = last;
            nodes += read as u64;
            unread += bad as u64;
        }
    }
}

fn sentences(namespace: &Namespace, loose: Loose) -> impl Iterator<Item = String> + use<> {
    let name = namespace.name.clone();
    let found = [
        (loose.segments, "segments name events that are not there"),
        (loose.grips, "grips name events that are not there"),
        (loose.nodes, "nodes stand below one that is not there"),
    ];
    let found = found.into_iter().filter(|(n, _)| *n > 0);
    found.map(move |(n, what)| format!("contents of {name}: {n} {what}"))
}
