//! Who speaks, and of whom it is told.

use super::*;

#[test]
fn who_is_told_of_is_nowhere_the_first_person() {
    for (said, wanted) in [
        (
            "I decided to quit my job.",
            "The user decided to quit their job.",
        ),
        (
            "I've decided I am done with Java.",
            "The user has decided they are done with Java.",
        ),
        (
            "I always check my mail before I start.",
            "The user always checks their mail before they start.",
        ),
        (
            "I like short answers when I'm on my phone.",
            "The user likes short answers when they're on their phone.",
        ),
        (
            "I live in Graz because I was born there at 9 am.",
            "The user lives in Graz because they were born there at 9 am.",
        ),
        (
            "I prefer spaces in our code.",
            "The user prefers spaces in their code.",
        ),
        (
            "I work at Acme and we use Oracle.",
            "The user works at Acme and they use Oracle.",
        ),
        (
            "We decided I own the migrations.",
            "The team decided the user owns the migrations.",
        ),
        (
            "We use Slack for our standups.",
            "The team uses Slack for their standups.",
        ),
        ("I work for the US army.", "The user works for the US army."),
        (
            "Our build breaks when we're late, it has no cache.",
            "The team's build breaks when they're late, it has no cache.",
        ),
        (
            "Ich arbeite meistens in meinem Büro.",
            "Der Benutzer arbeitet meistens in seinem Büro.",
        ),
        (
            "Wir verwenden Slack für unsere Standups.",
            "Das Team verwendet Slack für seine Standups.",
        ),
        (
            "Ich arbeite bei Siemens, aber ich mag meinen Job nicht.",
            "Der Benutzer arbeitet bei Siemens.",
        ),
        (
            "Ich wohne in Wien, wir haben zwei Katzen.",
            "Der Benutzer wohnt in Wien.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
    for said in [
        "We decided I'd better wait for May.",
        "Ich arbeite lieber remote, weil ich Kinder habe.",
        "Ich mag unsere Tests sehr gern.",
    ] {
        assert!(told(said).is_empty(), "{said}: {:?}", told(said));
    }
}
