//! What makes a sentence one that tells nothing, or nothing later.

use super::Phrases;

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
     heute abend|heute morgen|heute nachmittag|für heute|diesmal|gerade|im moment|momentan|\
     zurzeit|derzeit",
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
/// A day is named by these, and none of several.
pub const ON_DAYS: Phrases = Phrases("on|by|until|till|before|after|from|since");
/// What ends a short sentence that says nothing outside its talk.
pub const LEFT_OPEN: Phrases = Phrases(
    "it|this|that|them|these|those|both|neither|either|yours|again|instead|so|das|dies|beides|\
     beide|davon",
);
/// Whoever begins so speaks of somebody who was named before.
pub const STRANGERS: Phrases =
    Phrases("he|he's|she|she's|they|they're|his|her|their|them|him|er|sie|ihn|ihm|ihnen");
/// Somebody, if a name or a noun stands before.
pub const OTHERS: Phrases = Phrases("he|he's|she|she's|him|her|his|hers|er|ihn|ihm");
/// What stands before a noun.
pub const WITH_A_NOUN: Phrases = Phrases(
    "my|our|the|a|an|every|each|any|someone|anyone|everyone|everybody|anybody|somebody|who|jeder|\
     jemand|wer",
);
/// Who speaks, or is told to do something: nobody a later word means.
pub const SPEAKS: Phrases = Phrases(
    "i|i'm|i've|i'd|i'll|we|we're|we've|we'd|we'll|ich|wir|always|never|please|immer|niemals|bitte|\
     from|ab|when|if|wenn|falls",
);
/// Something that was named before, as what is spoken of.
pub const IT: Phrases = Phrases("it|it's");
/// The same, where no noun follows.
pub const THIS: Phrases = Phrases("this|that|these|those");
/// What is said of it then.
pub const SAID_OF_IT: Phrases = Phrases(
    "is|are|was|were|isn't|aren't|means|works|happens|needs|has|will|would|can|should|must|ist|war|\
     heißt|liegt|steht|läuft|kostet|gehört|muss|soll|kann|wird",
);
/// What a short sentence ends with that says nothing outside its talk, whatever is asked.
pub const ENDS_POINTING: Phrases = Phrases(
    "it|this|that|them|these|those|him|her|hers|theirs|das|dies|es|ihn|ihm|davon|damit|dafür|darüber|\
     darauf|dagegen",
);
/// What a sentence ends with that is only polite.
pub const THANKS: Phrases = Phrases(
    "thanks|thank you|thanks a lot|thx|please|cheers|danke|danke dir|vielen dank|bitte|ok|okay|sorry",
);
/// What only the talk knows, right behind what is done with it.
pub const MEANT: Phrases = Phrases("it|them");
