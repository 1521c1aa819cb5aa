//! A text as somebody says it: words in small letters, one space between them.

use std::borrow::Cow;

use super::wordings::Words;

/// The words of one sentence or clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// With a space before the first and behind the last.
    line: String,
}

// === impl Spoken ===

impl Spoken {
    pub fn of(text: &str) -> Self {
        let mut line = String::with_capacity(text.len() + 2);
        line.push(' ');
        let text = spelled(text);
        let mut all = words(&text).peekable();
        while let Some(word) = all.next() {
            line.push_str(&word);
            // "E-mails" are emails.
            if word != "e" || !all.peek().is_some_and(|next| next.starts_with("mail")) {
                line.push(' ');
            }
        }
        Self { line }
    }

    /// Whether it says these words, one behind the other.
    pub fn says(&self, phrase: &str) -> bool {
        let space = |at: Option<usize>| {
            let byte = at.and_then(|at| self.line.as_bytes().get(at));
            byte == Some(&b' ')
        };
        let mut found = self.line.match_indices(phrase);
        found.any(|(at, _)| space(at.checked_sub(1)) && space(Some(at + phrase.len())))
    }

    /// The same, also where it says what is theirs: "every customer's email".
    pub fn names(&self, phrase: &str) -> bool {
        let theirs = |word: &str| word.strip_suffix("'s") == Some(phrase);
        self.says(phrase) || self.line.contains('\'') && self.words().any(theirs)
    }

    /// The first of some phrases that it says.
    pub fn first<'p>(&self, phrases: &[&'p str]) -> Option<&'p str> {
        phrases.iter().copied().find(|phrase| self.says(phrase))
    }

    /// The same without some phrases, wherever they stand.
    pub fn leaving_out(&self, phrases: &[&str]) -> Self {
        let without = |line: String, phrase: &&str| line.replace(&format!(" {phrase} "), " ");
        Self {
            line: phrases.iter().fold(self.line.clone(), without),
        }
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.line.split(' ').filter(|word| !word.is_empty())
    }

    /// Whether it begins with these words.
    pub fn begins(&self, phrase: &str) -> bool {
        let rest = self
            .line
            .get(1..)
            .and_then(|line| line.strip_prefix(phrase));
        rest.is_some_and(|rest| rest.starts_with(' '))
    }

    /// The same without so many words at its beginning.
    pub fn without(&self, words: usize) -> Self {
        let rest: Vec<&str> = self.words().skip(words).collect();
        Self::of(&rest.join(" "))
    }

    /// The same without the longest of some phrases that it begins with; none where it begins with
    /// none of them.
    pub fn less(&self, phrases: Words) -> Option<Self> {
        let begun = phrases.iter().filter(|phrase| self.begins(phrase));
        let longest = begun.max_by_key(|phrase| phrase.len())?;
        Some(self.without(longest.split(' ').count()))
    }

    pub fn is_empty(&self) -> bool {
        self.words().next().is_none()
    }
}

/// What a program finds and takes away: `find … -delete`.
pub const FOUND: &str = "delete found";
/// A program whose name says what it does.
pub const DROPS: &str = "dropdb";

/// With short ways to say something risky spelled out.
fn spelled(text: &str) -> Cow<'_, str> {
    match () {
        () if text.contains("find ") && text.contains(" -delete") => {
            Cow::Owned(text.replace(" -delete", &format!(" {FOUND}")))
        }
        () if text.contains(DROPS) => Cow::Owned(text.replace(DROPS, "drop database")),
        () => forced(text),
    }
}

/// Whether something is pushed with a mark that may stand for force.
pub fn may_force(text: &str) -> bool {
    text.contains("push") && (text.contains(" -") || text.contains(" +"))
}

/// To push by force: `-f`, `-fu`, `+main`.
fn forced(text: &str) -> Cow<'_, str> {
    if !may_force(text) {
        return Cow::Borrowed(text);
    }
    let forced = |word: &str| {
        let word = word.trim_end_matches(['.', ',', '!', '?', ')', '`', '"']);
        let flags = word.strip_prefix('-').unwrap_or_default();
        let short = flags.len() <= 4 && flags.bytes().all(|flag| flag.is_ascii_lowercase());
        let branch = word.strip_prefix('+').unwrap_or_default();
        short && flags.contains('f') || branch.starts_with(char::is_alphabetic)
    };
    let words = text.split(' ').map(|word| match forced(word) {
        true => Cow::Owned(format!("{word} force")),
        false => Cow::Borrowed(word),
    });
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// Letters and digits; an apostrophe inside a word stays, however it is written.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '\u{2019}'))
        .map(|word| word.trim_matches(['\'', '\u{2019}']))
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().replace('\u{2019}', "'"))
}

