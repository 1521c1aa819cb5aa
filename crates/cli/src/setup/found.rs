//! What is on this machine: agents, how people sign in with them, their shell. Only looked at.

pub mod addresses;
mod credentials;

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mneme_wire::Fault;

use super::profile::Client;
use super::receipt::Receipt;
use super::surfaces::shell;
use super::wiring::ZSH_FILE;
use crate::connect::place;
use crate::settings::key_variables;
use addresses::Addresses;
use credentials::{Key, Keys};

/// How somebody signs in with an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Login {
    pub oauth: bool,
    pub key: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Found {
    pub home: PathBuf,
    pub codex_home: PathBuf,
    /// Where zsh has its files, if that is not the home.
    pub zsh_home: Option<PathBuf>,
    /// The file a new shell reads; none where we do not know the shell's language.
    pub rc: Option<PathBuf>,
    pub clients: Vec<Client>,
    /// With Anthropic, where Claude Code goes.
    pub claude: Login,
    /// With OpenAI, where Codex goes.
    pub codex: Login,
    /// Keys in the environment, which a server that is started from here has too.
    pub handed: Keys,
    /// The variable that has the key of OpenAI, and the one that has that of Anthropic.
    pub variables: [Option<&'static str>; 2],
    /// Where calls of providers go already, by somebody's wish.
    pub addresses: Addresses,
    /// The guard's file is a script of this language.
    pub python: bool,
}

/// Files of a shell that may set a key.
const RC: [&str; 6] = [
    ".bashrc",
    ".zshrc",
    ".profile",
    ".bash_profile",
    ".zprofile",
    ".zshenv",
];
/// Those of zsh, which has them where `ZDOTDIR` says.
const ZSH: [&str; 3] = [ZSH_FILE, ".zprofile", ".zshenv"];
/// Nobody's settings are larger.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

// === impl Found ===

impl Found {
    pub fn look() -> Result<Self, Fault> {
        Self::look_as(None)
    }

    /// With the places where setup found things, whatever this shell says.
    pub fn look_as(known: Option<&Receipt>) -> Result<Self, Fault> {
        let home = place::home()?;
        let codex_home = known.and_then(Receipt::codex_home);
        let codex_home = codex_home.or_else(|| var("CODEX_HOME").map(PathBuf::from));
        let codex_home = codex_home.unwrap_or_else(|| home.join(".codex"));
        let zsh_home = known.and_then(Receipt::zsh_home);
        let zsh_home = zsh_home.or_else(|| var("ZDOTDIR").map(PathBuf::from));
        let zsh_home = zsh_home.filter(|dir| dir.is_absolute() && *dir != home);
        let auth = read(&codex_home.join("auth.json"));
        let shells = shells(&home, zsh_home.as_deref());
        let keys = keys(&shells, &auth);
        Ok(Self {
            addresses: addresses(&home, &codex_home, &shells),
            clients: clients(&home, &codex_home),
            claude: Login {
                oauth: claude_oauth(&home),
                key: keys.anthropic,
            },
            codex: Login {
                oauth: credentials::codex_oauth(&auth),
                key: keys.openai,
            },
            handed: handed(),
            variables: key_variables()
                .map(|names| names.into_iter().find(|name| var(name).is_some())),
            rc: rc(&home, zsh_home.as_deref(), var("SHELL").as_deref()),
            python: runs("python3"),
            home,
            codex_home,
            zsh_home,
        })
    }

    pub fn has(&self, client: Client) -> bool {
        self.clients.contains(&client)
    }

    pub fn login(&self, client: Client) -> Login {
        match client {
            Client::Claude => self.claude,
            Client::Codex => self.codex,
            Client::Cursor => Login::default(),
        }
    }

    /// A path as people write it.
    pub fn short(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(below) => format!("~/{}", below.display()),
            Err(_) => path.display().to_string(),
        }
    }
}

