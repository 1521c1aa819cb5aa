//! What setup leaves behind runs: the server, and the tools beside it.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::notebook::mcp::Agent;
use crate::support::eventually;

/// The tools as the entry in a settings file starts them, from wherever an agent stands.
fn started(desk: &Desk, entry: &Value) -> Agent {
    let mut command = desk.home.program(entry["command"].as_str().unwrap());
    let args = entry["args"].as_array().unwrap().iter();
    command.args(args.map(|arg| arg.as_str().unwrap()));
    command.current_dir(desk.at("bin"));
    Agent::starting(command)
}

/// A port nobody has just now, nor the one behind it; a test beside this one gets another.
pub fn free() -> u16 {
    static GIVEN: AtomicUsize = AtomicUsize::new(0);
    let from = std::process::id() as usize + GIVEN.fetch_add(20, Ordering::Relaxed);
    // Below those the system hands out: a neighbour that asks for any port gets none of these.
    let mut ports = (20_000..30_000).cycle().skip(from);
    let mut free = ports.by_ref().take(10_000);
    let is_free = |port: u16| std::net::TcpListener::bind(("127.0.0.1", port)).is_ok();
    free.find(|port| is_free(*port) && is_free(*port + 1))
        .unwrap()
}

pub fn without_a_model(desk: &Desk, name: &str) {
    let text = desk.read(name).replace("all-minilm-l6-v2", "off");
    desk.write(name, &text);
}

#[test]
fn g_004_the_four_tools_are_there_without_a_server_and_beside_the_one_setup_starts() {
    let desk = Desk::with(&[]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let port = free().to_string();
    let desk = desk.says("MEMORYOSS_PORT", &port);
    desk.setup("claude");
    without_a_model(&desk, "oss/memoryoss.toml");
    let entry = desk.json(".claude.json")["mcpServers"]["memoryoss"].clone();
    let four = ["recall", "store", "update", "forget"].map(|name| format!("memoryoss_{name}"));
    let agent = started(&desk, &entry);
    assert_eq!(agent.names(), four);
    agent.call(
        "memoryoss_store",
        &json!({ "content": "The ferry leaves at nine" }),
    );
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    let told = desk.setup("claude");
    assert!(
        told.contains(&format!("answers at 127.0.0.1:{port}")),
        "{told}"
    );
    let beside = started(&desk, &entry);
    assert_eq!(beside.names(), four);
    let found = beside.call("memoryoss_recall", &json!({ "query": "ferry" }));
    assert_eq!(found[0]["content"], "The ferry leaves at nine");
    let again = desk.setup("claude");
    assert!(again.contains("the server runs already"), "{again}");
    drop((agent, beside));
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(told.contains("stopped the server"), "{told}");
    let address = format!("127.0.0.1:{port}");
    eventually("the port to be free", || {
        std::net::TcpStream::connect(&address)
            .is_err()
            .then_some(())
    });
    assert!(
        desk.there(".memoryoss/data/mneme.db"),
        "what was remembered stays"
    );
}

#[test]
fn a_store_that_does_not_open_is_told_at_once_and_undo_stops_what_was_started() {
    let desk = Desk::with(&["cursor"]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let port = free().to_string();
    let desk = desk.says("MEMORYOSS_PORT", &port);
    desk.setup("cursor");
    without_a_model(&desk, "oss/memoryoss.toml");
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    desk.write(".memoryoss/data/mneme.db", "this is no store of anybody");
    let ran = Ran::soon(desk.command(&["setup", "--yes", "--profile", "cursor"]));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("Its memory does not: "), "{ran:?}");
    assert!(!ran.out.contains("does not run"), "the cause: {ran:?}");
    // Whoever runs it again meets no stranger at the port.
    let again = Ran::soon(desk.command(&["setup", "--yes", "--profile", "cursor"]));
    assert!(again.out.contains("the server runs already"), "{again:?}");
    let found = desk.run(&["doctor"]);
    let degraded = format!("[error] server: answers at 127.0.0.1:{port}, without its memory: ");
    assert!(found.out.contains(&degraded), "{found:?}");
    // Whatever became of the files since.
    fs::remove_file(desk.at(".cursor/mcp.json")).unwrap();
    fs::create_dir(desk.at(".cursor/mcp.json")).unwrap();
    let told = desk.run(&["setup", "--undo", "--yes"]);
    let told = told.refused(2, "this is a directory");
    assert!(told.out.contains("stopped the server"), "{told:?}");
    assert!(!desk.there(".cursor/rules/memoryoss.mdc"));
    let address = format!("127.0.0.1:{port}");
    assert!(std::net::TcpStream::connect(address).is_err());
}

#[test]
fn a_port_that_is_taken_is_told_and_nothing_is_written() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let desk = Desk::with(&[]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let desk = desk
        .says("MEMORYOSS_SKIP_START", "0")
        .says("MEMORYOSS_PORT", &port);
    let (args, before) = (["setup", "--profile", "cursor", "--yes"], desk.everything());
    desk.run(&args).refused(5, "something else listens");
    assert_eq!(desk.everything(), before);
}

/// A desk whose shells lead calls to a port, and that.
pub fn leading() -> (Desk, String) {
    let desk = Desk::with(&["codex"]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let port = free().to_string();
    let desk = desk.says("MEMORYOSS_PORT", &port);
    (desk.says("OPENAI_API_KEY", "sk-proj-of-nobody"), port)
}

#[test]
fn a_server_that_shells_lead_to_is_missed_and_started_again() {
    let (desk, port) = leading();
    desk.setup("codex");
    without_a_model(&desk, "oss/memoryoss.toml");
    let line = format!("server: does not run, and shells lead calls of models to 127.0.0.1:{port}");
    let found = desk.run(&["doctor"]).ok();
    assert!(found.contains(&format!("[note] {line}")), "{found}");
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    desk.setup("codex");
    let served = desk.run(&["doctor"]).ok();
    assert!(served.contains("[ok] server: a server owns"), "{served}");
    kill(&desk);
    let missed = desk.run(&["doctor"]);
    assert_eq!(missed.code, 1, "{missed:?}");
    assert!(
        missed.out.contains(&format!("[error] {line}")),
        "{missed:?}"
    );
    let kept = desk.run(&["setup", "--yes"]).ok();
    assert!(kept.contains(&format!("Not in order: {line}. `")), "{kept}");
    let mended = desk.run(&["doctor", "--repair"]).ok();
    let again = format!("[repair] server answers at 127.0.0.1:{port}, process ");
    assert!(mended.contains(&again), "{mended}");
    desk.run(&["doctor"]).ok();
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(told.contains("stopped the server"), "{told}");
}

/// Both processes of the one that setup started, until they are gone: what is ended may hold its
/// port and its store for a moment longer. The second may go with the first.
fn kill(desk: &Desk) {
    let front = desk.json(".memoryoss/setup.json")["started"]["process"].clone();
    let core = desk.json(".memoryoss/data/run.json")["pid"].clone();
    let both = format!("kill -9 {front} && {{ kill -9 {core} || true; }}");
    Ran::of(desk.home.program("sh").args(["-c", &both])).ok();
    eventually("both processes to be gone", || {
        (is_gone(&front) && is_gone(&core)).then_some(())
    });
}

/// Or waits to be reaped with no thread left: by then all its files are closed.
pub fn is_gone(pid: &Value) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{pid}/status")) else {
        return true;
    };
    status.contains("State:\tZ") && status.contains("Threads:\t1\n")
}

