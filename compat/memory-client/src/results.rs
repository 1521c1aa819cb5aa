//! Answers that have more than one part.

use memory_types::{Event, Grip, TocNode};

/// A page of a node's children, the oldest first.
#[derive(Clone, Debug, PartialEq)]
pub struct BrowseTocResult {
    pub children: Vec<TocNode>,
    /// Given back unchanged, it leads to the next page.
    pub continuation_token: Option<String>,
    pub has_more: bool,
}

/// Events of a stretch of time, in the order they happened.
#[derive(Clone, Debug, PartialEq)]
pub struct GetEventsResult {
    pub events: Vec<Event>,
    /// There are more in this stretch than the limit let through.
    pub has_more: bool,
}

/// A grip, the events it was taken from and their neighbours. Without a grip of that id
/// everything is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandGripResult {
    pub grip: Option<Grip>,
    pub events_before: Vec<Event>,
    pub excerpt_events: Vec<Event>,
    pub events_after: Vec<Event>,
}
