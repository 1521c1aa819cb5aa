//! What somebody agrees to who only says yes: whatever a model had offered to do.

use super::actions::order;
use super::letters::visible;
use super::sense::agrees;
use super::spoken::{Sentence, Spoken, parts};
use super::wordings::{GOES_ON, SO_DO, Words};

/// Whoever only agrees says no more than so many words.
const AGREED: usize = 6;
const LONGEST: usize = 400;
pub(super) const YES: Words = Words::new(
    "yes|yeah|yep|yup|y|sure|ok|okay|please do|go ahead|do it|do that|do so|proceed|go on|continue|\
     confirmed|approved|agreed|absolutely|definitely|of course|correct|right|fine|great|perfect|\
     sounds good|looks good|ja|jawohl|gerne|oui|si|sí",
);
const NO: Words = Words::new(
    "no|not|don't|dont|never|nothing|wait|stop|but|except|instead|later|nein|nicht|what|why|how|which",
);
/// How a model asks whether it should.
const OFFERS: Words = Words::new(
    "shall i|should i|may i|can i|could i|do you want me to|would you like me to|want me to|\
     do you wish me to|is it ok if i|is it okay if i|are you ok with me|soll ich|shall we|should we|\
     do you want to|would you like to|are you sure you want to",
);
/// How it asks once more before it does what was asked for.
const SURE: Words = Words::new(
    "are you sure|you sure|sure|really|do you confirm|please confirm|can you confirm|ok to proceed|okay to proceed|\
     ready|proceed|go ahead|is that ok|is that okay|bist du sicher|sicher|wirklich",
);
/// What may stand beside a yes, and takes nothing of it back.
const BESIDE: Words = Words::new(
    "please|thanks|thank you|many thanks|then|now|and|so|well|let's|let us|let's do it|let's do that|let's go|\
     bitte|danke|dann|jetzt|mach|mach das|mach es",
);
/// How somebody asks whether something is to be done.
const WHETHER: Words = Words::new(
    "should|shall|why not|why don't we|how about|what if|do we want to|is it time to|soll|sollen|sollten",
);
/// And these whether it may be: a yes to them is one where it stands alone.
const LEAVE: Words = Words::new(
    "can|could|may|might|is it ok to|is it okay to|are we ready to|ready to|kann|können|darf|dürfen",
);
/// How it says what it would do, before it asks whether to go on.
const PLANS: Words = Words::new(
    "i will|i'll|i can|i could|i would|i'd|i am going to|i'm going to|i am about to|i'm about to|\
     i plan to|i intend to|this will|that will|my plan is to|the next step is to|next i will|ich werde",
);

/// The orders in an offer, where the answer to it agrees and says no more.
pub fn agreed(offer: &str, answer: &str) -> Option<String> {
    if !only_agrees(answer) {
        return None;
    }
    let offer = visible(offer);
    let (mut orders, mut asked) = (Vec::new(), false);
    for sentence in offer.split_inclusive(['.', '?', '!', '\n', ':']) {
        let asks = sentence.ends_with('?');
        asked |= asks;
        let leads = if asks { OFFERS } else { PLANS };
        orders.extend(behind(sentence, leads));
    }
    (asked && !orders.is_empty()).then(|| orders.join("\n"))
}

/// What somebody had asked about before an answer that offers nothing of its own, where they want it: "Should we
/// delete it?", "Yes, shall I?", "Yes."
pub fn asked_before(before: &str, offer: &str, answer: &str) -> Option<String> {
    let said = visible(before);
    let last = parts(&said)
        .filter(|(text, _)| !text.trim().is_empty())
        .last();
    let (question, _) = last.filter(|(_, asks)| *asks)?;
    let text = visible(answer);
    let mut told = parts(&text).filter(|(text, _)| !text.trim().is_empty());
    let does = told
        .next()
        .is_some_and(|(text, asks)| agrees(&Sentence::read(text, asks)));
    let wanted = does || only_agrees(answer) && offers_it(&visible(offer));
    let own = agreed(offer, answer).is_some_and(|orders| orders.lines().any(is_named));
    (wanted && !own).then(|| format!("{}? Do it.", question.trim()))
}

/// "Shall I?", "Do you want me to do it?"
fn offers_it(offer: &str) -> bool {
    let mut asked = parts(offer).filter(|(_, asks)| *asks);
    asked.any(|(text, _)| {
        let said = Spoken::of(text);
        let offers = |lead: &str| said.says(lead);
        let sure = SURE.iter().any(|phrase| said.begins(phrase));
        (sure || OFFERS.iter().any(offers))
            && !behind(text, OFFERS).is_some_and(|order| is_named(&order))
    })
}

