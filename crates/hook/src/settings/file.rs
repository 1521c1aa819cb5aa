//! The one setting of `mneme.toml` a hook needs: where the data directory is. The file is read a
//! line at a time, without a library; what is written in a way nobody would write a path in is
//! passed over, as if it were not there.

use std::fs;
use std::path::{Path, PathBuf};

/// No settings file is as large.
const MAX_BYTES: u64 = 1024 * 1024;

/// What the file at `path` says; a path in it is meant from where the file is.
pub fn data_dir(path: &Path) -> Option<PathBuf> {
    let meta = fs::metadata(path).ok()?;
    // A pipe would keep the agent waiting.
    if !meta.is_file() || meta.len() > MAX_BYTES {
        return None;
    }
    let told = said(&fs::read_to_string(path).ok()?)?;
    let beside = path.parent().unwrap_or(Path::new("."));
    Some(beside.join(told)).filter(|dir| !dir.as_os_str().is_empty())
}

/// The text of `data_dir` above the first section.
fn said(file: &str) -> Option<String> {
    let lines = file.lines().map(str::trim);
    let mut top = lines.take_while(|line| !line.starts_with('['));
    top.find_map(|line| {
        let (key, value) = line.split_once('=')?;
        let key = key.trim().trim_matches(['"', '\'']);
        (key == "data_dir").then(|| text(value.trim()))?
    })
}

/// A text between quotes; between double ones a backslash stands for itself or a quote.
fn text(value: &str) -> Option<String> {
    if let Some(rest) = value.strip_prefix('\'') {
        let (text, rest) = rest.split_once('\'')?;
        return is_end(rest).then(|| text.to_owned());
    }
    let (mut text, mut chars) = (String::new(), value.strip_prefix('"')?.chars());
    loop {
        match chars.next()? {
            '"' => return is_end(chars.as_str()).then_some(text),
            '\\' => text.push(chars.next().filter(|c| matches!(c, '\\' | '"'))?),
            c => text.push(c),
        }
    }
}

fn is_end(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_directory_is_found_above_the_sections() {
        for (file, expected) in [
            ("data_dir = \"/srv/m\"", Some("/srv/m")),
            (
                "# x\ncompat = \"mneme\"\n  data_dir='/srv/m' # y\n[doors]",
                Some("/srv/m"),
            ),
            ("\"data_dir\" = \"a\\\\b\\\"c\"", Some("a\\b\"c")),
            ("[doors]\ndata_dir = \"/srv/m\"", None),
            ("data_dirs = \"/srv/m\"", None),
            ("data_dir = /srv/m", None),
            ("data_dir = \"/srv/m", None),
            ("data_dir = \"\\u0041\"", None),
            ("data_dir = \"\"\"/srv/m\"\"\"", None),
            ("", None),
        ] {
            assert_eq!(said(file).as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn a_path_is_meant_from_where_the_file_is() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mneme.toml");
        assert_eq!(data_dir(&file), None);
        assert_eq!(data_dir(dir.path()), None);
        fs::write(&file, "data_dir = \"here\"\n").unwrap();
        assert_eq!(data_dir(&file), Some(dir.path().join("here")));
    }
}
