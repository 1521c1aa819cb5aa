//! Documents made of a recording: an untouched one is made again, in an edited one the words
//! are overwritten where they stand as they were.

use std::fs;
use std::io;
use std::path::Path;

use mneme_model::archive::{Entry, Metadata};

use super::super::{Compiler, Scaffold};
use super::Gone;
use super::words::{FORGOTTEN, Words};
use crate::files::{self, Error, MEMORY, Result};

/// The document and those that were set aside for it.
pub fn all(dir: &Path) -> Result<Vec<String>> {
    let names = files::inside::list(dir, "memory.")?;
    let is_document = |name: &String| !name.contains('/') && name.ends_with(".md");
    Ok(names.into_iter().filter(is_document).collect())
}

pub fn delete(dir: &Path, made: &str) -> Result<()> {
    let names = all(dir)?;
    for name in names.iter().map(String::as_str).chain([made]) {
        remove(&dir.join(name))?;
    }
    Ok(())
}

pub fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("delete", path)(error))
        }
        _ => Ok(()),
    }
}

/// The record and the entries are those that are left.
pub fn clean(
    dir: &Path,
    compiler: &dyn Compiler,
    (metadata, entries): (&Metadata, &[Entry]),
    gone: &Gone,
    words: &Words,
) -> Result<()> {
    let Scaffold { text: fresh, made } = compiler.scaffold(metadata, entries);
    for name in all(dir)? {
        let path = dir.join(&name);
        let text = fs::read(&path).map_err(Error::io("read", &path))?;
        let text = String::from_utf8_lossy(&text);
        let print = fs::read_to_string(dir.join(made.0)).ok();
        if name == MEMORY && compiler.is_untouched(&text, print.as_deref()) {
            if fresh != text {
                files::replace(&path, fresh.as_bytes())?;
                files::replace(&dir.join(made.0), made.1.as_bytes())?;
            }
            continue;
        }
        let (cleaned, doubtful) = rewritten(&text, gone, words);
        if cleaned != text {
            files::replace(&path, cleaned.as_bytes())?;
        }
        if doubtful {
            tracing::error!(target: "ma_core::storage", path = %path.display(), "an edited document still has a section about a forgotten step; look at it");
        }
    }
    Ok(())
}

/// The document without the words, and whether a section of a forgotten step says more.
fn rewritten(text: &str, gone: &Gone, words: &Words) -> (String, bool) {
    let text = words.out_of(text);
    let (mut cleaned, mut of_gone, mut doubtful) = (String::new(), None, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with('#') {
            of_gone = step_of(line).filter(|step| gone.step(*step));
        }
        match of_gone {
            Some(step) if line.starts_with('#') => {
                cleaned.push_str(&format!("### Step {step} — {FORGOTTEN}\n"));
            }
            // Its pictures are deleted.
            Some(step) if line.starts_with(&format!("![Step {step}]")) => {}
            within => {
                let bare = line.trim();
                let says = !bare.is_empty() && bare != FORGOTTEN && !bare.starts_with("<!--");
                doubtful |= within.is_some() && says;
                cleaned.push_str(line);
            }
        }
    }
    (cleaned, doubtful)
}

/// The step a heading is about.
fn step_of(line: &str) -> Option<u32> {
    let rest = line.trim_start_matches('#').strip_prefix(" Step ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use mneme_model::archive::Step;

    use super::*;

    const EDITED: &str = "# Memory: m\n\nUse zanzibar42 well.\n\n### Step 1 — Type: zanzibar42\n\n\
        I edited this.\n\n![Step 1](vision/frames/one.png)\n\n### Step 2 — Press: Enter\n\nok\n";

    #[test]
    fn an_edited_document_loses_the_words_and_keeps_the_rest() {
        let step = Step {
            step_id: 1,
            converted_command: "Type: zanzibar42".into(),
            ..Step::default()
        };
        let metadata = Metadata {
            steps: vec![step],
            ..Metadata::default()
        };
        let gone = Gone::of(&[1], &[]);
        let words = Words::of(&metadata, &[], &gone);
        let (text, doubtful) = rewritten(EDITED, &gone, &words);
        let expected = "# Memory: m\n\nUse (forgotten) well.\n\n### Step 1 — (forgotten)\n\n\
            I edited this.\n\n\n### Step 2 — Press: Enter\n\nok\n";
        assert_eq!(text, expected);
        assert!(doubtful, "a person has to look");
        let (again, _) = rewritten(&text, &gone, &Words::default());
        assert_eq!(again, text);
    }
}
