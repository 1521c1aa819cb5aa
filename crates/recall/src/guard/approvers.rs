//! Who may, and who is to be asked: "only Priya may deploy", "approval from the team lead". Whoever that is, the
//! rule is about what they are asked for.

use super::spoken::{Spoken, parts};
use super::wordings::{BOUNDS, Words};

/// Behind these stands who alone may do something.
pub const RESERVES: Words = Words::new(
    "only|nobody but|nobody except|nobody other than|no one but|no one except|no one other than|nur|niemand außer",
);
/// And before these.
pub const MAY: Words =
    Words::new("may|can|should|must|is|are|darf|dürfen|kann|können|sollte|sollten");
/// Where these follow, it is said of a thing: "only signed builds may be deployed".
const PASSIVE: Words = Words::new("be|werden");
const BEING: Words = Words::new("is|are");
const ALLOWED: Words =
    Words::new("allowed|permitted|authorized|authorised|entitled|able|supposed|to");
/// "Deployen darf nur Priya."
const LAST: Words = Words::new("darf nur|dürfen nur|kann nur|können nur");
/// What somebody gives who agrees. A review is looked at, and is a thing of its own.
const WORDS: Words = Words::new(
    "asking|approval|approvals|confirmation|permission|consent|sign off|sign offs|signoff|okay|go ahead|\
     authorization|authorisation|clearance|blessing|freigabe|genehmigung|zustimmung|erlaubnis|bestätigung|\
     rückfrage",
);
/// The same said of what they agree to.
const GIVEN: Words = Words::new(
    "approved|confirmed|signed off|authorized|authorised|cleared|permitted|agreed|freigegeben|genehmigt",
);
/// What somebody does who is named behind it.
const DONE: Words =
    Words::new("done|run|performed|executed|made|triggered|allowed|review|reviewed|checked");
/// Behind those stands who.
const OF_WHOM: Words = Words::new("from|by|of|through|via|with|von|durch|bei|me|us|mich|uns");
/// Those who agree.
const SAY: Words = Words::new(
    "approve|approves|confirm|confirms|agree|agrees|sign off|signs off|authorize|authorise|authorizes|okay|okays|\
     says|say|permit|permits",
);
/// Who is told so has somebody to ask.
const ASKS: Words = Words::new(
    "ask|asking|consult|consulting|check with|checking with|talk to|talking to|speak to|speaking to|speak with|\
     speaking with|clear it with|clearing it with|coordinate with|confirm with|fragt|frage|frag",
);
/// Before a word that is wanted.
const WANTING: Words = Words::new(
    "require|requires|required|need|needs|without|with|get|obtain|after|until|unless|want|wants|give|have|has|had|\
     before|for|brauchen|braucht|benötigen|benötigt|erfordern|erfordert|ohne|nach|mit",
);
/// What kind of word, and whose.
const WHOSE: Words = Words::new(
    "a|an|the|any|some|my|our|your|his|her|their|explicit|written|verbal|prior|manual|human|first|two|qa|security|\
     legal|compliance|management|manager|lead|team|ops|peer|admin|owner|user|eine|einer|meine|ausdrückliche",
);
/// "Someone on the platform team."
const PEOPLE: Words = Words::new(
    "team|teams|lead|leads|manager|managers|department|group|people|engineer|engineers|staff|crew|office|board",
);
/// Behind these a word releases what is forbidden.
const RELEASES: Words = Words::new("without|unless|until|before|ohne");

