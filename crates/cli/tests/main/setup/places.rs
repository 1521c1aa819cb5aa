//! Stores, models and files of agents that are somewhere else than usual.

use super::serving::without_a_model;
use super::*;

/// Started as mneme, as a person would.
fn mneme(desk: &Desk, args: &[&str]) -> Ran {
    let mut command = desk.home.program(&desk.home.line(&[])[0]);
    command
        .env("PATH", desk.at("bin"))
        .env("SHELL", "/bin/bash")
        .env("MEMORYOSS_SKIP_START", "1")
        .args(args);
    Ran::of(command.stdin(Stdio::null()))
}

#[test]
fn doctor_of_mneme_looks_at_the_store_that_was_set_up_wherever_it_is() {
    let desk = Desk::with(&["cursor"]);
    let store = desk.at("elsewhere/store");
    let there = store.to_str().unwrap();
    mneme(&desk, &["setup", "--yes", "--data-dir", there]).ok();
    without_a_model(&desk, ".memoryoss/memoryoss.toml");
    mneme(&desk, &["--data-dir", there, "remember", "kept elsewhere"]).ok();
    let well = mneme(&desk, &["doctor"]).ok();
    assert!(
        well.contains(&format!("[ok] directory: {there}\n")),
        "{well}"
    );
    let missing = mneme(&desk, &["status"]);
    let hint = format!("`--data-dir {there}` asks it");
    assert!(missing.err.contains(&hint), "{missing:?}");
    for file in ["mneme.db-wal", "mneme.db-shm"] {
        let _ = fs::remove_file(store.join(file));
    }
    fs::write(store.join("mneme.db"), "this is no database").unwrap();
    let told = mneme(&desk, &["doctor"]);
    assert_eq!(told.code, 1, "{told:?}");
    assert!(told.out.contains("[error] store: "), "{told:?}");
}

#[test]
fn where_models_are_is_written_for_the_server_too() {
    let said = |desk: &Desk| {
        let settings = desk.toml(".memoryoss/memoryoss.toml");
        let dir = settings["embeddings"].get("models_dir").cloned();
        dir.map(|dir| dir.as_str().unwrap().to_owned())
    };
    let desk = Desk::with(&["cursor"]);
    mneme(&desk, &["setup", "--yes"]).ok();
    assert_eq!(said(&desk), None);
    // Also into settings that are kept.
    let args = ["--models-dir", "/my models", "setup", "--yes"];
    mneme(&desk, &[&args[..], &["--profile", "auto"]].concat()).ok();
    assert_eq!(said(&desk).as_deref(), Some("/my models"));
    let desk = Desk::with(&["cursor"]);
    mneme(&desk, &args).ok();
    assert_eq!(said(&desk).as_deref(), Some("/my models"));
    let config = desk.at(".memoryoss/memoryoss.toml");
    let mut shown = desk.home.program(desk.at("memoryoss"));
    let shown = Ran::of(shown.arg("-c").arg(config).args(["config", "show"])).ok();
    assert!(shown.contains("/my models"), "{shown}");
    let desk = Desk::with(&["cursor"]).says("MNEME_MODELS_DIR", "/from the environment");
    desk.setup("cursor");
    let settings = desk.toml("oss/memoryoss.toml");
    let dir = settings["embeddings"]["models_dir"].as_str();
    assert_eq!(dir, Some("/from the environment"));
}

