//! How people tell what is worth keeping, and how they tell what is not. Each list is one line of
//! phrases, so that what belongs together is seen together.

/// Phrases, with a bar between two of them.
#[derive(Clone, Copy)]
pub struct Phrases(&'static str);

/// Beginnings of statements of one kind.
pub struct Kind {
    pub tag: &'static str,
    /// A beginning, and how it is told of somebody else; the same where nothing is given.
    pub begins: &'static [(&'static str, &'static str)],
}

// === impl Phrases ===

impl Phrases {
    pub const NOT: Self = Self("not|nicht");

    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    pub fn contains(self, phrase: &str) -> bool {
        self.iter().any(|one| one == phrase)
    }
}

pub static KINDS: [Kind; 8] = [
    Kind {
        tag: "preference",
        begins: &[
            ("i prefer", "The user prefers"),
            ("i would prefer", "The user would prefer"),
            ("i like", "The user likes"),
            ("i love", "The user loves"),
            ("i hate", "The user hates"),
            ("i dislike", "The user dislikes"),
            ("i don't like", "The user doesn't like"),
            ("i do not like", "The user does not like"),
            ("i always", "The user always"),
            ("i never", "The user never"),
            ("we prefer", "The team prefers"),
            ("my favorite", "The user's favorite"),
            ("my favourite", "The user's favourite"),
            ("ich bevorzuge", "Der Benutzer bevorzugt"),
            ("ich mag", "Der Benutzer mag"),
            ("wir bevorzugen", "Das Team bevorzugt"),
        ],
    },
    Kind {
        tag: "person",
        begins: &[
            ("my name is", "The user's name is"),
            ("call me", "The user wants to be called"),
            ("i live in", "The user lives in"),
            ("i work at", "The user works at"),
            ("i work for", "The user works for"),
            ("i work as", "The user works as"),
            ("i work on", "The user works on"),
            ("i'm a", "The user is a"),
            ("i'm an", "The user is an"),
            ("i am a", "The user is a"),
            ("i am an", "The user is an"),
            ("i'm based in", "The user is based in"),
            ("my timezone is", "The user's timezone is"),
            ("my time zone is", "The user's time zone is"),
            ("my birthday is", "The user's birthday is"),
            ("my manager is", "The user's manager is"),
            ("my team is", "The user's team is"),
            ("ich heiße", "Der Benutzer heißt"),
            ("ich arbeite", "Der Benutzer arbeitet"),
        ],
    },
    Kind {
        tag: "decision",
        begins: &[
            ("we decided", "The team decided"),
            ("we've decided", "The team has decided"),
            ("we have decided", "The team has decided"),
            ("we agreed", "The team agreed"),
            ("we chose", "The team chose"),
            ("we settled on", "The team settled on"),
            ("we're going with", "The team is going with"),
            ("we are going with", "The team is going with"),
            ("we'll use", "The team will use"),
            ("we will use", "The team will use"),
            ("i decided", "The user decided"),
            ("i've decided", "The user has decided"),
            ("decision", ""),
            ("wir haben entschieden", "Das Team hat entschieden"),
            ("wir haben beschlossen", "Das Team hat beschlossen"),
        ],
    },
    Kind {
        tag: "correction",
        begins: &[
            ("we moved from", "The team moved from"),
            ("we've moved from", "The team has moved from"),
            ("we moved to", "The team moved to"),
            ("we switched", "The team switched"),
            ("we've switched", "The team has switched"),
            ("we migrated", "The team migrated"),
            ("we've migrated", "The team has migrated"),
            ("we replaced", "The team replaced"),
            ("we renamed", "The team renamed"),
            ("we no longer", "The team no longer"),
            ("we stopped using", "The team stopped using"),
            ("wir sind umgestiegen", "Das Team ist umgestiegen"),
        ],
    },
    Kind {
        tag: "tool",
        begins: &[
            ("we use", "The team uses"),
            ("we're using", "The team is using"),
            ("we are using", "The team is using"),
            ("we're on", "The team is on"),
            ("we are on", "The team is on"),
            ("we upgraded to", "The team upgraded to"),
            ("we pinned", "The team pinned"),
            ("i use", "The user uses"),
            ("i'm using", "The user is using"),
            ("wir verwenden", "Das Team verwendet"),
            ("wir nutzen", "Das Team nutzt"),
        ],
    },
    Kind {
        tag: "project",
        begins: &[
            ("we deploy", "The team deploys"),
            ("we host", "The team hosts"),
            ("we run", "The team runs"),
            ("we store", "The team stores"),
            ("we keep", "The team keeps"),
            ("we ship", "The team ships"),
            ("we release", "The team releases"),
            ("this project", ""),
            ("the project", ""),
            ("this repo", ""),
            ("the repo", ""),
            ("this repository", ""),
            ("the codebase", ""),
            ("in this project", ""),
            ("in this repo", ""),
        ],
    },
    Kind {
        tag: "instruction",
        begins: &[
            ("always", ""),
            ("never", ""),
            ("from now on", ""),
            ("please always", "Always"),
            ("please never", "Never"),
            ("immer", ""),
            ("niemals", ""),
            ("ab jetzt", ""),
        ],
    },
    Kind {
        tag: "project",
        begins: &[("our", "The team's"), ("unser", ""), ("unsere", "")],
    },
];

/// What stands before a statement and says nothing.
pub const LEADS: Phrases = Phrases(
    "just so you know|by the way|quick note|for context|fyi|btw|also|ok|okay|so|and|hi|hey|hello|\
     thanks|yes|well|oh|actually",
);
/// Who begins so wants it kept, whatever it is.
pub const ASKS_TO_KEEP: Phrases = Phrases(
    "please remember that|please remember|remember that|remember|please note that|please note|\
     note that|note|keep in mind that|keep in mind|for the record|don't forget that|\
     merke dir dass|merk dir dass|denk daran dass",
);
/// Who begins so puts something right.
pub const CORRECTS: Phrases =
    Phrases("no that's wrong|that's wrong|that's not right|correction|actually|nope|no|nein");
/// A question, or nothing that is so.
pub const ASKS: Phrases = Phrases(
    "what|which|who|whom|whose|why|when|where|how|is|are|was|were|do|does|did|can|could|should|\
     would|will|may|might|has|have|had|am|shall|if|suppose|imagine|assume|say|let|let's|maybe|\
     perhaps|wenn|falls|vielleicht|was|wie|wo|warum",
);
/// What is only thought.
pub const HYPOTHETICAL: Phrases = Phrases(
    "if|would|could|might|maybe|perhaps|probably|supposedly|i think|i guess|i believe|not sure|\
     hypothetically|for example|e g|what if|unless|vielleicht|vermutlich|würde|könnte|wenn",
);
/// Behind a beginning these leave nothing that is said of.
pub const NOTHING: Phrases = Phrases(
    "it|this|that|them|these|those|your|you|bit|little|tad|big|into|out|back|later|when|here|\
     there|trying|having|getting|looking|working|stuck|confused|good|fine|done|about|page",
);
/// Somebody else's words.
pub const REPORTS: Phrases =
    Phrases("says|said|wrote|writes|reads|states|claims|asked|according to|sagt|schrieb");
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
