//! How people begin before they say what they want.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// Greetings and answers: nothing of what is wanted is in them.
const GREETINGS: &str = "
good morning; good evening; good afternoon; hey there; hi there; hello there; hey; hi; hello; yo;
thank you so much; thank you; thanks a lot; thanks so much; thanks; thx; great; perfect; awesome;
cool; nice; wow; yeah; yes; yep; no; nope; sure; okay; ok; alright; well; so; oh; ah; hmm; right;
anyway; actually; basically; btw; by the way; also; and; but; now; then; next; first; finally;
totally; absolutely; definitely; for sure; of course; honestly; unfortunately; luckily;
speaking of which; guess what; omg; haha; lol;
";
/// How somebody asks: what follows is what is wanted.
const REQUESTS: &str = "
can you please; could you please; would you please; can you help me to; could you help me to;
can you help me with; can you help me; could you help me with; could you help me; can you;
could you; would you mind; would you; will you; please help me to; please help me with;
please help me; please; pls; help me to; help me with; help me; i need your help with;
i need help with; i need some help with; i would like you to; i'd like you to; i want you to;
i need you to; i would like to; i'd like to; i'd love to; i want to; i wanted to; i need to;
i have to; i am trying to; i'm trying to; i was trying to; we need to; we want to; we should;
we have to; let us; let's; is it possible to; is there a way to; how do i; how do we; how can i;
how can we; how should i; how should we; how would i; do you know how to; do you know;
do you think; any idea; take a look at; have a look at; look at; look into; check out; tell me;
i was wondering if; i was wondering; i wonder if; i think we should; i think that; i think;
i guess; i believe; i feel like; it seems that; it seems like; it seems; it looks like;
looks like; just wanted to say; just wanted to; wanted to tell you about; tell you about;
did you know; you know what; you know; i mean; to be honest; as you know; remember that;
remember; note that; i want; i need; i would like; i'd like; the task is to; your task is to;
write me; show me how to; explain to me;
";
/// What can go when it is known who speaks.
const SPEAKERS: &str = "
i've been; i have been; we've been; i've just; i've; i have just; i'm currently; i'm just;
i'm also; i'm really; i'm so; i'm; i am; i was; i just; i also; i recently; i actually;
i finally; i really; i still; i; we've; we're; we are; we just; we; just; recently; lately;
last time; it's; it is; there's; there is; there are; here's; here is; that's; this is; my;
i have; we have; i had; we had;
";
/// The same in other languages.
const OTHER_GREETINGS: &str = "
guten morgen; guten tag; hallo zusammen; hallo; moin; servus; vielen dank; danke; ich habe;
ich bin; wir haben; also; ja; nein; gut; genau; super; bonjour; salut; merci; hola; buenos días;
gracias; ciao; grazie; olá; oi; obrigado; مرحبا; شكرا; こんにちは; こんばんは; おはようございます; お疲れ様です; お疲れさまです;
すみませんが; すみません; ありがとうございます; はい; では; じゃあ; あと; 你好; 您好; 好的; 谢谢; gut dann; dann; und; aber;
por cierto; alors;
안녕하세요; 네; 그리고; привет; здравствуйте; добрый день; хорошо; спасибо;
";
const OTHER_REQUESTS: &str = "
kannst du mir bitte helfen; kannst du mir helfen; kannst du mir bitte; kannst du bitte;
kannst du mir; kannst du; könntest du bitte; könntest du; können sie bitte; können sie;
könnten sie; können wir; könnten wir; bitte; ich möchte gerne; ich möchte; ich würde gerne;
ich will; ich brauche; ich muss; wir müssen; wir sollten; wir brauchen; wie kann ich;
wie können wir; hilf mir; lass uns; peux-tu m'aider à; pouvez-vous m'aider à; peux-tu; pouvez-vous; pourrais-tu; pourriez-vous;
s'il te plaît; s'il vous plaît; je voudrais; je veux; j'aimerais; il faut; puedes; podrías;
por favor; quiero; necesito; me gustaría; puoi; potresti; per favore; vorrei; você pode; pode;
preciso; eu quero; هل يمكنك مساعدتي في; هل يمكنك; من فضلك; お願いします; 请帮我; 帮我; 请问; 请; 麻烦你; 麻烦;
помоги мне; помоги; помогите; пожалуйста; можешь; можете; мне нужно; нам нужно;
";
/// What somebody begins with who wants something done.
const ORDERS: &str = "
add; build; change; check; clean; compare; configure; convert; create; debug; delete; deploy;
design; document; draft; enable; explain; extend; find; fix; generate; implement; improve;
install; integrate; investigate; list; make; merge; migrate; move; optimize; plan; port; prepare;
refactor; remove; rename; replace; review; rewrite; run; set; setup; show; split; summarize;
support; switch; test; translate; update; upgrade; use; verify; why; how; write;
";

