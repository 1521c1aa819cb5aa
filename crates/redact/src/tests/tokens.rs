//! Tokens that are short, names in wide letters, and texts that only speak of tokens.

use super::*;

const S: &str = SECRET;

#[test]
fn a_short_token_goes_where_no_name_looks_so() {
    for (told, kept) in [
        ("GITHUB_TOKEN=Tr0ub4dor3x9", format!("GITHUB_TOKEN={S}")),
        ("token: Tr0ub4dor3x9", format!("token: {S}")),
        ("token = 'Tr0ub4dor3x9';", format!("token = '{S}';")),
        (
            "gh auth --token Tr0ub4dor3x9 -q",
            format!("gh auth --token {S} -q"),
        ),
        ("x --auth-token=abcdefg1 y", format!("x --auth-token={S} y")),
        (
            "/cb?access_token=Tr0ub4dor3x9&state=1",
            format!("/cb?access_token={S}&state=1"),
        ),
        ("/cb?a=1&token=abcdefg1", format!("/cb?a=1&token={S}")),
        (
            "export API_TOKEN=\"abcdefg1\"",
            format!("export API_TOKEN=\"{S}\""),
        ),
        ("token=abcd1234", format!("token={S}")),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn what_only_speaks_of_tokens_stays() {
    for plain in [
        "token: 512 tokens used",
        "max_tokens=4096",
        "MAX_TOKENS=128000",
        "token: string",
        "token: 12345678",
        "--token <TOKEN>",
        "--token $GITHUB_TOKEN1",
        "GITHUB_TOKEN=${{ secrets.GITHUB_TOKEN }}",
        "TOKEN=short1",
        "token = get_token()",
        "token = parse_v2_header(line)",
        "let token = next_token2;",
        "token: o200k_base",
        "token: base64url",
        "token: TokenKind2",
        "token: src/lexer/token2.rs",
        "token: 'the next 2 words'",
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn a_name_in_wide_letters_tells_as_the_plain_one_does() {
    for (told, kept) in [
        (
            "ｐａｓｓｗｏｒｄ=Zx9kQw3mQe",
            format!("ｐａｓｓｗｏｒｄ={S}"),
        ),
        ("ä password：Zx9kQw3mQe ö", format!("ä password：{S} ö")),
        (
            "ｔｏｋｅｎ＝Ｔｒ０ｕｂ４ｄｏｒ３ ok",
            format!("ｔｏｋｅｎ＝{S} ok"),
        ),
        (
            "{\"ｐａｓｓｗｏｒｄ\": \"hunter2\"}",
            format!("{{\"ｐａｓｓｗｏｒｄ\": \"{S}\"}}"),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
    for plain in [
        "ｐａｓｓｗｏｒｄ：请输入您的密码",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "ｐａｓｓ=1",
    ] {
        assert_eq!(text(plain), plain);
    }
    assert!(is_telling("ｐａｓｓｗｏｒｄ"));
}
