//! What is told behind a word that a secret stands beside, however plain it looks. What goes to a
//! provider does without such a line: a password may be a word like any other.

use super::prompt::head;

/// A word that a secret stands beside, and what the line is said to contain.
struct Near {
    word: &'static str,
    what: &'static str,
}

const fn near(word: &'static str, what: &'static str) -> Near {
    Near { word, what }
}

const NEAR: [Near; 27] = [
    near("api key", "api key"),
    near("api_key", "api key"),
    near("api-key", "api key"),
    near("apikey", "api key"),
    near("access key", "api key"),
    near("access_key", "api key"),
    near("private key", "secret"),
    near("private_key", "secret"),
    near("secret", "secret"),
    near(TOKEN, "token"),
    near("password", "password"),
    near("passwd", "password"),
    near("passwort", "password"),
    near("kennwort", "password"),
    near("passphrase", "password"),
    near(PWD, "password"),
    near(PASS, "password"),
    near("credential", "credential"),
    near(PW, "password"),
    near("wifi key", "password"),
    near("wlan-schlüssel", "password"),
    near("pin", "password"),
    near("pin code", "password"),
    near("card number", "card number"),
    near("kartennummer", "card number"),
    near("recovery phrase", "secret"),
    near("seed phrase", "secret"),
];
/// Counted more often than told.
const TOKEN: &str = "token";
/// Also where a shell stands.
const PWD: &str = "pwd";
/// Also the end of other words.
const PW: &str = "pw";
/// Also what tests do.
const PASS: &str = "pass";

/// What a name may go on with: `secret access key`, `secretKey`, `token value`.
const MORE: [&str; 3] = ["access", "key", "value"];
/// What is told of a secret under a longer name, and is none: `token_count`, `password-file`.
const ABOUT: [&str; 24] = [
    "budget", "budgets", "count", "counts", "endpoint", "expiry", "field", "file", "hash", "id",
    "length", "limit", "limits", "manager", "name", "path", "policy", "stdin", "store", "ttl",
    "type", "uri", "url", "usage",
];
/// What stands between a name and what it is for.
const PLACES: [&str; 9] = [
    "for ", "of ", "to ", "on ", "in ", "at ", "für ", "von ", "(",
];
/// What it is for is said in so few letters.
const MOST_PLACE: usize = 60;
const VERBS: [&str; 14] = [
    "is ", "are ", "was ", "were ", "ist ", "sind ", "war ", "lautet ", "lauten ", "heißt ",
    "heisst ", "is:", "ist:", "lautet:",
];
const SIGNS: [&str; 5] = ["->", "=>", "→", ":", "="];
/// What is said of secrets without telling them.
const STATES: [&str; 48] = [
    "cached",
    "checked",
    "created",
    "empty",
    "encrypted",
    "expired",
    "from",
    "generated",
    "handled",
    "hashed",
    "held",
    "in",
    "injected",
    "invalid",
    "issued",
    "kept",
    "loaded",
    "logged",
    "managed",
    "missing",
    "needed",
    "never",
    "not",
    "null",
    "optional",
    "passed",
    "read",
    "refreshed",
    "renewed",
    "required",
    "revoked",
    "rotated",
    "salted",
    "saved",
    "sent",
    "set",
    "shared",
    "signed",
    "stored",
    "strict",
    "undefined",
    "unset",
    "used",
    "valid",
    "validated",
    "verified",
    "wrong",
    "nicht",
];
/// What programs say in place of one.
const TYPES: [&str; 12] = [
    "string",
    "str",
    "&str",
    "text",
    "null",
    "none",
    "nil",
    "undefined",
    "true",
    "false",
    "required",
    "optional",
];
/// A mask, a variable, or what was taken out already.
const MASKS: [&str; 6] = ["[redacted", "${", "$(", "{{", "<", "…"];
/// Behind a name with nothing between them a shorter one is the next word.
const LEAST_BARE: usize = 7;
/// A number of tokens has no more digits.
const MOST_COUNT: usize = 7;
/// A name has no more parts.
const MOST_PARTS: usize = 6;
/// Neither names nor values are looked at further.
const MOST: usize = 80;

/// What a line tells that must not be sent.
pub fn contained(line: &str) -> Option<&'static str> {
    let lower = mneme_redact::seen(line).to_lowercase();
    let lower = lower.replace("[redacted_secret]", "[redacted]");
    let found = NEAR.iter().find(|near| {
        let mut places = lower.match_indices(near.word);
        places.any(|(at, _)| near.is_told(&lower[..at], &lower[at + near.word.len()..]))
    });
    found.map(|near| near.what)
}

/// Whether a line has a name that a secret stands beside, whatever it says of it.
pub fn names(line: &str) -> bool {
    let lower = line.to_lowercase();
    NEAR.iter().any(|near| lower.contains(near.word))
}

