//! Ways to give an order: "deploy it", "start deploying it", "get it deployed", "do the deploy", "it
//! has to be deployed now".

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Risk;
use super::actions::order;
use super::forms::Forms;
use super::spoken::Spoken;
use super::wordings::{
    AT_ONCE, BEGINS, COMPOUNDS, DUE, ENSURES, FINALS, FOLLOWS, HEADS, MAKES, MUSTS, NAMES, NONE,
    REPORTS, SEES_TO, SO_DO, SOME, STATES, SUBJECTS, TELLS, THINGS, TURNS, WANTS, Words,
};

/// A clause, read once for all verbs it could be an order with.
pub struct Frame<'w> {
    words: Vec<&'w str>,
    /// The risky verbs of which it has a form: an order with any other is not in it.
    verbs: Vec<&'static str>,
    /// How many words stand before what is begun.
    begins: Vec<usize>,
    makes: Vec<usize>,
    wants: Vec<usize>,
    ensures: Vec<usize>,
    /// Something is to be done at once.
    due: bool,
}

/// Nobody puts more between a verb and the word that belongs to it.
const APART: usize = 8;
/// Before what is done these say that it was told, not wanted.
const TOLD: [&str; 8] = [
    "was", "were", "been", "what", "which", "that", "when", "how",
];
const SO: [&str; 2] = ["is", "are"];
/// And these that nobody knows yet.
const UNSURE: [&str; 4] = ["if", "whether", "why", "unless"];
/// Verbs that are names of the act as well.
const NOUNS: Words = Words::new("deploy|release|launch|rollout|ship|publish|merge");
/// What may stand behind what should be done; anything else says when, and tells a habit.
const PLAINLY: Words = Words::new("please|from|in|on|to|of|first|right|again|too|completely");

/// Risky verbs by the words their forms begin with. Whoever judges a long request would otherwise hold each
/// clause against each of them.
static BEGUN: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut begun: HashMap<String, Vec<&'static str>> = HashMap::new();
    for verb in Risk::ALL.into_iter().flat_map(Risk::verbs) {
        let names = NAMES.iter().filter(|(of, _)| *of == verb);
        let names = names.map(|(_, name)| *name);
        let forms = Forms::of(verb).into_iter();
        let forms = forms.flat_map(|forms| [forms.doing.as_str(), forms.done.as_str()]);
        let all = names.chain(forms).chain(final_form(verb)).chain([verb]);
        for first in all.filter_map(|form| form.split(' ').next()) {
            begun.entry(first.to_owned()).or_default().push(verb);
        }
    }
    begun
});

// === impl Frame ===

impl<'w> Frame<'w> {
    pub fn of(order: &'w Spoken) -> Self {
        let words: Vec<&str> = order.words().collect();
        let behind = |phrases: Words| -> Vec<usize> {
            let said = phrases.iter().filter(|phrase| order.begins(phrase));
            said.map(|phrase| phrase.split(' ').count()).collect()
        };
        Self {
            begins: behind(BEGINS),
            makes: behind(MAKES),
            wants: behind(WANTS),
            ensures: behind(ENSURES),
            due: has(&words, AT_ONCE) && !has(&words, TURNS),
            verbs: (words.iter())
                .filter_map(|word| BEGUN.get(*word))
                .flatten()
                .copied()
                .collect(),
            words,
        }
    }

    /// The same where something behind it says that it is to be done at once.
    pub fn followed_by(mut self, rest: &[Spoken]) -> Self {
        let mut says = rest.iter().skip(1).take(2).map(order);
        let done = says.any(|next| SO_DO.iter().any(|phrase| next.begins(phrase)));
        self.due |= done && !has(&self.words, TURNS);
        self
    }

    /// Whether an order is given with this risky verb, in one of these ways.
    pub fn orders(&self, verb: &str) -> bool {
        let given = || {
            self.is_plain(verb)
                || self.is_named(verb)
                || self.is_final(verb)
                || Forms::of(verb).is_some_and(|forms| {
                    self.is_begun(forms) || self.is_wanted(forms) || self.is_due(forms)
                })
        };
        self.verbs.contains(&verb) && given()
    }

