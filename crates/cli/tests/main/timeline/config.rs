//! The settings file of Agent Memory, its environment and its flags.

use std::path::PathBuf;

use serde_json::Value;

use super::Daemon;
use crate::support::Ran;

fn usual_file(daemon: &Daemon) -> PathBuf {
    let dir = daemon.home.path().join("config").join("agent-memory");
    std::fs::create_dir_all(&dir).unwrap();
    dir.join("config.toml")
}

fn row<'a>(shown: &'a Value, key: &str) -> (&'a str, &'a str) {
    let rows = shown.as_array().unwrap();
    let row = rows.iter().find(|row| row["key"] == key);
    let row = row.unwrap_or_else(|| panic!("no {key} in {shown}"));
    (
        row["value"].as_str().unwrap(),
        row["origin"].as_str().unwrap(),
    )
}

fn both(port: u16) -> String {
    format!("127.0.0.1:{port}, [::1]:{port}")
}

#[test]
fn t_064_flag_over_environment_over_file() {
    let daemon = Daemon::new();
    let usual = usual_file(&daemon);
    let named = daemon.home.path().join("named.toml");
    let show = |args: &[&str], env: &[(&str, &str)]| {
        let mut command = daemon.command("memory-daemon", args);
        command
            .args(["config", "show", "--json"])
            .envs(env.iter().copied());
        Ran::soon(command).json()
    };
    let port = |shown: &Value| {
        let (value, origin) = row(shown, "doors.grpc");
        (value.to_owned(), origin.to_owned())
    };
    let file = |path: &PathBuf| format!("file {}", path.display());
    assert_eq!(port(&show(&[], &[])), (both(50_051), "default".into()));
    std::fs::write(
        &usual,
        "grpc_port = 50059\n[summarizer]\nprovider = \"anthropic\"\n",
    )
    .unwrap();
    assert_eq!(port(&show(&[], &[])), (both(50_059), file(&usual)));
    std::fs::write(&named, "grpc_port = 50060\n").unwrap();
    let config = ["-c", named.to_str().unwrap()];
    let shown = show(&config, &[]);
    assert_eq!(port(&shown), (both(50_060), file(&named)));
    assert_eq!(
        row(&shown, "summarizer.provider"),
        ("anthropic", file(&usual).as_str())
    );
    let env = [
        ("MEMORY_GRPC_PORT", "50061"),
        ("MEMORY_SUMMARIZER_PROVIDER", "openai"),
        ("MEMORY_SUMMARIZER_API_KEY", "sk-secret"),
        ("MEMORY_DAEMON_ADDR", "x"),
    ];
    let shown = show(&config, &env);
    assert_eq!(port(&shown), (both(50_061), "env MEMORY_GRPC_PORT".into()));
    assert_eq!(
        row(&shown, "summarizer.provider"),
        ("openai", "env MEMORY_SUMMARIZER_PROVIDER")
    );
    assert_eq!(row(&shown, "summarizer.api_key").0, "(set)");
    let mut start = daemon.command("memory-daemon", &["-c", config[1], "start", "-p", "0"]);
    start.envs(env).arg("--db-path").arg(&daemon.db);
    let started = Ran::soon(start).ok();
    let taken = daemon.url();
    assert!(
        started.contains("port ") && !taken.ends_with(":50061"),
        "the flag has the last word: {started}"
    );
}

#[test]
fn keys_nobody_knows_are_told_and_bad_values_refused() {
    let daemon = Daemon::new();
    let file = usual_file(&daemon);
    std::fs::write(
        &file,
        "colour = 1\ndb_path = \"~/mine\"\n[usage]\nenabled = true\n",
    )
    .unwrap();
    let show = || Ran::soon(daemon.command("memory-daemon", &["config", "show", "--json"]));
    let ran = show();
    assert!(
        ran.err
            .contains("config.toml: nobody knows the key colour; it is ignored"),
        "{ran:?}"
    );
    assert!(
        ran.err
            .contains("not used by this build yet: usage.enabled"),
        "{ran:?}"
    );
    let shown = ran.json();
    let mine = daemon.home.path().join("mine");
    assert_eq!(row(&shown, "data_dir").0, mine.to_str().unwrap());
    assert_eq!(row(&shown, "usage.enabled").0, "true");
    for (wrong, named) in [
        ("grpc_port = \"many\"\n", "grpc_port"),
        ("grpc_port = 70000\n", "grpc_port"),
        ("grpc_host = \"no such host\"\n", "grpc_host"),
        (
            "[toc.segmentation]\ntoken_threshold = 0\n",
            "token_threshold",
        ),
        ("nonsense", "config.toml"),
    ] {
        std::fs::write(&file, wrong).unwrap();
        show().refused(1, named);
    }
    std::fs::write(&file, "").unwrap();
    let mut command = daemon.command("memory-daemon", &["config", "show"]);
    Ran::soon({
        command.env("MEMORY_GRPC_PORT", "many");
        command
    })
    .refused(1, "MEMORY_GRPC_PORT");
    Ran::soon(daemon.command("memory-daemon", &["-c", "missing.toml", "status"]))
        .refused(1, "missing.toml");
}

#[test]
fn t_053_a_schedule_or_zone_nobody_knows_stops_the_start() {
    let daemon = Daemon::new();
    let file = usual_file(&daemon);
    for (wrong, named) in [
        (
            "[scheduler]\ndefault_timezone = \"Mars/Base\"\n",
            "Mars/Base",
        ),
        ("[scheduler.jobs]\nhourly-rollup = \"* * *\"\n", "* * *"),
        ("[scheduler.jobs]\nnope = \"0 * * * * *\"\n", "nope"),
    ] {
        std::fs::write(&file, wrong).unwrap();
        daemon.run(&["start", "-p", "0"]).refused(1, named);
        daemon.home.set(wrong);
        daemon
            .home
            .run_soon(&["serve", "--http", "127.0.0.1:0"])
            .refused(2, named);
    }
    assert!(!daemon.db.exists(), "nothing was made");
}

#[test]
fn t_054_a_schedule_of_five_fields_runs_at_its_minute() {
    let daemon = Daemon::new();
    let file = usual_file(&daemon);
    std::fs::write(&file, "[scheduler]\ndefault_timezone = \"UTC\"\n[scheduler.jobs]\nhourly-rollup = \"0 3 * * *\"\n").unwrap();
    daemon.run(&["start", "-p", "0"]).ok();
    let shown = daemon.run(&["scheduler", "status"]).ok();
    let lines: Vec<&str> = shown.lines().map(str::trim).take(8).collect();
    assert_eq!(lines[3], "Schedule: 0 3 * * * (daily at 03:00)");
    assert!(
        lines[6].starts_with("Next Run: ") && lines[6].ends_with(" 03:00:00"),
        "{shown}"
    );
}
