//! A server goes by the settings it was started with: setup starts it again, or says who should.

use super::serving::{free, leading, without_a_model};
use super::*;
use crate::support::{Client, Server};

const FORMER: &str =
    "[error] server: runs with other settings than the file (started before it was changed)";

/// A desk whose settings are written, at a port of its own, and whose servers may start.
fn desk(port: u16) -> Desk {
    let desk = Desk::with(&["cursor"]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let desk = desk.says("MEMORYOSS_PORT", &port.to_string());
    desk.setup("cursor");
    without_a_model(&desk, "oss/memoryoss.toml");
    desk.says("MEMORYOSS_SKIP_START", "0")
}

/// What the gateway at this port does with memories.
fn mode_at(desk: &Desk, port: u16) -> Value {
    let settings = desk.toml("oss/memoryoss.toml");
    let key = settings["auth"]["api_keys"][0]["key"].as_str().unwrap();
    let mut client = Client::new(([127, 0, 0, 1], port).into(), Some(key));
    let told = client.get("/proxy/v1/debug/stats");
    assert_eq!(told.status, 200, "{}", told.text);
    told.body["default_memory_mode"].clone()
}

fn edit(desk: &Desk, from: &str, to: &str) {
    let text = desk.read("oss/memoryoss.toml");
    assert!(text.contains(from), "{text}");
    desk.write("oss/memoryoss.toml", &text.replace(from, to));
}

#[test]
fn a_server_that_setup_started_is_started_again_with_what_it_writes() {
    let (port, other) = (free(), free());
    let desk = desk(port);
    desk.setup("cursor");
    assert_eq!(mode_at(&desk, port), "full");
    let off = ["setup", "--reconfigure", "--mode", "off", "--yes"];
    let told = desk.run(&off).ok();
    assert!(told.contains("its settings changed"), "{told}");
    assert_eq!(mode_at(&desk, port), "off");
    desk.run(&["doctor"]).ok();
    // By hand: doctor tells until somebody starts it again, and so does setup.
    edit(&desk, "mode = \"off\"", "mode = \"readonly\"");
    let found = desk.run(&["doctor"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains(FORMER), "{found:?}");
    let way = "restart it: `memoryoss setup --profile auto` does";
    assert!(found.out.contains(way), "{found:?}");
    let kept = desk.run(&["setup", "--yes"]).ok();
    assert!(kept.contains("runs with other settings"), "{kept}");
    let left = desk.run(&["setup", "--profile", "cursor", "--no-start"]);
    assert!(left.ok().contains("started before it was changed"));
    desk.setup("cursor");
    assert_eq!(mode_at(&desk, port), "readonly");
    // A remark is no other setting.
    edit(&desk, "[decay]", "# mine\n[decay]");
    desk.run(&["doctor"]).ok();
    // At another port, which is where clients are led.
    let desk = desk.says("MEMORYOSS_PORT", &other.to_string());
    let told = desk.run(&["setup", "--reconfigure", "--yes"]).ok();
    let answers = format!("answers at 127.0.0.1:{other}");
    assert!(told.contains(&answers), "{told}");
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
    desk.run(&["doctor"]).ok();
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert!(std::net::TcpStream::connect(("127.0.0.1", other)).is_err());
}

#[test]
fn a_port_that_is_taken_is_refused_though_our_server_runs_at_another() {
    let port = free();
    let desk = desk(port);
    desk.setup("cursor");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = taken.local_addr().unwrap().port().to_string();
    let desk = desk.says("MEMORYOSS_PORT", &elsewhere);
    let before = desk.read("oss/memoryoss.toml");
    desk.run(&["setup", "--reconfigure", "--yes"])
        .refused(5, "something else listens");
    assert_eq!(desk.read("oss/memoryoss.toml"), before);
    desk.run(&["setup", "--undo", "--yes"]).ok();
}

#[test]
fn a_server_at_a_former_port_is_well_and_setup_starts_it_again() {
    let ((desk, port), other) = (leading(), free());
    desk.setup("codex");
    without_a_model(&desk, "oss/memoryoss.toml");
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    desk.setup("codex");
    edit(
        &desk,
        &format!("\nport = {port}\n"),
        &format!("\nport = {other}\n"),
    );
    let found = desk.run(&["doctor", "--repair"]);
    assert!(found.out.contains(FORMER), "{found:?}");
    let way = "restart it: `memoryoss setup --profile codex` does";
    assert!(found.out.contains(way), "{found:?}");
    assert!(!found.out.contains("kill -9"), "{found:?}");
    let told = desk.setup("codex");
    assert!(
        told.contains(&format!("answers at 127.0.0.1:{other}")),
        "{told}"
    );
    desk.run(&["doctor"]).ok();
    desk.run(&["setup", "--undo", "--yes"]).ok();
}

#[test]
fn a_server_of_somebody_else_is_left_and_that_is_told() {
    let port = free();
    let desk = desk(port);
    let server = Server::launch(desk.command(&["serve"]), &desk.home);
    desk.run(&["doctor"]).ok();
    let off = ["setup", "--reconfigure", "--mode", "off", "--yes"];
    let told = desk.run(&off).ok();
    let way = "restart it: stop it where it was started, then `memoryoss -c ";
    assert!(told.contains(way), "{told}");
    assert_eq!(mode_at(&desk, port), "full", "nobody touched it");
    let found = desk.run(&["doctor", "--repair"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(
        found.out.contains(FORMER) && found.out.contains(way),
        "{found:?}"
    );
    server.stop();
    let server = Server::launch(desk.command(&["serve"]), &desk.home);
    desk.run(&["doctor"]).ok();
    server.stop();
}

#[test]
fn what_setup_wrote_at_home_is_found_from_anywhere() {
    let desk = Desk::with(&["cursor"]);
    desk.setup("cursor");
    let bare = |desk: &Desk, args: &[&str]| {
        let mut command = desk.home.program(desk.at("memoryoss"));
        command.current_dir(desk.at("bin")).args(args);
        crate::support::Ran::of(&mut command)
    };
    bare(&desk, &["config", "show"]).refused(2, "config not found");
    let text = desk.read("oss/memoryoss.toml");
    std::fs::create_dir_all(desk.at(".memoryoss")).unwrap();
    desk.write(".memoryoss/memoryoss.toml", &text);
    bare(&desk, &["config", "show"]).ok();
    bare(&desk, &["-c", "memoryoss.toml", "config", "show"]).refused(2, "config not found");
}