#[test]
fn another_store_or_place_for_models_that_is_named_later_takes_the_place_of_the_first() {
    let flags = [
        ("--data-dir", "storage", "data_dir"),
        ("--models-dir", "embeddings", "models_dir"),
    ];
    for (flag, section, key) in flags {
        for more in [
            &["--yes"][..],
            &["--reconfigure", "--yes"],
            &["--profile", "auto"],
        ] {
            let desk = Desk::with(&["cursor"]);
            let [one, two] = ["one", "two"].map(|name| desk.at(name).display().to_string());
            let said = || {
                let settings = desk.toml(".memoryoss/memoryoss.toml");
                settings[section][key].as_str().unwrap().to_owned()
            };
            let run = |dir: &str| {
                let named = [&["setup", flag, dir][..], more].concat();
                mneme(&desk, &named).ok()
            };
            run(&one);
            assert_eq!(said(), one, "{more:?}");
            let told = run(&two);
            assert_eq!(said(), two, "{more:?}");
            assert!(told.contains(&one) && told.contains(&two), "{told}");
            // Whoever names none keeps what holds.
            mneme(&desk, &[&["setup"][..], more].concat()).ok();
            assert_eq!(said(), two, "{more:?}");
            let kept = mneme(&desk, &["setup", flag, &two, "--yes"]).ok();
            assert!(kept.contains("Keeping existing config."), "{kept}");
            mneme(&desk, &["setup", "--undo", "--yes"]).ok();
        }
    }
}

#[test]
fn doctor_of_mneme_looks_for_the_model_where_the_server_does() {
    for there in [None, Some("elsewhere/store")] {
        let desk = Desk::with(&["cursor"]);
        let (models, usual) = (desk.at("my models"), desk.at(".cache/mneme/models"));
        let store = there.map(|there| desk.at(there).display().to_string());
        let named = store.iter().flat_map(|store| ["--data-dir", store]);
        let args: Vec<&str> = ["setup", "--yes", "--models-dir", models.to_str().unwrap()]
            .into_iter()
            .chain(named)
            .collect();
        mneme(&desk, &args).ok();
        let told = mneme(&desk, &["doctor"]).out;
        assert!(told.contains("is not here"), "{told}");
        assert!(told.contains(models.to_str().unwrap()), "{told}");
        assert!(!told.contains(usual.to_str().unwrap()), "{told}");
        assert_eq!(told.matches("model: words only").count(), 1, "{told}");
    }
}

#[test]
fn files_of_codex_are_seen_to_where_setup_found_them() {
    let desk = Desk::with(&["codex"]);
    let home = desk.at("cx");
    let desk = desk.says("CODEX_HOME", home.to_str().unwrap());
    desk.write("cx/config.toml", "model = \"o3\"\n");
    desk.setup("codex");
    let with = desk.read("cx/config.toml");
    let desk = desk.says("CODEX_HOME", "");
    let told = desk.run(&["doctor"]).ok();
    assert!(
        told.contains("[ok] codex mcp: ~/cx/config.toml\n"),
        "{told}"
    );
    desk.write("cx/config.toml", "model = \"o4\"\n");
    let told = desk.run(&["doctor"]);
    let line = "[error] codex mcp: ~/cx/config.toml is not as setup wrote it";
    assert!(told.out.contains(line), "{told:?}");
    desk.run(&["doctor", "--repair"]).ok();
    assert_eq!(desk.read("cx/config.toml"), with.replace("o3", "o4"));
    assert!(!desk.there(".codex"), "nobody asked for that");
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!(desk.read("cx/config.toml"), "model = \"o4\"\n");
}

#[test]
fn zsh_is_told_in_the_file_that_it_reads() {
    let desk = Desk::with(&["codex"]).says("SHELL", "/usr/bin/zsh");
    let dir = desk.at("zsh");
    let desk = desk.says("ZDOTDIR", dir.to_str().unwrap());
    let theirs = "export OPENAI_API_KEY=sk-proj-1\n";
    desk.write("zsh/.zshrc", theirs);
    desk.setup("codex");
    let with = desk.read("zsh/.zshrc");
    assert!(with.contains(OPENAI_URL), "{with}");
    assert!(!desk.there(".zshrc"), "nobody reads it");
    // From any shell.
    let desk = desk.says("ZDOTDIR", "");
    let told = desk.run(&["doctor"]).ok();
    assert!(told.contains("[ok] shell: ~/zsh/.zshrc\n"), "{told}");
    desk.write("zsh/.zshrc", theirs);
    desk.run(&["doctor", "--repair"]).ok();
    assert_eq!(desk.read("zsh/.zshrc"), with);
    desk.write("zsh/.zshrc", &format!("# mine\n{with}"));
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!(desk.read("zsh/.zshrc"), format!("# mine\n{theirs}"));
}