/// By their first letter; longer ones first, where one begins another.
static FILLERS: LazyLock<FxHashMap<char, Vec<Filler>>> = LazyLock::new(|| {
    let polite = [GREETINGS, SPEAKERS, OTHER_GREETINGS].map(|list| (list, false));
    let asking = [REQUESTS, OTHER_REQUESTS].map(|list| (list, true));
    let mut known: FxHashMap<char, Vec<Filler>> = FxHashMap::default();
    for (list, asks) in polite.into_iter().chain(asking) {
        for words in phrases(list) {
            let first = words.chars().next().unwrap_or(' ');
            known.entry(first).or_default().push(Filler { words, asks });
        }
    }
    for list in known.values_mut() {
        list.sort_by_key(|filler| std::cmp::Reverse(filler.words.len()));
    }
    known
});

static ORDER_SET: LazyLock<FxHashSet<&str>> = LazyLock::new(|| phrases(ORDERS).collect());

struct Filler {
    words: &'static str,
    asks: bool,
}

/// The phrases of a list: between semicolons, in small letters, over any lines.
fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split([';', '\n'])
        .map(str::trim)
        .filter(|phrase| !phrase.is_empty())
}

const MAX_ROUNDS: usize = 6;

/// What is said once the politeness is over.
pub fn strip(text: &str) -> &str {
    begin(text).0
}

/// Whether somebody wants something done.
pub fn asks(text: &str) -> bool {
    begin(text).1 || orders(text)
}

/// Whether it begins with what is to be done.
pub fn orders(text: &str) -> bool {
    let first = strip(text).split(' ').next().unwrap_or("");
    ORDER_SET.contains(first.to_lowercase().as_str())
}

/// What is left, and whether it was asked for.
fn begin(text: &str) -> (&str, bool) {
    let mut rest = trim(text);
    let mut asked = false;
    for _ in 0..MAX_ROUNDS {
        match one(rest) {
            Some((shorter, asks)) if !shorter.is_empty() => {
                rest = trim(shorter);
                asked |= asks;
            }
            _ => break,
        }
    }
    (rest, asked)
}

fn one(text: &str) -> Option<(&str, bool)> {
    let first = text.chars().next()?.to_lowercase().next()?;
    let known = FILLERS.get(&first)?;
    known
        .iter()
        .find_map(|filler| Some((after(text, filler.words)?, filler.asks)))
}

/// What follows `filler`, if the text begins with it as a whole word.
fn after<'a>(text: &'a str, filler: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in filler.chars() {
        let mut given = rest.next()?.to_lowercase();
        let same = given.next() == Some(wanted) || (wanted == '\'' && text.contains('’'));
        if !same {
            return None;
        }
    }
    let rest = rest.as_str();
    let spaced = filler.is_ascii()
        || filler.contains(char::is_alphabetic)
            && !filler.chars().any(crate::digest::clean::is_unspaced);
    let ends = rest
        .chars()
        .next()
        .is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-' | '_' | '/'));
    (ends || !spaced).then_some(rest)
}

fn trim(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        !c.is_alphanumeric() && !matches!(c, '/' | '#' | '-' | '_' | '@' | '<' | '~')
            || c == '\u{200d}'
    })
    .trim_start_matches("- ")
    .trim_start_matches("-- ")
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn politeness_falls_off() {
        for (said, left) in [
            (
                "Hey! Can you please fix the login test",
                "fix the login test",
            ),
            ("Ok so, how do I rotate the keys", "rotate the keys"),
            (
                "Könntest du bitte die Migration prüfen",
                "die Migration prüfen",
            ),
            (
                "すみません、ログインを直してください",
                "ログインを直してください",
            ),
            ("Highlight the row", "Highlight the row"),
            ("/deploy the thing", "/deploy the thing"),
            ("I’m trying to build it", "build it"),
        ] {
            assert_eq!(strip(said), left);
        }
    }
}
