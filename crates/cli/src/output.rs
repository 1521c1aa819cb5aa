//! What people see.

use std::fmt::Arguments;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use mneme_model::Code;
use mneme_model::text::is_unseen;
use mneme_wire::Fault;
use serde::Serialize;

/// Whether to use colours on a stream that is, or is not, a terminal.
pub fn colours(terminal: bool) -> bool {
    let asked_not_to = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    terminal && !asked_not_to
}

fn paint(code: &str, text: &str, on: bool) -> String {
    if on {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

pub fn dim(text: &str) -> String {
    paint("2", text, colours(stdout().is_terminal()))
}

pub fn bold(text: &str) -> String {
    paint("1", text, colours(stdout().is_terminal()))
}

pub fn green(text: &str) -> String {
    paint("32", text, colours(stdout().is_terminal()))
}

pub fn red(text: &str) -> String {
    paint("31", text, colours(stdout().is_terminal()))
}

/// Whether the command goes on though nobody reads what it says.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// From now on what is done counts, not what is said of it.
pub fn go_on_unheard() {
    UNHEARD.store(true, Ordering::Relaxed);
}

/// A line on standard output. A reader that went away (`| head`) ends the command, quietly.
pub fn say(line: Arguments<'_>) {
    let said = writeln!(stdout().lock(), "{line}");
    if said.is_err() && !UNHEARD.load(Ordering::Relaxed) {
        std::process::exit(0);
    }
}

/// A line on standard error. What is done goes on though nobody reads it any more.
pub fn beside(line: Arguments<'_>) {
    drop(writeln!(stderr().lock(), "{line}"));
}

/// A remark beside the answer, on standard error.
pub fn note(text: &str) {
    let text = plain(&own_words(text));
    beside!("{}", paint("2", &text, colours(stderr().is_terminal())));
}

/// Words that others wrote, safe to show: nothing in them moves the cursor, rings the bell, hides
/// or turns the line around.
pub fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => String::from(c),
        c if c.is_control() || is_unseen(c) => c.escape_default().to_string(),
        c => String::from(c),
    };
    text.chars().map(shown).collect()
}

/// The same for JSON, which has an escape of its own: it says what it said.
fn plain_json(text: &str) -> String {
    let odd = |c: char| is_unseen(c) || c.is_control() && c != '\n';
    if !text.contains(odd) {
        return text.to_owned();
    }
    let shown = |c: char| match c {
        c if odd(c) => {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            units.map(|unit| format!("\\u{unit:04x}")).collect()
        }
        c => String::from(c),
    };
    text.chars().map(shown).collect()
}

