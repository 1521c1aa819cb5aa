//! What the system says of this process, as Prometheus text. A system that says nothing of a
//! number has no line for it.

use std::fs;

use super::metrics::{head, line};

/// A number of `/proc/self/status`, what it is called here, what it is, and how many of ours one
/// of theirs is.
type Row = (&'static str, &'static str, &'static str, u64);

const ROWS: [Row; 4] = [
    (
        "VmRSS:",
        "ma_process_resident_bytes",
        "memory this process holds",
        1024,
    ),
    (
        "VmHWM:",
        "ma_process_resident_peak_bytes",
        "the most memory this process ever held",
        1024,
    ),
    (
        "VmSize:",
        "ma_process_virtual_bytes",
        "addresses this process has asked for",
        1024,
    ),
    (
        "Threads:",
        "ma_process_threads",
        "threads of this process",
        1,
    ),
];

pub fn render(version: &str) -> String {
    let mut text = String::new();
    head(&mut text, "ma_build_info", "which build this is", "gauge");
    let build = format!("version=\"{version}\"");
    line(&mut text, "ma_build_info", &build, 1);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for (key, name, help, unit) in ROWS {
        gauge(
            &mut text,
            name,
            help,
            number(&status, key).map(|n| n * unit),
        );
    }
    let open = fs::read_dir("/proc/self/fd").map(|fds| fds.count() as u64);
    let help = "files, sockets and pipes this process has open";
    gauge(&mut text, "ma_process_open_fds", help, open.ok());
    text
}

fn gauge(text: &mut String, name: &str, help: &str, value: Option<u64>) {
    if let Some(value) = value {
        head(text, name, help, "gauge");
        line(text, name, "", value);
    }
}

fn number(status: &str, key: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_says_nothing_gives_no_line() {
        let status = "Name:\tx\nVmRSS:\t  12 kB\nThreads:\tmany\n";
        assert_eq!(number(status, "VmRSS:"), Some(12));
        assert_eq!(number(status, "Threads:"), None);
        assert_eq!(number(status, "VmHWM:"), None);
        let mut text = String::new();
        gauge(&mut text, "n", "h", None);
        assert!(text.is_empty());
    }

    #[test]
    fn this_process_holds_some_memory_and_some_files() {
        let text = render("1.2.3");
        assert!(
            text.contains("ma_build_info{version=\"1.2.3\"} 1\n"),
            "{text}"
        );
        for name in ["ma_process_resident_bytes", "ma_process_open_fds"] {
            let value = text
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            assert!(value.unwrap().parse::<u64>().unwrap() > 0, "{text}");
        }
    }
}