/// How a value is told.
enum Told<'a> {
    Said(&'a str),
    Set(&'a str),
    Bare(&'a str),
}

// === impl Near ===

impl Near {
    fn is_told(&self, before: &str, rest: &str) -> bool {
        if [PASS, PW].contains(&self.word) && !is_own(before, rest) {
            return false;
        }
        let Some(rest) = behind_name(rest) else {
            return false;
        };
        let told = match Told::of(rest) {
            Told::Bare(value) if is_flag(before) => Told::Set(value),
            told => told,
        };
        told.is_value() && !self.is_other(told.first())
    }

    /// `tokens: 512` counts, `pwd: /srv` is a place.
    fn is_other(&self, first: &str) -> bool {
        let number = |c: char| c.is_ascii_digit() || ".,_%k".contains(c);
        match self.word {
            TOKEN => first.len() <= MOST_COUNT && first.chars().all(number),
            PWD => first.starts_with(['/', '~', '.']),
            _ => false,
        }
    }
}

/// Whether `pass` is a name here, and not what somebody did: `DB_PASS`, `pass=`, `user: a, pass: b`.
fn is_own(before: &str, rest: &str) -> bool {
    let set = rest.starts_with('=') && !before.ends_with(char::is_alphanumeric);
    let last = before.trim_end().chars().next_back();
    set || before.ends_with(['_', '-']) || !last.is_some_and(char::is_alphanumeric)
}

/// Whether the name is that of a flag, whose value needs no sign: `--db-password x`.
fn is_flag(before: &str) -> bool {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let bytes = before.as_bytes();
    let name = bytes.iter().rev().take(MOST);
    let name = name.take_while(|byte| named(**byte)).count();
    bytes[bytes.len() - name..].starts_with(b"-")
}

/// What stands behind the whole of a name and its quotes; nothing where another word goes on, or
/// one that says what of the secret is told.
fn behind_name(rest: &str) -> Option<&str> {
    let mut rest = plural(rest).trim_start_matches(|c: char| c.is_ascii_digit());
    for _ in 0..MOST_PARTS {
        let parted = rest.trim_start_matches([' ', '_', '-']);
        let next = word(parted);
        let joined = rest.starts_with(['_', '-']) && !next.is_empty();
        if joined && ABOUT.contains(&next) {
            return None;
        }
        let more = MORE.iter().find(|more| parted.starts_with(**more));
        rest = match more {
            Some(more) => &parted[more.len()..],
            None if joined => &parted[next.len()..],
            None => break,
        };
    }
    let rest = plural(rest);
    let ends = !rest.starts_with(char::is_alphanumeric);
    ends.then(|| rest.trim_start_matches([' ', '\t', '"', '\'', '`', '*', ')', ']', '\\']))
}

/// Behind the letter that tells of several.
fn plural(rest: &str) -> &str {
    let more = rest.strip_prefix('s');
    let more = more.filter(|more| !more.starts_with(char::is_alphanumeric));
    more.unwrap_or(rest)
}

/// The letters and digits a text begins with.
fn word(text: &str) -> &str {
    let end = text.bytes().take(MOST);
    &text[..end.take_while(u8::is_ascii_alphanumeric).count()]
}

// === impl Told ===

impl<'a> Told<'a> {
    fn of(rest: &'a str) -> Self {
        let signed = Self::signed(rest).or_else(|| Self::behind_place(rest));
        signed.unwrap_or(Self::Bare(rest))
    }

    fn signed(rest: &'a str) -> Option<Self> {
        let said = VERBS.iter().find_map(|verb| rest.strip_prefix(verb));
        let set = || SIGNS.iter().find_map(|sign| rest.strip_prefix(sign));
        said.map(Self::Said).or_else(|| set().map(Self::Set))
    }

    /// `for the shop is …`
    fn behind_place(rest: &'a str) -> Option<Self> {
        PLACES.iter().find(|place| rest.starts_with(**place))?;
        let mut before = ' ';
        let mut places = rest.char_indices().take(MOST_PLACE);
        places.find_map(|(at, c)| {
            let begins = before == ' ' || ":=".contains(c);
            before = c;
            Self::signed(&rest[at..]).filter(|_| begins)
        })
    }

    /// The first word of what is told, without quotes.
    fn first(&self) -> &'a str {
        let (Self::Said(value) | Self::Set(value) | Self::Bare(value)) = *self;
        let marks = [' ', '\t', '"', '\'', '`', '*', '=', ':', '>', '\\'];
        let value = head(value.trim_start_matches(marks), MOST);
        let first = value.split_whitespace().next().unwrap_or_default();
        first.trim_end_matches([
            '.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '`', '*',
        ])
    }

    fn is_value(&self) -> bool {
        let first = self.first();
        let masked = MASKS.iter().any(|mask| first.starts_with(mask));
        let said = !first.is_empty() && !masked;
        said && match self {
            Self::Said(_) => !STATES.contains(&first),
            Self::Set(_) => !TYPES.contains(&first),
            Self::Bare(_) => {
                let letters = first.bytes().any(|byte| byte.is_ascii_alphabetic());
                let digits = first.bytes().any(|byte| byte.is_ascii_digit());
                first.len() >= LEAST_BARE && letters && digits
            }
        }
    }
}
