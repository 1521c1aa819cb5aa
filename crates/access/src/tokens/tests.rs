use serde_json::{Value, json};

use super::*;

const NOW: u64 = 1_700_000_000;

fn tokens() -> Tokens {
    Tokens::new(b"a secret of at least thirty-two bytes")
}

fn claims() -> Claims {
    Claims::new("sub".into(), "reader", "n".into(), "key".into()).living(NOW, 60)
}

/// Anything under a good signature.
fn signed(header: &Value, claims: &Value) -> String {
    let parts = [header, claims].map(|part| base64url::encode(part.to_string().as_bytes()));
    let signed = parts.join(".");
    let signature = hmac::sign(&tokens().secret, signed.as_bytes());
    format!("{signed}.{}", base64url::encode(signature.as_ref()))
}

fn hs256() -> Value {
    json!({ "alg": "HS256", "typ": "JWT" })
}

#[test]
fn a_token_says_what_was_signed_until_it_ends() {
    let text = tokens().sign(&claims()).unwrap();
    assert_eq!(tokens().read(&text, NOW).unwrap(), claims());
    assert!(tokens().read(&text, NOW + 59).is_ok());
    for late in [60, 61, 6_000] {
        let refused = tokens().read(&text, NOW + late);
        assert!(matches!(refused, Err(Error::BadToken)), "no leeway");
    }
}

#[test]
fn the_example_of_the_standard_verifies() {
    let secret =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    let key = hmac::Key::new(hmac::HMAC_SHA256, &base64url::decode(secret).unwrap());
    let signed = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    let signature = hmac::sign(&key, signed.as_bytes());
    assert_eq!(
        base64url::encode(signature.as_ref()),
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    );
}

#[test]
fn another_secret_another_letter_or_another_order_is_refused() {
    let good = tokens().sign(&claims()).unwrap();
    let other = Tokens::new(b"another secret of thirty-two bytes!")
        .sign(&claims())
        .unwrap();
    assert!(tokens().read(&other, NOW).is_err());
    for n in 0..good.len() {
        let mut changed = good.clone().into_bytes();
        changed[n] = if changed[n] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(tokens().read(&changed, NOW).is_err(), "letter {n}");
        assert!(tokens().read(&good[..n], NOW).is_err(), "cut at {n}");
    }
    for text in [
        "",
        ".",
        "..",
        "a.b.c",
        &format!("{good}."),
        &format!("{good}="),
    ] {
        assert!(tokens().read(text, NOW).is_err(), "{text}");
    }
    assert!(tokens().read(&"a.".repeat(9_999), NOW).is_err());
}

#[test]
fn only_the_one_algorithm_is_spoken() {
    let claims = serde_json::to_value(claims()).unwrap();
    assert!(tokens().read(&signed(&hs256(), &claims), NOW).is_ok());
    for alg in [
        "none", "None", "", "hs256", "HS384", "HS512", "RS256", "ES256",
    ] {
        let text = signed(&json!({ "alg": alg, "typ": "JWT" }), &claims);
        assert!(tokens().read(&text, NOW).is_err(), "{alg}");
        let unsigned = &text[..=text.rfind('.').unwrap()];
        assert!(
            tokens().read(unsigned, NOW).is_err(),
            "{alg} without a signature"
        );
    }
    let strange = [
        json!({}),
        json!([]),
        json!({ "alg": null }),
        json!({ "alg": "HS256", "crit": ["b64"] }),
    ];
    for header in strange {
        assert!(
            tokens().read(&signed(&header, &claims), NOW).is_err(),
            "{header}"
        );
    }
}

#[test]
fn end_issuer_and_audience_must_be_there_and_ours() {
    let whole = serde_json::to_value(claims()).unwrap();
    let without = ["exp", "iss", "aud", "sub", "role", "namespace"].map(|name| (name, Value::Null));
    let wrong = [
        ("iss", json!("them")),
        ("aud", json!("them")),
        ("aud", json!(["memoryoss"])),
    ];
    let ends = [json!("never"), json!(-1), json!(1e300), json!(0)].map(|end| ("exp", end));
    for (name, value) in without.into_iter().chain(wrong).chain(ends) {
        let mut changed = whole.clone();
        match value {
            Value::Null => drop(changed.as_object_mut().unwrap().remove(name)),
            value => changed[name] = value,
        }
        assert!(
            tokens().read(&signed(&hs256(), &changed), NOW).is_err(),
            "{changed}"
        );
    }
    let mut old = whole;
    old.as_object_mut().unwrap().remove("key");
    let read = tokens().read(&signed(&hs256(), &old), NOW).unwrap();
    assert_eq!(read.key_id(), "sub");
}
