//! Keys held while something else is done, by name or by symbol.

use mneme_model::archive::Os;

use super::unlabelled;

const ALL: [Modifier; 7] = [
    Modifier::Cmd,
    Modifier::Win,
    Modifier::Super,
    Modifier::Ctrl,
    Modifier::Shift,
    Modifier::Option,
    Modifier::Alt,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    Cmd,
    Win,
    Super,
    Ctrl,
    Shift,
    Option,
    Alt,
}

/// Modifiers in the order they were told, each once: never more than there are names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(Vec<Modifier>);

// === impl Modifier ===

impl Modifier {
    fn name(self) -> &'static str {
        match self {
            Modifier::Cmd => "Cmd",
            Modifier::Win => "Win",
            Modifier::Super => "Super",
            Modifier::Ctrl => "Ctrl",
            Modifier::Shift => "Shift",
            Modifier::Option => "Option",
            Modifier::Alt => "Alt",
        }
    }

    fn symbol(self) -> char {
        match self {
            Modifier::Cmd | Modifier::Win | Modifier::Super => '#',
            Modifier::Ctrl => '^',
            Modifier::Shift => '+',
            Modifier::Option | Modifier::Alt => '!',
        }
    }

    /// What a symbol is called where the agent runs.
    pub fn of(symbol: char, os: Os) -> Option<Self> {
        Some(match (symbol, os) {
            ('^', _) => Modifier::Ctrl,
            ('+', _) => Modifier::Shift,
            ('!', Os::Macos) => Modifier::Option,
            ('!', _) => Modifier::Alt,
            ('#', Os::Macos) => Modifier::Cmd,
            ('#', Os::Windows) => Modifier::Win,
            ('#', Os::Linux) => Modifier::Super,
            _ => return None,
        })
    }
}

// === impl Held ===

impl Held {
    fn add(&mut self, modifier: Modifier) {
        if !self.0.contains(&modifier) {
            self.0.push(modifier);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Cmd+Shift+`, to stand before what was done.
    pub fn names(&self) -> String {
        self.0.iter().map(|m| format!("{}+", m.name())).collect()
    }

    /// `#+`, as the actuation peer reads them.
    pub fn symbols(&self) -> String {
        self.0.iter().map(|m| m.symbol()).collect()
    }
}

/// Names at the head of a text, and what follows them.
pub fn named(text: &str) -> (Held, &str) {
    let (mut held, mut rest) = (Held::default(), text);
    while let Some((modifier, after)) = ALL.into_iter().find_map(|m| {
        let after = rest.strip_prefix(m.name())?.strip_prefix('+')?;
        Some((m, after))
    }) {
        held.add(modifier);
        rest = after;
    }
    (held, rest)
}

/// Symbols at the head of a text, and what follows them. The last of a text made of nothing
/// else is not held: it is what was pressed.
pub fn symbolic(text: &str, os: Os) -> (Held, &str) {
    let mut held = Held::default();
    for (at, symbol) in text.char_indices() {
        let last = text.len() == at + symbol.len_utf8();
        match Modifier::of(symbol, os) {
            Some(modifier) if !last => held.add(modifier),
            _ => return (held, &text[at..]),
        }
    }
    (held, text)
}

/// What was held while the mouse did `subtype`: named in the sentence, else attached to the
/// action of an entered command, else leaked into the subtype.
pub fn of_mouse(raw: &str, subtype: &str, os: Os) -> Held {
    let told = [named(raw).0, symbolic(action(raw), os).0];
    let told = told.into_iter().find(|held| !held.is_empty());
    told.unwrap_or_else(|| symbolic(subtype, os).0)
}

/// The word of an entered command that says what to do: neither a number nor `here`.
fn action(raw: &str) -> &str {
    let mut words = unlabelled(raw).split_ascii_whitespace().take(3);
    let action = words.find(|word| *word != "here" && word.parse::<i64>().is_err());
    action.unwrap_or("")
}
