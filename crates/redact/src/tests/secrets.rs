//! Secrets a newcomer tried, and texts that only look like them.

use super::*;

const S: &str = SECRET;

#[test]
fn what_is_no_text_under_a_telling_name_of_json_goes_too() {
    for (told, kept) in [
        (
            r#"{"password":["correcthorse"]}"#,
            r#"{"password":"[REDACTED_SECRET]"}"#,
        ),
        (
            r#"{\"password\":[\"correcthorse\"]}"#,
            r#"{\"password\":\"[REDACTED_SECRET]\"}"#,
        ),
        (
            r#"{"password":{"value":"a]b"},"n":1}"#,
            r#"{"password":"[REDACTED_SECRET]","n":1}"#,
        ),
        (
            r#"{"password": 12345678, "n": 1}"#,
            r#"{"password": "[REDACTED_SECRET]", "n": 1}"#,
        ),
        (
            r#"{"auth":{"user":"u","pass":"cut o"#,
            r#"{"auth":"[REDACTED_SECRET]""#,
        ),
        (
            r#"{"DBPassword":"x","pass":"y","otp":"z"}"#,
            r#"{"DBPassword":"[REDACTED_SECRET]","pass":"[REDACTED_SECRET]","otp":"[REDACTED_SECRET]"}"#,
        ),
        (
            r#"{"tokens":["ab12cd34ef"],"pin":"4815"}"#,
            r#"{"tokens":"[REDACTED_SECRET]","pin":"[REDACTED_SECRET]"}"#,
        ),
        (
            r#"{"connection_string":"Server=a;Uid=b"}"#,
            r#"{"connection_string":"[REDACTED_SECRET]"}"#,
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(kept), kept, "twice changes nothing");
    }
    for plain in [
        r#"{"tokens": 512, "max_tokens": 128000, "pin": 3, "token": 7}"#,
        r#"{"tokens": ["the", "salt"], "password": [], "auth": {}}"#,
        r#"{"password": true, "status": "pass", "pin": "A3"}"#,
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn values_behind_names_in_other_notations_go() {
    for (told, kept) in [
        ("pwd=Zx9kQw3mQe", format!("pwd={S}")),
        (
            "<password>Zx9k Qw!</password>",
            format!("<password>{S}</password>"),
        ),
        (
            "<ns:dbPassword>short</ns:dbPassword>",
            format!("<ns:dbPassword>{S}</ns:dbPassword>"),
        ),
        (
            "machine h login u password Zx9kQw3mQe",
            format!("machine h login u password {S}"),
        ),
        (
            "AWS_SECRET_ACCESS_KEY=\\\n  wJalrXUtnFEMI/K7MDENG",
            format!("AWS_SECRET_ACCESS_KEY=\\\n  {S}"),
        ),
        ("Passwort: Zx9kQw3mQe", format!("Passwort: {S}")),
        ("API KEY : Zx9kQw3mQe", format!("API KEY : {S}")),
        (
            "password\u{200b}=Zx9kQw3mQe",
            format!("password\u{200b}={S}"),
        ),
        (
            "tls.key: LS0tLS1CRUdJTiBSU0EgUFJJVkFURQ==",
            format!("tls.key: {S}"),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn tokens_of_bots_webhooks_and_signed_addresses_go() {
    let hook = ["T00000000", "B00000000", "XXXXXXXXXXXXXXXXXXXXXXXX"].join("/");
    let telegram = format!("123456789:{}", "AAbb1".repeat(7));
    let discord = format!("M{}.{}.{}", "Tk4".repeat(8), "Cl2FMQ", "aB3".repeat(9));
    for (told, kept) in [
        (
            format!("https://hooks.slack.com/services/{hook} ok"),
            format!("https://{S} ok"),
        ),
        (format!("bot is {telegram}"), format!("bot is {S}")),
        (
            format!("https://api.telegram.org/bot{telegram}/getMe"),
            format!("https://api.telegram.org/{S}/getMe"),
        ),
        (format!("use {discord}."), format!("use {S}.")),
        (
            String::from("https://a.example.net/c?sv=2020&sig=aBcD%2F1234567890abcdefgh%3D&se=1"),
            format!("https://a.example.net/c?sv=2020&sig={S}&se=1"),
        ),
        (
            String::from("Cookie: session=abcdef123; theme=dark\nHost: x"),
            format!("Cookie: {S}\nHost: x"),
        ),
        (
            String::from("curl -H 'Set-Cookie: id=a1b2c3d4; HttpOnly' x"),
            format!("curl -H 'Set-Cookie: {S}' x"),
        ),
    ] {
        assert_eq!(text(&told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn passwords_that_commands_take_go() {
    for (told, kept) in [
        (
            "curl -u ann:hunter2 https://x",
            format!("curl -u ann:{S} https://x"),
        ),
        (
            "curl --user 'ann:hunter2' x",
            format!("curl --user 'ann:{S}' x"),
        ),
        (
            "mysql -uroot -phunter2 db",
            format!("mysql -uroot -p{S} db"),
        ),
        ("sshpass -p hunter2 ssh h", format!("sshpass -p {S} ssh h")),
        (
            "docker login -u ann -p hunter2 r.io",
            format!("docker login -u ann -p {S} r.io"),
        ),
        (
            "kubectl create secret generic s --from-literal=pw=hunter2",
            format!("kubectl create secret generic s --from-literal=pw={S}"),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn harmless_texts_stay() {
    for plain in [
        "pass the salt",
        "all 1520 tests pass: see build2024",
        "pin 3 of the connector, pin: 12",
        "tokens: 512, max_tokens=128000",
        "PWD=/srv/ann/work2/project1",
        "pwd: ~/work2/project1",
        "docker run -u 1000:1000 -p 3306:3306 mysql",
        "docker run -p8080:8080 mysql2image",
        "mkdir -p src/deep/folder1",
        "mysql -P 3306 -p",
        "mysql -p $MYSQL_PASSWORD",
        "Cookie: a small file a browser keeps",
        "a cookie: yes=no",
        "the login form password field",
        "enter <password> and </password> tags",
        "config=abcdefghijklmnopqrstuvwxyz sig=short",
        "at 12345678:30 it began",
        "tls.key: certs/server/tls.key",
        "kubectl create configmap c --from-literal=mode=fast",
        "MODULE.bazel.lock and NOTICE.md.template",
        "the API key is kept elsewhere",
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn credentials_in_headers_go_however_short() {
    for (told, kept) in [
        (
            "Authorization: Bearer x",
            format!("Authorization: Bearer {S}"),
        ),
        (
            "authorization: bearer abc",
            format!("authorization: bearer {S}"),
        ),
        (
            "curl -H 'Proxy-Authorization: basic eA==' x",
            format!("curl -H 'Proxy-Authorization: basic {S}' x"),
        ),
        (
            "> authorization:Bearer  a.b\n> accept: */*",
            format!("> authorization:Bearer  {S}\n> accept: */*"),
        ),
        (
            "sent Authorization: token ab12cd34ef to it",
            format!("sent Authorization: token {S} to it"),
        ),
        (
            r#"["Authorization: Bearer x","Accept: y"]"#,
            format!(r#"["Authorization: Bearer {S}","Accept: y"]"#),
        ),
        (
            r#"[[\"authorization\", \"x\"], [\"accept\", \"y\"]]"#,
            format!(r#"[[\"authorization\", \"{S}\"], [\"accept\", \"y\"]]"#),
        ),
        (
            r#"[["accept","y"],["x-api-key","z"]]"#,
            format!(r#"[["accept","y"],["x-api-key","{S}"]]"#),
        ),
        (
            r#"{"name": "Authorization", "value": "Bearer x"}"#,
            format!(r#"{{"name": "Authorization", "value": "{S}"}}"#),
        ),
        (
            "{'key':'db_password','value':'x y'}",
            format!("{{'key':'db_password','value':'{S}'}}"),
        ),
        ("bearer=abcdefghijklmnopqrstuvwxyz", format!("bearer={S}")),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
    for plain in [
        "Authorization: Bearer",
        "Authorization: Bearer YOUR_SECRET",
        "authorization: Bearer ${TOKEN}",
        "use Authorization: Bearer tokens for this",
        "Authorization: Basic authentication is refused",
        "authorization: none",
        "the authorization basic tutorial1",
        r#"["auth", "login"]"#,
        r#"{"concepts":["token","budget"]}"#,
        r#"{"name": "accept", "value": "x"}"#,
        r#"{"name": "password", "type": "string"}"#,
        r#"{"name": "tokens", "value": "512"}"#,
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn lists_behind_a_name_go() {
    for (told, kept) in [
        (
            "tokens: [\"ab12cd34ef\", \"salt\"]",
            format!("tokens: \"{S}\""),
        ),
        (
            "passwords = ['Tr0ub4dor3',\n  'x'] # mine",
            format!("passwords = '{S}' # mine"),
        ),
        (
            r#"password: [\"Zx9kQw3mQe\"]"#,
            format!(r#"password: \"{S}\""#),
        ),
        (
            r#"{"tokens":["ab12-cd34-ef56"]}"#,
            format!(r#"{{"tokens":"{S}"}}"#),
        ),
        (
            r#"{"api_keys":["k"],"n":1}"#,
            format!(r#"{{"api_keys":"{S}","n":1}}"#),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
    for plain in [
        "tokens: [\"the\", \"salt\"]",
        "tokens: [101, 2023, 2003, 1037, 3231, 102]",
        "auth: [\"src/middleware/authentication2.ts\"]",
        "password: [\"string\", \"null\"]",
        "fn auth(tokens: [&str; 5]) {}",
        r#"{"tokens":[101,2023,2003,1037,3231,102],"secrets":[]}"#,
        r#"{"tokens": {"prompt": 1200, "completion": 350}}"#,
    ] {
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn letters_nobody_sees_hide_nothing_and_stay_elsewhere() {
    for (told, kept) in [
        (
            "pass\u{200b}word=Zx9kQw3mQe \u{200d}end",
            format!("pass\u{200b}word={S} \u{200d}end"),
        ),
        (
            "{\"to\u{2060}ken\": \"a\u{200b}b\"}",
            format!("{{\"to\u{2060}ken\": \"{S}\"}}"),
        ),
        (
            "ä \u{feff}gh\u{ad}p_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab ö",
            format!("ä \u{feff}{S} ö"),
        ),
        (
            "fam\u{200d}ily \u{200b}",
            String::from("fam\u{200d}ily \u{200b}"),
        ),
    ] {
        assert_eq!(text(told), kept);
        assert_eq!(text(&kept), kept, "twice changes nothing");
    }
}

#[test]
fn passwords_go_by_whatever_name_programs_give_them() {
    for name in [
        "DB_PASS=",
        "SMTP_PASS=",
        "db_pass = \"",
        "dbPass=",
        "pass: ",
        "const pass = \"",
        "--pass ",
        "ROOT_PW=",
        "password := \"",
        "password => \"",
        "os.environ[\"DB_PASS\"] = \"",
        "PASSWORD_1=",
        "password2=",
        "SECRET1=",
        "API_SECRET_V2=",
        "ACCESS_KEY=",
        "SIGNING_KEY=",
        "SECRET_KEY_BASE=",
        "APP_KEY=",
        "CREDS=",
        "contraseña: ",
        "mot de passe : ",
        "пароль: ",
        "密码：",
    ] {
        let end = if name.ends_with('"') { "\"" } else { "" };
        let told = text(&format!("{name}Tr0ub4dor3{end} and more"));
        assert_eq!(told, format!("{name}{S}{end} and more"));
        assert_eq!(text(&told), told, "twice changes nothing");
    }
    for plain in [
        "all tests pass: 12 of 12",
        "the tests pass: see run42a",
        "compass: north2east",
        "bypass=feature12",
        "they pass=fail2 in the table",
        "access_key is a column",
        "the database_pass_rate2 grows",
    ] {
        assert_eq!(text(plain), plain);
    }
}
