use proptest::prelude::*;

use super::*;

mod edges;
mod secrets;
mod tokens;

fn run(of: char, length: usize) -> String {
    std::iter::repeat_n(of, length).collect()
}

/// One of each shape the contract names.
fn secrets() -> Vec<String> {
    let begun = [
        ("sk-proj-", 20),
        ("sk-", 20),
        ("pk-", 20),
        ("rk-", 20),
        ("ak-", 20),
        ("sk-ant-", 20),
        ("ghp_", 36),
        ("ghu_", 36),
        ("ghs_", 36),
        ("github_pat_", 22),
        ("xoxb-", 24),
        ("AKIA", 16),
        ("AIza", 35),
        ("npm_", 36),
        ("glpat-", 20),
        ("dop_v1_", 64),
        ("Bearer ", 20),
        ("ASIA", 16),
        ("hvs.", 24),
        ("GOCSPX-", 28),
        ("ya29.", 40),
        ("xapp-", 24),
        ("gsk_", 40),
        ("shpat_", 32),
    ];
    let begun = begun.map(|(begins, length)| format!("{begins}{}", run('Q', length)));
    let web = format!("eyJ{}.{}.{}", run('a', 20), run('b', 20), run('c', 20));
    begun.into_iter().chain([web]).collect()
}

#[test]
fn private_blocks_go_whatever_their_case_and_lines() {
    assert_eq!(text("a <private>x</private> b"), "a [REDACTED] b");
    assert_eq!(text("<PRIVATE>x\ny</Private>"), PRIVATE);
    assert_eq!(
        text("<private>a</private><private>b</private>"),
        "[REDACTED][REDACTED]"
    );
    assert_eq!(text("<private >x</private> y"), "[REDACTED] y");
    assert_eq!(text("<private reason=\"a\">x</private>"), PRIVATE);
    assert_eq!(text("<privateer>x</privateer>"), "<privateer>x</privateer>");
    assert_eq!(
        text("a <private>b<private>c</private>d</private> e"),
        "a [REDACTED] e"
    );
    assert_eq!(text("a <private>b, never closed"), "a [REDACTED]");
    assert_eq!(text("a </private> b"), "a </private> b");
}

#[test]
fn each_shape_goes_and_its_neighbours_stay() {
    for secret in secrets() {
        let said = format!("before {secret} after");
        assert_eq!(text(&said), format!("before {SECRET} after"), "{secret}");
        assert_eq!(text(&secret), SECRET, "{secret}");
    }
    for name in [
        "api_key", "API-KEY", "apikey", "secret", "TOKEN", "password", "auth",
    ] {
        for between in ["=", ": ", "='", "=\"", "\": \""] {
            let said = format!("{name}{between}{}", run('v', 20));
            assert_eq!(text(&said), format!("{name}{between}{SECRET}"));
        }
    }
}

