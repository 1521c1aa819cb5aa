//! One recorder for one configuration: a PID file that is locked as long as it runs.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use mneme_model::Code;
use mneme_wire::Fault;
use rustix::fs::{FlockOperation, flock};

use super::Config;

/// What a recorder runs as. Only one that runs alone is ended by those who want it to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Alone,
    Serve,
    Demo,
}

/// Who records with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub pid: i32,
    pub role: Role,
}

/// Held as long as this process records.
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// Who records with this configuration, if anybody does.
pub fn holder(config: &Config) -> Option<Holder> {
    let mut file = File::open(config.pid_file()).ok()?;
    if flock(&file, FlockOperation::NonBlockingLockShared).is_ok() {
        return None;
    }
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    Holder::read(&text)
}

// === impl Role ===

impl Role {
    /// What stands behind the number in the PID file. Alone it is the number and nothing else, as
    /// other programs read it.
    fn line(self) -> &'static str {
        match self {
            Role::Alone => "",
            Role::Serve => "mneme serve\n",
            Role::Demo => "mneme archive demo\n",
        }
    }
}

// === impl Holder ===

impl Holder {
    fn read(text: &str) -> Option<Self> {
        let (pid, rest) = text.split_once('\n').unwrap_or((text, ""));
        let pid = pid.trim().parse().ok()?;
        let houses = [Role::Serve, Role::Demo];
        let role = houses.into_iter().find(|role| role.line() == rest);
        let role = role.unwrap_or(Role::Alone);
        Some(Self { pid, role })
    }

    /// Nobody else may record now, and what may be done about it.
    pub fn taken(self) -> Fault {
        let pid = self.pid;
        let (who, hint) = match self.role {
            Role::Alone => (
                format!("ma-core already runs as process {pid}"),
                String::from("stop it with `memory-archive server stop`"),
            ),
            Role::Serve => (
                format!("`mneme serve` records already, as process {pid}"),
                String::from(
                    "nothing has to be started: every command finds it; `mneme serve --ipc off` serves without recording",
                ),
            ),
            Role::Demo => (
                format!("`mneme archive demo` records already, as process {pid}"),
                String::from("it ends by itself; wait for it"),
            ),
        };
        let fault = Fault::new(Code::StoreInUse, who);
        Fault { hint, ..fault }
    }

    /// The recorder is a part of something that is not ended for its sake.
    pub fn spared(self) -> Fault {
        let pid = self.pid;
        let (what, hint) = match self.role {
            Role::Demo => (
                "mneme archive demo",
                String::from("close it in the terminal it runs in"),
            ),
            _ => (
                "mneme serve",
                format!(
                    "stop that server with Ctrl-C where it runs, or with `kill {pid}`; `mneme serve --ipc off` serves everything else without recording"
                ),
            ),
        };
        let told = format!(
            "the recorder is a part of `{what}` (process {pid}), which serves more than recordings; it was not stopped"
        );
        let fault = Fault::new(Code::StoreInUse, told);
        Fault { hint, ..fault }
    }
}

// === impl Lock ===

impl Lock {
    pub fn take(config: &Config, role: Role) -> Result<Self, Fault> {
        let path = config.pid_file();
        let trouble = |error: io::Error| {
            Fault::new(
                Code::BadFile,
                format!("{} cannot be written: {error}", path.display()),
            )
        };
        config.make_dir().map_err(trouble)?;
        let mut options = OpenOptions::new();
        options
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .mode(0o600);
        let mut file = options.open(&path).map_err(trouble)?;
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            let (pid, role) = (0, Role::Alone);
            return Err(holder(config).unwrap_or(Holder { pid, role }).taken());
        }
        file.set_len(0).map_err(trouble)?;
        file.seek(SeekFrom::Start(0)).map_err(trouble)?;
        let text = format!("{}\n{}", std::process::id(), role.line());
        file.write_all(text.as_bytes()).map_err(trouble)?;
        file.sync_all().map_err(trouble)?;
        Ok(Self { file, path })
    }

    /// The file goes while it is still locked: nobody can have taken it meanwhile.
    pub fn release(self) {
        let _ = std::fs::remove_file(&self.path);
        drop(self.file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pid_file_says_what_the_recorder_is_a_part_of() {
        for role in [Role::Alone, Role::Serve, Role::Demo] {
            let text = format!("42\n{}", role.line());
            assert_eq!(Holder::read(&text), Some(Holder { pid: 42, role }));
        }
        let alone = Holder::read("42").unwrap();
        assert_eq!((alone.pid, alone.role), (42, Role::Alone));
        assert_eq!(Holder::read("not a number"), None);
    }
}
