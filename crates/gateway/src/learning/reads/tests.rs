use super::*;
use crate::settings::{Mapping, Upstream};

fn keyed(key: &str) -> Upstream {
    Upstream {
        key: Some(Secret(key.into())),
        ..Upstream::at("http://127.0.0.1:1/v1")
    }
}

fn mapping(proxy_key: &str) -> Mapping {
    Mapping {
        proxy_key: Secret(proxy_key.into()),
        upstream_key: Some(Secret(format!("behind-{proxy_key}"))),
        namespace: "a".into(),
    }
}

#[test]
fn nobody_reads_without_a_key_that_was_given_for_it() {
    assert!(Reads::of(&Settings::default()).unwrap().is_none());
    let settings = Settings {
        openai: keyed("sk"),
        ..Settings::default()
    };
    assert_eq!(common_key(&settings).unwrap().0, "sk");
}

#[test]
fn a_key_behind_one_of_ours_reads_what_its_holder_says() {
    for published_habits in [false, true] {
        let mut settings = Settings {
            keys: vec![mapping("pk-one"), mapping("pk-two")],
            published_habits,
            ..Settings::default()
        };
        let Some(Reads::Each(chats)) = Reads::of(&settings).unwrap() else {
            panic!("each by its own");
        };
        assert!(chats.contains_key(&key_id("pk-one")) && chats.len() == 2);
        let own: Vec<String> = own_keys(&settings).map(|(_, key)| key.0).collect();
        assert_eq!(own, ["behind-pk-one", "behind-pk-two"]);
        settings.extraction.key = Some(Secret("told".into()));
        assert!(matches!(Reads::of(&settings), Ok(Some(Reads::With(_)))));
        settings.extraction.enabled = false;
        assert!(matches!(Reads::of(&settings), Ok(None)));
    }
}

#[test]
fn each_provider_is_asked_where_its_calls_go() {
    let mut settings = Settings {
        openai: keyed("sk"),
        ..Settings::default()
    };
    settings.anthropic = Upstream {
        url: "http://x/v1/messages".into(),
        ..keyed("ak")
    };
    settings.extraction.by = Extractor::Claude;
    let asked = |settings: &Settings| asking(settings, common_key(settings).unwrap());
    let told = asked(&settings);
    assert_eq!(
        (told.base_url.as_str(), told.api_key.0.as_str()),
        ("http://x/v1", "ak")
    );
    settings.extraction.by = Extractor::Ollama;
    assert_eq!(asked(&settings).base_url, "http://127.0.0.1:1");
    settings.openai = Upstream::at(OPENAI);
    assert_eq!(asked(&settings).base_url, "http://127.0.0.1:11434");
    assert_eq!(asked(&settings).tokens_per_day, 0, "no day is too long");
}
