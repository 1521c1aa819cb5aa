//! Whether an agent says faithfully what it did. Older ones leave out what cannot be made up for.

use tracing::warn;

use super::{LOG, Refusal, version};

const OLDEST: version::Version = (1, 2, 2);

/// Looks at the agent of a stream: a stream may pass from one agent to another.
pub struct Fidelity {
    server: Option<version::Version>,
    checked: String,
    allow: bool,
    differed: bool,
}

// === impl Fidelity ===

impl Fidelity {
    pub fn new(server: &str, allow: bool) -> Self {
        Self {
            server: version::parse(server),
            checked: String::new(),
            allow,
            differed: false,
        }
    }

    /// Every event passes here, heartbeats too, before anything is made of it.
    pub fn check(&mut self, agent: &str) -> Result<(), Refusal> {
        if agent.is_empty() || agent == self.checked {
            return Ok(());
        }
        self.checked = agent.to_owned();
        let Some(found) = version::parse(agent) else {
            return Ok(());
        };
        self.compare(found);
        if found >= OLDEST {
            return Ok(());
        }
        let refusal = Refusal::Agent {
            found: version::show(found),
            oldest: version::show(OLDEST),
        };
        if !self.allow {
            return Err(refusal);
        }
        warn!(target: LOG, why = %refusal, "recording because the settings say so");
        Ok(())
    }

    fn compare(&mut self, agent: version::Version) {
        let Some(server) = self.server.filter(|server| *server != agent) else {
            return;
        };
        if !std::mem::replace(&mut self.differed, true) {
            warn!(target: LOG, server = %version::show(server), agent = %version::show(agent),
                "control center and its agent are of different versions");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_051_agents_below_1_2_2_are_refused_with_the_way_out() {
        let mut gate = Fidelity::new("1.2.2", false);
        assert!(gate.check("").is_ok() && gate.check("1.2.2").is_ok());
        assert!(gate.check("9.9.9").is_ok() && gate.check("nightly").is_ok());
        let refusal = gate.check("1.2.1").unwrap_err().to_string();
        for words in ["1.2.1", "1.2.2", "control_center_allow_unsupported"] {
            assert!(refusal.contains(words), "{refusal}");
        }
        assert!(refusal.starts_with("agent does not record faithfully"));
    }

    #[test]
    fn a_051_the_override_records() {
        assert!(Fidelity::new("", true).check("1.0.0").is_ok());
    }
}
