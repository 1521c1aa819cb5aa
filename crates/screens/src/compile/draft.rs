//! Which text the compiler opens: the document as it is, or one made anew.

/// What was found in the recording's directory.
pub struct Existing<'a> {
    pub document: Option<&'a str>,
    /// The fingerprint of the document as it was made, before anybody edited it.
    pub made: Option<&'a str>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Opened {
    /// Somebody has worked on it: it is kept.
    Kept(String),
    /// Made from the reasoning; what it replaces is put aside if it was edited.
    Made { text: String, aside: Option<String> },
}

/// A document nobody has touched follows the reasoning; an edited one is only replaced on demand.
pub fn open(existing: &Existing, fresh: String, regenerate: bool) -> Opened {
    let Some(document) = existing.document else {
        return Opened::Made {
            text: fresh,
            aside: None,
        };
    };
    let untouched = existing.made.map(str::trim) == Some(fingerprint(document).as_str());
    match (untouched, regenerate) {
        (true, _) => Opened::Made {
            text: fresh,
            aside: None,
        },
        (false, true) => Opened::Made {
            text: fresh,
            aside: Some(document.to_owned()),
        },
        (false, false) => Opened::Kept(document.to_owned()),
    }
}

/// FNV-1a of the text and its length. It tells edited from untouched; it protects nothing.
pub fn fingerprint(text: &str) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = text.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("1:{hash:016x}:{}", text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(document: Option<&str>, made: Option<&str>, regenerate: bool) -> Opened {
        let made = made.map(fingerprint);
        let existing = Existing {
            document,
            made: made.as_deref(),
        };
        open(&existing, "fresh".to_owned(), regenerate)
    }

    fn made(aside: Option<&str>) -> Opened {
        Opened::Made {
            text: "fresh".to_owned(),
            aside: aside.map(str::to_owned),
        }
    }

    #[test]
    fn a_221_an_untouched_document_follows_the_reasoning() {
        assert_eq!(opened(None, None, false), made(None));
        assert_eq!(opened(Some("old"), Some("old"), false), made(None));
    }

    #[test]
    fn a_221_an_edited_document_is_kept() {
        let kept = Opened::Kept("edited".to_owned());
        assert_eq!(opened(Some("edited"), Some("old"), false), kept);
        assert_eq!(
            opened(Some("edited"), None, false),
            kept,
            "nobody knows who made it"
        );
    }

    #[test]
    fn a_221_on_demand_it_is_made_anew_and_the_old_one_put_aside() {
        assert_eq!(
            opened(Some("edited"), Some("old"), true),
            made(Some("edited"))
        );
    }
}
