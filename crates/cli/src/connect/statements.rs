//! A TOML text line by line: what each table and key is about, in whichever spelling.

use toml::{Table, Value};

/// Lines that say one thing together; those that say nothing are one each.
pub struct Statement<'t> {
    pub text: &'t str,
    /// Every name from the top of the file; empty for remarks and empty lines.
    pub path: Vec<String>,
    /// How much of that the table it stands in says.
    pub inside: usize,
}

pub fn statements(text: &str) -> Vec<Statement<'_>> {
    let (mut all, mut table, mut from) = (Vec::new(), Vec::new(), 0);
    let mut to = 0;
    for line in text.split_inclusive('\n') {
        to += line.len();
        let part = text.get(from..to).unwrap_or_default();
        let first = part.len() == line.len();
        let Some(said) = Some(part).filter(|_| first || may_end(line)).and_then(said) else {
            continue;
        };
        let head = is_head(part);
        if head {
            table.clear();
        }
        let (inside, names) = (table.len(), names(&said));
        let path = match names.is_empty() {
            true => Vec::new(),
            false => [table.clone(), names].concat(),
        };
        if head {
            table.clone_from(&path);
        }
        all.push(Statement {
            text: part,
            path,
            inside,
        });
        from = to;
    }
    let rest = text.get(from..).filter(|rest| !rest.is_empty());
    all.extend(rest.map(Statement::remark));
    all
}

/// A statement says the same alone as in its file; one that goes on in the next line says nothing.
fn said(part: &str) -> Option<Table> {
    part.parse().ok()
}

/// Of the lines of one statement the last has one of these.
fn may_end(line: &str) -> bool {
    ["]", "}", "\"\"\"", "'''"]
        .iter()
        .any(|end| line.contains(end))
}

fn is_head(part: &str) -> bool {
    let part = part.trim_start_matches('\u{feff}');
    part.trim_start().starts_with('[')
}

/// As long as there is one name, and nothing beside it.
fn names(said: &Table) -> Vec<String> {
    let (mut names, mut at) = (Vec::new(), said);
    while let Some((name, value)) = at.iter().next().filter(|_| at.len() == 1) {
        names.push(name.clone());
        match value {
            Value::Table(below) => at = below,
            _ => break,
        }
    }
    names
}

// === impl Statement ===

impl<'t> Statement<'t> {
    fn remark(text: &'t str) -> Self {
        Self {
            text,
            path: Vec::new(),
            inside: 0,
        }
    }

    /// Whether it opens a table.
    pub fn is_head(&self) -> bool {
        is_head(self.text) && !self.path.is_empty()
    }

    pub fn is_below(&self, path: &[&str]) -> bool {
        let names = self.path.iter().map(String::as_str);
        self.path.len() >= path.len() && names.zip(path).all(|(name, own)| name == *own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_says_is_known_in_every_spelling() {
        let text = "\u{feff}# x\na.b.c = 1\r\n\n[ a . \"b\" ] # y\nd = [\n  \"[a.b]\",\n]\ne = { f = 1 }\n[[l]]\ns = '''\n[a.b]\n'''\n[a.'b'.g]\n";
        let paths: Vec<(String, bool)> = statements(text)
            .iter()
            .filter(|one| !one.path.is_empty())
            .map(|one| (one.path.join("/"), one.is_below(&["a", "b"])))
            .collect();
        let expected = [
            ("a/b/c", true),
            ("a/b", true),
            ("a/b/d", true),
            ("a/b/e/f", true),
            ("l", false),
            ("l/s", false),
            ("a/b/g", true),
        ];
        let expected = expected.map(|(path, below)| (path.to_owned(), below));
        assert_eq!(paths, expected);
        let whole: String = statements(text).iter().map(|one| one.text).collect();
        assert_eq!(whole, text);
    }
}