fn var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What there is of text in a file; of anything else there is none.
fn read(path: &Path) -> String {
    let fits = |meta: std::fs::Metadata| meta.is_file() && meta.len() <= MAX_BYTES;
    let bytes = match path.metadata().is_ok_and(fits) {
        true => std::fs::read(path).unwrap_or_default(),
        false => Vec::new(),
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

fn clients(home: &Path, codex_home: &Path) -> Vec<Client> {
    let there = [
        (Client::Claude, home.join(".claude"), &["claude"][..]),
        (Client::Codex, codex_home.to_owned(), &["codex"][..]),
        (
            Client::Cursor,
            home.join(".cursor"),
            &["cursor", "cursor-agent"][..],
        ),
    ];
    let there = there
        .into_iter()
        .filter(|(_, dir, programs)| dir.is_dir() || programs.iter().any(|name| runs(name)));
    there.map(|(client, _, _)| client).collect()
}

/// What each file of a shell says, and how people write its name.
fn shells(home: &Path, zsh_home: Option<&Path>) -> Vec<(String, String)> {
    let zsh = zsh_home.into_iter().flat_map(|dir| {
        let named = ZSH.into_iter().map(move |name| dir.join(name));
        named.map(|file| (file.display().to_string(), file))
    });
    let usual = RC.into_iter();
    let usual = usual.map(|name| (format!("~/{name}"), home.join(name)));
    let all = zsh.chain(usual);
    all.map(|(name, file)| (name, read(&file))).collect()
}

fn keys(shells: &[(String, String)], auth: &str) -> Keys {
    let said = |name| var(name).map_or(Key::None, |key| Key::of(&key));
    let texts = shells.iter();
    let mut keys = texts.fold(Keys::default(), |keys, (_, text)| keys.and(text));
    keys.count(said("OPENAI_API_KEY"));
    keys.count(said("ANTHROPIC_API_KEY"));
    keys.count(credentials::codex_key(auth));
    keys
}

/// One that systemd starts has none of it.
fn handed() -> Keys {
    let set = |names: Vec<&str>| names.iter().any(|name| var(name).is_some());
    let [openai, anthropic] = key_variables().map(set);
    let keys = Keys { openai, anthropic };
    match keys != Keys::default() && systemd() {
        true => Keys::default(),
        false => keys,
    }
}

/// What holds now goes before what a new shell would say, and both before an agent's own settings.
fn addresses(home: &Path, codex_home: &Path, shells: &[(String, String)]) -> Addresses {
    let found = shells.iter();
    let found = found.fold(Addresses::said(var), |found, (name, text)| {
        found.or_exported(&shell::without(text), name)
    });
    let claude = read(&home.join(".claude").join("settings.json"));
    found.or_configured(&claude, &read(&codex_home.join("config.toml")))
}

fn claude_oauth(home: &Path) -> bool {
    let kept = read(&home.join(".claude").join(".credentials.json"));
    let told = ["CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN"];
    credentials::claude_oauth(&kept) || told.iter().any(|name| var(name).is_some())
}

/// Asked of `which` where there is one, as a person would ask.
fn runs(program: &str) -> bool {
    match on_path("which") {
        Some(which) => {
            let mut asked = Command::new(which);
            asked.arg(program).stdin(Stdio::null());
            let asked = asked.stdout(Stdio::null()).stderr(Stdio::null()).status();
            asked.is_ok_and(|ended| ended.success())
        }
        None => on_path(program).is_some(),
    }
}

pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut found = std::env::split_paths(&path).map(|dir| dir.join(program));
    found.find(|file| can_run(file))
}

pub fn can_run(file: &Path) -> bool {
    file.metadata()
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// A shell whose language is not `export` is told by a sentence instead.
fn rc(home: &Path, zsh_home: Option<&Path>, shell: Option<&str>) -> Option<PathBuf> {
    let shell = shell.map(Path::new).and_then(Path::file_name);
    let (bash, zsh) = (
        home.join(".bashrc"),
        zsh_home.unwrap_or(home).join(ZSH_FILE),
    );
    match shell.and_then(OsStr::to_str) {
        Some("zsh") => Some(zsh),
        Some("bash" | "sh" | "dash") => Some(bash),
        Some(_) => None,
        None if zsh.is_file() && !bash.is_file() => Some(zsh),
        None => Some(bash),
    }
}

/// Whether this user's services can be told to run; nobody is asked for a password.
pub fn systemd() -> bool {
    let asked = on_path("systemctl").filter(|_| var("MEMORYOSS_DISABLE_SYSTEMD").is_none());
    let Some(systemctl) = asked else {
        return false;
    };
    let mut asked = Command::new(systemctl);
    asked
        .args(["--user", "show-environment"])
        .stdin(Stdio::null());
    let asked = asked.stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|ended| ended.success())
}
