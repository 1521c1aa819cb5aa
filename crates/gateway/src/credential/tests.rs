use std::sync::Arc;

use mneme_access::ConfiguredKey;
use mneme_model::Clock;

use super::*;
use crate::memory::{Absent, Settled};
use crate::settings::Upstream;

const MAPPED: &str = "pk-one";

fn settings() -> Settings {
    let mapping = |key: &str, upstream: Option<&str>, namespace: &str| Mapping {
        proxy_key: Secret(key.into()),
        upstream_key: upstream.map(|key| Secret(key.into())),
        namespace: namespace.into(),
    };
    Settings {
        keys: vec![
            mapping(MAPPED, Some("sk-real"), "one"),
            mapping("pk-two", None, "two"),
        ],
        own_keys: [key_id("ek_mine")].into(),
        ..Settings::default()
    }
}

fn map(pairs: &[(&str, &str)]) -> HeaderMap {
    let pairs = pairs.iter().map(|(name, value)| {
        (
            name.parse::<header::HeaderName>().unwrap(),
            value.parse().unwrap(),
        )
    });
    pairs.collect()
}

fn asked(form: Form, settings: &Settings, pairs: &[(&str, &str)], peer: &str) -> Result<Admitted> {
    let headers = map(pairs);
    let visit = Visit {
        headers: &headers,
        peer: peer.parse().ok(),
        host: Some("localhost:8000"),
        recalls: true,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime
        .unwrap()
        .block_on(admit(form, settings, &absent(), &visit))
}

/// A key that the settings name is known without a store.
fn absent() -> Absent {
    let access = mneme_access::Settings {
        api_keys: vec![ConfiguredKey::new("ek_told", Role::Writer, "told")],
        ..mneme_access::Settings::default()
    };
    Absent(Settled::new(&access, Arc::new(Noon)).unwrap())
}

struct Noon;

impl Clock for Noon {
    fn now_ms(&self) -> i64 {
        43_200_000
    }
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

#[test]
fn a_key_of_ours_stands_for_one_of_the_provider() {
    let told = asked(
        Form::OpenAi,
        &settings(),
        &[("authorization", &bearer(MAPPED))],
        "10.0.0.1",
    )
    .unwrap();
    assert_eq!(
        (told.caller.namespace.as_str(), told.shown.secret()),
        ("one", "sk-real")
    );
    let without = asked(
        Form::OpenAi,
        &settings(),
        &[("authorization", "Bearer pk-two")],
        "127.0.0.1",
    );
    assert!(without.is_err(), "it has nothing to show");
    for pair in [
        ("x-api-key", MAPPED.to_owned()),
        ("authorization", bearer(MAPPED)),
    ] {
        let told = asked(
            Form::Anthropic,
            &settings(),
            &[(pair.0, &pair.1)],
            "10.0.0.1",
        )
        .unwrap();
        assert!(matches!(told.shown, Shown::ApiKey(key) if key.0 == "sk-real"));
    }
}

#[test]
fn the_providers_own_key_passes_from_this_machine_only() {
    let token = bearer("sk-theirs");
    let pair = ("authorization", token.as_str());
    let told = asked(Form::OpenAi, &settings(), &[pair], "127.0.0.1").unwrap();
    assert_eq!(
        (told.caller.namespace.as_str(), told.shown.secret()),
        ("default", "sk-theirs")
    );
    assert!(asked(Form::OpenAi, &settings(), &[pair], "10.0.0.1").is_err());
    for (name, value, passes) in [
        ("x-forwarded-for", "203.0.113.9", false),
        ("x-forwarded-for", "127.0.0.1, 10.0.0.1", false),
        ("x-forwarded-for", "127.0.0.1", true),
        ("x-real-ip", "unknown", false),
        ("forwarded", "for=127.0.0.1;proto=http", true),
        ("forwarded", "for=\"[2001:db8::1]:80\"", false),
        ("origin", "https://evil.example", false),
    ] {
        let told = asked(
            Form::OpenAi,
            &settings(),
            &[pair, (name, value)],
            "127.0.0.1",
        );
        assert_eq!(told.is_ok(), passes, "{name}: {value}");
    }
    let open = Settings {
        passthrough: Passthrough::Anywhere,
        ..settings()
    };
    assert!(asked(Form::OpenAi, &open, &[pair], "10.0.0.1").is_ok());
    let shut = Settings {
        passthrough: Passthrough::No,
        ..settings()
    };
    assert!(asked(Form::OpenAi, &shut, &[pair], "127.0.0.1").is_err());
}

#[test]
fn a_key_of_the_store_never_reaches_a_provider() {
    // {"alg":"HS256"} and {"iss":"memoryoss"}: a token nobody holds any more.
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJtZW1vcnlvc3MifQ.AAAA";
    for own in ["mk_0123", "ek_mine", token] {
        let token = bearer(own);
        assert!(
            asked(
                Form::OpenAi,
                &settings(),
                &[("authorization", &token)],
                "127.0.0.1"
            )
            .is_err()
        );
        assert!(
            asked(
                Form::Anthropic,
                &settings(),
                &[("x-api-key", own)],
                "127.0.0.1"
            )
            .is_err()
        );
    }
}

#[test]
fn nor_does_one_with_something_around_it() {
    let key = "mk_0123456789";
    for wrapped in [
        format!("Bearer {key}"),
        format!("\"{key}\""),
        format!("OPENAI_API_KEY={key}"),
        key.replace('_', "%5F"),
        format!("Bearer {MAPPED}"),
        "'ek_mine'".to_owned(),
    ] {
        let token = bearer(&wrapped);
        let told = |form, name, value: &str| {
            let told = asked(form, &settings(), &[(name, value)], "127.0.0.1");
            told.err().map(|refused| (refused.why, refused.message))
        };
        let openai = told(Form::OpenAi, "authorization", &token);
        let (why, words) = openai.unwrap_or_else(|| panic!("{wrapped}"));
        assert_eq!(why, Why::Unknown, "{wrapped}");
        assert!(words.contains("send the key alone"), "{words}");
        assert!(told(Form::Anthropic, "authorization", &token).is_some());
        assert!(told(Form::Anthropic, "x-api-key", &wrapped).is_some());
    }
    let mut headers = map(&[
        ("cookie", &format!("t={MAPPED}; u=1")),
        ("user-agent", "sdk"),
    ]);
    keep_back(&settings(), &mut headers);
    assert_eq!(headers.len(), 1);
    assert!(shows(&settings(), "/proxy/v1/models/mk_0123456789"));
    assert!(!shows(&settings(), "/proxy/v1/models/gpt-one-mk_0"));
}

#[test]
fn a_persons_token_goes_through_as_it_is() {
    let configured = Settings {
        openai: Upstream {
            key: Some(Secret("sk-configured".into())),
            ..Upstream::at("http://x")
        },
        ..settings()
    };
    let token = bearer("eyJabc");
    let told = asked(
        Form::OpenAi,
        &configured,
        &[("authorization", &token)],
        "127.0.0.1",
    )
    .unwrap();
    assert!(told.oauth && told.shown.secret() == "eyJabc");
    let told = asked(
        Form::OpenAi,
        &configured,
        &[("authorization", "Bearer sk-x")],
        "127.0.0.1",
    )
    .unwrap();
    assert!(!told.oauth && told.shown.secret() == "sk-x");
    let published = Settings {
        published_habits: true,
        ..configured.clone()
    };
    let pair = ("authorization", "Bearer sk-x");
    let told = |settings: &Settings| {
        let told = asked(Form::OpenAi, settings, &[pair], "127.0.0.1").unwrap();
        assert_eq!(told.caller.namespace, "default");
        told.shown.secret().to_owned()
    };
    assert_eq!(told(&published), "sk-x", "there are keys to be known by");
    let keyless = Settings {
        keys: Vec::new(),
        ..published
    };
    assert_eq!(told(&keyless), "sk-configured");
    let told = asked(
        Form::Anthropic,
        &configured,
        &[("authorization", &token)],
        "127.0.0.1",
    )
    .unwrap();
    assert!(told.oauth && matches!(told.shown, Shown::Bearer(_)));
}

#[test]
fn a_key_of_the_settings_is_known_without_a_store() {
    let mut settings = settings();
    settings.own_keys.insert(key_id("ek_told"));
    settings.openai.key = Some(Secret("sk-own".into()));
    let by = |key: &str| {
        let token = bearer(key);
        let pair = [("authorization", token.as_str())];
        asked(Form::OpenAi, &settings, &pair, "127.0.0.1")
    };
    let told = by("ek_told").unwrap();
    assert_eq!(told.caller.namespace, "told");
    assert_eq!(told.shown.secret(), "sk-own");
    assert!(told.once && told.by_key);
    for other in ["mk_0123", "ek_mine"] {
        assert_eq!(by(other).err().unwrap().why, Why::Away, "{other}");
    }
}
