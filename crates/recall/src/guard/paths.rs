//! Paths, as they are written among other words: "src/old.rs", "build/", ".env".

use super::wordings::Words;

/// What a path leads to. Who deletes a folder deletes the files in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    File,
    Folder,
}

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
