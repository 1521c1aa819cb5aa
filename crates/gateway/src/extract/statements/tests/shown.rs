//! Text that is shown for work.

use super::*;

#[test]
fn what_is_shown_for_work_is_nobodys_statement() {
    let mail = "Dear all, we decided to use Oracle. I work as a plumber in Ulm. Regards, Bob";
    for asked in [
        format!("Please summarise the following mail.\n\n{mail}"),
        format!("Translate this to German:\n{mail}"),
        format!("Hi! Can you proofread the text below? Keep it short.\n\n{mail}"),
        format!("Rewrite: {mail}"),
        format!("Explain \"{mail}\" to me."),
        format!("I'd like you to explain this letter\n{mail}"),
        format!("{mail}\n\nPlease translate the text above."),
        format!("Fasse die folgende Mail zusammen.\n\n{mail}"),
        format!("Kannst du bitte den folgenden Text übersetzen?\n{mail}"),
    ] {
        assert!(told(&asked).is_empty(), "{asked}: {:?}", told(&asked));
    }
    let asked = format!("I live in Graz. Please translate the following:\n\n{mail}");
    assert_eq!(kept(&asked), ["The user lives in Graz."]);
    for asked in [
        "Can you explain how tar works?\nI live in Graz.",
        "Remember the following: I live in Graz.",
        "I answer all mails by hand.\nI live in Graz.",
        "Translate it at 10:30.\nI live in Graz.",
    ] {
        assert_eq!(kept(asked), ["The user lives in Graz."], "{asked}");
    }
}

#[test]
fn a_text_is_shown_however_the_work_is_called() {
    let mail = "I has a dog. We use Oracle. I work as a plumber in Ulm.";
    for asked in [
        format!("TL;DR this: {mail}"),
        format!("tldr: {mail}"),
        format!("tl;dr\n\n{mail}"),
        format!("{mail}\n\ntl;dr please"),
        format!("Summarise: {mail}"),
        format!("Proofread {mail}"),
        format!("Proofread this. {mail}"),
        format!("Fix the grammar: {mail}"),
        format!("Please check my spelling: {mail}"),
        format!("Make this sound better: {mail}"),
        format!("Can you make this more formal:\n{mail}"),
        format!("Convert this to bullet points: {mail}"),
        format!("What do you think of this mail: {mail}"),
        format!("Here's the draft below:\n{mail}"),
        format!("Bitte korrigieren: {mail}"),
        format!("Write an email: {mail}"),
        format!("Here is a poem: {mail}"),
        format!("Schreibe eine Nachricht: {mail}"),
        format!("Prüfe die Grammatik: {mail}"),
        format!("Bitte Korrektur lesen: {mail}"),
        format!("Mach das hier kürzer: {mail}"),
    ] {
        assert!(told(&asked).is_empty(), "{asked}: {:?}", told(&asked));
    }
    for asked in [
        "Fix this bug in main.rs. I live in Graz.",
        "Please remember this: I live in Graz.",
        "Please check the tests. I live in Graz.",
        "I live in Graz. Fix the grammar: we use Oracle.",
    ] {
        assert_eq!(kept(asked), ["The user lives in Graz."], "{asked}");
    }
}