/// A rule without who may or who is to be asked.
pub fn without_people(rule: &str) -> String {
    let sentences = pieces(rule).map(|(text, end)| match told(text) {
        words if words.is_empty() => end.to_owned(),
        words => format!("{}{end}", words.join(" ")),
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// Whether what these words forbid waits for a word of somebody: "never deploy without approval".
pub fn waits_for_a_word(said: &Spoken) -> bool {
    let words: Vec<String> = said.words().map(str::to_owned).collect();
    let mut at = (0..words.len()).filter(|at| RELEASES.contains(&words[*at]));
    at.any(|at| {
        let behind = &words[at + 1..];
        let whole = || (0..behind.len()).any(|at| starts(behind, at, SAY).is_some());
        let given = || (0..behind.len()).any(|at| starts(behind, at, GIVEN).is_some());
        let released = !["without", "ohne"].contains(&&*words[at]);
        let asked = || starts(behind, 0, ASKS).is_some();
        released && (whole() || given() || asked()) || is_word_wanted(behind)
    })
}

/// "Ask me before you deploy."
pub fn asks_before(said: &Spoken) -> bool {
    let words: Vec<String> = said.words().map(str::to_owned).collect();
    asked(&words).is_some_and(|(_, end)| words.get(end).is_some_and(|word| word == "before"))
}

/// Whether a request says that nobody is to be asked.
pub fn goes_without_a_word(text: &str) -> bool {
    let mut all = parts(text).filter(|(text, _)| {
        let small = text.to_lowercase();
        small.contains("without") || small.contains("ohne")
    });
    all.any(|(text, _)| waits_for_a_word(&Spoken::of(text)))
}

/// "My explicit approval", and not "staging approval".
fn is_word_wanted(behind: &[String]) -> bool {
    (0..behind.len()).any(|at| {
        starts(behind, at, WORDS).is_some() && whose(behind, at).is_some_and(|from| from == 0)
    })
}

/// Sentences, and what ends each of them.
fn pieces(rule: &str) -> impl Iterator<Item = (&str, &str)> {
    let all = parts(rule).flat_map(|(text, _)| text.split_inclusive([':', '(', ')']));
    all.map(|text| {
        let bare = text.trim_end_matches([':', '(', ')']);
        let end = if bare.len() < text.len() { ":" } else { "." };
        (bare, end)
    })
}

/// Words of a sentence that are left; a comma is one of them.
fn told(sentence: &str) -> Vec<String> {
    let spaced = sentence.split(',').map(Spoken::of);
    let mut words: Vec<String> = Vec::new();
    for (n, part) in spaced.enumerate() {
        words.extend((n > 0).then(|| String::from(",")));
        words.extend(part.words().map(str::to_owned));
    }
    for take in [reserved, last, asked, agreeing, given, wanted, allowed] {
        while let Some((from, to)) = take(&words).filter(|(from, to)| from < to) {
            words.drain(from..to);
        }
    }
    words
}

type Span = (usize, usize);

/// "Only Priya may …": who, and that it is allowed.
fn reserved(words: &[String]) -> Option<Span> {
    let mut all = (0..words.len()).filter(|at| *at == 0 || words[at - 1] == ",");
    let (from, behind) = all.find_map(|at| Some((at, at + starts(words, at, RESERVES)?)))?;
    let may = (behind..words.len()).find(|at| MAY.contains(&words[*at]))?;
    let next = words.get(may + 1).map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let allowed = ALLOWED.contains(next);
    let being = BEING.contains(&words[may]) && !allowed;
    let passive = PASSIVE.contains(next) || PASSIVE.contains(last) || being;
    (!passive).then_some((from, may + 1 + usize::from(allowed)))
}

/// "Deployen darf nur Priya."
fn last(words: &[String]) -> Option<Span> {
    let mut all = 0..words.len();
    let (at, from) = all.find_map(|at| Some((at, at + starts(words, at, LAST)?)))?;
    (words.last().map(String::as_str) != Some("werden")).then_some((at, until(words, from)))
}

/// "Ask Priya before …"
fn asked(words: &[String]) -> Option<Span> {
    let at = (0..words.len()).find(|at| starts(words, *at, ASKS).is_some())?;
    let before = at.checked_sub(1).map(|at| words[at].as_str());
    let first = before.is_none_or(|word| LEADING.contains(word));
    let from = at - usize::from(before == Some("before"));
    let end = until(words, at + starts(words, at, ASKS)?);
    first.then_some((from, end))
}

/// Before who is told to ask.
const LEADING: Words = Words::new("always|immer|,|to|must|please|you|before");

/// "Dana must approve …"
fn agreeing(words: &[String]) -> Option<Span> {
    let at = (0..words.len()).find(|at| starts(words, *at, SAY).is_some())?;
    let must = |word: &String| ["must", "has", "have", "to", "should", "needs"].contains(&&**word);
    let auxiliaries = words[..at]
        .iter()
        .rev()
        .take_while(|word| must(word))
        .count();
    let from = words[..at - auxiliaries]
        .iter()
        .rposition(|word| BOUNDS.contains(word));
    let from = from.map_or(0, |from| from + 1);
    Some((from, at - auxiliaries))
}

/// "Approval from Priya", "approved by the team lead".
fn given(words: &[String]) -> Option<Span> {
    (0..words.len()).find_map(|at| {
        let agreed = starts(words, at, WORDS).or_else(|| starts(words, at, GIVEN));
        let from = at + agreed.or_else(|| starts(words, at, DONE))?;
        let whom = words.get(from).filter(|word| OF_WHOM.contains(word))?;
        let to = until(words, from + 1);
        // "Must be reviewed by Dana": that it is done is no thing either.
        let passive = at > 0 && PASSIVE.contains(&words[at - 1]);
        let begin = if passive { at } else { from };
        (to > from + 1 || !BOUNDS.contains(whom)).then_some((begin, to))
    })
}

/// "Requires QA approval", "without Dana's sign-off".
fn wanted(words: &[String]) -> Option<Span> {
    (0..words.len()).find_map(|at| {
        let long = starts(words, at, WORDS)?;
        let whose = whose(words, at)?;
        let held = words[..whose].iter().rev();
        let held = held.take_while(|word| HELD.contains(word)).count();
        Some((whose - held, at + long))
    })
}

/// "May be deployed", and not "in May".
fn allowed(words: &[String]) -> Option<Span> {
    let mut all = (0..words.len()).filter(|at| words[*at] == "may");
    let auxiliary = |next: &String| ["be", "only", "not", "never"].contains(&&**next);
    let at = all.find(|at| words.get(at + 1).is_some_and(auxiliary))?;
    Some((at, at + 1))
}

/// "Only with approval", "without asking".
const HELD: Words = Words::new("without|ohne|with|mit|only|nur");

/// Where begins what kind of word, and whose, is wanted; none where it is one for something.
fn whose(words: &[String], at: usize) -> Option<usize> {
    let mut from = at;
    let mut owned = false;
    while let Some(word) = from.checked_sub(1).map(|at| &words[at]) {
        let ends = word == "," || BOUNDS.contains(word) || WANTING.contains(word);
        owned |= word.ends_with("'s");
        if ends || !owned && !WHOSE.contains(word) {
            break;
        }
        from -= 1;
    }
    let before = from.checked_sub(1).map(|at| &words[at]);
    let wanted = before.is_none_or(|word| word == "," || WANTING.contains(word));
    wanted.then_some(from)
}

/// Where who was named ends: names may stand in a row, and people in a team.
fn until(words: &[String], from: usize) -> usize {
    let ends = |at: &usize| words[*at] == "," || words[*at] != "of" && BOUNDS.contains(&words[*at]);
    let mut end = (from..words.len()).find(ends).unwrap_or(words.len());
    while let Some(next) = words.get(end) {
        let more = (end + 1..words.len()).find(ends).unwrap_or(words.len());
        let part = &words[end + 1..more];
        let listed = next == ","
            && part
                .iter()
                .any(|word| ["or", "and", "oder"].contains(&&**word));
        let among = ["on", "in", "from", "at"].contains(&&**next)
            && part.last().is_some_and(|word| PEOPLE.contains(word));
        if !listed && !among {
            break;
        }
        end = more;
    }
    end
}

/// How many words of a phrase stand at a place; none where none does.
fn starts(words: &[String], at: usize, phrases: Words) -> Option<usize> {
    let lengths = phrases.iter().filter_map(|phrase| {
        let long = phrase.split(' ').count();
        let said = words.get(at..at + long)?;
        said.iter()
            .map(String::as_str)
            .eq(phrase.split(' '))
            .then_some(long)
    });
    lengths.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_and_who_is_asked_is_left_out_and_nothing_else() {
        for (rule, left) in [
            ("Only Priya may deploy.", "deploy."),
            ("Policy: only Dana or Omar may release.", "policy: release."),
            ("Deploys require approval from Priya.", "deploys require."),
            (
                "Deploys need approval by Dana, Priya or Omar.",
                "deploys need.",
            ),
            (
                "Releases must be approved by the head of ops on Fridays.",
                "releases must be on fridays.",
            ),
            (
                "Deploys need approval from someone on the web team.",
                "deploys need.",
            ),
            ("Never deploy without Dana's approval.", "never deploy."),
            (
                "Ask Priya before deleting the logs.",
                "before deleting the logs.",
            ),
            (
                "Staging approval is mandatory.",
                "staging approval is mandatory.",
            ),
            (
                "Only signed builds may be deployed.",
                "only signed builds be deployed.",
            ),
            (
                "Never delete logs, backups or mails.",
                "never delete logs , backups or mails.",
            ),
        ] {
            assert_eq!(without_people(rule), left, "{rule}");
        }
    }

    #[test]
    fn a_word_of_somebody_releases_and_what_happens_does_not() {
        let waits = |text: &str| waits_for_a_word(&Spoken::of(text));
        assert!(
            waits("never deploy without approval") && waits("never deploy unless Dana approves")
        );
        assert!(waits("don't delete it without asking me") && waits("nie ohne Freigabe deployen"));
        assert!(
            !waits("never deploy without staging approval") && !waits("never deploy without tests")
        );
        assert!(!waits("never deploy") && !waits("never merge without review"));
    }
}
