//! Servers many tests share. They live as long as the tests do, and not longer.

use std::process::Stdio;
use std::sync::OnceLock;

use super::{Home, Server};

/// Runs the rest of its arguments until standard input ends, as it does when the tests end,
/// however they end; then takes the home (the first argument) away.
const GUARD: &str = r#"trap '' INT; home=$1; shift; "$@" & server=$!; cat > /dev/null; kill -9 $server; wait; rm -rf "$home""#;

/// Settings under which every document goes to segments as soon as it can.
pub const SEGMENTED: &str = "[index]\nsmall_namespace = 0\nfollow_ms = 5\nbatch_events = 50\n";
/// Settings with a model that is always there: texts are near that are spelt alike.
pub const HASHED: &str = "[embeddings]\nmodel = \"hash-384\"\n";

/// Settings under which nobody waits for the table of contents.
pub const HURRIED: &str = "[timeline]\nfollow_ms = 20\n";

/// The server ordinary tests share. Its namespaces live in memory: they stay small.
pub fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| guarded(&Home::new()))
}

/// As [`shared`], but every document goes to segments as soon as it can.
pub fn segmented() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| guarded(&Home::with_settings(SEGMENTED)))
}

/// As [`shared`], with the model that needs no weights.
pub fn hashed() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| guarded(&Home::with_settings(HASHED)))
}

/// As [`segmented`], with the model that needs no weights.
pub fn hashed_segmented() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| guarded(&Home::with_settings(&format!("{SEGMENTED}{HASHED}"))))
}

/// As [`shared`], with the doors of timeline and notebook open and its table of contents in a
/// hurry.
pub fn timeline() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    let doors = ["--grpc", "localhost:0", "--notebook", "127.0.0.1:0"];
    SHARED.get_or_init(|| guarded_with(&Home::with_settings(HURRIED), &doors))
}

fn guarded(home: &Home) -> Server {
    guarded_with(home, &[])
}

fn guarded_with(home: &Home, more: &[&str]) -> Server {
    let mut command = home.program("sh");
    command.args(["-c", GUARD, "sh"]).arg(home.path());
    let serve = ["serve", "--http", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
    command
        .args(home.line(&serve))
        .args(more)
        .stdin(Stdio::piped());
    Server::launch(command, home)
}