/// Whether an order says what is to be done: "proceed" and "do that" do not.
fn is_named(order: &str) -> bool {
    let said = Spoken::of(order);
    let empty = |phrase: &str| said.begins(phrase);
    !SO_DO.iter().any(empty)
        && !GOES_ON
            .iter()
            .filter(|word| !DOES.contains(word))
            .any(empty)
}

/// Behind these stands what is done.
const DOES: Words = Words::new("do|run|execute");

fn only_agrees(answer: &str) -> bool {
    if answer.len() > LONGEST {
        return false;
    }
    let said = Spoken::of(answer);
    let few = said.words().count() <= AGREED;
    let says_no = said.words().any(|word| NO.contains(word));
    few && !says_no && YES.iter().any(|yes| said.begins(yes))
}

/// Whether a text says yes, and nothing else.
pub(super) fn is_yes(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let mut rest = Spoken::of(text);
    let mut agrees = false;
    while !rest.is_empty() {
        let yes = rest.less(YES);
        agrees |= yes.is_some();
        match yes.or_else(|| rest.less(BESIDE)) {
            Some(less) => rest = less,
            None => return false,
        }
    }
    agrees
}

/// Whether a question asks if something is to be done, so that whoever says yes wants it. In a message of its own
/// a yes is one to "can we?", too: nobody shows there what others ask and answer.
pub(super) fn asks_whether(question: &str, apart: bool) -> bool {
    let said = Spoken::of(question);
    let bare = order(&said);
    let begins = |words: Words| {
        let mut all = words.iter();
        all.any(|phrase| said.begins(phrase) || bare.begins(phrase))
    };
    begins(WHETHER) || apart && begins(LEAVE)
}

/// What stands behind one of these words, as it was written.
fn behind(sentence: &str, leads: Words) -> Option<String> {
    let small = sentence.to_lowercase();
    // Letters may take another length when they are made small; then nothing can be cut by it.
    let text = if small.len() == sentence.len() {
        sentence
    } else {
        &small
    };
    let starts = leads.iter().filter_map(|lead| {
        let at = small.find(lead)?;
        let end = at + lead.len();
        let alone = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let whole = alone(small[..at].chars().next_back()) && alone(small[end..].chars().next());
        whole.then_some(end)
    });
    let order = text
        .get(starts.min()?..)?
        .trim_end_matches(['?', '.', '!', ':', '\n']);
    (!order.trim().is_empty()).then(|| order.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_says_do_it_wants_what_they_had_asked_about() {
        let asked = "Should we delete the audit logs?";
        let wanted = Some("Should we delete the audit logs? Do it.");
        for (offer, yes) in [
            ("Yes, shall I?", "Yes, do it."),
            ("Yes, shall I?", "Yes."),
            ("I could. Do you want me to?", "ok"),
            ("They are old. Are you sure?", "Yes."),
            ("All of them are a year old. Ready to proceed?", "yes"),
            ("Sure, I can do that. Should I proceed?", "yes please"),
            ("You could: they are old.", "Do it."),
        ] {
            assert_eq!(
                asked_before(asked, offer, yes).as_deref(),
                wanted,
                "{offer} {yes}"
            );
        }
        for (before, offer, answer) in [
            (asked, "Better not. Shall I archive them?", "Yes, do it."),
            (asked, "They are old.", "Yes."),
            (asked, "Yes, shall I?", "No."),
            (asked, "Yes, shall I?", "Don't do it."),
            ("Here are the logs.", "Shall I?", "Yes."),
        ] {
            assert_eq!(
                asked_before(before, offer, answer),
                None,
                "{offer} {answer}"
            );
        }
    }

    #[test]
    fn whoever_says_yes_wants_what_was_offered() {
        for (offer, order) in [
            (
                "I found them. Shall I delete the audit logs from production?",
                "delete the audit logs from production",
            ),
            (
                "Do you want me to deploy to production now?",
                "deploy to production now",
            ),
            (
                "I will delete the audit logs. Is that fine?",
                "delete the audit logs",
            ),
        ] {
            for yes in ["yes", "Yes, please.", "ok go ahead", "Sure!", "do it"] {
                assert_eq!(agreed(offer, yes).as_deref(), Some(order), "{offer} {yes}");
            }
            for other in [
                "no",
                "Yes, but keep the logs",
                "not yet",
                "What would that do?",
                "Yes. And now explain to me how the cache of this page works",
            ] {
                assert_eq!(agreed(offer, other), None, "{offer} {other}");
            }
        }
        for plain in ["Here they are.", "What is the weather?", "I will look.", ""] {
            assert_eq!(agreed(plain, "yes"), None, "{plain}");
        }
        let odd = agreed("İ. Shall I delete it?", "yes");
        assert_eq!(odd.as_deref(), Some("delete it"));
    }
}
