//! What is known of projects.

use super::Pair;

pub const PAIRS: [Pair; 36] = [
    (
        "{project} keeps its rows in Postgres {n}, on one big machine.",
        "Which database does {project} use?",
    ),
    (
        "{project} goes out to customers on the first Tuesday of each month.",
        "How often is {project} released?",
    ),
    (
        "Anything that touches {project} must be looked at by two people before it lands.",
        "How many reviewers does a change to {project} need?",
    ),
    (
        "{project} falls over once more than {n} thousand clients hold a connection open.",
        "At what number of simultaneous users does {project} crash?",
    ),
    (
        "The {project} team was cut from forty engineers to {n}.",
        "How small is the group behind {project} nowadays?",
    ),
    (
        "{project} is written in Rust, with a thin Python wrapper for scripts.",
        "What programming language is {project} implemented in?",
    ),
    (
        "Nobody may deploy {project} on a Friday after lunch.",
        "Is there a time of the week when shipping {project} is forbidden?",
    ),
    (
        "{project} throws its logs away after {n} days to please the lawyers.",
        "What is the retention period of {project} records?",
    ),
    (
        "{project} talks to the outside world only through the reverse proxy in {town}.",
        "How is {project} exposed to the internet?",
    ),
    (
        "The client behind {project} pays by the number of seats.",
        "What is the pricing model of {project}?",
    ),
    (
        "{project} lost a night of orders in {month} when the disk filled up.",
        "Which outage cost {project} sales because storage ran out?",
    ),
    (
        "Backups of {project} are encrypted with a key that only the two founders hold.",
        "Who is able to read a restored copy of {project}?",
    ),
    (
        "{project} answers within {n} milliseconds for nineteen out of twenty requests.",
        "What latency does {project} have?",
    ),
    (
        "The old {project} frontend is frozen; only typos get fixed.",
        "Can I still add features to the legacy user interface of {project}?",
    ),
    (
        "{project} posts its mails through a provider in {town}.",
        "Who delivers email notifications for {project}?",
    ),
    (
        "{project} runs its tests on a build farm in a cellar in {town}.",
        "Where does continuous integration for {project} happen?",
    ),
    (
        "{project} broke in {month} when the certificate ran out and nobody had a reminder.",
        "What expired unnoticed and took {project} down?",
    ),
    (
        "{project} will be switched off in {month}.",
        "When is {project} decommissioned?",
    ),
    (
        "{project} takes money with Stripe and nothing else.",
        "How are payments handled in {project}?",
    ),
    (
        "{project} has no cache on purpose: stale prices led to a lawsuit.",
        "Why must results in {project} always be computed fresh?",
    ),
    (
        "Passwords of {project} are hashed with Argon2.",
        "How are user credentials in {project} protected?",
    ),
    (
        "{project} is bought from a vendor; we only wrote the adapter.",
        "Did we build {project} ourselves?",
    ),
    (
        "{project} counts money in whole cents, never in floats.",
        "What type does {project} represent amounts of currency with?",
    ),
    (
        "The {project} repository is a mirror; patches go to the upstream list.",
        "Where do I contribute code to {project}?",
    ),
    (
        "{project} treats a missed heartbeat of {n} seconds as death.",
        "How long until {project} declares a node failed?",
    ),
    (
        "{project} is paged to a rota of three, a week each.",
        "How is on-call organised for {project}?",
    ),
    (
        "{project} tries a failed upload {n} times and waits twice as long each time.",
        "What backoff strategy does {project} follow?",
    ),
    (
        "{project} rounds everything to the nearest {n} minutes because payroll does.",
        "How precise are timestamps in {project}?",
    ),
    (
        "The demo of {project} shows invented people, never real clients.",
        "Would presenting {project} to strangers leak private information?",
    ),
    (
        "{project} got twice as fast after we dropped the ORM in {month}.",
        "What optimisation brought the big speedup in {project}?",
    ),
    (
        "Half of the {project} bugs come from time zones.",
        "What is the main source of defects in {project}?",
    ),
    (
        "{project} takes files of {n} megabytes at most.",
        "What is the upload size limit in {project}?",
    ),
    (
        "{project} makes everybody log in again every {n} hours.",
        "When does a session in {project} expire?",
    ),
    (
        "New colleagues start on {project} because its code is the tidiest.",
        "Why is {project} a good place for onboarding beginners?",
    ),
    (
        "{project} shows German unless the browser says otherwise.",
        "What is the default locale of {project}?",
    ),
    (
        "The name {project} stays inside the house; the brochure says something else.",
        "May marketing mention {project} publicly?",
    ),
];
