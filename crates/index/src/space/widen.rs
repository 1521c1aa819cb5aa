//! Words that only begin like one of the question's.

use std::borrow::Cow;

use crate::Result;
use crate::lexical::SegmentsView;
use crate::search::Search;
use crate::tail::Tail;

/// Shorter ones begin too much.
const SHORTEST: usize = 3;
/// So many words are looked for beside each, the shortest: they are the nearest.
const EACH: usize = 12;
/// Words of a dictionary that are looked at.
const READ: usize = 64;

/// The search with what begins like its words, where it asks for that.
pub fn widened<'s>(
    search: &'s Search,
    tail: &Tail,
    view: Option<&SegmentsView>,
) -> Result<Cow<'s, Search>> {
    let Some(share) = search.beginning else {
        return Ok(Cow::Borrowed(search));
    };
    let mut wide = search.clone();
    for word in search.words.iter().filter(|word| word.len() >= SHORTEST) {
        let mut longer: Vec<String> = tail.beginning(word).map(str::to_owned).collect();
        if let Some(view) = view {
            longer.extend(view.beginning(word, READ)?);
        }
        longer.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        longer.dedup();
        let new = |longer: &String| {
            !search.words.contains(longer) && !wide.also.iter().any(|(known, _)| known == longer)
        };
        let fresh: Vec<String> = longer.into_iter().filter(new).take(EACH).collect();
        wide.also
            .extend(fresh.into_iter().map(|word| (word, share)));
    }
    Ok(Cow::Owned(wide))
}
