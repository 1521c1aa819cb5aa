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
            ("i'm allergic to", "The user is allergic to"),
            ("i am allergic to", "The user is allergic to"),
            ("i speak", "The user speaks"),
            ("my pronouns are", "The user's pronouns are"),
            ("my timezone is", "The user's timezone is"),
            ("my time zone is", "The user's time zone is"),
            ("my birthday is", "The user's birthday is"),
            ("my manager is", "The user's manager is"),
            ("my team is", "The user's team is"),
            ("ich heiße", "Der Benutzer heißt"),
            ("ich arbeite", "Der Benutzer arbeitet"),
            ("ich wohne in", "Der Benutzer wohnt in"),
            (
                "ich bin allergisch gegen",
                "Der Benutzer ist allergisch gegen",
            ),
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
     thanks|yes|well|oh|actually|bitte|übrigens",
);
/// Who begins so wants it kept, whatever it is.
pub const ASKS_TO_KEEP: Phrases = Phrases(
    "please remember that|please remember|please remember the following|\
     remember the following|remember that|remember|please note that|please note|\
     note that|note|keep in mind that|keep in mind|for the record|don't forget that|\
     merk dir|merk dir dass|merk dir, dass|merk dir bitte|merk dir bitte, dass|\
     merke dir|merke dir dass|merke dir, dass|merke dir bitte|merke dir bitte, dass|\
     denk daran:|denk daran dass|denk daran, dass|denke daran:|denke daran dass|\
     denke daran, dass|denk dran, dass|vergiss nicht:|vergiss nicht dass|vergiss nicht, dass|\
     vergiss bitte nicht, dass|nicht vergessen:",
);
/// Who begins so puts something right.
pub const CORRECTS: Phrases =
    Phrases("no that's wrong|that's wrong|that's not right|correction|actually|nope|no|nein");
/// A question, or nothing that is so.
pub const ASKS: Phrases = Phrases(
    "what|which|who|whom|whose|why|when|where|how|is|are|was|were|do|does|did|can|could|should|\
     would|will|may|might|has|have|had|shall|if|suppose|imagine|assume|say|let|let's|maybe|\
     perhaps|wenn|falls|vielleicht|was|wie|wo|warum",
);
/// Of those, what an instruction may begin with.
pub const CONDITIONS: Phrases = Phrases("if|wenn|falls|let|let's");
/// Who begins so wants to hear what is so.
pub const WANTS_TOLD: Phrases = Phrases(
    "am i |tell me|please tell me|show me|remind me|explain|describe|find out|look up|summarize|\
     summarise|sag mir|zeig mir|erkläre",
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
/// What a sentence begins with, and no name behind an abbreviation.
pub const OPENS: Phrases = Phrases(
    "i|i'm|i've|i'll|my|we|we're|we've|we'll|our|always|never|please|remember|ich|mein|meine|wir|\
     unser|unsere|immer|niemals|bitte|merk|merke",
);
/// What one begins with also where all is written small.
pub const OPENS_SMALL: Phrases =
    Phrases("this|the|note|also|so|btw|what|why|how|can|could|do|does|should");
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
/// What a talk has several of, so that only the talk knows which is meant.
pub const POINTED: Phrases = Phrases(
    "option|options|one|ones|suggestion|suggestions|idea|ideas|proposal|proposals|alternative|\
     alternatives|choice|variant|variants|approach|recommendation|recommendations",
);
/// Of those who point at them, one that may count other things too: "the first version".
pub const POINTED_TO: Phrases = Phrases(
    "version|solution|plan|draft|answer|advice|way|wording|phrasing|snippet|example|list|design|\
     change|changes|fix|text|reply",
);
pub const POINTERS: Phrases = Phrases("your|this|that|these|those");
pub const ORDINALS: Phrases = Phrases(
    "first|second|third|fourth|fifth|last|other|former|latter|next|previous|above|1st|2nd|3rd|4th",
);
/// What ends a short sentence that says nothing outside its talk.
pub const LEFT_OPEN: Phrases = Phrases(
    "it|this|that|them|these|those|both|neither|either|yours|again|instead|so|das|dies|beides|\
     beide|davon",
);
/// A day is named by these, and none of several.
pub const ON_DAYS: Phrases = Phrases("on|by|until|till|before|after|from|since");
/// What follows "always" and "never" where nothing is to be done.
pub const PLEASANT: Phrases = Phrases(
    "a|an|so|good|nice|great|lovely|happy|glad|welcome|fun|funny|interesting|pleased|helpful|\
     amazing|worth|mind|fear|better|best|again|been|had|was|were|is|are|am|heard|seen|knew|known|\
     thought|wanted|loved|liked|hated|felt|gern|gerne|wieder|schön|gut",
);
/// Behind "my name is" and the like these tell no name.
pub const UNTOLD: Phrases = Phrases(
    "not|no|none|nothing|nobody|irrelevant|unimportant|unknown|secret|private|whatever|usual|\
     expected|crazy|old-fashioned|paranoid|silly|lazy|egal|nicht|unwichtig",
);
/// What somebody has for the moment.
pub const TROUBLES: Phrases = Phrases(
    "problem|problems|issue|issues|trouble|question|questions|concern|concerns|worry|fault|mistake|\
     luck|turn|pleasure|guess|hope|blocker|bug|error|frage|fehler|sorge",
);
/// When what holds for the hour holds.
pub const OF_THE_HOUR: Phrases = Phrases(
    "tomorrow|tonight|this morning|this afternoon|this evening|for now|for today|today only|\
     this time|this once|just once|in an hour|in a minute|bis morgen|morgen früh|morgen abend|\
     heute abend|heute morgen|heute nachmittag|für heute|diesmal",
);
/// What stands before a request and says nothing of it.
pub const ASKING: Phrases = Phrases(
    "please|can|could|would|will|you|kindly|help|me|hi|hey|hello|ok|okay|now|then|and|also|i|i'd|\
     need|want|like|to|just|quickly|briefly|give|write|make|a|an|the|short|brief|bitte|kannst|\
     könntest|du|mir|mal|den|die|das",
);
/// What is done to a text that somebody shows.
pub const WORK: Phrases = Phrases(
    "summarise|summarize|summary|translate|translation|proofread|proof-read|rewrite|rephrase|\
     reword|paraphrase|explain|correct|shorten|condense|polish|improve|edit|classify|analyse|\
     analyze|extract|reply|answer|respond|read|fasse|fass|übersetze|übersetz|korrigiere|erkläre|\
     erklär|verbessere|formuliere|kürze|beantworte|lies",
);
/// The same, at the end of a request in German.
pub const WORK_LAST: Phrases = Phrases(
    "zusammenfassen|übersetzen|korrigieren|erklären|verbessern|umformulieren|umschreiben|kürzen|\
     beantworten|zusammen",
);
/// What is shown with a request.
pub const POINTS: Phrases = Phrases(
    "this|these|following|below|attached|above|diese|diesen|dieses|dieser|folgende|folgenden|\
     folgender|folgendes|folgendem|unten|oben|obige|obigen|obiges",
);
/// What is shown before the request.
pub const POINTS_BACK: Phrases = Phrases("above|oben|obige|obigen|obiges");
