//! What is kept, and what never is.

use super::*;

#[test]
fn a_226_secrets_of_the_environment_stay_out_of_the_file() {
    let mut house = House::new();
    let secrets = [
        "MA_IPC_TOKEN",
        "MA_ANNOTATOR_MGMT_TOKEN",
        "MA_CC_TOKEN",
        "MA_EYES_TOKEN",
        "MA_ANNOTATOR_KEY",
        "AWS_SECRET_ACCESS_KEY",
    ];
    for name in secrets {
        house.set(name, &format!("secret-of-{name}"));
    }
    house.put(r#"{"ipc_token": "legacy-1", "annotator_key_hash": "legacy-2", "model": {"cost_per_1k_input_tokens": 0.003}}"#);
    let answer = house.run(&["--tenant-id", "t"]).unwrap();
    house.run(&["--show"]).unwrap();
    let text = fs::read_to_string(house.file()).unwrap();
    assert!(!text.contains("secret-of"), "{text}");
    for key in [
        "ipc_token",
        "annotator_key_hash",
        "cost_per_1k_input_tokens",
    ] {
        assert!(
            answer.warnings.iter().any(|line| line.contains(key)),
            "{key}"
        );
        assert!(text.contains(key));
    }
    assert!(!answer.warnings.join(" ").contains("legacy-"));
    let config = house.load().unwrap();
    for (secret, name) in [
        (&config.control_center.token, "MA_CC_TOKEN"),
        (&config.the_eyes.token, "MA_EYES_TOKEN"),
        (&config.annotator_key, "MA_ANNOTATOR_KEY"),
    ] {
        assert_eq!(
            house.found(secret).unwrap().unwrap(),
            format!("secret-of-{name}")
        );
    }
}

#[test]
fn a_secret_may_be_named_by_a_variable_or_a_file() {
    let mut house = House::new();
    house.put(r#"{"control_center_token": "env:TOKEN", "the_eyes_token": "file:~/eyes", "annotator_key": "plain"}"#);
    let config = house.load().unwrap();
    let lost = house.found(&config.control_center.token).unwrap_err();
    assert!(lost.error.contains("control_center_token") && lost.error.contains("TOKEN"));
    assert!(
        house
            .found(&config.the_eyes.token)
            .unwrap_err()
            .error
            .contains("the_eyes_token")
    );
    house.set("TOKEN", "one");
    fs::write(house.dir.path().join("eyes"), "two\n").unwrap();
    assert_eq!(
        house.found(&config.control_center.token).unwrap().unwrap(),
        "one"
    );
    assert_eq!(house.found(&config.the_eyes.token).unwrap().unwrap(), "two");
    assert_eq!(
        house.found(&config.annotator_key).unwrap().unwrap(),
        "plain"
    );
    assert_eq!(
        house.found(&config.observability.metrics_token).unwrap(),
        None
    );
}

#[test]
fn without_a_file_there_are_the_defaults() {
    let house = House::new();
    let config = house.load().unwrap();
    assert!(config.redis_url.is_empty() && config.ipc_port.is_none());
    assert_eq!(config.retention, Retention::Seed);
    assert_eq!(config.storage_path, house.dir.path().join("memories"));
    assert_eq!(
        config.ipc_socket_path,
        house.dir.path().join(".memory-archive/ma.sock")
    );
    assert_eq!(
        config.temp_session_dir,
        std::path::Path::new("/tmp/ma-sessions")
    );
    assert_eq!(
        config.observability.log_levels,
        [(String::new(), String::from("info"))]
    );
    assert_eq!(config.observability.metrics_port, 9_091);
    assert!(config.warnings.is_empty());
    assert!(!house.file().exists());
    house.put(r#"{"redis_url": "", "ipc_port": null}"#);
    let config = house.load().unwrap();
    assert!(config.redis_url.is_empty() && config.ipc_port.is_none());
}

/// Both spellings are read and kept.
#[test]
fn backends_and_rules_are_kept_in_either_spelling() {
    let house = House::new();
    let text = r#"{"storage_backends": [{"name": "l", "provider": "local", "path": "~/m"}],
      "storage_routing_rules": [{"match": {}, "backend": "l"}],
      "cloud": {"backends": [{"name": "a"}], "routing_rules": [{"match_default": true, "backend": "a"}]}}"#;
    house.put(text);
    let answer = house.run(&["--tenant-id", "t"]).unwrap();
    assert!(
        answer
            .warnings
            .iter()
            .any(|line| line.contains("cloud.backends"))
    );
    let (old, mut new): (serde_json::Value, _) =
        (serde_json::from_str(text).unwrap(), house.written());
    new.as_object_mut().unwrap().remove("tenant_id");
    assert_eq!(new, old);
}

#[test]
fn a_link_to_the_file_stays_one() {
    let house = House::new();
    fs::create_dir(house.dir.path().join("dotfiles")).unwrap();
    let real = house.dir.path().join("dotfiles/archive.json");
    fs::write(&real, "{}").unwrap();
    fs::create_dir(house.file().parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&real, house.file()).unwrap();
    house.run(&["--tenant-id", "t"]).unwrap();
    assert!(house.file().is_symlink());
    assert!(fs::read_to_string(real).unwrap().contains("tenant_id"));
}

#[test]
fn no_key_is_listed_twice_and_every_default_fits() {
    for (n, key) in KEYS.iter().enumerate() {
        assert!(
            !KEYS[n + 1..].iter().any(|other| other.path == key.path),
            "{}",
            key.path
        );
        let value: serde_json::Value = match key.fallback {
            Fallback::None => continue,
            Fallback::Text(text) => text.into(),
            Fallback::Number(number) => number.into(),
            Fallback::Switch(switch) => switch.into(),
        };
        key.check(&Node::Leaf(value)).unwrap();
        assert!(!matches!(key.kind, Kind::Objects));
    }
    assert!(changes(&ConfigFlags::default()).is_empty());
}