/// One sentence in its clauses: what a command could begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    pub clauses: Vec<Spoken>,
    /// Whether it ends as a question does.
    pub asked: bool,
}

pub fn sentences(text: &str) -> Vec<Sentence> {
    let read = parts(text).map(|(text, asked)| Sentence::read(text, asked));
    read.filter(|one| !one.clauses.is_empty()).collect()
}

/// Texts of sentences as they stand, each with whether it ends as a question does.
pub fn parts(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (at, behind, asked) = end(text).unwrap_or((text.len(), text.len(), false));
        rest = (at < text.len()).then(|| &text[behind..]);
        Some((&text[..at], asked))
    })
}

/// Nobody says more in one breath; what is longer is read in pieces.
const LONGEST: usize = 8 * 1024;

/// Where a sentence ends, where the next begins, and whether it is a question. A full stop inside a name
/// ends nothing, and neither does one that is a folder: "find . -delete".
fn end(text: &str) -> Option<(usize, usize, bool)> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n' | ';');
    let near = &text[..text.floor_char_boundary(LONGEST)];
    let mut found = near.char_indices().filter(|(_, c)| ends(*c));
    let found = found.find(|(at, c)| {
        let next = text[at + c.len_utf8()..].chars().next();
        let here = *c == '.' && text[..*at].ends_with(' ') && text[*at..].starts_with(". -");
        *c == '\n' || next.is_none_or(char::is_whitespace) && !here
    });
    let cut = || {
        let word = near.rfind(char::is_whitespace).filter(|at| *at > 0);
        let at = word.unwrap_or(near.len());
        (near.len() < text.len()).then_some((at, at, false))
    };
    let found = found.map(|(at, c)| (at, at + c.len_utf8(), c == '?'));
    found.or_else(cut)
}

// === impl Sentence ===

impl Sentence {
    pub fn read(text: &str, asked: bool) -> Self {
        Self {
            clauses: clauses(text),
            asked,
        }
    }
}

fn clauses(sentence: &str) -> Vec<Spoken> {
    let mut parts = Vec::new();
    // One command behind another is a clause of its own.
    let sentence = sentence.replace("&&", ",").replace("||", ",");
    let sentence = sentence.replace(" - ", " , ").replace('\u{2013}', ",");
    for part in sentence.split([',', ':', '(', ')', '\u{2014}']) {
        let spoken = Spoken::of(part);
        let (mut from, words): (usize, Vec<&str>) = (0, spoken.words().collect());
        for (n, word) in words.iter().enumerate() {
            let joins = matches!(*word, "and" | "then" | "but" | "or");
            // "Nothing but the logs" is one thing.
            let only = *word == "but"
                && matches!(
                    words.get(n.wrapping_sub(1)),
                    Some(&"nothing" | &"all" | &"anything" | &"everything")
                );
            if n > from && joins && !only {
                parts.push(Spoken::of(&words[from..n].join(" ")));
                from = n;
            }
        }
        parts.push(Spoken::of(&words[from..].join(" ")));
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole_and_in_order() {
        let said = Spoken::of("You must NOT, ever: don\u{2019}t deploy v1.2!");
        assert!(said.says("must not") && said.says("don't") && !said.says("ploy"));
        assert_eq!(said.first(&["never", "must not"]), Some("must not"));
        assert!(said.begins("you must") && said.without(2).begins("not"));
        assert!(Spoken::of(" ?!").is_empty());
        let left = Spoken::of("Do not need it, do not").leaving_out(&["do not need"]);
        assert_eq!(left, Spoken::of("it do not"));
    }

    #[test]
    fn a_push_by_force_is_spelled_out_and_commands_are_clauses() {
        for forced in [
            "git push -f",
            "git push -uf origin main",
            "git push origin +main",
        ] {
            assert!(Spoken::of(forced).says("force"), "{forced}");
        }
        assert!(!Spoken::of("git push -u origin main").says("force"));
        assert!(!Spoken::of("tail -f the log").says("force"));
        let told = &sentences("cd infra && terraform destroy")[0].clauses;
        assert!(told.len() == 2 && told[1].begins("terraform destroy"));
    }

    #[test]
    fn clauses_begin_at_commas_and_at_and() {
        let told = sentences("Read src/main.rs v1.2 first, then deploy it. Why?");
        assert_eq!(told.len(), 2);
        assert_eq!(told[0].clauses.len(), 2);
        assert!(told[0].clauses[1].begins("then deploy"));
        assert!(told[1].asked && !told[0].asked);
        let both = &sentences("Bypass review and merge the patch now.")[0].clauses;
        assert!(both[0].begins("bypass review") && both[1].begins("and merge"));
    }
}