    /// "delete the logs", "roll it out".
    fn is_plain(&self, verb: &str) -> bool {
        let rest = behind(&self.words, verb).or_else(|| around(&self.words, verb));
        let rest = rest.or_else(|| formally(&self.words, verb));
        rest.is_some_and(|rest| {
            let denied = final_form(verb).is_some() && has(rest, NONE);
            let stated = NOUNS.contains(verb) && is_stated(rest);
            !is_told(rest)
                && !stated
                && !denied
                && !self.is_name(rest)
                && !is_nothing(rest)
                && !self.sees_to(rest)
        })
    }

    /// "Make sure nobody …" makes nothing.
    fn sees_to(&self, rest: &[&str]) -> bool {
        let makes = self.words.first() == Some(&"make");
        makes && SEES_TO.iter().any(|phrase| behind(rest, phrase).is_some())
    }

    /// "Release notes", where nothing says that they are to be released.
    fn is_name(&self, rest: &[&str]) -> bool {
        let compound = rest.first().is_some_and(|word| COMPOUNDS.contains(word));
        let named = self.words.first().is_some_and(|verb| NOUNS.contains(verb));
        let pushed = rest.windows(2).any(|two| {
            ["to", "into"].contains(&two[0]) && ["production", "prod", "live"].contains(&two[1])
        });
        compound && named && !pushed && !has(&self.words, AT_ONCE)
    }

    /// "start deleting", "proceed with deploying".
    fn is_begun(&self, forms: &Forms) -> bool {
        let mut begun = self.begins.iter().map(|from| &self.words[*from..]);
        begun.any(|rest| behind(rest, &forms.doing).is_some())
    }

    /// "do a production deploy", "kick off the rollout to all regions".
    fn is_named(&self, verb: &str) -> bool {
        self.makes.iter().any(|from| {
            let rest = &self.words[*from..];
            let mut names = NAMES.iter().filter(|(of, _)| *of == verb);
            names.any(|(_, name)| {
                let at = place(&rest[..rest.len().min(APART)], name);
                let length = name.split(' ').count();
                at.is_some_and(|at| follows(rest, at + length) && !has(&rest[..at], TURNS))
            })
        })
    }

    /// "I want the logs deleted", "make sure the logs are deleted".
    fn is_wanted(&self, forms: &Forms) -> bool {
        let told = |word: &&str| TOLD.contains(word) || SO.contains(word);
        let wanted = |from: &usize| self.comes(*from, forms, told);
        let told = |word: &&str| TOLD.contains(word) && *word != "that";
        let ensured = |from: &usize| self.comes(*from, forms, told);
        self.wants.iter().any(wanted) || self.ensures.iter().any(ensured)
    }

    /// Whether behind so many words something is to be done, and no word before it tells that it was
    /// or turns it round.
    fn comes(&self, from: usize, forms: &Forms, told: impl Fn(&&str) -> bool) -> bool {
        let rest = &self.words[from..];
        let Some(at) = place(rest, &forms.done) else {
            return false;
        };
        let (before, behind) = (&rest[..at], at + forms.done.split(' ').count());
        !before.iter().any(told) && !has(before, TURNS) && follows(rest, behind)
    }

    /// "the release has to be deployed now", "this needs deploying today", "the logs should be deleted".
    fn is_due(&self, forms: &Forms) -> bool {
        let after = |phrase: &str, form: &str| {
            let at = place(&self.words, phrase)?;
            let from = at + phrase.split(' ').count();
            behind(&self.words[from..], form)?;
            Some((at, from + form.split(' ').count()))
        };
        let mut musts = MUSTS.iter().filter_map(|must| after(must, &forms.done));
        let plain = |(at, end)| self.is_plainly_due(at, end);
        match self.due {
            true => musts.next().is_some() || after("needs", &forms.doing).is_some(),
            false => musts.any(plain),
        }
    }

    /// Whether nothing before it tells whose words these are, and nothing behind it when.
    fn is_plainly_due(&self, at: usize, end: usize) -> bool {
        let before = &self.words[..at];
        let told =
            |word: &&str| TOLD.contains(word) || UNSURE.contains(word) || REPORTS.contains(word);
        let next = self.words.get(end);
        let plain = next.is_none_or(|next| PLAINLY.contains(next));
        at > 0 && plain && !before.iter().any(told) && !has(before, TURNS)
    }

