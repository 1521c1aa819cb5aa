use std::fs;
use std::os::unix::fs::symlink;

use proptest::prelude::*;

use super::super::names::*;
use super::*;

#[test]
fn names_that_would_leave_their_place_are_refused() {
    for bad in [
        "",
        "  ",
        "a/b",
        "a\\b",
        "..",
        "a..b",
        ".hidden",
        "a\0b",
        "a\nb",
        &"x".repeat(201),
    ] {
        assert!(memory_name(bad).is_err(), "{bad:?}");
    }
    for good in ["open-browser", "a task (2)", "Übung", "a.b"] {
        assert_eq!(memory_name(good).unwrap(), good);
    }
}

#[test]
fn tenants_are_short_plain_words() {
    assert_eq!(tenant_id(" acme-1_x ").unwrap(), "acme-1_x");
    for bad in ["", "  ", "a b", "a/b", "ä", &"x".repeat(129)] {
        assert!(tenant_id(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn addresses_name_their_scheme_or_a_host_and_port() {
    for good in ["", "http://a", "https://a:1/b"] {
        assert!(
            http_address(good).is_ok() && grpc_address(good).is_ok(),
            "{good}"
        );
    }
    for bad in ["a", "ftp://a", "http://", "http:///x", "http://a b"] {
        assert!(
            http_address(bad).is_err() && grpc_address(bad).is_err(),
            "{bad}"
        );
    }
    assert!(grpc_address("127.0.0.1:50051").is_ok() && http_address("host:1").is_err());
    assert!(grpc_address("host:99999").is_err() && grpc_address(":1").is_err());
}

#[test]
fn paths_stay_inside() {
    for bad in [
        "",
        "/etc/passwd",
        "..",
        "a/../b",
        "../a",
        "a/..",
        ".",
        "./",
        "a\\b",
        "a\0",
    ] {
        assert!(relative_path(bad).is_err(), "{bad:?}");
    }
    assert_eq!(relative_path("./a//b/./c").unwrap(), "a/b/c");
    assert_eq!(relative_path("a..b/c").unwrap(), "a..b/c");
    assert_eq!(prefix("").unwrap(), "");
    assert_eq!(prefix("vision//frames/").unwrap(), "vision/frames/");
    assert!(prefix("../").is_err());
}

#[test]
fn a_073_pictures_are_named_by_step_and_time() {
    let step = |step_id, timestamp: &str| Step {
        step_id,
        timestamp: timestamp.into(),
        ..Step::default()
    };
    let named = frame(&step(7, "2026-01-02T03:04:05.678Z"), Shot::At, "png");
    assert_eq!(named, "vision/frames/step_0007_20260102_030405_at.png");
    let named = frame(&step(12_345, "no time"), Shot::Before, "webp");
    assert_eq!(
        named,
        "vision/frames/step_12345_00000000_000000_before.webp"
    );
    assert_eq!(closing_frame("webp"), "vision/frames/closing_state.webp");
}

#[test]
fn links_are_neither_opened_nor_listed() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 1);
    fs::write(root.path().join("secret"), "x").unwrap();
    symlink(root.path().join("secret"), dir.join("commands/link")).unwrap();
    symlink(root.path(), dir.join("out")).unwrap();
    assert!(inside::open(&dir, "commands/link").is_err());
    assert!(inside::open(&dir, "out/secret").is_err());
    assert!(inside::put(&dir, "out/secret", b"y").is_err());
    inside::put(&dir, "commands/link", b"y").unwrap();
    assert_eq!(read(root.path(), "secret"), "x");
    fs::remove_file(dir.join("commands/link")).unwrap();
    assert!(inside::open(&dir, METADATA).is_ok() && inside::open(&dir, "commands").is_err());
    let listed = inside::list(&dir, "commands/").unwrap();
    assert_eq!(listed.len(), 4, "{listed:?}");
    assert!(
        inside::list(&dir, "")
            .unwrap()
            .contains(&METADATA.to_owned())
    );
}

proptest! {
    #[test]
    fn whatever_is_asked_for_stays_inside(path in "[./a\\\\\\PC]{0,12}", timestamp in any::<String>()) {
        if let Ok(path) = relative_path(&path) {
            prop_assert!(path.split('/').all(|part| !matches!(part, "" | "." | "..")));
        }
        if let Ok(name) = memory_name(&path) {
            let joined = Path::new("root").join(name);
            prop_assert_eq!(joined.parent(), Some(Path::new("root")));
        }
        let _ = (tenant_id(&path), http_address(&path), grpc_address(&path), prefix(&path));
        let step = Step { timestamp, ..Step::default() };
        prop_assert!(relative_path(&frame(&step, Shot::After, "png")).is_ok());
    }
}
