//! The words that turn a sentence round, and those that say nothing of what it is about; of English
//! and of German. Sorted, so that they can be searched.

/// Says no by itself. Contractions with `n't` do, too.
const NEGATORS: [&str; 32] = [
    "arent", "cannot", "cant", "couldnt", "didnt", "doesnt", "dont", "hasnt", "havent", "isnt",
    "kein", "keine", "keinem", "keinen", "keiner", "keines", "mustnt", "neither", "never", "nicht",
    "nie", "niemals", "no", "nobody", "none", "nor", "not", "nothing", "shouldnt", "wasnt", "wont",
    "wouldnt",
];

/// A form, the word it stands for, and whether it says the contrary of it. Without a word it only
/// says the contrary.
type Form = (&'static str, &'static str, bool);

const FORMS: [Form; 82] = [
    ("aktiviert", "aktiv", false),
    ("avoid", "", true),
    ("avoided", "", true),
    ("avoiding", "", true),
    ("avoids", "", true),
    ("ban", "allow", true),
    ("banned", "allow", true),
    ("bans", "allow", true),
    ("compulsory", "require", false),
    ("deactivate", "active", true),
    ("deactivated", "active", true),
    ("deactivates", "active", true),
    ("deaktiviert", "aktiv", true),
    ("denied", "allow", true),
    ("denies", "allow", true),
    ("deny", "allow", true),
    ("denying", "allow", true),
    ("disable", "enable", true),
    ("disabled", "enable", true),
    ("disables", "enable", true),
    ("disabling", "enable", true),
    ("disallow", "allow", true),
    ("disallowed", "allow", true),
    ("disallows", "allow", true),
    ("dislike", "like", true),
    ("disliked", "like", true),
    ("dislikes", "like", true),
    ("erlaubt", "erlaub", false),
    ("exclude", "include", true),
    ("excluded", "include", true),
    ("excludes", "include", true),
    ("excluding", "include", true),
    ("false", "true", true),
    ("forbade", "allow", true),
    ("forbid", "allow", true),
    ("forbidden", "allow", true),
    ("forbidding", "allow", true),
    ("forbids", "allow", true),
    ("hidden", "visible", true),
    ("impossible", "possible", true),
    ("inactive", "active", true),
    ("incorrect", "correct", true),
    ("invalid", "valid", true),
    ("invisible", "visible", true),
    ("lack", "", true),
    ("lacked", "", true),
    ("lacking", "", true),
    ("lacks", "", true),
    ("mandatory", "require", false),
    ("obligatory", "require", false),
    ("off", "", true),
    ("ohne", "", true),
    ("optional", "require", true),
    ("permit", "allow", false),
    ("permits", "allow", false),
    ("permitted", "allow", false),
    ("private", "public", true),
    ("prohibit", "allow", true),
    ("prohibited", "allow", true),
    ("prohibits", "allow", true),
    ("readonly", "full", true),
    ("refuse", "accept", true),
    ("refused", "accept", true),
    ("refuses", "accept", true),
    ("reject", "accept", true),
    ("rejected", "accept", true),
    ("rejects", "accept", true),
    ("unavailable", "available", true),
    ("unnecessary", "necessary", true),
    ("unreliable", "reliable", true),
    ("unsafe", "safe", true),
    ("unstable", "stable", true),
    ("unsupported", "support", true),
    ("untersagt", "erlaub", true),
    ("unused", "use", true),
    ("verboten", "erlaub", true),
    ("vermeiden", "", true),
    ("without", "", true),
    ("writable", "full", false),
    ("writeable", "full", false),
    ("wrong", "right", true),
    ("wrongly", "right", true),
];

/// Beside the stop words of a question.
const FUNCTION: [&str; 67] = [
    "aber", "always", "am", "an", "anymore", "auch", "auf", "aus", "bei", "being", "both", "das",
    "dem", "den", "der", "des", "die", "doing", "done", "each", "ein", "eine", "einem", "einen",
    "einer", "eines", "er", "es", "ever", "every", "für", "having", "ich", "im", "immer", "ist",
    "just", "kann", "let", "lets", "longer", "may", "mehr", "might", "mit", "muss", "must", "nach",
    "now", "nur", "oder", "only", "ought", "please", "shall", "sie", "sind", "soll", "still",
    "und", "very", "von", "vor", "wir", "wird", "yet", "zu",
];

/// What only holds of some, or at times.
const HEDGES: [&str; 27] = [
    "could",
    "either",
    "few",
    "gelegentlich",
    "häufig",
    "kaum",
    "likely",
    "manche",
    "manchmal",
    "many",
    "may",
    "maybe",
    "might",
    "most",
    "mostly",
    "occasionally",
    "oft",
    "often",
    "partly",
    "perhaps",
    "rarely",
    "seldom",
    "several",
    "some",
    "sometimes",
    "usually",
    "vielleicht",
];

/// Says nothing of what is stated, beside what denies it.
const EMPTY: [&str; 24] = [
    "", "a", "an", "any", "anymore", "das", "dem", "den", "der", "did", "die", "do", "does", "ein",
    "eine", "einem", "einen", "einer", "eines", "ever", "longer", "mehr", "please", "the",
];

/// What a word that says no leaves of a statement: of `can't` it is `can`, of `not` nothing. One that
/// stands for whoever is spoken of stays.
pub fn affirmed(word: &str) -> &str {
    match word {
        "can't" | "cant" | "cannot" => "can",
        "won't" | "wont" => "will",
        "nobody" | "none" | "nothing" | "neither" | "nor" => word,
        _ => {
            let verb = word.strip_suffix("n't").or_else(|| word.strip_suffix("nt"));
            verb.unwrap_or_default()
        }
    }
}

pub fn is_hedge(word: &str) -> bool {
    HEDGES.binary_search(&word).is_ok()
}

pub fn is_empty_word(word: &str) -> bool {
    EMPTY.binary_search(&word).is_ok()
}

/// Whether a word in small letters says no.
pub fn is_negator(word: &str) -> bool {
    word.ends_with("n't") || NEGATORS.binary_search(&word).is_ok()
}

/// The word that a form stands for, and whether it says the contrary.
pub fn stands_for(word: &str) -> Option<(&'static str, bool)> {
    let at = FORMS.binary_search_by_key(&word, |form| form.0).ok()?;
    Some((FORMS[at].1, FORMS[at].2))
}

pub fn is_function_word(word: &str) -> bool {
    mneme_index::words::is_stop_word(word) || FUNCTION.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_do_not_disagree() {
        assert!(NEGATORS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(FORMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(FUNCTION.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(HEDGES.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(EMPTY.windows(2).all(|pair| pair[0] < pair[1]));
        for (form, word, _) in FORMS {
            assert!(!is_negator(form), "{form} says no a second time");
            assert!(stands_for(word).is_none(), "{form} stands for another form");
            assert!(!is_function_word(word), "{form} stands for nothing");
        }
    }
}