/// An answer as JSON, for scripts.
pub fn json<T: Serialize>(answer: &T) -> ExitCode {
    match serde_json::to_string_pretty(answer) {
        Ok(text) => {
            say!("{}", plain_json(&text));
            ExitCode::SUCCESS
        }
        Err(error) => {
            beside!("mneme: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What this program was started as, where that is not its own name, and the commands it has
/// under that name.
static ALIAS: OnceLock<(&'static str, Vec<String>)> = OnceLock::new();

/// Tells people the name they know.
pub fn speak_as(name: &'static str, commands: Vec<String>) {
    // A second name in one process keeps the first.
    let _ = ALIAS.set((name, commands));
    mneme_wire::errors::speak(own_words);
}

/// The name people know this program by.
pub fn program() -> &'static str {
    ALIAS.get().map_or("mneme", |(name, _)| name)
}

/// A sentence of ours in the words of whoever started us: `mneme status` as they would type it.
/// What only mneme has stays as it is.
pub fn own_words(text: &str) -> String {
    let Some((name, commands)) = ALIAS.get() else {
        return text.to_owned();
    };
    let theirs = |text: String, command: &String| {
        text.replace(&format!("mneme {command}"), &format!("{name} {command}"))
    };
    commands.iter().fold(text.to_owned(), theirs)
}

/// A command line that explains itself in the words of whoever started us.
pub fn in_own_words(command: clap::Command) -> clap::Command {
    let told =
        |text: Option<&clap::builder::StyledStr>| text.map(|text| own_words(&text.to_string()));
    let (about, long) = (told(command.get_about()), told(command.get_long_about()));
    let after = told(command.get_after_help());
    let mut command = command.mut_args(|arg| {
        let (help, long) = (told(arg.get_help()), told(arg.get_long_help()));
        let arg = help.into_iter().fold(arg, clap::Arg::help);
        long.into_iter().fold(arg, clap::Arg::long_help)
    });
    command = about.into_iter().fold(command, clap::Command::about);
    command = long.into_iter().fold(command, clap::Command::long_about);
    command = after.into_iter().fold(command, clap::Command::after_help);
    command.mut_subcommands(in_own_words)
}

/// An error for people, or for scripts; and the exit code that goes with it.
pub fn fault(fault: &Fault, as_json: bool) -> ExitCode {
    let fault = &Fault {
        error: own_words(&fault.error),
        hint: own_words(&fault.hint),
        ..fault.clone()
    };
    if as_json {
        beside!(
            "{}",
            serde_json::to_string(fault).unwrap_or_else(|_| fault.error.clone())
        );
    } else {
        let on = colours(stderr().is_terminal());
        beside!(
            "{} {} {}",
            paint("31", "error:", on),
            plain(&fault.error),
            paint("2", &format!("[{}]", fault.code), on)
        );
        if !fault.hint.is_empty() {
            beside!("{} {}", paint("36", "hint:", on), fault.hint);
        }
    }
    ExitCode::from(fault.exit_code())
}

/// The file that is named, if one is: `-` is standard output, as nobody's name is.
pub fn file(named: Option<&Path>) -> Option<&Path> {
    named.filter(|path| *path != Path::new("-"))
}

/// A file that was not there before, readable by its owner alone.
pub fn new_file(path: &Path) -> Result<File, Fault> {
    // An empty one is what somebody was to write who never came to it.
    let left_empty = path
        .metadata()
        .is_ok_and(|file| file.is_file() && file.len() == 0);
    let made = OpenOptions::new()
        .write(true)
        .create_new(!left_empty)
        .mode(0o600)
        .open(path);
    made.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Fault {
            hint: String::from("choose another name, or move that file away"),
            ..Fault::new(
                Code::FileExists,
                format!("{} is there already", path.display()),
            )
        },
        _ => Fault::new(
            Code::BadFile,
            format!("{} cannot be written: {error}", path.display()),
        ),
    })
}

/// A count of bytes as people read it.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{n} B")
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// `1 vector`, `2 vectors`, `2 memories`.
pub fn counted(n: u64, thing: &str) -> String {
    match thing.strip_suffix('y') {
        _ if n == 1 => format!("{n} {thing}"),
        Some(stem) => format!("{n} {stem}ies"),
        None => format!("{n} {thing}s"),
    }
}

/// One line of at most `width` characters.
pub fn one_line(text: &str, width: usize) -> String {
    let flat = plain(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    match flat.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &flat[..end]),
        None => flat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lines_read_well() {
        assert_eq!(counted(1, "memory"), "1 memory");
        assert_eq!(counted(2, "memory"), "2 memories");
        assert_eq!(counted(0, "vector"), "0 vectors");
        assert_eq!(bytes(12), "12 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(one_line("a\n b  c", 10), "a b c");
        assert_eq!(one_line("abcdef", 3), "abc…");
        assert_eq!(plain("a\x1b[31mred\x07"), "a\\u{1b}[31mred\\u{7}");
        assert_eq!(plain("exe\u{202e}txt"), "exe\\u{202e}txt");
        assert_eq!(plain("👩\u{200d}🔬 and 東京"), "👩\u{200d}🔬 and 東京");
    }

    #[test]
    fn escaped_json_says_what_it_said() {
        let told = serde_json::json!({ "content": "exe\u{202e}txt\u{e0041}\u{9b}31m 東京\n" });
        let shown = plain_json(&told.to_string());
        let odd = |c: char| is_unseen(c) || c.is_control();
        assert!(!shown.contains(odd), "{shown}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&shown).unwrap(),
            told
        );
    }
}
