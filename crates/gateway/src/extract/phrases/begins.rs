//! What a sentence begins with.

use super::Phrases;

/// What stands before a statement and says nothing.
pub const LEADS: Phrases = Phrases(
    "just so you know|by the way|quick note|for context|fyi|btw|also|ok|okay|so|and|hi|hey|hello|\
     thanks|yes|well|oh|actually|bitte|übrigens",
);
/// Who begins so wants it kept, whatever it is.
pub const ASKS_TO_KEEP: Phrases = Phrases(
    "please remember this:|remember this:|merk dir das:|merk dir folgendes:|merke dir folgendes:|\
     please remember that|please remember|please remember the following|\
     remember the following|remember that|remember|please note that|please note|\
     note that|note|keep in mind that|keep in mind|for the record|don't forget that|do not forget that|\
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
/// What a sentence begins with, and no name behind an abbreviation.
pub const OPENS: Phrases = Phrases(
    "i|i'm|i've|i'll|my|we|we're|we've|we'll|our|always|never|please|remember|ich|mein|meine|wir|\
     unser|unsere|immer|niemals|bitte|merk|merke",
);
/// What one begins with also where all is written small.
pub const OPENS_SMALL: Phrases =
    Phrases("this|the|note|also|so|btw|what|why|how|can|could|do|does|should");
/// Who begins so only thinks of it, or gives a part to play, and goes on doing so.
pub const SUPPOSES: Phrases = Phrases(
    "imagine|suppose|supposing|pretend|let's pretend|let us pretend|let's say|assume|assuming|\
     hypothetically|you are a|you are an|you're a|you're an|act as|act like|du bist ein|du bist eine|role-play|roleplay|stell dir vor|stellen wir uns vor|angenommen|nehmen wir an|tu so",
);
