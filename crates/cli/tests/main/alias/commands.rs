//! The published commands, as far as their parts are there, one after another on one store.

use super::{Oss, PLAIN, READER, WRITER, client, usual};

/// A command, and what it says.
fn says(oss: &Oss, args: &[&str], facts: &[&str]) -> String {
    let said = oss.run(args).ok();
    for fact in facts {
        assert!(
            said.contains(fact),
            "{args:?} does not say '{fact}':\n{said}"
        );
    }
    said
}

fn of_a_server(oss: &Oss, id: &str) {
    let status = [
        "Namespaces:",
        "Workers:",
        "Index:",
        "total=",
        "embeddings: model=",
    ];
    says(oss, &["status"], &status);
    says(oss, &["status", "--namespace", "default"], &["default ["]);
    says(oss, &["recent", "--limit", "3"], &[]);
    says(
        oss,
        &["hud", "--limit", "2"],
        &["Memory HUD", "Quick actions:"],
    );
    says(oss, &["inspect", id], &["The ferry is red."]);
    says(oss, &["history", "show", id], &[id]);
    // Reviewing itself is tested where there is something to review.
    let none = ["Pending review items: 0"];
    says(oss, &["review", "queue"], &none);
    says(oss, &["decay", "--dry-run"], &[]);
    says(oss, &["migrate", "--dry-run"], &["No pending migrations"]);
    says(oss, &["migrate-embeddings", "--dry-run"], &[]);
    let published = ["--batch-size", "32", "--namespace", "default", "--dry-run"];
    says(
        oss,
        &[&["migrate-embeddings"][..], &published].concat(),
        &[],
    );
}

fn carried(oss: &Oss, id: &str) {
    let path = |name: &str| oss.home.path().join(name).display().to_string();
    let (bundle, backup) = (path("history.json"), path("all.tar.zst"));
    says(oss, &["history", "export", id, "-o", &bundle], &[]);
    let branch = ["history", "branch", id, "--target-namespace", "other"];
    says(
        oss,
        &[&branch[..], &["--dry-run"]].concat(),
        &["can_replay=true"],
    );
    says(oss, &branch, &["Branched history root"]);
    let replay = ["history", "replay", &bundle, "--namespace", "third"];
    says(oss, &[&replay[..], &["--dry-run"]].concat(), &["create=1"]);
    says(oss, &replay, &["imported=1"]);
    says(oss, &["backup", "-o", &backup, "--include-key"], &[]);
    oss.run(&["restore", &backup]).refused(1, "--force");
    says(oss, &["restore", &backup, "--force"], &[]);
    says(oss, &["doctor"], &["[ok]", "Doctor OK"]);
    says(oss, &["setup"], &["Keeping existing config."]);
}

#[test]
fn g_192_every_published_command_that_is_there_succeeds() {
    let toml = usual(PLAIN).replace("\"off\"", "\"hash-384\"");
    let oss = Oss::new(&toml);
    let server = oss.serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    let id = writer.remember("The ferry is red.");
    assert_eq!(client(&server, READER).ask("ferry"), ["The ferry is red."]);
    of_a_server(&oss, &id);
    server.stop();
    of_a_server(&oss, &id);
    carried(&oss, &id);
}

/// Every published command, as far as its part is there.
const COMMANDS: [&str; 24] = [
    "serve",
    "dev",
    "setup",
    "status",
    "doctor",
    "recent",
    "hud",
    "review",
    "review queue",
    "review confirm",
    "review reject",
    "review supersede",
    "history",
    "history show",
    "history export",
    "history replay",
    "history branch",
    "inspect",
    "backup",
    "restore",
    "decay",
    "migrate",
    "migrate-embeddings",
    "mcp-server",
];

/// Those whose parts are not there yet.
const LATER: [&str; 13] = [
    "passport export",
    "passport import",
    "bundle export",
    "bundle preview",
    "bundle validate",
    "bundle diff",
    "reader open",
    "reader diff",
    "adapter import",
    "adapter export",
    "connector list",
    "connector ingest",
    "conformance normalize",
];

/// The table of commands as it was published, a line each: a command, or its verbs behind it.
const PUBLISHED: [(&str, &[&str]); 22] = [
    ("serve", &[]),
    ("dev", &[]),
    ("mcp-server", &[]),
    ("setup", &[]),
    ("status", &[]),
    ("doctor", &[]),
    ("recent", &[]),
    ("hud", &[]),
    ("review", &["queue", "confirm", "reject", "supersede"]),
    ("passport", &["export", "import"]),
    ("bundle", &["export", "preview", "validate", "diff"]),
    ("reader", &["open", "diff"]),
    ("adapter", &["import", "export"]),
    ("connector", &["list", "ingest"]),
    ("history", &["show", "export", "replay", "branch"]),
    ("conformance", &["normalize"]),
    ("inspect", &[]),
    ("backup", &[]),
    ("restore", &[]),
    ("decay", &[]),
    ("migrate", &[]),
    ("migrate-embeddings", &[]),
];

#[test]
fn g_192_what_is_there_and_what_comes_later_is_all_that_was_published() {
    let whole = |(name, verbs): &(&str, &[&str])| match verbs.is_empty() {
        true => vec![(*name).to_owned()],
        false => verbs.iter().map(|verb| format!("{name} {verb}")).collect(),
    };
    let mut published: Vec<String> = PUBLISHED.iter().flat_map(whole).collect();
    published.sort();
    // A command that only has verbs explains itself, too, and is none of the table.
    let groups = ["review", "history"];
    let there = COMMANDS.iter().filter(|name| !groups.contains(name));
    let mut known: Vec<String> = there.chain(&LATER).map(|name| (*name).to_owned()).collect();
    known.sort();
    assert_eq!(known, published);
    let oss = Oss::new(&usual(PLAIN));
    for command in LATER {
        let words: Vec<&str> = command.split(' ').collect();
        let ran = oss.run(&words);
        assert_ne!(ran.code, 0, "{command}");
        assert!(
            ran.err.contains("is not in this build yet"),
            "{command}: {}",
            ran.err
        );
    }
}

#[test]
fn g_192_every_published_command_explains_itself_under_its_name() {
    let oss = Oss::new("this is no settings file");
    for command in COMMANDS {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let told = oss.run(&words).ok();
        let usage = format!("Usage: memoryoss {command}");
        assert!(told.contains(&usage), "{command}: {told}");
    }
}
