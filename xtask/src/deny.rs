//! Our side of `deny.toml`: the same file the cargo-deny tool reads.

use toml::{Table, Value};

use crate::error::Error;
use crate::tree::Tree;

pub const PATH: &str = "deny.toml";

pub struct Deny {
    pub bans: Vec<Ban>,
    pub licences: Vec<String>,
}

/// A library nobody may use, or only the crates named as its wrappers.
pub struct Ban {
    pub library: String,
    pub wrappers: Vec<String>,
}

pub fn read(tree: &Tree) -> Result<Deny, Error> {
    let table: Table = toml::from_str(tree.text(PATH)?).map_err(|e| Error::form(PATH, e))?;
    let bans = list(&table, "bans", "deny")?
        .iter()
        .map(ban)
        .collect::<Result<_, _>>()?;
    let licences = list(&table, "licenses", "allow")?
        .iter()
        .map(text)
        .collect::<Result<_, _>>()?;
    Ok(Deny { bans, licences })
}

fn list<'a>(table: &'a Table, section: &str, key: &str) -> Result<&'a Vec<Value>, Error> {
    let found = table
        .get(section)
        .and_then(|section| section.get(key))
        .and_then(Value::as_array);
    found.ok_or_else(|| Error::form(PATH, format!("no list `{key}` in [{section}]")))
}

fn ban(entry: &Value) -> Result<Ban, Error> {
    let library = entry.get("crate").map(text).transpose()?;
    let library = library.ok_or_else(|| Error::form(PATH, "a ban without `crate`"))?;
    let wrappers = entry.get("wrappers").and_then(Value::as_array);
    let wrappers = wrappers
        .into_iter()
        .flatten()
        .map(text)
        .collect::<Result<_, _>>()?;
    Ok(Ban { library, wrappers })
}

fn text(value: &Value) -> Result<String, Error> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| {
        Error::form(
            PATH,
            format!("a {} where text should stand", value.type_str()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_and_licences_are_read() {
        let text = "[bans]\ndeny = [{ crate = \"axum\", wrappers = [\"doors\"] }, { crate = \"x\" }]\n\
                    [licenses]\nallow = [\"MIT\"]\n";
        let deny = read(&Tree::of(&[(PATH, text)])).unwrap();
        assert_eq!(deny.licences, ["MIT"]);
        assert_eq!(deny.bans[0].wrappers, ["doors"]);
        assert!(deny.bans[1].wrappers.is_empty());
    }

    #[test]
    fn a_missing_list_is_an_error_that_names_it() {
        let error = read(&Tree::of(&[(PATH, "[bans]\ndeny = []\n")]))
            .err()
            .unwrap();
        assert!(error.to_string().contains("no list `allow` in [licenses]"));
    }
}
