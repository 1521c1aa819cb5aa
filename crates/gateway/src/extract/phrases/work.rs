//! How somebody shows a text for work.

use super::Phrases;

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
/// The same, of which nobody knows that a text is shown unless a colon or a quote says so.
pub const WORK_WITH: Phrases = Phrases(
    "fix|check|review|convert|simplify|critique|comment|grammar|spelling|typos|wording|feedback|prüfe|\
     prüf|lektoriere|vereinfache|zusammenfassung|korrektur|rechtschreibung|grammatik|korrigieren|\
     zusammenfassen|übersetzen|shorter|better|nicer|clearer|friendlier|formal|polite|professional|kürzer|\
     besser|formeller|höflicher|freundlicher",
);
/// Whoever says one of these shows what follows, or what stands before.
pub const WORK_ALONE: Phrases = Phrases("tldr|tl|tl:dr|proofread|proof-read|proofreading");
/// What is said with these and nothing more.
pub const WORK_BESIDE: Phrases = Phrases("dr|it|this|for|me|please|bitte|mal|das|es|in|short|kurz");
/// With a colon or a quote, these ask for something to be made of what is shown.
pub const HANDS: Phrases = Phrases(
    "write|draft|compose|schreib|schreibe|verfasse|make|turn|convert|put|give|change|check|review|what|how|is|are|does|here|here's|look|can|could|\
     please|would|mach|mache|schau|was|wie|ist|kannst|könntest|bitte|hier|gib",
);
/// What somebody may show.
pub const TEXTS: Phrases = Phrases(
    "email|e-mail|mail|letter|poem|text|message|article|essay|draft|paragraph|sentence|story|post|tweet|\
     gedicht|nachricht|satz|absatz|artikel|aufsatz|brief|anschreiben|geschichte",
);
/// Who says one of these wants it kept.
pub const KEEPING: Phrases = Phrases(
    "remember|note|keep|forget|memorize|memorise|save|merk|merke|merken|vergiss|notiere|beachte",
);
/// Alone these say yes.
pub const AGREES: Phrases = Phrases("correct|answer|reply|read");
