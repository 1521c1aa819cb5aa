//! What can be shown to others: receipts of forgetting, the audit, and what the files hold.

use mneme_access::receipts::{Receipts, Signed};
use mneme_access::{Caller, Need};
use mneme_store::View;
use mneme_store::tables::audit::{self, Link};
use mneme_store::tables::{journal, toc};

use crate::note::Act;
use crate::{Engine, Error, Result, checks};

/// Rows read in one go.
const STRIDE: usize = 1_000;

impl Engine {
    /// Signs a text as this store.
    pub fn sign(&self, text: &str) -> Result<Signed> {
        Ok(self.signer()?.sign(text))
    }

    /// Whether a signature is the one this store gives a text under a secret of its own.
    pub fn has_signed(&self, text: &str, signature: &str) -> Result<bool> {
        Ok(self.signer()?.has_signed(text, signature))
    }

    fn signer(&self) -> Result<Receipts> {
        let told = self.settings.access.audit_secret.as_ref();
        Ok(Receipts::new(self.store.receipt_seed(), told)?)
    }

    /// The newest acts in a namespace, newest first; in all of them, for whoever owns the
    /// machine and names none.
    pub async fn audit(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Link>> {
        let own = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let everything = namespace.is_none() && caller.owns_machine();
        let within = Some(own).filter(|_| !everything);
        let limit = checks::limit(limit, STRIDE)?;
        self.watch.flush().await?;
        let newest =
            move |view: &View<'_>| Ok::<_, Error>(audit::newest(view, within.as_deref(), limit)?);
        let links = self.store.read(newest).await?;
        if links.is_empty() {
            // Nothing was done there, or there is no such place.
            self.reading(caller, namespace)?;
        }
        Ok(links)
    }

    /// Everything that is kept, unsealed, a line each: to look for what should be gone.
    pub async fn dump(&self, caller: &Caller) -> Result<Vec<String>> {
        self.scope(caller, Need::Administer, None)?;
        let act = Act::of(caller, "debug_dump", "");
        self.note_if_possible(act).await;
        let mut lines = self
            .store
            .read(|view| Ok::<_, Error>(view.plain_tables()?))
            .await?;
        let mut at = 0;
        loop {
            let page = self
                .store
                .read(move |view| Ok::<_, Error>(journal::after(view, None, at, STRIDE)?))
                .await?;
            let Some(last) = page.last() else { break };
            at = last.seq;
            let events = page.iter();
            lines.extend(events.map(|event| format!("event {} {:?}", event.seq, event.body)));
        }
        lines.extend(self.plain_contents().await?);
        for namespace in self.store.namespaces() {
            self.index.ready(&namespace).await?;
            let terms = self.index.terms(&namespace)?.into_iter();
            lines.extend(terms.map(|term| format!("term {} {term}", namespace.name)));
        }
        let questions = self.index.questions().await.into_iter();
        let questions = questions.chain(self.asked.questions());
        lines.extend(questions.map(|question| format!("question {question}")));
        Ok(lines)
    }

    /// What the table of contents says, a line a node.
    async fn plain_contents(&self) -> Result<Vec<String>> {
        let (mut lines, mut at) = (Vec::new(), 0);
        loop {
            let page = self
                .store
                .read(move |view| {
                    let said = |node: toc::Node| Ok::<_, Error>((toc::body(view, &node)?, node.id));
                    let nodes = toc::after(view, at, STRIDE)?;
                    nodes.into_iter().map(said).collect::<Result<Vec<_>>>()
                })
                .await?;
            let Some((_, last)) = page.last() else { break };
            at = *last;
            let said = page
                .iter()
                .filter_map(|(body, id)| Some((body.as_ref()?, id)));
            lines.extend(
                said.map(|(body, id)| format!("node {id} {}", String::from_utf8_lossy(body))),
            );
        }
        Ok(lines)
    }
}
