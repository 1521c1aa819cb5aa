//! Into settings of ours, one by one, each with its origin.

use std::net::ToSocketAddrs;
use std::path::Path;

use toml::{Table, Value};

use super::check::Said;
use super::key::Fate;
use crate::settings::origin::{Loaded, Origin};

/// A file that is in order, in our terms.
#[derive(Default)]
pub struct Translated {
    pub table: Table,
    pub loaded: Loaded,
}

// === impl Translated ===

impl Translated {
    /// Takes over what is a setting of ours.
    pub fn take(&mut self, said: &Said) {
        for known in &said.known {
            if let Fate::As(name) = known.key.fate {
                self.set(name, known.value.clone(), known.origin.clone());
            }
        }
    }

    /// Sets one of our settings by its dotted name, however deep it stands.
    pub fn set(&mut self, name: &str, value: Value, origin: Origin) {
        let (sections, last) = match name.rsplit_once('.') {
            Some((sections, last)) => (sections.split('.').collect(), last),
            None => (Vec::new(), name),
        };
        let mut table = &mut self.table;
        for section in sections {
            let entry = table.entry(section);
            let inner = entry.or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = inner else {
                return;
            };
            table = inner;
        }
        table.insert(last.to_owned(), value);
        self.loaded.given.insert(name.to_owned(), origin);
    }

    pub fn finish(mut self) -> Result<Loaded, String> {
        let file = self.table.try_into();
        self.loaded.file = file.map_err(|error: toml::de::Error| error.to_string())?;
        Ok(self.loaded)
    }
}

pub fn path_value(path: &Path) -> Result<Value, String> {
    let text = path.to_str();
    let text = text.ok_or_else(|| format!("{} is not readable text", path.display()))?;
    Ok(text.into())
}

/// A host may be a name; our doors are addresses.
pub fn resolve(setting: &str, host: &str, port: u64) -> Result<String, String> {
    let wrong = |why: String| format!("{setting}: '{host}' is no address: {why}");
    let port = u16::try_from(port).map_err(|error| wrong(error.to_string()))?;
    let mut found = (host, port)
        .to_socket_addrs()
        .map_err(|error| wrong(error.to_string()))?;
    let first = found.next();
    first
        .map(|address| address.to_string())
        .ok_or_else(|| wrong("nothing has that name".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_set_where_it_stands() {
        let mut ours = Translated::default();
        for name in ["a", "b.c", "b.d.e", "b.d.f"] {
            ours.set(name, true.into(), Origin::Flag);
        }
        let told = toml::from_str("a = true\n[b]\nc = true\n[b.d]\ne = true\nf = true\n");
        assert_eq!(ours.table, told.unwrap());
        assert_eq!(ours.loaded.origin_of("b.d.e"), Origin::Flag);
    }
}