#[test]
fn what_is_short_or_inside_a_word_stays() {
    for plain in [
        "api_key=short",
        "password: hunter2",
        "task-aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "the author: aaaaaaaa",
        "eyJhbGciOi.short",
        "Bearer of good news",
        "tokenise everything, please, in this sentence",
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn a_short_password_goes_where_it_looks_made_up() {
    for (told, kept) in [
        (
            "DB_PASSWORD=Tr0ub4dor3 make",
            "DB_PASSWORD=[REDACTED_SECRET] make",
        ),
        (
            "db_password: \"Y2 xqJd0ssw0#1\"",
            "db_password: \"[REDACTED_SECRET]\"",
        ),
        (
            "RAILS_MASTER_KEY=0a1b2c3d4e5f60718293a4b5",
            "RAILS_MASTER_KEY=[REDACTED_SECRET]",
        ),
        (
            "password: 'p@ss w0rd! of mine'",
            "password: '[REDACTED_SECRET]'",
        ),
        ("API_KEY=ab12!x#9;next", "API_KEY=[REDACTED_SECRET];next"),
        (
            "mysql --password s3cr3tpw -u root",
            "mysql --password [REDACTED_SECRET] -u root",
        ),
        (
            "curl '/x?api_key=abcd1234&user=bob'",
            "curl '/x?api_key=[REDACTED_SECRET]&user=bob'",
        ),
        ("secret=Kx7!pQ2#vL9@mN4$wR6^tY", "secret=[REDACTED_SECRET]"),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(kept), kept, "twice changes nothing");
    }
    for plain in [
        "password: string, optional",
        "the password is required",
        "password = parse_v2_header(line)",
        "PASSWORD=$DB_PASSWORD_OF_PRODUCTION_1",
        "token: https://example.com/docs/tokens",
        "use auth::middleware::require_login_for_all;",
        "if token == some_very_long_identifier_here {}",
        "password: 请输入您的密码以继续使用本系统",
        "password=************************",
        "--password-file secrets.txt",
        "const password = process.env.DB_PASSWORD;",
        "auth: src/middleware/authentication2.ts",
        "password: 'must contain at least 8 characters'",
        "div.sk-text-repr-fallback-and-more",
        "npm_config_registry_and_cache_directory_settings_here",
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn a_field_of_json_in_a_text_hides_its_value() {
    for (told, kept) in [
        (
            r#"{"password":"hunter2","n":1}"#,
            r#"{"password":"[REDACTED_SECRET]","n":1}"#,
        ),
        (
            r#"{\"authToken\": \"ab\\\"c\", \"x\": 1}"#,
            r#"{\"authToken\": \"[REDACTED_SECRET]\", \"x\": 1}"#,
        ),
        (r#"{"secret": "cut o"#, r#"{"secret": "[REDACTED_SECRET]"#),
        (
            "{'password': 'a\\'b', 'c': 'd'}",
            "{'password': '[REDACTED_SECRET]', 'c': 'd'}",
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(kept), kept, "twice changes nothing");
    }
    for plain in [
        r#"{"author": "Ann", "tokens": "12", "password": ""}"#,
        r#"{"password": null, "max_tokens": 5}"#,
        r#"say "password" and "token": they are words"#,
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn texts_made_to_take_long_do_not() {
    for piece in [
        "-eyJ",
        "token=://",
        "-----BEGIN ",
        "\"token\":",
        "password:\"a ",
        "<private ",
        "\\\"",
        "\"tokens\":[",
        "tokens:[\"a\",",
        "[[\"token\",\"",
        "authorization: bearer ",
        "\u{200b}token=",
        "sk-",
        "ask-proj-",
        "agithub_pat_",
        "xeyJa.eyJ",
        "\u{1b}[31",
        "\u{1b}[31mtoken=",
        "\\u001b[",
        "\\",
    ] {
        let said = piece.repeat((1 << 18) / piece.len());
        assert!(!text(&said).is_empty(), "{piece}");
    }
}

proptest! {
    #[test]
    fn doing_it_twice_changes_nothing(words in prop::collection::vec(piece(), 0..12)) {
        let once = text(&words.concat());
        prop_assert_eq!(text(&once), once);
    }

    #[test]
    fn no_text_is_too_odd(said: String) {
        prop_assert!(text(&said).len() <= said.len() + said.len() * SECRET.len());
    }
}

/// Pieces that secrets and blocks are made of, in any order.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "<private>",
        "</private>",
        "token",
        "password",
        "=",
        ":",
        " ",
        "\"",
        "sk-",
        "ghp_",
        "eyJ",
        ".",
        "Bearer ",
        "é",
        "AKIA",
        "--",
        "'",
        "\\",
        "&",
        "\n",
        "[",
        "]",
        ",",
        "s",
        "authorization: ",
        "name",
        "value",
        "\u{200b}",
        "ｔｏｋｅｎ",
        "：",
        "\u{1b}",
        "\u{1b}[31m",
        "\\u001b[0m",
        "%3D",
        "\\n",
        "mk_",
    ];
    let words = prop::sample::select(words.map(String::from).to_vec());
    prop_oneof![words, "[A-Za-z0-9]{1,40}"]
}

#[test]
fn keys_in_blocks_addresses_and_headers_are_hidden() {
    let block = "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc/+=\n-----END RSA PRIVATE KEY-----";
    let said = text(&format!("before\n{block}\nafter"));
    assert_eq!(said, format!("before\n{SECRET}\nafter"));
    let cut = text("-----BEGIN PRIVATE KEY-----\nMIIEabc");
    assert_eq!(cut, SECRET);
    let plain = "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----";
    assert_eq!(text(plain), plain);
    for (told, kept) in [
        (
            "postgres://admin:Tr0ub4dor3@db.example.com/x",
            format!("postgres://admin:{SECRET}@db.example.com/x"),
        ),
        (
            "Authorization: Basic YWRtaW46c3VwZXI=",
            format!("Authorization: Basic {SECRET}"),
        ),
        (
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            format!("aws_secret_access_key = {SECRET}"),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
    for harmless in ["http://127.0.0.1:3111/viewer", "https://example.com/a:b@c"] {
        assert_eq!(text(harmless), harmless);
    }
}
