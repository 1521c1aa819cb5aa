//! Where sentences end.

use super::*;

#[test]
fn an_abbreviation_ends_no_sentence() {
    for (said, wanted) in [
        (
            "Remember that the office is at 12 St. James Ave. in Boston.",
            "The office is at 12 St. James Ave. in Boston.",
        ),
        (
            "We use approx. the same RAM as Acme Inc. our landlord.",
            "The team uses approx. the same RAM as Acme Inc. their landlord.",
        ),
        (
            "I work as a nurse at the St. Vincent hospital in Graz.",
            "The user works as a nurse at the St. Vincent hospital in Graz.",
        ),
        (
            "We use approx. 40 GB of RAM on the build box.",
            "The team uses approx. 40 GB of RAM on the build box.",
        ),
        (
            "Remember that Dr. Meyer approves migrations and Mrs. Hall signs them.",
            "Dr. Meyer approves migrations and Mrs. Hall signs them.",
        ),
        (
            "We store invoices of every customer (e.g. Acme Inc. and Initech) in Frankfurt.",
            "The team stores invoices of every customer (e.g. Acme Inc. and Initech) in Frankfurt.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
    let two = "Remember that Anna lives at 5 Main St. We use make for builds.";
    let wanted = ["Anna lives at 5 Main St.", "The team uses make for builds."];
    assert_eq!(kept(two), wanted);
    for small in [
        "we use vim for notes. i live in graz.",
        "we use vim for notes; i live in graz",
        "We use vim for notes. I live in graz.",
    ] {
        let wanted = ["The team uses vim for notes.", "The user lives in graz."];
        assert_eq!(kept(small), wanted, "{small}");
    }
}

#[test]
fn a_number_goes_with_the_abbreviation_before_it() {
    for (said, wanted) in [
        (
            "Remember that Anna lives at Hauptstr. 5 in Graz.",
            "Anna lives at Hauptstr. 5 in Graz.",
        ),
        (
            "Merk dir: Anna wohnt in der Wiener Str. Nr. 12.",
            "Anna wohnt in der Wiener Str. Nr. 12.",
        ),
        (
            "Remember that the office is at 200 Park Ave. No. 12.",
            "The office is at 200 Park Ave. No. 12.",
        ),
        (
            "We store the archive at Lake Blvd. Apt. 4 in Boston.",
            "The team stores the archive at Lake Blvd. Apt. 4 in Boston.",
        ),
        (
            "Remember: our landlord is Mr. Huber, Ring 4, 2. Stock.",
            "The team's landlord is Mr. Huber, Ring 4, 2. Stock.",
        ),
        (
            "Merk dir: das Büro ist im 2. Stock, Hr. Huber hat ggf. Schlüssel.",
            "Das Büro ist im 2. Stock, Hr. Huber hat ggf. Schlüssel.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
    let two = "Remember that Anna lives in the Hauptstr. We use make for builds.";
    let wanted = [
        "Anna lives in the Hauptstr.",
        "The team uses make for builds.",
    ];
    assert_eq!(kept(two), wanted);
    let wanted = ["The team uses Slack.", "The user uses Signal."];
    assert_eq!(kept("We use Slack; I use Signal"), wanted);
    let two = "Remember that Anna has room 5. Bob has room 3.";
    assert_eq!(kept(two), ["Anna has room 5."]);
}
