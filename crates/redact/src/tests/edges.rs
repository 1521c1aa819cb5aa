//! Keys behind colours, escapes and other words, and texts that only look so.

use super::*;

const S: &str = SECRET;
const ESC: &str = "\u{1b}";

#[test]
fn a_shape_is_seen_behind_colours_escapes_and_encoded_letters() {
    let befores = [
        format!("{ESC}[31m"),
        format!("x{ESC}[01;31m{ESC}[K"),
        String::from("\\u001b[31m"),
        String::from("x\\x1B[1;31m"),
        String::from("a\\n"),
        String::from("a\\\\t"),
        String::from("\\\\\\r"),
        String::from("\\u003d"),
        String::from("q%20"),
        String::from("%3D"),
        String::from("%253D"),
    ];
    for secret in secrets() {
        for before in &befores {
            let kept = format!("{before}{S} after");
            assert_eq!(text(&format!("{before}{secret} after")), kept, "{secret}");
            assert_eq!(text(&kept), kept, "twice changes nothing");
        }
        let coloured = format!("{ESC}[31m{secret}{ESC}[m{ESC}[K");
        assert_eq!(text(&coloured), format!("{ESC}[31m{S}{ESC}[m{ESC}[K"));
    }
}

#[test]
fn colours_in_an_assignment_hide_nothing() {
    let value = "abcdefghijklmnopqrstuvwxyz123";
    for (told, kept) in [
        (
            format!("API_KEY={ESC}[31m{value}"),
            format!("API_KEY={ESC}[31m{S}"),
        ),
        (
            format!("{ESC}[31mAPI_KEY{ESC}[0m={value} ok"),
            format!("{ESC}[31mAPI_KEY{ESC}[0m={S} ok"),
        ),
        (
            format!("{ESC}[32mpassword{ESC}[39m: {ESC}[36mTr0ub4dor3{ESC}[0m"),
            format!("{ESC}[32mpassword{ESC}[39m: {ESC}[36m{S}{ESC}[0m"),
        ),
        (
            format!("API_{ESC}[31mKEY{ESC}[0m={value}"),
            format!("API_{ESC}[31mKEY{ESC}[0m={S}"),
        ),
        (
            String::from(r#"{"token": "\u001b[31mshort\u001b[0m", "n": 1}"#),
            format!(r#"{{"token": "\u001b[31m{S}\u001b[0m", "n": 1}}"#),
        ),
        (
            String::from(r#"{\"token\": \"short\\u001b[0m\", \"n\": 1}"#),
            format!(r#"{{\"token\": \"{S}\\u001b[0m\", \"n\": 1}}"#),
        ),
    ] {
        assert_eq!(text(&told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn a_key_that_begins_as_no_word_does_is_seen_inside_one() {
    let (letters, hex) = ("Qk7".repeat(12), "0a1b2c3d".repeat(8));
    for (before, secret) in [
        ("abc", format!("ghp_{letters}")),
        ("1", format!("github_pat_{}", run('Q', 22))),
        (
            "x",
            String::from("sk-proj-abcdefghijklmnopqrstuvwxyz012345"),
        ),
        ("x", format!("sk-ant-api03-{letters}")),
        ("key", format!("glpat-{}", run('Q', 20))),
        ("at", format!("xoxb-{}", run('Q', 24))),
        ("9", String::from("AKIAIOSFODNN7EXAMPLE")),
        ("abc", format!("npm_{letters}")),
        ("id", format!("mk_{}", &hex[..48])),
        ("id", format!("ek_{hex}")),
        (
            "abc",
            String::from("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"),
        ),
    ] {
        let kept = format!("{before}{S} after");
        assert_eq!(text(&format!("{before}{secret} after")), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
        assert_eq!(text(&secret), S, "alone as well");
    }
}

#[test]
fn what_only_looks_like_a_glued_key_stays() {
    for plain in [
        "task-proj-alpha-2-implementation-plan",
        "desk-ant-Migration-2024-rollout-plan",
        "XAKIAIOSFODNN7EXAMPLEMORE",
        "xakiaiosfodnn7example",
        "mygithub_pat_is_for_the_whole_team_here",
        "breakmk_list_of_all",
        "aGVsbG8eyJhbGciOi.short",
        "tabs\\nsk-short and \\task-of-the-day",
        "100%task-done",
        "\u{1b}[32mall 12 tests pass\u{1b}[0m: tokens \u{1b}[1m512\u{1b}[0m",
        "\u{1b}[REDACTED_SECRET] and \\e[REDACTED_SECRET]",
    ] {
        assert_eq!(text(plain), plain);
    }
}
