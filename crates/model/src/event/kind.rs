//! The one table of kinds. Numbers are written to disk: never reuse one.

/// What sort of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    SessionStart = 1,
    UserMessage = 2,
    AssistantMessage = 3,
    ToolResult = 4,
    AssistantStop = 5,
    SubagentStart = 6,
    SubagentStop = 7,
    SessionEnd = 8,
    /// Something said or seen by anyone, not in a model's turn.
    Message = 9,
    /// A fact was stored: the first version of a memory.
    MemoryStored = 20,
    /// A memory got a new version; the body holds its whole new state.
    MemoryUpdated = 21,
    /// A stored fact was told again: one more evidence, no new text.
    EvidenceAdded = 22,
    /// A memory gave way to another: its words are not believed any more.
    MemorySuperseded = 23,
    /// Somebody said what a memory turned out to be worth.
    FeedbackGiven = 24,
    /// A memory came to stand elsewhere by itself: nobody had a use for it.
    MemoryMoved = 25,
    /// Two memories speak against each other.
    MemoryContradicted = 26,
    /// Records lost their content for good; their values must not come back by themselves.
    Forgotten = 30,
    /// A desktop agent did something while it was recorded.
    StepRecorded = 15,
    /// A picture of the screen belongs to a step: where it is, and its checksum.
    FrameRecorded = 35,
    /// Why a step was taken, as a person or a model wrote it.
    Reasoned = 16,
    /// A recording became a document that can be followed.
    SessionCompiled = 17,
    /// A task was begun: the first event of an episode.
    EpisodeStarted = 40,
    /// Something was done for it.
    EpisodeAction = 41,
    /// It is over, and how it went.
    EpisodeCompleted = 42,
    /// Somebody wants a memory, a node or a grip kept at hand.
    Pinned = 50,
    /// And does not any more.
    Unpinned = 51,
    /// A namespace opened a space to which others can be let in.
    SpaceMade = 70,
    /// And closed it, with all its grants.
    SpaceDeleted = 71,
    /// Another namespace was let in.
    GrantGiven = 72,
    /// And is not any more.
    GrantTaken = 73,
}

/// Whether a kind tells what happened, what is known, how a task went, or only keeps books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindGroup {
    Event,
    Memory,
    Episode,
    Bookkeeping,
}

type Row = (Kind, &'static str, KindGroup);

const TABLE: [Row; 30] = [
    (Kind::SessionStart, "session_start", KindGroup::Event),
    (Kind::UserMessage, "user_message", KindGroup::Event),
    (
        Kind::AssistantMessage,
        "assistant_message",
        KindGroup::Event,
    ),
    (Kind::ToolResult, "tool_result", KindGroup::Event),
    (Kind::AssistantStop, "assistant_stop", KindGroup::Event),
    (Kind::SubagentStart, "subagent_start", KindGroup::Event),
    (Kind::SubagentStop, "subagent_stop", KindGroup::Event),
    (Kind::SessionEnd, "session_end", KindGroup::Event),
    (Kind::Message, "message", KindGroup::Event),
    (Kind::MemoryStored, "memory", KindGroup::Memory),
    (Kind::MemoryUpdated, "memory_updated", KindGroup::Memory),
    (
        Kind::EvidenceAdded,
        "evidence_added",
        KindGroup::Bookkeeping,
    ),
    (
        Kind::MemorySuperseded,
        "memory_superseded",
        KindGroup::Bookkeeping,
    ),
    (
        Kind::FeedbackGiven,
        "feedback_given",
        KindGroup::Bookkeeping,
    ),
    (Kind::MemoryMoved, "memory_moved", KindGroup::Bookkeeping),
    (
        Kind::MemoryContradicted,
        "memory_contradicted",
        KindGroup::Bookkeeping,
    ),
    (Kind::Forgotten, "forgotten", KindGroup::Bookkeeping),
    (Kind::StepRecorded, "step", KindGroup::Event),
    (Kind::FrameRecorded, "frame", KindGroup::Bookkeeping),
    (Kind::Reasoned, "reasoning", KindGroup::Event),
    (Kind::SessionCompiled, "procedure", KindGroup::Event),
    (Kind::EpisodeStarted, "episode", KindGroup::Episode),
    (Kind::EpisodeAction, "episode_action", KindGroup::Episode),
    (
        Kind::EpisodeCompleted,
        "episode_completed",
        KindGroup::Episode,
    ),
    (Kind::Pinned, "pinned", KindGroup::Bookkeeping),
    (Kind::Unpinned, "unpinned", KindGroup::Bookkeeping),
    (Kind::SpaceMade, "space_made", KindGroup::Bookkeeping),
    (Kind::SpaceDeleted, "space_deleted", KindGroup::Bookkeeping),
    (Kind::GrantGiven, "grant_given", KindGroup::Bookkeeping),
    (Kind::GrantTaken, "grant_taken", KindGroup::Bookkeeping),
];

// === impl Kind ===

impl Kind {
    pub fn all() -> impl Iterator<Item = Kind> {
        TABLE.iter().map(|row| row.0)
    }

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::all().find(|kind| kind.code() == code)
    }

    fn row(self) -> &'static Row {
        // Every variant has a row (tested below), so the fallback is never taken.
        TABLE.iter().find(|row| row.0 == self).unwrap_or(&TABLE[0])
    }

    pub fn name(self) -> &'static str {
        self.row().1
    }

    pub fn group(self) -> KindGroup {
        self.row().2
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// A kind an event may be given by a caller: what only a recorder sees is not among them.
    pub fn event_named(name: &str) -> Option<Self> {
        Self::named(name).filter(|kind| kind.group() == KindGroup::Event && !kind.is_recorded())
    }

    /// Whether only the recorder of a desktop session writes it.
    pub fn is_recorded(self) -> bool {
        matches!(
            self,
            Kind::StepRecorded | Kind::FrameRecorded | Kind::Reasoned | Kind::SessionCompiled
        )
    }

    /// Whether events of this kind carry words worth finding.
    pub fn is_content(self) -> bool {
        self.group() != KindGroup::Bookkeeping
    }
}

// === impl KindGroup ===

impl KindGroup {
    pub fn name(self) -> &'static str {
        match self {
            KindGroup::Event => "event",
            KindGroup::Memory => "memory",
            KindGroup::Episode => "episode",
            KindGroup::Bookkeeping => "bookkeeping",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_stable() {
        for kind in Kind::all() {
            assert_eq!(kind.row().0, kind);
            assert_eq!(Kind::from_code(kind.code()), Some(kind));
            assert_eq!(Kind::all().filter(|k| k.name() == kind.name()).count(), 1);
        }
        assert_eq!(Kind::MemoryStored.code(), 20, "written to disk");
        assert_eq!(Kind::from_code(99), None);
    }

    #[test]
    fn callers_cannot_forge_bookkeeping() {
        assert_eq!(Kind::event_named("tool_result"), Some(Kind::ToolResult));
        assert_eq!(Kind::event_named("memory_updated"), None);
        assert_eq!(Kind::event_named("evidence_added"), None);
        assert_eq!(Kind::event_named("step"), None);
        assert_eq!(Kind::event_named("episode"), None);
    }
}
