//! What somebody agrees to who only says yes: whatever a model had offered to do.

use super::letters::visible;
use super::spoken::Spoken;
use super::wordings::Words;

/// Whoever only agrees says no more than so many words.
const AGREED: usize = 6;
const YES: Words = Words::new(
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
     do you wish me to|is it ok if i|is it okay if i|are you ok with me|soll ich|shall we|should we",
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

fn only_agrees(answer: &str) -> bool {
    let said = Spoken::of(answer);
    let few = said.words().count() <= AGREED;
    let says_no = said.words().any(|word| NO.contains(word));
    few && !says_no && YES.iter().any(|yes| said.begins(yes))
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
