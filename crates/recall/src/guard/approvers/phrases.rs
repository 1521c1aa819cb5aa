//! The words of rules that say who may, and who is to be asked.

use super::super::wordings::Words;

/// Behind these stands who alone may do something.
pub const RESERVES: Words = Words::new(
    "only|nobody but|nobody except|nobody other than|no one but|no one except|no one other than|nur|niemand außer",
);
/// And before these.
pub const MAY: Words =
    Words::new("may|can|should|must|is|are|darf|dürfen|kann|können|sollte|sollten");
/// Where these follow, it is said of a thing: "only signed builds may be deployed".
pub const PASSIVE: Words = Words::new("be|werden");
pub const BEING: Words = Words::new("is|are");
pub const ALLOWED: Words =
    Words::new("allowed|permitted|authorized|authorised|entitled|able|supposed|to");
/// "Deployen darf nur Priya."
pub const LAST: Words = Words::new("darf nur|dürfen nur|kann nur|können nur");
/// What somebody gives who agrees. A review is looked at, and is a thing of its own.
pub const WORDS: Words = Words::new(
    "asking|approval|approvals|confirmation|permission|consent|sign off|sign offs|signoff|okay|go ahead|\
     authorization|authorisation|clearance|blessing|freigabe|genehmigung|zustimmung|erlaubnis|bestätigung|\
     rückfrage",
);
/// The same said of what they agree to.
pub const GIVEN: Words = Words::new(
    "approved|confirmed|signed off|authorized|authorised|cleared|permitted|agreed|freigegeben|genehmigt",
);
/// What somebody does who is named behind it.
pub const DONE: Words =
    Words::new("done|run|performed|executed|made|triggered|allowed|review|reviewed|checked");
/// Behind those stands who.
pub const OF_WHOM: Words = Words::new("from|by|of|through|via|with|von|durch|bei|me|us|mich|uns");
/// Those who agree.
pub const SAY: Words = Words::new(
    "approve|approves|confirm|confirms|agree|agrees|sign off|signs off|authorize|authorise|authorizes|okay|okays|\
     says|say|permit|permits",
);
/// Who is told so has somebody to ask.
pub const ASKS: Words = Words::new(
    "ask|asking|consult|consulting|check with|checking with|talk to|talking to|speak to|speaking to|speak with|\
     speaking with|clear it with|clearing it with|coordinate with|confirm with|telling|informing|notifying|pinging|looping in|checking in with|fragt|frage|frag",
);
/// Before a word that is wanted.
pub const WANTING: Words = Words::new(
    "require|requires|required|need|needs|without|with|get|obtain|after|until|unless|want|wants|give|have|has|had|\
     before|for|brauchen|braucht|benötigen|benötigt|erfordern|erfordert|ohne|nach|mit",
);
/// What kind of word, and whose.
pub const WHOSE: Words = Words::new(
    "a|an|the|any|some|my|our|your|his|her|their|explicit|written|verbal|prior|manual|human|first|two|qa|security|\
     legal|compliance|management|manager|lead|team|ops|peer|admin|owner|user|eine|einer|meine|ausdrückliche",
);
/// "Someone on the platform team."
pub const PEOPLE: Words = Words::new(
    "team|teams|lead|leads|manager|managers|department|group|people|engineer|engineers|staff|crew|office|board",
);
/// Behind these a word releases what is forbidden.
pub const RELEASES: Words = Words::new("without|unless|until|before|ohne");
/// Before who is told to ask.
pub const LEADING: Words = Words::new("always|immer|,|to|must|please|you|before");
/// "Only with approval", "without asking".
pub const HELD: Words = Words::new("without|ohne|with|mit|only|nur");
