//! The same in other words: refused where repetitions are, as far as a model can tell. What two
//! callers say at the same moment is not compared.

use std::collections::HashSet;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_index::search::{Match, Search};
use mneme_model::similar::Said;
use mneme_model::text::essence;
use mneme_model::{Code, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, versions};

use super::NewMemory;
use crate::contradiction::Assertion;
use crate::{Engine, Error, OnDuplicate, Result, said};

/// The nearest that are looked at: events and what was superseded may be among them.
const LOOKED_AT: usize = 20;

type Vector = Arc<[f32]>;

/// What one of a batch means and says, for those behind it.
struct Told<'a> {
    place: usize,
    vector: Vector,
    text: &'a str,
}

impl Engine {
    /// Refuses what is nearly the same as a memory that is there, or as one before it in its
    /// batch. The very same words are the writer's business.
    pub(super) async fn refuse_alike(
        &self,
        caller: &Caller,
        namespace: &Namespace,
        new: &[NewMemory],
    ) -> Result<()> {
        let Some(least) = self.least_alike() else {
            return Ok(());
        };
        self.ready_to_compare(caller, namespace).await?;
        let mut before: Vec<Told<'_>> = Vec::with_capacity(new.len());
        let mut words = HashSet::with_capacity(new.len());
        for (place, memory) in new.iter().enumerate() {
            let twin = !words.insert(essence(&memory.content));
            if twin || self.is_known(namespace, &memory.content).await? {
                continue;
            }
            let brought = self.meaning("embedding", memory.embedding.as_deref())?;
            let read = match brought {
                Some(meaning) => Some(Vector::from(meaning.numbers())),
                None => self.index.read_question(memory.content.clone()).await,
            };
            let Some(vector) = read else {
                return Ok(());
            };
            let text = &memory.content;
            let likest = self.likest(namespace, &vector, text, None).await?;
            if let Some((cosine, id)) = likest {
                refuse(cosine, least, &format!("memory {id}"))?;
            }
            for other in &before {
                if !differ(text, other.text) {
                    let what = format!("batch memory {}", other.place);
                    refuse(cosine(&vector, &other.vector), least, &what)?;
                }
            }
            before.push(Told {
                place,
                vector,
                text,
            });
        }
        Ok(())
    }

    /// The same for what a memory is to say from now on: it may be like what it says itself.
    pub(super) async fn refuse_reworded(
        &self,
        caller: &Caller,
        namespace: &Namespace,
        id: &str,
        words: &str,
    ) -> Result<()> {
        let Some(least) = self.least_alike() else {
            return Ok(());
        };
        if self.is_known(namespace, words).await? {
            return Ok(());
        }
        self.ready_to_compare(caller, namespace).await?;
        let Some(vector) = self.index.read_question(words.to_owned()).await else {
            return Ok(());
        };
        match self.likest(namespace, &vector, words, Some(id)).await? {
            Some((cosine, other)) => refuse(cosine, least, &format!("memory {other}")),
            None => Ok(()),
        }
    }

    /// From which likeness on two are the same, where that is refused and a model can tell.
    fn least_alike(&self) -> Option<f64> {
        let refused = self.settings.on_duplicate == OnDuplicate::Refuse;
        let least = self.settings.alike_from.filter(|_| refused);
        least.filter(|_| !self.index.model().is_off())
    }

    /// What was stored a moment ago counts too, if the model has not far to go.
    async fn ready_to_compare(&self, caller: &Caller, namespace: &Namespace) -> Result<()> {
        self.catch_up(caller).await?;
        self.index.ready(namespace).await?;
        Ok(())
    }

