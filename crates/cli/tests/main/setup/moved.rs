//! A server whose settings name another store by now.

use super::serving::{free, is_gone, without_a_model};
use super::*;
use crate::support::{Server, eventually};

const ONE: &str = ".memoryoss/data";

/// A desk with settings at a port of its own, whose servers may start.
fn desk() -> (Desk, u16) {
    let port = free();
    let desk = Desk::with(&["cursor"]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let desk = desk.says("MEMORYOSS_PORT", &port.to_string());
    desk.setup("auto");
    without_a_model(&desk, "oss/memoryoss.toml");
    (desk.says("MEMORYOSS_SKIP_START", "0"), port)
}

fn at_two(desk: &Desk) {
    let text = desk.read("oss/memoryoss.toml");
    let [one, two] = [ONE, "two"].map(|name| desk.at(name).display().to_string());
    assert!(text.contains(&one), "{text}");
    desk.write("oss/memoryoss.toml", &text.replace(&one, &two));
}

fn pid(desk: &Desk, store: &str) -> Value {
    desk.json(&format!("{store}/run.json"))["pid"].clone()
}

#[test]
fn a_server_of_the_former_store_is_a_fault_and_is_started_on_the_one_that_is_named() {
    for way in [
        &["doctor", "--repair"][..],
        &["setup", "--profile", "auto", "--yes"],
        &["setup", "--reconfigure", "--yes"],
    ] {
        let (desk, port) = desk();
        desk.setup("auto");
        let core = pid(&desk, ONE);
        desk.run(&["doctor"]).ok();
        at_two(&desk);
        let found = desk.run(&["doctor"]);
        assert_eq!(found.code, 1, "{found:?}");
        let told = format!(
            "[error] server: serves the store in {} still, not the one that its settings name",
            desk.at(ONE).display()
        );
        assert!(found.out.contains(&told), "{found:?}");
        let kept = desk.run(&["setup", "--yes"]).ok();
        assert!(kept.contains("serves the store in"), "{kept}");
        let mended = desk.run(way);
        assert_eq!(mended.code, 0, "{mended:?}");
        assert!(
            mended.out.contains(&format!("answers at 127.0.0.1:{port}")),
            "{mended:?}"
        );
        assert!(is_gone(&core), "{way:?}");
        assert_ne!(pid(&desk, "two"), core);
        desk.run(&["doctor"]).ok();
        desk.run(&["setup", "--undo", "--yes"]).ok();
    }
}

#[test]
fn a_store_that_is_named_while_the_server_is_left_alone_is_told() {
    let (desk, port) = (Desk::with(&["cursor"]), free().to_string());
    let two = desk.at("two").display().to_string();
    let mneme = |skip: &str, args: &[&str]| {
        let mut command = desk.home.program(&desk.home.line(&[])[0]);
        command
            .env("PATH", desk.at("bin"))
            .env("SHELL", "/bin/bash")
            .env("MEMORYOSS_DISABLE_SYSTEMD", "1")
            .env("MEMORYOSS_PORT", &port)
            .env("MEMORYOSS_SKIP_START", skip)
            .args(args);
        Ran::of(command.stdin(Stdio::null()))
    };
    mneme("1", &["setup", "--yes"]).ok();
    without_a_model(&desk, ".memoryoss/memoryoss.toml");
    mneme("0", &["setup", "--yes", "--profile", "auto"]).ok();
    let moved = ["setup", "--data-dir", &two, "--no-start", "--yes"];
    let told = mneme("0", &moved).ok();
    assert!(told.contains("serves the store in"), "{told}");
    let found = mneme("0", &["doctor"]);
    assert!(
        found.out.contains("[error] server: serves the store in"),
        "{found:?}"
    );
    mneme("0", &["setup", "--profile", "auto", "--yes"]).ok();
    mneme("0", &["doctor"]).ok();
    assert!(desk.there("two/run.json"));
    mneme("0", &["setup", "--undo", "--yes"]).ok();
}

#[test]
fn a_server_that_somebody_else_started_on_the_former_store_is_told_and_left() {
    let (desk, _) = desk();
    let server = Server::launch(desk.command(&["serve"]), &desk.home);
    at_two(&desk);
    for args in [&["doctor"][..], &["doctor", "--repair"]] {
        let found = desk.run(args);
        assert_eq!(found.code, 1, "{found:?}");
        assert!(
            found.out.contains("[error] server: serves the store in"),
            "{found:?}"
        );
        assert!(
            found.out.contains("stop it where it was started"),
            "{found:?}"
        );
    }
    server.stop();
    eventually("nobody to be told of", || {
        (desk.run(&["doctor"]).code == 0).then_some(())
    });
}
