//! A key service there is none of: nothing starts, and nothing is made in its place.

use crate::support::Home;

const KMS: &str =
    "[encryption]\nprovider = \"aws_kms\"\nkey_id = \"alias/mneme\"\nregion = \"us-east-1\"\n";

#[test]
fn g_080_a_cloud_key_service_that_is_not_there_stops_the_start_and_no_key_is_made() {
    let home = Home::with_settings(KMS);
    for command in [
        ["serve", "--http", "127.0.0.1:0"],
        ["remember", "Something.", "--json"],
    ] {
        let refused = home.run_soon(&command).refused(2, "bad_setting");
        assert!(
            refused.err.contains("aws_kms is not supported"),
            "{refused:?}"
        );
    }
    assert!(!home.data().exists(), "nothing is made");
    home.set("");
    home.run(&["remember", "Something."]).ok();
    let before = std::fs::read(home.master_key()).unwrap();
    home.set(KMS);
    home.run_soon(&["serve", "--http", "127.0.0.1:0"])
        .refused(2, "[bad_setting]");
    assert_eq!(std::fs::read(home.master_key()).unwrap(), before);
}
