//! Small signs by which a sentence is known to matter, or not to.

use super::reading::{Sentence, Voice};

/// A sentence that begins so is politeness, or says what it is about to do.
const SOFT: &str = "
thanks;thank you;wow;great;sounds;that's;that is;that sounds;yeah;yes;yep;sure;ok;okay;perfect;
congrats;congratulations;nice;awesome;cool;good ;glad;happy to;hey;hi ;hi,;hi!;hello;bye;
see you;take care;no problem;you're;you are;you've;let me;i'll ;i will;here's;here is;here are;
looks like;looking at;let's;now ;first,;done;got it;what about you;how about you;i hope;hope ;
keep ;let me know;i'm glad;i'm so;i can see;it's great;it's so;absolutely;definitely;totally;
danke;gern;alles klar;super;klar;hallo;ich schaue;merci;bonjour;gracias;hola;ありがとう;了解;はい;こんにちは;
お疲れ;谢谢;好的;你好;
";
/// It leans on the sentence before.
const LEANING: &str = "
it ;it's;that ;this ;they ;he ;she ;these ;those ;and ;but ;so ;also;das ;es ;
";
/// What was found, decided or done.
const TELLING: &str = "
root cause;because;decided;decision;agreed;turns out;turned out;the problem;the issue;the fix;
fixed;fails;failed;failing;now pass;passes;merged;deployed;must ;never ;instead of;we use;
we'll use;remember;deadline;ursache;entschieden;behoben;weil;problem war;原因;決定;修正;问题;修复;
signed up;moved to;started ;applied;accepted;won ;bought;planning to;going to;got married;
graduated;hired;born;the reason;solution;we will;we'll;agreed to;switched to;chose ;changed ;
added ;removed ;replaced ;
";
const TIMES: &str = "
yesterday;tomorrow;last ;next ;ago;monday;tuesday;wednesday;thursday;friday;saturday;sunday;
january;february;april;june;july;august;september;october;november;december;gestern;morgen;昨日;
明日;来週;
";

/// How much more or less a sentence counts for the way it is put.
pub fn cue(sentence: &Sentence<'_>) -> f32 {
    let lower = beginning(sentence.text).to_lowercase();
    let starts = |list: &'static str| signs(list).any(|sign| lower.starts_with(sign));
    let holds = |list: &'static str| signs(list).any(|sign| lower.contains(sign));
    let mut value = 1.0;
    value *= if starts(SOFT) { 0.6 } else { 1.0 };
    value *= if starts(LEANING) { 0.8 } else { 1.0 };
    value *= if holds(TELLING) { 1.35 } else { 1.0 };
    value *= if holds(TIMES) { 1.1 } else { 1.0 };
    value *= if lower.contains(|c: char| c.is_ascii_digit()) {
        1.08
    } else {
        1.0
    };
    value
        * asks(sentence)
        * if sentence.text.ends_with([':', '：']) {
            0.5
        } else {
            1.0
        }
}

/// A question tells less than an answer, unless it is what was asked of the agent.
fn asks(sentence: &Sentence<'_>) -> f32 {
    let question = is_question(sentence.text);
    match (question, sentence.voice, sentence.turn) {
        (false, _, _) => 1.0,
        (true, Voice::User, 0..=2) => 0.85,
        (true, Voice::User, _) => 0.7,
        (true, _, _) => 0.55,
    }
}

/// Whether a sentence is only understood after the one before it.
pub fn leans(text: &str) -> bool {
    let lower = beginning(text).to_lowercase();
    signs(LEANING).any(|sign| lower.starts_with(sign))
}

pub fn is_question(text: &str) -> bool {
    text.trim_end_matches(['"', '”', ')', '!'])
        .ends_with(['?', '？', '؟'])
}

/// The signs of a list stand between semicolons; a space at the end of one is part of it.
fn signs(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split([';', '\n']).filter(|sign| !sign.is_empty())
}

/// Enough of a sentence to know it by.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(300)]
}
