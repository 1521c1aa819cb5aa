//! To whom something goes: what stays among us is given to no third party.

use super::reach::is_thing;
use super::spoken::Spoken;
use super::wordings::{JOINS, Words};

const ME: Words = Words::new("me|us|myself|ourselves|mir|uns");
const OURS: Words = Words::new("our|my|internal|unser|unserem|unserer");
const GROUPS: Words = Words::new(
    "team|colleague|colleagues|department|office|staff|company|group|squad|crew|coworker|coworkers|channel",
);
/// Behind these may stand to whom, or where.
const WHERETO: Words = Words::new("to|with|onto|into|on|via|at|through|over");
/// Whom a rule names that is about others than ourselves.
const OUTSIDERS: Words = Words::new(
    "third party|third parties|external|externally|outside|outsider|outsiders|public|publicly|partner|\
     partners|vendor|vendors|supplier|suppliers|competitor|competitors|strangers|client|clients|\
     contractor|contractors|agency",
);

/// Parts of a program get what it works with; where they have a name ("the Acme API"), nobody knows whose they are.
const PARTS: Words = Words::new(
    "backend|frontend|server|endpoint|sidecar|worker|workers|queue|handler|function|middleware|socket|process|thread|\
     container|logger|parser|cache|database|db|broker|bus|topic|gateway|proxy|module|component|controller|service|\
     api|constructor|method|callback|form|template|renderer|store|stream|pipe|channel",
);
const THE: Words = Words::new("the|our|its|a|each");

/// Whether a rule says to whom nothing may go, and that these are others.
pub fn names_outsiders(rule: &str) -> bool {
    let said = Spoken::of(rule);
    OUTSIDERS.iter().any(|phrase| said.says(phrase))
}

/// Whether somebody among us gets it, and nobody else. Of a name alone nobody knows where it belongs.
pub fn stays_inside(behind: &[&str], rest: &[Spoken]) -> bool {
    let mut inside = behind.first().is_some_and(|word| ME.contains(word));
    let mut open = false;
    let own = std::iter::once(behind.to_vec());
    for words in own.chain(rest.iter().map_while(more)) {
        let mut parts = words.split(|word| WHERETO.contains(word));
        // Somebody else may be named beside the one before: "to me and Acme".
        let beside = parts.next().filter(|part| open && !part.is_empty());
        for whom in beside.into_iter().chain(parts) {
            if !is_ours(whom) {
                return false;
            }
            (inside, open) = (true, true);
        }
    }
    inside
}

/// The words of a clause that goes on with what stands before; none of a further order.
fn more(clause: &Spoken) -> Option<Vec<&str>> {
    let words: Vec<&str> = clause.words().collect();
    let joins = words.iter().take_while(|word| JOINS.contains(word)).count();
    let words = words[joins..].to_vec();
    is_thing(&words).then_some(words)
}

fn is_ours(whom: &[&str]) -> bool {
    // "My friend's company" is none of ours.
    let others = |word: &&str| {
        let owner = word.strip_suffix("'s");
        owner.is_some_and(|owner| !GROUPS.contains(owner))
    };
    let foreign = whom.iter().any(others);
    let me = whom.first().is_some_and(|word| ME.contains(word));
    let ours = whom.iter().position(|word| OURS.contains(word));
    let group = whom.iter().rposition(|word| GROUPS.contains(word));
    let outside = whom.iter().any(|word| OUTSIDERS.contains(word));
    let part = match whom {
        [the, parts @ ..] => THE.contains(the) && parts.iter().all(|word| PARTS.contains(word)),
        [] => false,
    };
    !outside
        && !foreign
        && (me
            || part && whom.len() > 1
            || ours.is_some_and(|ours| group.is_some_and(|group| ours < group)))
}

#[cfg(test)]
mod tests {
    use super::super::spoken::sentences;
    use super::*;

    fn stays(text: &str) -> bool {
        let read = sentences(text);
        let clauses = &read[0].clauses;
        let words: Vec<&str> = clauses[0].words().skip(1).collect();
        stays_inside(&words, &clauses[1..])
    }

    #[test]
    fn what_goes_to_us_alone_stays_inside() {
        for text in [
            "send me the data",
            "send the data to me",
            "share the data with Anna from our team",
            "send the data to me and our finance team",
            "send me the data and a summary",
            "send the data to me and delete it",
            "send the data to the worker over the socket",
        ] {
            assert!(stays(text), "{text}");
        }
        for text in [
            "send the data",
            "send the data to Anna",
            "send the data to me and Acme",
            "send the data to me and to Acme",
            "send me the data via pastebin",
            "send the data to the Acme API",
            "send the data to the vendor backend",
            "send the data to our partner team",
            "send the data to my private mail",
        ] {
            assert!(!stays(text), "{text}");
        }
    }
}
