//! What the system knows of the recorder's process.

use std::fs;
use std::time::{Duration, Instant};

use super::super::server::resident;

/// A process, seen from outside.
#[derive(Clone, Debug)]
pub struct Probe {
    pid: String,
}

/// What it had used at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    at: Instant,
    pub cpu: Duration,
    /// Bytes it handed to the system to write.
    pub written: u64,
}

/// The system counts the time of processes in hundredths, whatever the machine.
const TICK: Duration = Duration::from_millis(10);

// === impl Probe ===

impl Probe {
    pub fn of(pid: u32) -> Self {
        Self {
            pid: pid.to_string(),
        }
    }

    pub fn resident(&self) -> u64 {
        resident(&self.pid)
    }

    pub fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.pid)).map_or(0, Iterator::count)
    }

    pub fn used(&self) -> Used {
        Used {
            at: Instant::now(),
            cpu: self.cpu(),
            written: self.written(),
        }
    }

    fn cpu(&self) -> Duration {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        // The name of the program stands in brackets and may hold anything.
        let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks = rest.split_whitespace().skip(11).take(2);
        let ticks: u32 = ticks.filter_map(|n| n.parse::<u32>().ok()).sum();
        TICK * ticks
    }

    fn written(&self) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/io", self.pid)).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("wchar: "));
        line.and_then(|n| n.parse().ok()).unwrap_or(0)
    }
}

// === impl Used ===

impl Used {
    /// Seconds of the wall clock, and seconds of work, since then.
    pub fn since(&self, probe: &Probe) -> (f64, f64) {
        let cpu = probe.used().cpu.saturating_sub(self.cpu);
        (self.at.elapsed().as_secs_f64(), cpu.as_secs_f64())
    }
}

pub fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_seen_to_work_and_to_write() {
        let probe = Probe::of(std::process::id());
        assert!(probe.resident() > 0 && probe.descriptors() > 0);
        let before = probe.used();
        let file = std::env::temp_dir().join(format!("mneme-probe-{}", std::process::id()));
        fs::write(&file, vec![0; 100_000]).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(probe.used().written >= before.written + 100_000);
        assert!(before.since(&probe).0 > 0.0);
    }
}
