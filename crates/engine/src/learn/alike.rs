//! Whether a fact is known already, in whatever words.

use mneme_access::Caller;
use mneme_index::Filter;
use mneme_index::search::Search;
use mneme_index::words::words;
use mneme_model::{KindGroup, Seq};
use mneme_recall::brief::sentences_of;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, versions};

use crate::{Engine, Error, Result};
use mneme_notebook::similar::Said;

/// The nearest that are looked at.
const LOOKED_AT: usize = 20;
/// From here on two texts mean the same, if nothing in them makes them two facts.
const NEAR: f64 = 0.92;

/// The same words, or every sentence of the one told by the other: a sentence more makes no other
/// fact, whatever it says.
pub fn repeats(one: &str, other: &str) -> bool {
    let sentences =
        |text| -> Vec<Said> { sentences_of(text).into_iter().map(Said::read).collect() };
    let (mut few, mut many) = (sentences(one), sentences(other));
    if few.len() > many.len() {
        std::mem::swap(&mut few, &mut many);
    }
    let told = |said: &Said| many.iter().any(|other| other.repeats(said));
    !few.is_empty() && few.iter().all(told) || Said::read(one).repeats(&Said::read(other))
}

impl Engine {
    /// The memory that says the same, if one does.
    pub(super) async fn alike(
        &self,
        caller: &Caller,
        namespace: &Namespace,
        text: &str,
    ) -> Result<Option<Seq>> {
        if !self.index.model().is_off() {
            // What was learnt a moment ago counts too, if the model has not far to go.
            self.catch_up(caller).await?;
        }
        self.index.ready(namespace).await?;
        let search = Search {
            words: words(text),
            limit: LOOKED_AT,
            near: self.index.read_question(text.to_owned()).await,
            near_limit: LOOKED_AT,
            filter: Filter {
                kinds: vec![KindGroup::Memory.name().to_owned()],
                ..Filter::default()
            },
            ..Search::default()
        };
        let hits = self.index.search(namespace, &search)?.hits;
        let told = text.to_owned();
        let first = move |view: &View<'_>| {
            for hit in hits {
                let near = hit.cosine.is_some_and(|near| f64::from(near) > NEAR);
                if let Some(memory) = same(view, hit.seq, &told, near)? {
                    return Ok(Some(memory));
                }
            }
            Ok::<_, Error>(None)
        };
        self.store.read(first).await
    }
}

/// The memory whose words these are, if they say the same. Near in meaning is not enough where a
/// name, a number, a `not` or any other telling word differs.
fn same(view: &View<'_>, seq: Seq, told: &str, near: bool) -> Result<Option<Seq>> {
    let version = versions::get(view, seq)?.filter(|version| version.to_seq.is_none());
    let Some(version) = version else {
        return Ok(None);
    };
    let memory = memories::get(view, version.memory)?;
    let Some(memory) = memory.filter(|memory| memory.status.is_found()) else {
        return Ok(None);
    };
    let Some(head) = journal::load(view, memory.head_seq)? else {
        return Ok(None);
    };
    let known = &head.body.text;
    let says_the_same = || Said::read(told).says_the_same(&Said::read(known));
    let same = repeats(told, known) || near && says_the_same();
    Ok(same.then_some(memory.seq))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_more_makes_no_other_fact_and_a_name_does() {
        let fact = "The ferry to Oslo leaves from pier seven.";
        assert!(repeats(fact, "the ferry to Oslo leaves from pier seven"));
        assert!(repeats(
            fact,
            &format!("{fact} Tickets are not sold on board.")
        ));
        assert!(!repeats(fact, "The ferry to Oslo leaves from pier eight."));
        assert!(!repeats(
            fact,
            "The ferry to Oslo does not leave from pier seven."
        ));
        assert!(!repeats("", ""));
    }
}
