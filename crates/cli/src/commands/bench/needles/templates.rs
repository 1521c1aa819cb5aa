//! What an agent notes down in its working life.

/// Memories that are only there to be searched through.
pub const EVERYDAY: [&str; 44] = [
    // Projects
    "{person} merged the {component} change into {project} after {n} rounds of review.",
    "{project} moved its {component} to the new cluster in {month}.",
    "The {project} roadmap puts the {component} before the {component}.",
    "{project} and {project} share one {component} until {month}.",
    "Planning for {project}: the {component} is estimated at {n} days by {person}.",
    "{person} demonstrated the {component} of {project} to the board.",
    "Version {version} of {project} ships with a rewritten {component}.",
    "{project} {version} was held back because the {component} {trouble}.",
    "Commit {commit} in {project} renames the {component}.",
    "Commit {commit} by {person} undoes part of the {component} work.",
    // People
    "{person} asked {person} to take over the {component} of {project}.",
    "{person} is on holiday in {town} and {person} stands in on {project}.",
    "{person} gave a talk in {town} about the {component}.",
    "{person} knows the {component} of {project} best; ask there first.",
    "{person} and {person} disagree about the {component} of {project}.",
    "{person} joined {project} in {month} to work on the {component}.",
    "{person} promised a write-up on the {component} by {month}.",
    "Lunch with {person} in {town}: mostly about the {component}.",
    // Incidents
    "{ticket}: the {component} of {project} {trouble}; {person} {remedy}.",
    "{ticket} was closed as a double of {ticket}.",
    "{ticket} is still open: the {component} {trouble} once a week.",
    "Incident on {project} in {month}: the {component} {trouble}.",
    "After the {project} incident {person} {remedy} and it held for {n} weeks.",
    "The {component} printed {code} and then {trouble}.",
    "{code} in {project} means that the {component} {trouble}.",
    "{person} saw {code} twice while testing the {component}.",
    "Post-mortem for {ticket}: nobody noticed that the {component} {trouble}.",
    "When the {component} {trouble}, {person} {remedy}.",
    // Preferences
    "{person} prefers {preference} in {project}.",
    "{person} would rather have {preference} than {preference}.",
    "For {project} we agreed on {preference}.",
    "{person} reviews the {component} on Mondays and wants {preference}.",
    "In {project} the house rule is {preference}.",
    "{person} changed the {project} template to {preference}.",
    // Configuration
    "{project} {component}: {setting} is {amount} since {month}.",
    "{person} set the {setting} of the {component} to {amount}.",
    "{variable} defaults to {amount} in {project}.",
    "{variable} replaces the old {setting} of the {component}.",
    "The {component} of {project} reads {variable} at start.",
    "{path} holds the {component} of {project}.",
    "{person} split {path} in two; the {component} moved.",
    "The test for {path} covers the case where the {component} {trouble}.",
    "With a {setting} of {amount} the {component} of {project} {trouble}.",
    "{project} staging in {town} runs with a {setting} of {amount}.",
];

/// Memories that hold the one `{id}` a question asks for, by the kind of identifier.
pub const HOLDERS: [(&str, [&str; 3]); 6] = [
    (
        "code",
        [
            "{id} turned up when the {component} of {project} {trouble}; {person} {remedy}.",
            "The {component} fails with {id} if the {setting} is below {amount}.",
            "{person} traced {id} to the {component}: it {trouble} after an upgrade.",
        ],
    ),
    (
        "ticket",
        [
            "{id}: {project} customers in {town} report that the {component} {trouble}.",
            "{person} took {id}, the {component} of {project} {trouble} there.",
            "{id} is blocked until {person} agrees to change the {component}.",
        ],
    ),
    (
        "path",
        [
            "{id} is where the {component} of {project} decides what to keep.",
            "{person} warned that {id} {trouble} when two threads enter it.",
            "The {setting} of the {component} is hard-coded in {id}.",
        ],
    ),
    (
        "variable",
        [
            "{id} must be set before {project} starts, or the {component} {trouble}.",
            "{person} put {id} to {amount} in staging and left production alone.",
            "{id} is read once by the {component}; a change needs a restart.",
        ],
    ),
    (
        "commit",
        [
            "Since commit {id} the {component} of {project} {trouble}.",
            "{person} bisected it to {id}: the {component} lost its {setting}.",
            "{id} brought the new {component}; {person} signed it off.",
        ],
    ),
    (
        "version",
        [
            "{project} {id} is the last one in which the {component} works offline.",
            "Customers on {id} must first update the {component}, {person} says.",
            "With {id} the {setting} of the {component} went up to {amount}.",
        ],
    ),
];

/// Ways to ask for an identifier.
pub const ASKED: [&str; 8] = [
    "What do we know about {id}?",
    "Have we come across {id} before?",
    "{id}",
    "Remind me what {id} was about",
    "any notes on {id}",
    "What happened with {id} back then?",
    "I am looking at {id} right now. What should I be aware of?",
    "who dealt with {id}?",
];
