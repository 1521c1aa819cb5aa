//! Logs go to standard error; standard output is for answers.

use tracing_subscriber::EnvFilter;

pub fn start(level: &str) {
    let filter = EnvFilter::try_new(level).unwrap_or_else(|_| EnvFilter::new("info"));
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(crate::output::colours(std::io::IsTerminal::is_terminal(
            &std::io::stderr(),
        )))
        .try_init();
    // A second start in one process keeps the first.
    drop(started);
}
