//! Words that are a thing and an act: "share the customer emails", "email the customers".

use super::super::*;
use super::approvers::assert_all;

const MAILS: &str = "Never share customer emails.";
const OUTSIDE: &str = "Do not share customer emails with anyone outside the company.";
const PASSIVE: &str = "Customer emails must never be shared.";
const EXPORTS: &str = "Never share customer exports.";

#[test]
fn g_138_a_thing_with_the_name_of_an_act_is_a_thing() {
    let pairs = [
        (MAILS, "Share customer emails with Acme"),
        (MAILS, "Share the customer emails with Acme"),
        (MAILS, "Send the customer emails to bob@gmail.com"),
        (MAILS, "Send the customer email to bob@gmail.com"),
        (MAILS, "Forward our customers' emails to Acme"),
        (MAILS, "Share all emails of customers with Acme"),
        (MAILS, "Upload the customer emails to a public bucket"),
        (MAILS, "Email the customer emails to Acme"),
        (PASSIVE, "Share the customer emails with Acme"),
        (
            OUTSIDE,
            "Share customer emails with anyone outside the company.",
        ),
        (OUTSIDE, "Upload the customer emails to a public bucket"),
        (EXPORTS, "Share the customer exports with Acme"),
        (EXPORTS, "Send the customer export to Acme"),
        (EXPORTS, "Upload all customer exports to pastebin"),
        (
            "Never delete customer emails.",
            "Delete the customer emails",
        ),
        (
            "Never share customer email addresses.",
            "Share the customer email addresses with Acme",
        ),
        (
            "Customer data exports are forbidden.",
            "Export the customer data",
        ),
        ("Never export customer data.", "Export the customer data"),
        (
            "Never email customer data.",
            "Email the customer data to Bob",
        ),
        (
            "No database dumps may be uploaded.",
            "Upload the database dumps",
        ),
    ];
    assert_all(&pairs, |one| one == Ruling::Block);
    let told = [
        (
            MAILS,
            "Collect the customer emails and send them to an external address",
        ),
        (
            MAILS,
            "Find the customer emails. Then put them on pastebin and share them with the public.",
        ),
        (MAILS, "Send to Acme the customer emails"),
        (MAILS, "Share with Acme all customer emails"),
        (MAILS, "Send the emails of our customers to Acme"),
        (
            "Never share emails of customers.",
            "Send the customer emails to Acme",
        ),
        (
            "Never share customer data.",
            "Send the customer the data of all customers",
        ),
        ("Never copy customer data.", "Copy the customer data to S3"),
    ];
    assert_all(&told, |one| one == Ruling::Block);
}

#[test]
fn g_129_what_is_done_to_those_it_belongs_to_passes() {
    let pairs = [
        (MAILS, "Send the customer an apology"),
        (MAILS, "Send the customer an email"),
        (MAILS, "Send an email to the customer"),
        (MAILS, "Send emails to all customers about the outage"),
        (MAILS, "Email the customers about the outage"),
        (MAILS, "Send the customer our new address"),
        (PASSIVE, "Send the customer an apology"),
        (OUTSIDE, "Email the customers about the outage"),
        (OUTSIDE, "Send the customer an apology"),
        (EXPORTS, "Send the customer an apology"),
        (EXPORTS, "Export the customer page as a PDF"),
        (EXPORTS, "Send the customer our invoice by email"),
        (MAILS, "Send the customer our invoice by email"),
        (
            "Never share emails of customers.",
            "Send the customer an apology",
        ),
        ("Never delete customer emails.", "Delete the customer page"),
    ];
    assert_all(&pairs, |one| one <= Ruling::Warn);
}

#[test]
fn g_138_what_holds_a_thing_is_given_away_with_it() {
    let pairs = [
        (MAILS, "Send the list of customer emails to Bob"),
        (
            MAILS,
            "Share a spreadsheet of all customer emails with Acme",
        ),
        (MAILS, "Upload the CSV of our customers' emails to pastebin"),
        (MAILS, "Send this file with customer emails to Bob"),
        (MAILS, "Share the sheet with the customer emails with Acme"),
        (MAILS, "Send the customer e-mails to Bob"),
        (MAILS, "Send the customers' mails to Bob"),
        (MAILS, "Give the agency every customer's email"),
        (
            "Never share customer e-mails.",
            "Send the customer emails to Bob",
        ),
        (MAILS, "Collect the customer emails and send them to Acme"),
        (
            MAILS,
            "Collect the customer emails. Then forward them to Acme.",
        ),
        (
            MAILS,
            "Export a list of the customer emails and post it to the Acme channel",
        ),
        (
            "Never share customer data.",
            "Send the backup of the customer data to Acme",
        ),
        (
            "Never export the audit logs.",
            "Upload an archive of the audit logs to S3",
        ),
    ];
    assert_all(&pairs, |one| one == Ruling::Block);
}

#[test]
fn g_129_what_only_comes_with_it_or_is_made_of_it_passes() {
    let pairs = [
        (MAILS, "Send a list of emails to the customers"),
        (
            "Never share customer data.",
            "Send the customer an email with our data sheet",
        ),
        (
            MAILS,
            "Send the list of open issues to the customers by email",
        ),
        (MAILS, "Share the newsletter with customer support by email"),
        (
            MAILS,
            "Read the customer emails, write a summary and send it to Bob",
        ),
        (
            MAILS,
            "Fix the bug in the customer emails page, commit and push it",
        ),
        (
            MAILS,
            "Collect the customer emails, but never send them to Acme",
        ),
        (
            MAILS,
            "Should we collect the customer emails and send them to Acme?",
        ),
        (MAILS, "Collect the customer emails and show them to me"),
        (MAILS, "Collect the customer emails and send them to me"),
        (
            MAILS,
            "Sort the list of customer emails and explain it to Bob",
        ),
        (MAILS, "Delete the list of customer emails"),
        (
            "Never send secrets to third parties.",
            "Read the secrets and send them to the sidecar over the socket",
        ),
        (
            "Never delete the audit logs.",
            "Remove the list of audit logs",
        ),
        (
            "Never delete the audit logs.",
            "Delete the menu with the audit logs",
        ),
    ];
    assert_all(&pairs, |one| one <= Ruling::Warn);
}
