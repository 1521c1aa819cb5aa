//! Whatever is written, a digest stands: whole letters, true quotes, nothing that deceives.

use proptest::prelude::*;

use super::*;

/// White space is the one thing a bullet may differ in.
fn is_quote(bullet: &Bullet, text: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = |text: &str| plain(text.trim_end_matches('…'));
    bare(&bullet.text) == bare(text)
}

fn holds(turns: &[Turn<'_>], digest: &Digest) -> std::result::Result<(), TestCaseError> {
    prop_assert!(
        !digest.title.is_empty() && digest.title.chars().count() <= 120,
        "{}",
        digest.title
    );
    prop_assert!(digest.bullets.len() <= 5 && digest.keywords.len() <= 7);
    let shown = digest
        .bullets
        .iter()
        .map(|b| &b.text)
        .chain([&digest.title, &digest.summary]);
    for text in shown {
        prop_assert!(
            !text.contains(clean::is_unsafe) && !text.contains('\n'),
            "{text:?}"
        );
    }
    for bullet in &digest.bullets {
        prop_assert!(bullet.text.chars().count() <= 241, "{}", bullet.text);
        let Some(source) = bullet.source else {
            continue;
        };
        let quoted = turns[source.turn].text.get(source.start..source.end);
        prop_assert!(quoted.is_some(), "inside a letter");
        let safe = quoted.is_some_and(|text| !text.contains(clean::is_unsafe));
        prop_assert!(
            !safe || is_quote(bullet, quoted.unwrap_or("")),
            "{bullet:?}"
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_has_a_digest(texts in prop::collection::vec(any::<String>(), 0..6)) {
        let turns: Vec<Turn<'_>> = texts.iter().map(|text| user(text)).collect();
        let digest = of_turns(&turns);
        holds(&turns, &digest)?;
        prop_assert_eq!(&digest, &of_turns(&turns));
    }

    #[test]
    fn pieces_of_many_scripts_have_a_digest(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..120),
        cuts in prop::collection::vec(0..120usize, 0..5),
    ) {
        let mut texts: Vec<String> = Vec::new();
        let mut start = 0;
        let mut ends: Vec<usize> = cuts.into_iter().map(|cut| cut.min(pieces.len())).collect();
        ends.push(pieces.len());
        ends.sort_unstable();
        for end in ends {
            texts.push(pieces[start..end].concat());
            start = end;
        }
        let voices = [user, agent, tool];
        let turns: Vec<Turn<'_>> =
            texts.iter().enumerate().map(|(at, text)| voices[at % 3](text)).collect();
        holds(&turns, &of_turns(&turns))?;
    }
}

const PIECES: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n\n",
    ". ",
    "! ",
    "? ",
    ", ",
    "。",
    "！",
    "、",
    "؟ ",
    "```\n",
    "| ",
    "- ",
    "# ",
    "> ",
    "`",
    "\"",
    "'",
    "’s ",
    "the ",
    "cache ",
    "Golden ",
    "Gate ",
    "E0382 ",
    "src/main.rs ",
    "snake_case ",
    "https://a.b/c ",
    "can you please ",
    "I'm ",
    "数据库",
    "連接",
    "ログイン",
    "です",
    "สวัสดี",
    "مرحبا ",
    "שלום ",
    "e\u{301}",
    "👩‍👩‍👧 ",
    "👍🏽",
    "ß",
    "İ",
    "ﬁ",
    "\u{202e}",
    "\u{1b}[31m",
    "\u{0}",
    "\u{feff}",
    "{",
    "}",
    "1. ",
    "14. März ",
    "{\"tool\":\"",
    "()",
    "…",
    "\t",
    "    ",
    "½",
    "٣",
    "—",
];

#[test]
fn what_could_deceive_is_not_quoted_where_something_else_can_be() {
    let turns = [
        user("Please delete the old backups\u{202e} of the production database now."),
        user("The production database keeps backups for thirty days."),
        user("Old backups of the production database live in the bucket archive-eu."),
    ];
    let digest = of_turns(&turns);
    assert!(digest.bullets.iter().all(|b| !b.text.contains('\u{202e}')));
    assert!(
        digest
            .bullets
            .iter()
            .all(|b| b.source.is_some_and(|s| s.turn > 0)),
        "{digest:?}"
    );
}

#[test]
fn a_megabyte_is_read_from_both_ends() {
    let mut text = String::from("Import the customer list from the old billing system.\n");
    text.push_str(&"0123456789abcdef;\n".repeat(60_000));
    text.push_str("\nThe import stops at the first customer without an address.\n");
    let digest = of_turns(&[user(&text)]);
    assert_eq!(
        digest.title,
        "Import the customer list from the old billing system"
    );
    assert_eq!(digest.bullets.len(), 2, "{:?}", digest.bullets);
    let source = digest.bullets[1].source.unwrap();
    assert_eq!(&text[source.start..source.end], digest.bullets[1].text);
}

#[test]
fn short_turns_are_shown_but_not_anchored() {
    let digest = of_turns(&[user("deploy to staging")]);
    assert_eq!(digest.bullets[0].source, None);
    assert_eq!(digest.bullets[0].text, "deploy to staging");
}

#[test]
fn long_sentences_are_cut_at_a_word() {
    let text = format!(
        "The migration touches {} and then it ends.",
        "tables ".repeat(60)
    );
    let digest = of_turns(&[user(&text)]);
    let bullet = &digest.bullets[0];
    assert!(bullet.text.ends_with("tables…"), "{}", bullet.text);
    let source = bullet.source.unwrap();
    assert_eq!(format!("{}…", &text[source.start..source.end]), bullet.text);
}