#[test]
fn a_server_that_setup_started_and_nobody_is_led_to_is_missed_too() {
    let desk = Desk::with(&["cursor"]).says("MEMORYOSS_DISABLE_SYSTEMD", "1");
    let desk = desk.says("MEMORYOSS_PORT", &free().to_string());
    desk.setup("cursor");
    without_a_model(&desk, "oss/memoryoss.toml");
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    desk.setup("cursor");
    kill(&desk);
    let line = "server: does not run, and setup had started it";
    let kept = desk.run(&["setup", "--yes"]).ok();
    assert!(kept.contains(&format!("Not in order: {line}. `")), "{kept}");
    let noted = desk.run(&["doctor"]).ok();
    assert!(noted.contains(&format!("[note] {line}\n")), "{noted}");
    let mended = desk.run(&["doctor", "--repair"]).ok();
    assert!(mended.contains("[repair] server answers at"), "{mended}");
    desk.run(&["setup", "--undo"]).ok();
}

#[test]
fn a_server_that_stands_still_is_told_and_keeps_nothing_from_being_undone() {
    let (desk, port) = leading();
    desk.write(".bashrc", "alias ll='ls -l'\n");
    desk.setup("codex");
    without_a_model(&desk, "oss/memoryoss.toml");
    let desk = desk.says("MEMORYOSS_SKIP_START", "0");
    desk.setup("codex");
    let front = desk.json(".memoryoss/setup.json")["started"]["process"].clone();
    let stopped = format!("kill -STOP {front}");
    Ran::of(desk.home.program("sh").args(["-c", &stopped])).ok();
    let found = desk.run(&["doctor"]);
    assert_eq!(found.code, 1, "{found:?}");
    let line = format!("[error] server: does not answer at 127.0.0.1:{port}, where shells lead");
    assert!(found.out.contains(&line), "{found:?}");
    assert!(found.out.contains(&format!("kill -9 {front}")), "{found:?}");
    let told = desk.run(&["setup", "--undo", "--yes"]).ok();
    assert!(told.contains("stopped the server"), "{told}");
    assert_eq!(desk.read(".bashrc"), "alias ll='ls -l'\n");
    assert!(std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_err());
}