    async fn is_known(&self, namespace: &Namespace, text: &str) -> Result<bool> {
        let (namespace, text) = (namespace.clone(), text.to_owned());
        let known = move |view: &View<'_>| {
            let same = said::known(view, &namespace, &text)?;
            Ok::<_, Error>(same.is_some())
        };
        self.store.read(known).await
    }

    /// The memory that is nearest in meaning, and how near. One that says the contrary, or the same of
    /// another, is near and not the same; so is `own`.
    async fn likest(
        &self,
        namespace: &Namespace,
        vector: &Vector,
        text: &str,
        own: Option<&str>,
    ) -> Result<Option<(f64, String)>> {
        let search = Search {
            limit: LOOKED_AT,
            near: Some(vector.clone()),
            near_limit: LOOKED_AT,
            ..Search::default()
        };
        let mut hits = self.index.search(namespace, &search)?.hits;
        let near = |hit: &Match| hit.cosine.unwrap_or(-1.0);
        let (text, own) = (text.to_owned(), own.map(str::to_owned));
        hits.sort_by(|a, b| near(b).total_cmp(&near(a)));
        let first = move |view: &View<'_>| {
            for hit in hits {
                let other = believed(view, hit.seq, &text)?;
                if let Some(id) = other.filter(|id| Some(id) != own.as_ref()) {
                    return Ok(Some((f64::from(near(&hit)), id)));
                }
            }
            Ok::<_, Error>(None)
        };
        self.store.read(first).await
    }
}

/// Whether two are two facts however near: the one says no to the other, or they differ in a name, a
/// number, or in who does what to whom. So the new value of something is no repetition of the old.
fn differ(one: &str, other: &str) -> bool {
    let said = Assertion::read(one).zip(Assertion::read(other));
    let contrary = said.is_some_and(|(one, other)| one.contradicts(&other));
    contrary || !Said::read(one).is_of_the_same(&Said::read(other))
}

/// The id of the memory whose words these are, if they are believed and say what is said.
fn believed(view: &View<'_>, seq: Seq, said: &str) -> Result<Option<String>> {
    let version = versions::get(view, seq)?.filter(|version| version.to_seq.is_none());
    let Some(memory) = version.map(|version| memories::get(view, version.memory)) else {
        return Ok(None);
    };
    let memory = memory?.filter(|memory| memory.status.is_found());
    // Words that are lost may be told again.
    let Some(event) = journal::load(&view.forgiving(), seq)? else {
        return Ok(None);
    };
    let memory = memory.filter(|_| !differ(said, &event.body.text));
    Ok(match memory {
        Some(memory) => journal::ext_id(view, memory.seq)?,
        None => None,
    })
}

/// Vectors have length one.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

fn refuse(cosine: f64, least: f64, what: &str) -> Result<()> {
    // A cosine may be a hair above one.
    let alike = cosine.min(1.0);
    if alike < least {
        return Ok(());
    }
    let message =
        format!("semantic duplicate (similarity {alike:.3} >= {least:.3}, matches {what})");
    Err(Error::refused(Code::Duplicate, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_value_is_no_repetition_and_other_words_are() {
        for (one, other) in [
            (
                "The backup starts at 02:00 UTC.",
                "The backup starts at 02:30 UTC.",
            ),
            ("Lena reports to Marta.", "Marta reports to Lena."),
            ("Backups are kept.", "Backups are not kept."),
            (
                "The pump moves water from tank A to tank B.",
                "The pump moves water from tank B to tank A.",
            ),
            ("Backups cost $500 a month.", "Backups cost €500 a month."),
            (
                "We release from branch main.",
                "We release from branch Main.",
            ),
            ("Is the gate open?", "The gate is open."),
        ] {
            assert!(differ(one, other) && differ(other, one), "{one} / {other}");
        }
        assert!(!differ(
            "The nightly backup starts at 02:00 UTC.",
            "Each night the backup begins at 02:00 UTC."
        ));
    }

    #[test]
    fn only_what_is_near_enough_is_refused_and_by_how_much() {
        assert!(refuse(0.949, 0.95, "memory x").is_ok());
        let refused = refuse(cosine(&[0.6, 0.8], &[0.6, 0.8]), 0.95, "memory x");
        let told = refused.unwrap_err().to_string();
        assert!(
            told.starts_with("semantic duplicate (similarity 1.000 >= 0.950, matches memory x)"),
            "{told}"
        );
    }
}
