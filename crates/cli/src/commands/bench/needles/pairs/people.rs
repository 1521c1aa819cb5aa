//! What is known of people.

use super::Pair;

pub const PAIRS: [Pair; 32] = [
    (
        "{person} must never be served peanuts; even a trace of them means hospital.",
        "Which food allergy does {person} have?",
    ),
    (
        "{person} comes to the office by bicycle and takes the tram only when it snows.",
        "How does {person} usually commute?",
    ),
    (
        "{person} became a father in {month}; the little girl was born in {town}.",
        "Did {person} have a baby?",
    ),
    (
        "{person} is gone every Wednesday at four to coach the under-twelve football side.",
        "What youth sport does {person} volunteer for?",
    ),
    (
        "{person} has asked not to be paged after ten at night.",
        "Until what hour may I ring {person} in the evening?",
    ),
    (
        "{person} grew up in {town} and came here for university.",
        "What is the birthplace of {person}?",
    ),
    (
        "{person} likes review comments short and blunt, with no praise around them.",
        "What tone should feedback for {person} have?",
    ),
    (
        "{person} reads everything on paper because screens bring on migraines.",
        "Why does {person} print documents out?",
    ),
    (
        "{person} speaks fluent Portuguese after {n} years in Lisbon.",
        "Which foreign language has {person} mastered?",
    ),
    (
        "{person} gave up coffee and now drinks only green tea.",
        "What hot beverage should I offer {person}?",
    ),
    (
        "{person} is saving up to buy a small sailing boat.",
        "What big purchase is {person} putting money aside for?",
    ),
    (
        "{person} broke a wrist skiing and types with one hand until {month}.",
        "What injury slows {person} down at the keyboard?",
    ),
    (
        "{person}'s laptop is a ThinkPad with Fedora on it, and it will stay that way.",
        "What operating system does {person} run?",
    ),
    (
        "{person} wants every meeting to stop five minutes before the hour.",
        "How should I schedule calls with {person} so that there is a break?",
    ),
    (
        "{person} plays the cello in an amateur orchestra in {town}.",
        "Which musical instrument does {person} practise?",
    ),
    (
        "{person} keeps two rescue greyhounds that come along on Fridays.",
        "What pets does {person} own?",
    ),
    (
        "{person} is red-green colour blind, so charts need patterns as well.",
        "Why does {person} have trouble telling lines in a plot apart?",
    ),
    (
        "{person} handed in notice and leaves in {month}.",
        "When is the last day of {person} with the company?",
    ),
    (
        "{person} signs off all spending above {n} thousand euros.",
        "Up to what amount may purchases go ahead without the approval of {person}?",
    ),
    (
        "{person} is the one who talks to the auditors each spring.",
        "What does {person} do in the yearly compliance check?",
    ),
    (
        "{person} learned to fly gliders and spends summer weekends at the airfield.",
        "What hobby takes {person} up into the sky?",
    ),
    (
        "{person} has kept bees for {n} years and brings honey every autumn.",
        "Does {person} raise any insects?",
    ),
    (
        "{person} never works from home, the flat is too noisy.",
        "Is {person} ever remote?",
    ),
    (
        "{person} mentors the two interns, an hour each Monday.",
        "Which juniors does {person} guide?",
    ),
    (
        "{person} turned down the promotion, because managing a team is no fun.",
        "Would {person} accept a leadership position?",
    ),
    (
        "{person}'s birthday is the {n} of {month}.",
        "When should we congratulate {person} and bring a cake?",
    ),
    (
        "{person} is left-handed and needs the mouse on the other side.",
        "How do I set up a desk for {person}?",
    ),
    (
        "{person} writes crime novels under a pen name.",
        "What does {person} publish as an author?",
    ),
    (
        "{person} refuses to board a plane and took the night train to the offsite in {town}.",
        "What kind of travel must I book for {person}?",
    ),
    (
        "{person} eats no meat and no fish.",
        "Is {person} vegetarian?",
    ),
    (
        "{person} studied medieval history before switching to software.",
        "What subject does {person} hold a degree in?",
    ),
    (
        "{person} hears nothing with the right ear; sit on the left.",
        "Is {person} deaf in some way?",
    ),
];
