//! Files and folders that a request names by their paths: "remove src/old.rs" deletes a file, though it says so
//! with no word.

use super::reach::parts;
use super::spoken::Spoken;
use super::wordings::{BOUNDS, INSIDE, PROGRAMS, THINGS, Words};

/// What a path leads to. Who deletes a folder deletes the files in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    File,
    Folder,
}

/// The paths of a text, as they are said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(Vec<(Vec<String>, Leaf)>);

const FILES: Words = Words::new("file|files");
const FOLDERS: Words = Words::new(
    "folder|folders|directory|directories|dir|dirs|subfolder|subfolders|subdirectory|tree",
);
/// What else may stand before a path that is meant.
const BEFORE: Words = Words::new(
    "both|old|unused|temporary|temp|whole|entire|script|module|config|source|only|just|and|i|want|we|need|have|get",
);
/// These delete nothing but files.
const REMOVES: Words = Words::new("rm|rmdir|del|unlink|shred");
const FINDS: Words = Words::new("find|mv|cp|cat");
/// Who hands on to those.
const WRAPPERS: Words = Words::new("sudo|doas|nohup|xargs|bash|sh|zsh|ssh|git");
const RECURSIVE: Words = Words::new("r|rf|fr|rfv|rvf|recursive");
/// How "rm" is told how.
const FLAGS: Words = Words::new("f|v|i|d|force|dir|verbose|cached");
/// All that is in something.
const ALL: Words = Words::new("everything|all|anything|content|contents");
const ENDINGS: Words = Words::new(
    "rs|py|ts|tsx|js|jsx|mjs|cjs|java|kt|rb|go|c|h|cc|cpp|hpp|cs|swift|php|lua|pl|r|sh|bash|zsh|fish|ps1|bat|sql|\
     html|htm|css|scss|vue|svelte|md|rst|txt|pdf|doc|docx|xls|xlsx|csv|tsv|json|jsonl|yaml|yml|toml|ini|cfg|conf|\
     xml|lock|log|bak|tmp|old|orig|swp|db|sqlite|zip|tar|gz|tgz|bz2|xz|7z|jar|war|whl|so|dll|exe|o|a|pyc|class|\
     png|jpg|jpeg|gif|svg|ico|mp3|mp4|wav|key|pem|crt|tf|tfvars|proto|ipynb|patch|diff|map",
);
/// Names that only look like files, and words of programs.
const OTHERS: Words = Words::new(
    "console.log|math.log|logger.log|node.js|next.js|vue.js|nuxt.js|react.js|express.js|three.js|d3.js|\
     discord.js|chart.js|ember.js|backbone.js|alpine.js|moment.js|day.js|asp.net|and/or|e.g|i.e",
);
/// What a path within a project begins with.
const ROOTS: Words = Words::new(
    "src|lib|libs|app|apps|docs|doc|test|tests|spec|specs|crates|packages|pkg|cmd|bin|build|dist|target|out|tmp|\
     temp|scripts|tools|config|assets|public|static|migrations|examples|vendor|internal|infra|logs|node_modules",
);
/// Folders that are called so wherever they are.
const KNOWN: Words =
    Words::new("node_modules|__pycache__|dist|.venv|venv|.git|.github|.vscode|.idea|.cache");

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
        if acted.first().is_some_and(|word| FINDS.contains(word)) {
            return Some(Leaf::File);
        }
        match removes {
            true => self.removed(verb, behind),
            false => self.named(behind).or_else(|| self.named(before)),
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

/// What a word leads to that is a path.
pub fn leaf(token: &str) -> Option<Leaf> {
    let small = token.to_lowercase();
    let other = small.contains("://") || small.contains('@') || OTHERS.contains(&small);
    let plain = |c: char| c.is_alphanumeric() || "/._-*~\\".contains(c);
    if other || !small.chars().all(plain) {
        return None;
    }
    let segments: Vec<&str> = small.split('/').filter(|one| !one.is_empty()).collect();
    let last = segments.last()?;
    let ends = last.rsplit_once('.').is_some_and(|(stem, ending)| {
        let named = stem.contains(|c: char| c.is_alphabetic() || c == '*');
        named && ENDINGS.contains(ending)
    });
    let dotted = last.starts_with(".env") || last.starts_with(".git");
    let rooted = ["/", "./", "../", "~/"]
        .iter()
        .any(|root| small.starts_with(root));
    let within = segments.len() > 1 && ROOTS.contains(segments[0]) || segments.len() > 2;
    let folder =
        small.len() > 1 && small.ends_with('/') || rooted || within || KNOWN.contains(last);
    match () {
        () if ends || dotted && !KNOWN.contains(last) => Some(Leaf::File),
        () if folder => Some(Leaf::Folder),
        () => None,
    }
}

// === impl Leaf ===

impl Leaf {
    /// Whether it is called so: a folder is also the files in it.
    pub fn is_called(self, word: &str) -> bool {
        word == "file" || self == Leaf::Folder && ["folder", "directori", "dir"].contains(&word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_how_it_is_written() {
        for (token, found) in [
            ("src/old.rs", Some(Leaf::File)),
            ("notes.md", Some(Leaf::File)),
            ("*.log", Some(Leaf::File)),
            (".env.local", Some(Leaf::File)),
            ("build/", Some(Leaf::Folder)),
            ("/var/tmp", Some(Leaf::Folder)),
            ("crates/old", Some(Leaf::Folder)),
            ("node_modules", Some(Leaf::Folder)),
            ("client/server", None),
            ("feature/login", None),
            ("console.log", None),
            ("Node.js", None),
            ("v2.0.1", None),
            ("https://example.com/a/b.html", None),
            ("anna@example.md", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(leaf(token), found, "{token}");
        }
    }
}