    /// "Die Logs löschen": in German the verb may stand last.
    fn is_final(&self, verb: &str) -> bool {
        let last = self.words.last().copied();
        let headed = self.words.first().is_some_and(|word| HEADS.contains(word));
        let none = |word: &&str| NONE.contains(word);
        headed && last.is_some() && last == final_form(verb) && !self.words.iter().any(none)
    }
}

/// How a verb ends a sentence, where it may.
pub fn final_form(verb: &str) -> Option<&'static str> {
    let found = FINALS.iter().find(|(known, ..)| *known == verb);
    found.map(|(_, form, _)| *form)
}

/// "Die Logs sollen gelöscht werden", said as "die Logs löschen".
pub fn actively(said: &Spoken) -> Option<Spoken> {
    let words: Vec<&str> = said.words().collect();
    let [before @ .., done, "werden"] = words.as_slice() else {
        return None;
    };
    let (.., form, _) = FINALS.iter().find(|(.., known)| known == done)?;
    before.iter().find(|word| DUE.contains(word))?;
    let thing = before.iter().filter(|word| !DUE.contains(word));
    let active: Vec<&str> = thing.chain([form]).copied().collect();
    Some(Spoken::of(&active.join(" ")))
}

/// "Löschen Sie die Logs".
pub fn formally<'a, 'w>(words: &'a [&'w str], verb: &str) -> Option<&'a [&'w str]> {
    let form = final_form(verb)?;
    behind(words, form).and_then(|rest| behind(rest, "sie"))
}

/// "roll … out", "turn … off": the second word may stand behind what it is done to.
fn around<'a, 'w>(words: &'a [&'w str], verb: &str) -> Option<&'a [&'w str]> {
    let (first, last) = verb.split_once(' ')?;
    let small = ["out", "off", "over", "away"].contains(&last);
    let rest = behind(words, first).filter(|_| small)?;
    let at = rest.iter().take(APART).position(|word| *word == last)?;
    follows(rest, at + 1).then_some(rest)
}

/// "Deploy failed at noon" tells; "delete files that are old" does not.
fn is_told(rest: &[&str]) -> bool {
    let thing = rest.first().is_some_and(|word| THINGS.contains(word));
    let tells = |at: usize| {
        let told = rest.get(at).is_some_and(|word| TELLS.contains(word));
        let before = at.checked_sub(1).and_then(|at| rest.get(at));
        told && !before.is_some_and(|word| ["that", "which", "who", "whatever"].contains(word))
    };
    !thing && (0..3).any(tells)
}

/// "Deploy to production requires approval": the act is what the sentence is about.
fn is_stated(rest: &[&str]) -> bool {
    let whereto = rest.first().is_some_and(|word| FOLLOWS.contains(word));
    let near = &rest[..rest.len().min(APART)];
    let at = near.iter().position(|word| STATES.contains(word));
    let other = |word: &&str| {
        TOLD.contains(word) || SUBJECTS.contains(word) || word.ends_with("ever") || *word == "as"
    };
    let free = |at: usize| !near[..at].iter().any(other);
    whereto && at.is_some_and(|at| at > 1 && free(at))
}

/// "Delete nothing", and not "delete nothing but the logs".
fn is_nothing(rest: &[&str]) -> bool {
    let some = rest.get(1).is_some_and(|word| SOME.contains(word));
    rest.first().is_some_and(|word| NONE.contains(word)) && !some
}

/// What stands behind words it begins with.
fn behind<'a, 'w>(words: &'a [&'w str], phrase: &str) -> Option<&'a [&'w str]> {
    let mut from = 0;
    for wanted in phrase.split(' ') {
        if words.get(from) != Some(&wanted) {
            return None;
        }
        from += 1;
    }
    words.get(from..)
}

/// Where words stand one behind the other.
pub fn place(words: &[&str], phrase: &str) -> Option<usize> {
    (0..words.len()).find(|at| behind(&words[*at..], phrase).is_some())
}

/// Whether nothing stands at a place that would make the word before it part of a name.
fn follows(words: &[&str], at: usize) -> bool {
    words.get(at).is_none_or(|next| FOLLOWS.contains(next))
}

fn has(words: &[&str], phrases: Words) -> bool {
    phrases.iter().any(|phrase| place(words, phrase).is_some())
}
