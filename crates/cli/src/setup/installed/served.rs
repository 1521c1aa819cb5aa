//! The server of these settings, as far as settings and the server itself say: who may come, who
//! reads, and whether it runs with what stands in the file.

use std::path::{Path, PathBuf};

use super::super::config::Named;
use super::super::decide::Exports;
use super::super::serving::{self, Holds, Serving};
use super::super::start;
use super::{Checked, Installed, bad, good};
use crate::running::Running;

impl Installed {
    /// Profile and keys.
    pub fn settings(&self) -> Vec<Checked> {
        let profile = match self.says.has_profile {
            true => format!("{} is set up", self.says.profile.key()),
            false => String::from("none: nothing was set up for agents"),
        };
        let admins = self.says.admins;
        let auth = match admins {
            0 => Checked {
                hint: format!(
                    "put [[auth.api_keys]] with a key, role = \"admin\" and a namespace into {}",
                    self.config.display()
                ),
                ..bad("auth", String::from("no admin API key configured"))
            },
            _ => good("auth", format!("{admins} admin key(s) configured")),
        };
        let mut all = vec![good("profile", profile), auth];
        all.extend(self.proxy_key());
        all
    }

    /// A client's key lies in its environment, where much else can read it.
    fn proxy_key(&self) -> Option<Checked> {
        let told = "a proxy_key is an admin key: a client that has it may do everything";
        self.says.admin_at_proxy.then(|| Checked {
            note: true,
            hint: String::from(
                "give [[proxy.key_mapping]] a proxy_key of its own, with role = \"writer\" in [[auth.api_keys]]",
            ),
            ..good("proxy key", told.to_owned())
        })
    }

    /// Who reads conversations, where that is not plain from the settings: as the server of this
    /// directory says, if one runs on them.
    pub async fn learning(&self, data_dir: Option<&Path>) -> Option<Checked> {
        let reader = self.says.reader?;
        let running = match data_dir {
            Some(dir) => Running::find(dir).await,
            None => None,
        };
        let held = running.and_then(|running| running.settings);
        let own = |file: &PathBuf| serving::is_same(file, &self.config);
        let held = held.filter(|held| held.file.as_ref().is_some_and(own));
        let told = match held {
            Some(held) => reader.told_of(held.told_to.map(Named::from).as_ref()),
            None => reader.told().map(|(told, way)| (told.to_owned(), way)),
        };
        let (told, hint) = told?;
        Some(Checked {
            note: true,
            hint,
            ..good("learning", told)
        })
    }

    /// The server of this directory: whether it runs with what stands in the file. Whoever leads
    /// no calls to it misses nothing in one that was started without the file.
    pub async fn server(&self, data_dir: &Path) -> Option<Checked> {
        let (text, receipt) = (&self.says.text, self.receipt.as_ref());
        let serving = Serving::find(data_dir, &self.config, text, receipt).await?;
        let led = self.wiring.exports != Exports::default();
        // With a former port it answers elsewhere, and is well.
        let expected = led && serving.wrong().is_none();
        if expected && !start::answers(self.address()).await {
            return Some(self.stands_still());
        }
        let wrong = serving.wrong()?;
        let note = serving.holds == Holds::Others && !led;
        Some(Checked {
            ok: note,
            note,
            hint: serving::way(&self.config, receipt),
            ..good("server", wrong)
        })
    }

    /// That the server of these settings keeps another store than they name.
    pub fn away(&self, data_dir: &Path) -> Option<Checked> {
        let away = Serving::away(data_dir, &self.config, &self.says.text)?;
        Some(Checked {
            hint: serving::way(&self.config, self.receipt.as_ref()),
            ..bad("server", away.wrong()?)
        })
    }

    /// Where the gateway answers.
    pub fn address(&self) -> &str {
        &self.wiring.address
    }
}
