//! What means something only in its talk.

use super::*;

#[test]
fn what_means_something_only_in_its_talk_is_no_fact() {
    for said in [
        "I prefer the second option.",
        "I prefer the latter one.",
        "I love the idea, thanks!",
        "We agreed on the approach.",
        "I like the former.",
        "I would love the other one, I prefer the third.",
        "We decided to go with your suggestion.",
        "We're going with option B for the front page.",
        "I like your idea a lot more than Anna's.",
        "I prefer this version of the letter.",
        "We decided to drop it.",
        "We agreed on that.",
        "Never do that again.",
        "Always a pleasure!",
        "Always happy to help a friend.",
        "Never mind the noise.",
        "Never heard of that tool.",
        "Immer wieder gerne!",
        "My name is not important.",
        "My birthday is no secret.",
        "Our problem is the weather.",
        "Our biggest worry is the wind.",
        "Remember to buy milk tomorrow.",
        "Please remember to water the plants.",
        "We deploy the new front page tomorrow.",
        "Our sprint demo is tonight at Anna's.",
        "I always the same mistake.",
    ] {
        assert!(told(said).is_empty(), "{said}: {:?}", told(said));
    }
}

#[test]
fn what_only_looks_bound_to_its_talk_is_kept() {
    for (said, wanted) in [
        (
            "I always forget how tar works.",
            "The user always forgets how tar works.",
        ),
        (
            "I never used Emacs for long.",
            "The user never used Emacs for long.",
        ),
        ("We no longer use Redis.", "The team no longer uses Redis."),
        (
            "Remember to always run the linter.",
            "Always run the linter.",
        ),
        (
            "Remember that the demo is tomorrow.",
            "The demo is tomorrow.",
        ),
        (
            "Note: to deploy, run make deploy.",
            "To deploy, run make deploy.",
        ),
        (
            "Our issue tracker is Linear.",
            "The team's issue tracker is Linear.",
        ),
        (
            "Our first version ships in May.",
            "The team's first version ships in May.",
        ),
        (
            "The deadline is 3 March, the rent is due on the first.",
            "The deadline is 3 March, the rent is due on the first.",
        ),
        (
            "Never push to main without testing it.",
            "Never push to main without testing it.",
        ),
        (
            "I prefer answers in one sentence.",
            "The user prefers answers in one sentence.",
        ),
        (
            "I love the idea of remote work, thanks!",
            "The user loves the idea of remote work.",
        ),
        (
            "I prefer coffee in the morning.",
            "The user prefers coffee in the morning.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
}

#[test]
fn whom_only_the_talk_knows_is_nobody() {
    for said in [
        "Remember that he hates it.",
        "Remember that she moved to Graz.",
        "Remember that his birthday is on May 3.",
        "Remember that it is at 5 pm.",
        "Remember that this is important to us.",
        "Remember that Anna hates him.",
        "I hate him.",
        "I always ask her before a release.",
        "We use his laptop for builds.",
        "Ich mag ihn sehr.",
    ] {
        assert!(told(said).is_empty(), "{said}: {:?}", told(said));
    }
    for (said, wanted) in [
        (
            "Remember that it's Anna's birthday on 3 May.",
            "It's Anna's birthday on 3 May.",
        ),
        (
            "Merk dir, dass es freitags keine Deployments gibt.",
            "Es gibt freitags keine Deployments.",
        ),
        ("Remember that Anna loves her dog.", "Anna loves her dog."),
        (
            "I love my dog and her puppies.",
            "The user loves their dog and her puppies.",
        ),
        (
            "Remember that this repo needs Rust 1.90.",
            "This repo needs Rust 1.90.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
}
