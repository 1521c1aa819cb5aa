//! A server that was stopped holds its directory and answers nobody.

use rustix::process::{Signal, kill_process};

use crate::gateway::hybrid::stopped_core;
use crate::support::{Home, Server};

#[test]
fn a_server_that_stands_still_is_told_with_what_helps() {
    let home = Home::new();
    let server = Server::start(&home);
    server.owner().remember("The ferry leaves at nine.");
    let pid = stopped_core(&server);
    let number = pid.as_raw_nonzero();
    let told = format!("the server, process {number}, does not answer");
    let asked = home.run(&["recall", "ferry"]);
    assert!(
        asked.err.contains(&format!("kill -CONT {number}")),
        "{asked:?}"
    );
    asked.refused(5, &told);
    let found = home.run(&["doctor"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains(&told), "{found:?}");
    kill_process(pid, Signal::CONT).unwrap();
    assert!(home.run(&["recall", "ferry"]).ok().contains("at nine"));
    home.run(&["doctor"]).ok();
}
