//! Who looks after recordings: processes that say they live, and how to tell that one does not.

use std::fs;

use rustix::process::{Pid, test_kill_process};

use super::Fields;

/// A process on some machine. Numbers of processes are used again, so the moment the system
/// started it belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    /// In the system's own unit; 0 where the system does not say.
    pub born: u64,
    pub host: String,
}

/// A running recorder: a name made anew at each start, and the process behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    pub id: String,
    pub process: Process,
}

/// Who lives, as one of them sees it.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    /// Whoever asks.
    pub me: Instance,
    /// The instances that live, whoever asks among them.
    pub live: Vec<Instance>,
}

// === impl Process ===

impl Process {
    /// The process with this number on this machine, as it is now.
    pub fn here(pid: u32, host: &str) -> Self {
        Self {
            pid,
            born: born(pid).unwrap_or(0),
            host: host.to_owned(),
        }
    }

    /// Whether it still runs; nothing can be said of another machine's.
    pub fn runs(&self, host: &str) -> Option<bool> {
        if self.host != host {
            return None;
        }
        let same = || self.born == 0 || born(self.pid).is_none_or(|born| born == self.born);
        Some(is_there(self.pid) && same())
    }

    /// `pid/born/host`, as a field of a record has it.
    pub fn text(&self) -> String {
        format!("{}/{}/{}", self.pid, self.born, self.host)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '/');
        Some(Self {
            pid: parts.next()?.parse().ok()?,
            born: parts.next()?.parse().ok()?,
            host: parts.next()?.to_owned(),
        })
    }
}

/// Whether there is a process with this number; one of somebody else counts.
fn is_there(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// When the system started it. The name before it may hold anything, so the words are counted
/// from behind it.
fn born(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let behind_name = stat.rsplit_once(')')?.1;
    behind_name.split_whitespace().nth(19)?.parse().ok()
}

// === impl Instance ===

impl Instance {
    /// Whose recording it is from now on, as its record says it.
    pub fn sign(&self, fields: &mut Fields) {
        fields.insert("owner_pid".into(), self.process.pid.to_string());
        fields.insert("owner_instance".into(), self.id.clone());
    }
}

// === impl Owners ===

impl Owners {
    /// Of those with a fresh beat, the ones whose process is not known to be gone: a crash is
    /// seen at once on the same machine, and after three beats from another.
    pub fn of(me: Instance, beating: Vec<Instance>) -> Self {
        let gone = |one: &Instance| one.process.runs(&me.process.host) == Some(false);
        let mut live: Vec<_> = beating.into_iter().filter(|one| !gone(one)).collect();
        live.retain(|one| one.id != me.id && one.process != me.process);
        live.push(me.clone());
        Self { me, live }
    }

    /// A recording nobody signed for has no owner.
    pub fn lives(&self, instance: &str) -> bool {
        !instance.is_empty() && self.live.iter().any(|one| one.id == instance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(id: &str, process: Process) -> Instance {
        let id = id.to_owned();
        Instance { id, process }
    }

    #[test]
    fn a_process_is_told_from_a_later_one_with_its_number() {
        let me = Process::here(std::process::id(), "desk");
        assert_eq!(me.runs("desk"), Some(true));
        assert_eq!(me.runs("elsewhere"), None);
        assert_eq!(Process::parse(&me.text()), Some(me.clone()));
        let earlier = Process {
            born: me.born + 1,
            ..me
        };
        assert_eq!(earlier.runs("desk"), Some(false));
    }

    #[test]
    fn whoever_beats_but_is_gone_does_not_live() {
        let here = Process::here(std::process::id(), "desk");
        let crashed = Process {
            born: here.born + 1,
            ..here.clone()
        };
        let far = Process {
            host: "other".into(),
            ..crashed.clone()
        };
        let me = instance("me", here.clone());
        let beating = vec![
            instance("crashed", crashed),
            instance("far", far),
            instance("before", here),
        ];
        let owners = Owners::of(me, beating);
        assert!(owners.lives("me") && owners.lives("far"));
        assert!(!owners.lives("crashed") && !owners.lives("before") && !owners.lives(""));
    }
}
