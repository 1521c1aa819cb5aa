//! Files and folders that a request names by their paths: "remove src/old.rs" deletes a file, though it says so
//! with no word.

use super::paths::{Leaf, leaf};
use super::reach::parts;
use super::spoken::Spoken;
use super::wordings::{BOUNDS, INSIDE, PROGRAMS, THINGS, Words};

/// The paths of a text, as they are said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(Vec<(Vec<String>, Leaf)>);

const FILES: Words = Words::new("file|files");
const FOLDERS: Words =
    Words::new("folder|folders|directory|directories|dir|dirs|subfolder|subfolders|subdirectory");
/// What else may stand before a path that is meant.
const BEFORE: Words = Words::new(
    "both|old|unused|temporary|temp|whole|entire|script|module|config|source|only|just|and|i|want|we|need|have|get",
);
/// These delete nothing but files.
const REMOVES: Words = Words::new("rm|rmdir|del|unlink|shred");
const FINDS: Words = Words::new("find|mv|cp|cat");
const CLEANS: [&str; 2] = ["git", "clean"];
/// Who hands on to those.
const WRAPPERS: Words = Words::new("sudo|doas|nohup|xargs|bash|sh|zsh|ssh|git");
const RECURSIVE: Words = Words::new("r|rf|fr|rfv|rvf|recursive");
/// How "rm" is told how.
const FLAGS: Words = Words::new("f|v|i|d|force|dir|verbose|cached");
/// All that is in something.
const ALL: Words = Words::new("everything|all|anything|content|contents");
// === impl Files ===

impl Files {
    pub fn of(text: &str) -> Self {
        let marks = |c: char| c.is_whitespace() || "`\"'()[]{}<>,;|".contains(c);
        let tokens = text.split(marks).map(bare);
        let found = tokens.filter_map(|token| Some((said(token), leaf(token)?)));
        Self(found.filter(|(said, _)| !said.is_empty()).collect())
    }

    /// What an order with a verb deletes of them, and of what is called a file.
    pub fn taken(&self, order: &Spoken, verb: &str, acted: &[String]) -> Option<Leaf> {
        let words: Vec<&str> = order.words().collect();
        let (before, behind) = parts(&words, verb);
        let program = |word: &String| PROGRAMS.contains(word) && !WRAPPERS.contains(word);
        let removes = REMOVES.contains(verb) && !acted.iter().any(program);
        let cleans = acted.windows(2).any(|two| two == CLEANS);
        if cleans || acted.first().is_some_and(|word| FINDS.contains(word)) {
            return Some(Leaf::File);
        }
        match removes {
            true => self.removed(verb, behind),
            false => self.named(behind).or_else(|| {
                // "Have the folder deleted."
                let wished = before.iter().take_while(|word| BOUNDS.contains(word));
                self.named(&before[wished.count()..])
            }),
        }
    }

    /// "rm -rf build": whatever stands there, where it is no sentence.
    fn removed(&self, verb: &str, behind: &[&str]) -> Option<Leaf> {
        let flags = |word: &&&str| RECURSIVE.contains(word) || FLAGS.contains(word);
        let told = behind.iter().take_while(flags).count();
        let rest = &behind[told..];
        let folder = verb == "rmdir" || behind[..told].iter().any(|word| RECURSIVE.contains(word));
        let plain = rest.first().is_some_and(|word| !THINGS.contains(word));
        let leaf = if folder { Leaf::Folder } else { Leaf::File };
        self.named(rest).or(plain.then_some(leaf))
    }

    /// The first thing that is named, where that is one of them.
    fn named(&self, words: &[&str]) -> Option<Leaf> {
        let end = words.iter().position(|word| BOUNDS.contains(word));
        let thing = &words[..end.unwrap_or(words.len())];
        let inside = end.is_some_and(|end| INSIDE.contains(words[end]));
        let all = |word: &&str| ALL.contains(word) || THINGS.contains(word);
        if inside && thing.iter().all(all) && thing.iter().any(|word| ALL.contains(word)) {
            return self.named(&words[thing.len() + 1..]);
        }
        let head = thing.last()?;
        if FOLDERS.contains(head) {
            return Some(Leaf::Folder);
        }
        FILES
            .contains(head)
            .then_some(Leaf::File)
            .or_else(|| self.path(words))
    }

    /// A path, and nothing before it that says what else is meant.
    fn path(&self, words: &[&str]) -> Option<Leaf> {
        let weak = |word: &&&str| {
            let lists = [THINGS, BEFORE, FILES, FOLDERS];
            lists.iter().any(|list| list.contains(word))
        };
        let weak = words.iter().take_while(weak).count();
        let mut all = self.0.iter().filter_map(|(path, leaf)| {
            let behind = (0..=weak).filter_map(|from| words.get(from..from + path.len()));
            let mut behind = behind
                .enumerate()
                .filter(|(_, said)| *said == path.as_slice());
            let next = words.get(behind.next()?.0 + path.len());
            next.is_none_or(|next| ends(next)).then_some(*leaf)
        });
        all.next()
    }
}

/// Whether a word says that something is a file, or a folder.
pub fn is_file(word: &str) -> bool {
    FILES.contains(word) || FOLDERS.contains(word)
}

/// Whether what stands behind a path makes it the name of nothing else: "src/old.rs import".
fn ends(next: &str) -> bool {
    BOUNDS.contains(next) || super::reach::is_late(next) || next == "too" || next == "deleted"
}

/// Without marks of the sentence.
fn bare(token: &str) -> &str {
    token.trim_end_matches(['.', ':', '!', '?'])
}

fn said(token: &str) -> Vec<String> {
    Spoken::of(token).words().map(str::to_owned).collect()
}
