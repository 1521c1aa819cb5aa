//! What people want every day that sounds like what a rule stops, and what comes close to it and is stopped.

use super::super::*;
use super::approvers::assert_all;

const FRIDAY: &str = "Never deploy on Fridays.";
const TESTS: &str = "Do not skip the tests before a release.";
const LAUNCH: &str = "Deploys to production require approval.";
const PRIYA: &str = "Only Priya may deploy.";
const ORDERS: &str = "You must not drop the orders table.";

#[test]
fn g_129_what_only_sounds_like_what_a_rule_stops_passes() {
    let pairs = [
        (FRIDAY, "Let's deploy on Monday instead of Friday."),
        (FRIDAY, "Deploy on Monday, instead of on Friday."),
        (FRIDAY, "Deploy on Monday rather than Friday."),
        (TESTS, "Can you ship me a summary of the tests?"),
        (TESTS, "Ship us the notes of the tests"),
        (LAUNCH, "Publish the blog post about our production launch."),
        (
            LAUNCH,
            "Publish the article about production lines in China.",
        ),
        (LAUNCH, "Deploy to staging instead of production"),
        (ORDERS, "Empty the orders table header cell in the HTML"),
        (PRIYA, "Publish the blog post about our launch"),
        (PRIYA, "Launch the browser"),
        (PRIYA, "Release the lock in the mutex"),
        ("Never deploy.", "Publish the event to the kafka topic"),
        (PRIYA, "Publish the package docs to our internal wiki"),
        (PRIYA, "Launch the dev server and open the page in Chrome"),
        (PRIYA, "Ship the icon with the bundle instead of loading it"),
    ];
    assert_all(&pairs, |one| one <= Ruling::Warn);
}

#[test]
fn g_138_what_comes_close_to_that_is_stopped() {
    let blocked = [
        (FRIDAY, "Let's deploy on Friday instead of Monday."),
        (FRIDAY, "Deploy this instead of that on Friday"),
        (FRIDAY, "Deploy v2, instead of v1, on Friday"),
        (ORDERS, "Drop the orders table instead of the users table"),
        (ORDERS, "Empty the orders table"),
        (ORDERS, "Instead of the users table, drop the orders table"),
        (TESTS, "Skip the tests"),
        (
            "Never publish the article about production lines.",
            "Publish the article about production lines",
        ),
        ("Never deploy.", "Ship us the release"),
    ];
    assert_all(&blocked, |one| one == Ruling::Block);
    let waits = [
        (LAUNCH, "Publish the article about cats to production"),
        (LAUNCH, "Deploy to production instead of staging"),
        (LAUNCH, "Ship us a fix to production"),
        (LAUNCH, "Publish the blog to production"),
        (PRIYA, "Publish the event service"),
        (PRIYA, "Publish the package to npm"),
        (PRIYA, "Launch the server in production"),
        (PRIYA, "Ship the app with the new icon"),
        (PRIYA, "Publish the wiki on the live server"),
        (PRIYA, "Publish the blog post, then deploy the app"),
        (PRIYA, "Launch the browser extension"),
        (
            "Only Priya may publish posts on production.",
            "Publish the posts",
        ),
    ];
    assert_all(&waits, |one| one == Ruling::RequireConfirmation);
}
