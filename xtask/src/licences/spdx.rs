//! Licence expressions: `OR`, `AND`, `WITH`, parentheses, and the old slash for `OR`.

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Expression {
    /// One licence, with its exception when it has one: `Apache-2.0 WITH LLVM-exception`.
    Licence(String),
    /// All of them bind.
    All(Vec<Expression>),
    /// We may choose.
    Any(Vec<Expression>),
}

impl Expression {
    pub fn satisfied_by(&self, accepted: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Licence(licence) => accepted(licence),
            Self::All(parts) => parts.iter().all(|part| part.satisfied_by(accepted)),
            Self::Any(parts) => parts.iter().any(|part| part.satisfied_by(accepted)),
        }
    }
}

pub fn parse(said: &str) -> Result<Expression, String> {
    let spaced = said
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let mut words = Words {
        words: spaced.split_whitespace().collect(),
        at: 0,
    };
    let expression = words.any()?;
    match words.peek() {
        None => Ok(expression),
        Some(word) => Err(format!("`{word}` was not expected")),
    }
}

struct Words<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn any(&mut self) -> Result<Expression, String> {
        let mut parts = vec![self.all()?];
        while self.take("OR") {
            parts.push(self.all()?);
        }
        Ok(single_or(parts, Expression::Any))
    }

    fn all(&mut self) -> Result<Expression, String> {
        let mut parts = vec![self.term()?];
        while self.take("AND") {
            parts.push(self.term()?);
        }
        Ok(single_or(parts, Expression::All))
    }

    fn term(&mut self) -> Result<Expression, String> {
        if self.take("(") {
            let inner = self.any()?;
            return if self.take(")") {
                Ok(inner)
            } else {
                Err("`)` is missing".to_owned())
            };
        }
        let licence = self.name("a licence")?;
        if self.take("WITH") {
            let exception = self.name("an exception")?;
            return Ok(Expression::Licence(format!("{licence} WITH {exception}")));
        }
        Ok(Expression::Licence(licence.to_owned()))
    }

    fn name(&mut self, wanted: &str) -> Result<&'a str, String> {
        let word = self
            .peek()
            .ok_or_else(|| format!("{wanted} is missing at the end"))?;
        if ["OR", "AND", "WITH", "(", ")"].contains(&word.to_ascii_uppercase().as_str()) {
            return Err(format!("`{word}` stands where {wanted} should"));
        }
        self.at += 1;
        Ok(word)
    }
}

/// A list of one is that one.
fn single_or(mut parts: Vec<Expression>, join: fn(Vec<Expression>) -> Expression) -> Expression {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            join(parts)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(said: &str, licences: &[&str]) -> bool {
        parse(said)
            .unwrap()
            .satisfied_by(&|licence| licences.contains(&licence))
    }

    #[test]
    fn each_form_is_understood() {
        let cases: [(&str, &[&str], bool); 12] = [
            ("MIT", &["MIT"], true),
            ("MIT", &["ISC"], false),
            ("MIT OR Apache-2.0", &["Apache-2.0"], true),
            ("MIT/Apache-2.0", &["Apache-2.0"], true),
            ("Apache-2.0 / MIT / MPL-2.0", &["MPL-2.0"], true),
            ("Apache-2.0 AND ISC", &["Apache-2.0"], false),
            ("Apache-2.0 AND ISC", &["Apache-2.0", "ISC"], true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT"], false),
            (
                "(MIT OR Apache-2.0) AND Unicode-3.0",
                &["MIT", "Unicode-3.0"],
                true,
            ),
            ("MIT OR Apache-2.0 AND Unicode-3.0", &["MIT"], true),
            ("Apache-2.0 WITH LLVM-exception", &["Apache-2.0"], false),
            ("Apache-2.0 WITH LLVM-exception OR MIT", &["MIT"], true),
        ];
        for (said, licences, expected) in cases {
            assert_eq!(accepted(said, licences), expected, "{said} by {licences:?}");
        }
    }

    #[test]
    fn and_binds_closer_than_or() {
        let licence = |name: &str| Expression::Licence(name.to_owned());
        let both = Expression::All(vec![licence("B"), licence("C")]);
        assert_eq!(
            parse("A OR B AND C"),
            Ok(Expression::Any(vec![licence("A"), both]))
        );
        assert_eq!(parse("((A))"), Ok(licence("A")));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for said in [
            "", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT ISC", "MIT WITH", "AND",
        ] {
            let why = parse(said).unwrap_err();
            assert!(!why.is_empty(), "{said}");
        }
    }
}
