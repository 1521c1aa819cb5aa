//! A hang-up has settings read again.

use serde_json::json;

use crate::support::{Client, Home, Server, eventually};

fn threshold(client: &mut Client) -> f64 {
    let stats = client.get("/v1/admin/trust-stats").ok();
    stats["threshold"].as_f64().unwrap()
}

#[test]
fn a_hangup_takes_over_rate_threshold_and_addresses_and_nothing_else() {
    let home = Home::with_settings("[auth.ip_allowlists]\nclosed = [\"192.0.2.7\"]\n");
    let server = Server::start(&home);
    let key = server.key("closed", "admin");
    let mut shut = Client::new(server.http(), Some(&key));
    let mut owner = server.admin("open");
    shut.get("/v1/memories").refused(403, "address_not_allowed");
    assert_eq!(threshold(&mut owner), 0.3);

    home.set("[trust]\nthreshold = 0.9\n[doors]\nhttp = \"127.0.0.1:1\"\n");
    server.hang_up();
    eventually("the new threshold", || {
        (threshold(&mut owner) == 0.9).then_some(())
    });
    shut.get("/v1/memories").ok();
    eventually("the name of what has to wait", || {
        let told = server.errors();
        let line = told.lines().find(|line| line.contains("changed too"));
        line.map(|line| {
            assert!(
                line.contains("doors.http") && !line.contains("trust."),
                "{line}"
            )
        })
    });
    owner.remember("Doubtful.");
    let answer = owner.recall(&json!({ "query": "doubtful" }));
    assert_eq!(answer["memories"][0]["low_trust"], true);

    home.set("[trust]\nthreshold = 7\n[auth.ip_allowlists]\nopen = [\"192.0.2.7\"]\n");
    server.hang_up();
    eventually("the refusal of a bad file", || {
        server
            .errors()
            .contains("those from before hold")
            .then_some(())
    });
    assert_eq!(threshold(&mut owner), 0.9, "all or nothing");

    home.set("[limits]\nrate_limit_per_sec = 1\n");
    server.hang_up();
    eventually("the new rate", || {
        (owner.get("/v1/memories").status == 429).then_some(())
    });
    server.stop();
}
