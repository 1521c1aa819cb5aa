//! What the analyser makes of one event.

use mneme_model::time::MONTHS;
use mneme_model::{Event, KindGroup, MemoryType, Moment, NameId, Seq};
use mneme_store::tables::journal::Position;

use crate::words::{each_word, identifiers};

/// Words with how often each occurs, sorted, in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bag {
    text: String,
    /// Where each word ends, and its count.
    words: Vec<(u32, u32)>,
}

/// The words of one event, by where they come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// Its own text.
    pub own: Bag,
    /// Who spoke and when.
    pub setting: Bag,
    pub identifiers: Vec<String>,
    /// Words in its own text, counting repeats.
    pub length: u32,
}

/// What a search may be narrowed by.
#[derive(Clone, Debug, PartialEq)]
pub struct Facets {
    pub position: Position,
    pub session: Option<NameId>,
    pub agent: Option<NameId>,
    /// Kind, group and label, all of which a filter may name.
    pub kinds: Vec<Box<str>>,
    pub tags: Vec<Box<str>>,
    pub memory_type: MemoryType,
    pub created_ms: i64,
    /// The version whose words this one retires.
    pub replaces: Option<Seq>,
}

// === impl Words ===

impl Words {
    pub fn of(text: &str, speaker: Option<&str>, occurred: Moment) -> Self {
        let own = Bag::of(text);
        let length = own.total();
        let setting = Bag::of(&format!(
            "{} {}",
            speaker.unwrap_or_default(),
            spoken_date(occurred)
        ));
        Self {
            own,
            setting,
            identifiers: identifiers(text),
            length,
        }
    }
}

// === impl Bag ===

impl Bag {
    pub fn of(text: &str) -> Self {
        let (mut all, mut ends) = (String::with_capacity(text.len()), Vec::new());
        each_word(text, |word| {
            all.push_str(word);
            ends.push(all.len());
        });
        let mut starts = [0].into_iter().chain(ends.iter().copied());
        let mut words: Vec<&str> = ends
            .iter()
            .filter_map(|end| all.get(starts.next()?..*end))
            .collect();
        words.sort_unstable();
        let mut bag = Self::default();
        for same in words.chunk_by(|a, b| a == b) {
            bag.text.push_str(same[0]);
            bag.words.push((bag.text.len() as u32, same.len() as u32));
        }
        bag
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let starts = [0]
            .into_iter()
            .chain(self.words.iter().map(|(end, _)| *end));
        let spans = starts.zip(&self.words);
        spans.map(|(start, (end, n))| {
            (
                self.text
                    .get(start as usize..*end as usize)
                    .unwrap_or_default(),
                *n,
            )
        })
    }

    pub fn count(&self, word: &str) -> u32 {
        self.iter().find(|(w, _)| *w == word).map_or(0, |(_, n)| n)
    }

    /// All words, counting repeats.
    pub fn total(&self) -> u32 {
        self.words.iter().map(|(_, n)| n).sum()
    }
}

/// A date as people say it: `8 may 2023`.
fn spoken_date(moment: Moment) -> String {
    let date = moment.date();
    let mut parts = date.splitn(3, '-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let month = month
        .and_then(|m| m.parse::<usize>().ok())
        .and_then(|m| MONTHS.get(m.wrapping_sub(1)));
    let day = day.map(|d| d.trim_start_matches('0'));
    [day, month.copied(), year]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

// === impl Facets ===

impl Facets {
    pub fn of(event: &Event) -> Self {
        let group = event.kind.group();
        let mut kinds: Vec<Box<str>> = vec![group.name().into(), event.kind.name().into()];
        kinds.extend(event.body.label.as_deref().map(Box::from));
        let unknown_type = match group {
            KindGroup::Memory => MemoryType::Semantic,
            _ => MemoryType::Episodic,
        };
        Self {
            position: Position {
                occurred_ms: event.occurred.ms,
                seq: event.seq,
            },
            session: event.session,
            agent: event.agent,
            kinds,
            tags: event
                .body
                .tags
                .iter()
                .map(|tag| tag.as_str().into())
                .collect(),
            memory_type: event.body.memory_type.unwrap_or(unknown_type),
            created_ms: event.body.created_ms.unwrap_or(event.recorded_ms),
            replaces: event.body.replaces,
        }
    }

    pub fn seq(&self) -> Seq {
        self.position.seq
    }

    pub fn is_memory(&self) -> bool {
        self.kinds
            .first()
            .is_some_and(|group| **group == *KindGroup::Memory.name())
    }
}

/// Whether an event has words to be found by.
pub fn is_findable(event: &Event) -> bool {
    event.kind.is_content() && !event.body.text.is_empty() && !event.body.repeat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_spoken() {
        let moment = Moment::parse("2023-05-08T13:56:00Z").unwrap();
        assert_eq!(spoken_date(moment), "8 may 2023");
    }

    #[test]
    fn words_know_their_source() {
        let words = Words::of("the cat and the hat", Some("Ann"), Moment::default());
        assert_eq!(words.own.count("the"), 2);
        assert_eq!(words.own.iter().count(), 4);
        assert_eq!(words.setting.count("ann"), 1);
        assert_eq!(words.length, 5);
    }
}