#[test]
fn a_core_that_stands_still_does_not_outlive_undo() {
    for alone in [false, true] {
        let (desk, port) = leading();
        desk.setup("codex");
        without_a_model(&desk, "oss/memoryoss.toml");
        let desk = desk.says("MEMORYOSS_SKIP_START", "0");
        desk.setup("codex");
        let front = desk.json(".memoryoss/setup.json")["started"]["process"].clone();
        let core = desk.json(".memoryoss/data/run.json")["pid"].clone();
        assert_ne!(front, core);
        let ended = format!("kill -STOP {core} && if {alone}; then kill -9 {front}; fi");
        Ran::of(desk.home.program("sh").args(["-c", &ended])).ok();
        if alone {
            eventually("the one in front to be gone", || {
                is_gone(&front).then_some(())
            });
        }
        let told = desk.run(&["setup", "--undo", "--yes"]).ok();
        assert!(told.contains("stopped the server"), "{told}");
        eventually("the core to be gone", || is_gone(&core).then_some(()));
        let behind = ("127.0.0.1", port.parse::<u16>().unwrap() + 1);
        assert!(std::net::TcpStream::connect(behind).is_err());
    }
}

#[test]
fn systemd_is_given_a_unit_where_it_takes_orders() {
    let desk = Desk::with(&[]).says("MEMORYOSS_SKIP_START", "0");
    let desk = desk.says("MEMORYOSS_PORT", &free().to_string());
    let orders = desk.at("orders");
    let stub = format!("#!/bin/sh\necho \"$@\" >> '{}'\n", orders.display());
    desk.write("bin/systemctl", &stub);
    fs::set_permissions(desk.at("bin/systemctl"), fs::Permissions::from_mode(0o755)).unwrap();
    let told = desk.setup("cursor");
    assert!(told.contains("started by systemd"), "{told}");
    let unit = desk.read("config/systemd/user/memoryoss.service");
    let line = format!("\"{}\" serve", desk.config().display());
    assert!(unit.contains(&line), "{unit}");
    assert!(
        desk.read("orders")
            .contains("--user enable --now memoryoss.service")
    );
    desk.run(&["setup", "--undo"]).ok();
    assert!(
        desk.read("orders")
            .contains("--user disable --now memoryoss.service")
    );
    assert!(!desk.there("config/systemd/user/memoryoss.service"));
}

#[test]
fn mneme_sets_up_its_own_store() {
    let desk = Desk::with(&["cursor"]);
    let mut command = desk.home.command(&["setup", "--yes"]);
    command
        .env("PATH", desk.at("bin"))
        .env("MEMORYOSS_SKIP_START", "1");
    Ran::of(command.stdin(Stdio::null())).ok();
    let written = desk.toml(".memoryoss/memoryoss.toml");
    let data = desk.home.data();
    assert_eq!(written["storage"]["data_dir"].as_str(), data.to_str());
    let entry = desk.json(".cursor/mcp.json")["mcpServers"]["memoryoss"].clone();
    let config = desk.at(".memoryoss/memoryoss.toml");
    assert_eq!(entry["args"], json!(["-c", config, "mcp-server"]));
    without_a_model(&desk, ".memoryoss/memoryoss.toml");
    let agent = started(&desk, &entry);
    agent.call(
        "memoryoss_store",
        &json!({ "content": "One memory, whoever asks" }),
    );
    drop(agent);
    assert!(
        desk.home
            .run(&["recall", "memory"])
            .ok()
            .contains("whoever asks")
    );
    // Its own doctor sees to it, too.
    fs::remove_file(desk.at(".cursor/rules/memoryoss.mdc")).unwrap();
    let doctor = |args: &[&str]| {
        let mut command = desk.home.command(args);
        Ran::of(command.env("PATH", desk.at("bin")).stdin(Stdio::null()))
    };
    let found = doctor(&["doctor"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("[error] cursor rules:"), "{found:?}");
    doctor(&["doctor", "--repair"]).ok();
}
