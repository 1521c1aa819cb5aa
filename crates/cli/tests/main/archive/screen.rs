//! A terminal for a program that draws: what a person sees, and which keys they press.

use std::path::PathBuf;
use std::process::Command;

use super::Studio;
use crate::support::{Home, Ran, eventually, unique};

/// Dead programs stay on the screen, so that their last words can be read.
const SETTINGS: &str = "set -g remain-on-exit on\nset -s escape-time 0\nset -s set-clipboard on\n";
/// Notes how the program ended: tmux does not always tell.
const NOTED: &str = "\"$@\"; echo $? > \"$0\"";
/// How a shell tells of a program that was killed.
const KILLED: &str = "137";
const SIZE: [&str; 4] = ["-x", "140", "-y", "45"];

pub struct Screen {
    home: Home,
    socket: PathBuf,
}

// === impl Screen ===

impl Screen {
    /// `memory-archive` with these words, in a terminal of 140 by 45.
    pub fn open(studio: &Studio, args: &[&str]) -> Self {
        Self::with(studio, &[], args)
    }

    /// The same, with these variables besides the usual ones.
    pub fn with(studio: &Studio, variables: &[(&str, &str)], args: &[&str]) -> Self {
        let home = studio.home.clone();
        std::fs::write(home.path().join("tmux.conf"), SETTINGS).unwrap();
        let socket = home.path().join(unique("tmux"));
        let screen = Self { home, socket };
        let mut tmux = screen.tmux(&["new-session", "-d"]);
        // tmux gives a program the PATH it was started with itself, whatever it is told.
        tmux.args(SIZE).args(["sh", "-c", NOTED]);
        tmux.arg(screen.noted()).arg("env");
        let data = studio.home.data().display().to_string();
        for (name, value) in [("MNEME_DATA_DIR", data.as_str())].iter().chain(variables) {
            tmux.arg(format!("{name}={value}"));
        }
        tmux.arg(studio.home.path().join("memory-archive"))
            .args(args);
        Ran::of(&mut tmux).ok();
        screen
    }

    fn tmux(&self, args: &[&str]) -> Command {
        let mut tmux = self.home.program("tmux");
        tmux.env("LANG", "C.UTF-8").arg("-u");
        tmux.arg("-S").arg(&self.socket);
        tmux.arg("-f").arg(self.home.path().join("tmux.conf"));
        tmux.args(args);
        tmux
    }

    fn told(&self, args: &[&str]) -> String {
        Ran::of(&mut self.tmux(args)).ok()
    }

    /// Presses keys, by the names tmux has for them.
    pub fn keys(&self, keys: &[&str]) -> &Self {
        let mut args = vec!["send-keys"];
        args.extend(keys);
        self.told(&args);
        self
    }

    pub fn types(&self, text: &str) -> &Self {
        self.told(&["send-keys", "-l", text]);
        self
    }

    /// What another terminal would send for a key that this one has no name for.
    pub fn raw(&self, bytes: &str) -> &Self {
        let hex: Vec<String> = bytes.bytes().map(|byte| format!("{byte:x}")).collect();
        let mut args = vec!["send-keys", "-H"];
        args.extend(hex.iter().map(String::as_str));
        self.told(&args);
        self
    }

    /// Drags with the left button, from one cell to another, counted from one.
    pub fn drag(&self, from: (usize, usize), to: (usize, usize)) -> &Self {
        self.raw(&format!("\x1b[<0;{};{}M", from.0, from.1));
        self.raw(&format!("\x1b[<32;{};{}M", to.0, to.1));
        self.raw(&format!("\x1b[<0;{};{}m", to.0, to.1))
    }

    pub fn text(&self) -> String {
        self.told(&["capture-pane", "-p"])
    }

    /// With its colours.
    pub fn coloured(&self) -> String {
        self.told(&["capture-pane", "-p", "-e"])
    }

    /// Waits for an answer; says what was on the screen when there is none.
    fn awaited<T>(&self, what: &str, ask: impl FnMut() -> Option<T>) -> T {
        let asked = std::panic::AssertUnwindSafe(|| eventually(what, ask));
        let answer = std::panic::catch_unwind(asked);
        answer.unwrap_or_else(|_| panic!("waited in vain for {what} on\n{}", self.text()))
    }

    /// Waits until the screen is as wanted, and gives it.
    pub fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        self.awaited(what, || Some(self.text()).filter(|text| wanted(text)))
    }

    /// Waits until the screen shows this, and gives all of it.
    pub fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    pub fn hides(&self, text: &str) -> String {
        self.until(&format!("no {text}"), |screen| !screen.contains(text))
    }

    /// The line on which this stands.
    pub fn line(&self, text: &str) -> String {
        let screen = self.shows(text);
        let line = screen.lines().find(|line| line.contains(text));
        line.unwrap().to_owned()
    }

    /// Column and row of a text, counted from one.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let screen = self.shows(text);
        let mut rows = screen.lines().zip(1..);
        let (line, row) = rows.find(|(line, _)| line.contains(text)).unwrap();
        let before = line.split(text).next().unwrap();
        (before.chars().count() + 1, row)
    }

    /// The process of the program.
    pub fn pid(&self) -> u32 {
        let shell = self.told(&["display-message", "-p", "#{pane_pid}"]);
        let shell = shell.trim();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
        children.unwrap().trim().parse().unwrap()
    }

    /// No warning, no last word.
    pub fn kill(&self) {
        let pid = rustix::process::Pid::from_raw(self.pid().try_into().unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        self.over(KILLED);
    }

    /// Waits until the program has ended well.
    pub fn ended(&self) {
        self.over("0");
    }

    fn over(&self, how: &str) {
        let ended = self.awaited("the program to end", || {
            let noted = std::fs::read_to_string(self.noted()).ok()?;
            noted.strip_suffix('\n').map(str::to_owned)
        });
        assert_eq!(ended, how, "{}", self.text());
    }

    fn noted(&self) -> PathBuf {
        self.socket.with_extension("ended")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]).output();
    }
}
