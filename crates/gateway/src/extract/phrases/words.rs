//! Words of one kind.

use super::Phrases;

/// What has a day.
pub const DATED: Phrases = Phrases(
    "deadline|due|launch|launches|release date|releases|ships|freeze|freezes|go live|goes live|\
     expires|starts|ends|milestone|frist|termin",
);
pub const DAYS: Phrases = Phrases(
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|\
     feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|\
     saturday|sunday|januar|februar|märz|mai|juni|juli|oktober|dezember|montag|dienstag|mittwoch|\
     donnerstag|freitag",
);
/// Things of a project that are one and have a value.
pub const THINGS: Phrases = Phrases(
    "port|database|branch|repo|repository|endpoint|url|version|schema|bucket|cluster|region|queue|\
     table|hostname|domain|timeout|limit|owner|runbook|channel|registry|namespace",
);
/// Where or when something is.
pub const PREPOSITIONS: Phrases =
    Phrases("at|on|in|by|to|from|for|until|till|before|after|since|with|near|around|under|during");
/// Who speaks of themselves.
pub const FIRST_PERSON: Phrases = Phrases("i|i'm|i've|i'd|i'll|me|my|mine|we|us|our");
/// Words between a subject and its verb.
pub const ADVERBS: Phrases = Phrases("just|even|also|still|ever|often|sometimes|almost|quite");
/// Verbs that are the same whoever it is said of: in the past, and those that go before another.
pub const SAME_OF_ALL: Phrases = Phrases(
    "will|would|can|could|should|shall|may|might|must|won't|wouldn't|can't|couldn't|shouldn't|was|\
     did|didn't|had|hadn't|is|has|does|went|got|knew|saw|thought|made|took|came|gave|found|felt|\
     kept|left|meant|met|said|told|wrote|began|understood|forgot|bought|brought|heard|ran|stood|\
     lost|paid|sent|spent|slept|spoke|ate|drank|drove|fell|flew|grew|held|chose|broke|built|\
     caught|taught|won|wore",
);
/// What begins no verb.
pub const NO_VERBS: Phrases = Phrases(
    "a|an|the|my|your|our|their|his|her|its|i|you|we|they|he|she|it|this|that|these|those|one|all|\
     both|no|not|in|on|at|by|to|from|for|of|with|without|under|over|as|if|when|while|until|and|\
     or|but|so|too|again|back|here|there",
);
/// Before "not" these deny a whole sentence.
pub const BEFORE_NOT: Phrases = Phrases(
    "is|are|was|were|am|be|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|\
     i'm|we're|they're|you're|it's|that's|he's|she's|or|and|why|if|ist|sind|war|wird|wurde|hat|haben|ich|\
     wir|er|sie|es|man|das|kann|soll|muss|darf|will|oder|und",
);
