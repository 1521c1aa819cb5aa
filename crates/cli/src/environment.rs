//! Variables: of the process, and of a file that speaks where the process says nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// What the file of the system whose name this program was started under says.
static FILE: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// What a variable says; the process's own wins over the file.
pub fn var(name: &str) -> Option<String> {
    let own = std::env::var(name).ok();
    own.or_else(|| FILE.get()?.get(name).cloned())
}

/// Reads a file of `KEY=VALUE` lines, once; one that is not there says nothing.
pub fn also_from(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let _ = FILE.set(lines(&text));
}

/// Lines that begin with `#` are for people; quotes around a value are not part of it.
fn lines(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| {
        let line = line.trim();
        let (key, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
        let (key, value) = (key.trim(), value.trim());
        let bare = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
        let value = bare('"').or_else(|| bare('\'')).unwrap_or(value);
        let named = !key.is_empty() && !key.contains(char::is_whitespace);
        named.then(|| (key.to_owned(), value.to_owned()))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_keys_values_quotes_and_remarks() {
        let said = lines("# c\nA=1\n B = \"two words\" \nC='x=y'\nexport D=1\n=e\nF\nG=\n");
        let told: Vec<(&str, &str)> = said.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(
            told,
            [("A", "1"), ("B", "two words"), ("C", "x=y"), ("G", "")]
        );
    }
}
