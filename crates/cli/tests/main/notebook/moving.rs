//! From another program's file, from another store, and back: by the command line.

use std::fs;

use super::*;
use crate::support::in_python;

/// A file as the notebook this one took the place of writes it.
const OLD: &str = r#"
import sqlite3, json, sys
db = sqlite3.connect(sys.argv[1])
db.execute("PRAGMA journal_mode=WAL")
db.execute("CREATE TABLE kv_store(scope TEXT, key TEXT, value JSON, PRIMARY KEY(scope, key))")
db.execute("CREATE TABLE audit_log(id INTEGER PRIMARY KEY, ts INTEGER, agent_id TEXT, message TEXT)")
def put(scope, key, value):
    db.execute("INSERT INTO kv_store VALUES(?,?,?)", (scope, key, json.dumps(value)))
for n in range(3):
    s = f"sess_{n}"
    put("mem:sessions", s, dict(id=s, project="/w/app", cwd="/w/app", startedAt=f"2026-01-0{n+1}T00:00:00Z",
        status="completed", endedAt=f"2026-01-0{n+1}T01:00:00Z", observationCount=2, agentId=None))
    for m in range(2):
        o = f"obs_{n}_{m}"
        put("mem:obs:" + s, o, dict(id=o, sessionId=s, timestamp=f"2026-01-0{n+1}T00:0{m}:00.000Z", hookType="post_tool_use",
            type="command_run", title="Bash", subtitle=None, narrative="make | ok", facts=[], concepts=[], files=[],
            importance=5, confidence=0.3, toolName="Bash", toolInput="make", toolOutput="ok", raw=None))
old = dict(id="mem_a", createdAt="2026-01-01T00:00:00Z", updatedAt="2026-01-02T00:00:00Z", type="fact", title="t",
    content="The deploy needs one approval", concepts=[], files=[], sessionIds=[], strength=7, version=1, parentId=None,
    supersedes=[], sourceObservationIds=[], isLatest=False)
put("mem:memories", "mem_a", old)
put("mem:memories", "mem_b", dict(old, id="mem_b", content="The deploy needs two approvals", version=2, parentId="mem_a",
    supersedes=["mem_a"], isLatest=True))
put("mem:lessons", "lsn_x", dict(id="lsn_x", content="Always lint", context="", confidence=0.55, reinforcements=1, source="manual",
    sourceIds=[], project="", tags=[], createdAt="2026-01-01T00:00:00Z", updatedAt="2026-01-01T00:00:00Z", decayRate=0.05))
put("mem:slots", "guidance", dict(label="guidance", content="mind the gap", sizeLimit=1500, description="d", pinned=True, readOnly=False))
put("mem:slots:global", "persona", dict(label="persona", content="terse", sizeLimit=1000, description="d", pinned=True, readOnly=False))
put("mem:actions", "act_1", dict(id="act_1", title="mend", description="", priority=0, status="pending", tags=[], sessionId=None,
    createdAt="2026-01-01T00:00:00Z", updatedAt="2026-01-01T00:00:00Z"))
put("mem:index:bm25", "manifest", dict(v=1))
if len(sys.argv) > 2:
    day = "2026-01-01T00:00:00Z"
    put("mem:relations", "rel_1", dict(id="rel_1", sourceId="mem_b", targetId="obs_0_0", type="related", createdAt=day))
    put("mem:summaries", "sess_0", dict(sessionId="sess_0", project="/w/app", createdAt=day, title="A day", narrative="It was built",
        keyDecisions=[], filesModified=[], concepts=[], observationCount=2))
    put("mem:crystals", "cry_1", dict(id="cry_1", narrative="It was built", keyOutcomes=[], filesAffected=[], lessons=[],
        sourceActionIds=[], sessionId="sess_0", project="/w/app", createdAt=day))
    put("mem:semantic", "sem_1", dict(id="sem_1", fact="The build is green", confidence=0.6, sourceSessionIds=["sess_0"], strength=1))
    put("mem:procedural", "proc_1", dict(id="proc_1", name="Build", steps=["make"], triggerCondition="a change", frequency=2, strength=1,
        sourceSessionIds=["sess_0"]))
    put("mem:commits", "abc", dict(sha="abc", shortSha="abc", sessionIds=["sess_0"], linkedAt=day))
    for scope in ["profiles", "insights", "audit", "graph:nodes", "graph:edges", "image-refs", "leases", "routines", "signals",
                  "checkpoints", "mesh", "sketches", "facets", "sentinels", "retention", "access", "team:red"]:
        put("mem:" + scope, "one", dict(id="one", content="x"))
db.commit()
"#;

#[test]
fn n_089_every_row_is_taken_over_or_told_as_left_out() {
    let home = Home::new();
    let file = home.path().join("agentmemory.db");
    in_python(&home, OLD, &[file.to_str().unwrap(), "all scopes"]);
    let told = home.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    let sum = |counts: &Value| -> u64 {
        let counts = counts.as_object().unwrap().values();
        counts.map(|n| n.as_u64().unwrap()).sum()
    };
    let rows = 3 + 6 + 2 + 1 + 2 + 1 + 1 + 6 + 17;
    let counted = sum(&told["imported"]) + sum(&told["left_out"]);
    assert_eq!(counted, rows, "{told:#}");
    for (list, of) in [
        ("relations", "imported"),
        ("summaries", "imported"),
        ("crystals", "imported"),
        ("semanticMemories", "imported"),
        ("proceduralMemories", "imported"),
        ("commits", "imported"),
        ("mem:insights", "left_out"),
        ("mem:graph:nodes", "left_out"),
        ("mem:team:red", "left_out"),
    ] {
        assert_eq!(told[of][list], 1, "{list}: {told:#}");
    }
}

#[test]
fn n_089_a_slot_of_the_forerunner_reaches_every_session() {
    let home = Home::new();
    let file = home.path().join("agentmemory.db");
    in_python(&home, OLD, &[file.to_str().unwrap()]);
    home.run(&["notebook", "import", file.to_str().unwrap()])
        .ok();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for project in ["/w/app", "/w/other"] {
        let asked = json!({ "sessionId": "new", "project": project });
        let told = client.post("/agentmemory/context", &asked).ok();
        let text = told["context"].as_str().unwrap();
        assert!(text.contains("## guidance\nmind the gap"), "{text}");
    }
}

#[test]
fn n_089_the_sqlite_file_of_its_forerunner_is_taken_over() {
    let home = Home::new();
    let file = home.path().join("agentmemory.db");
    in_python(&home, OLD, &[file.to_str().unwrap()]);
    let before = fs::read(&file).unwrap();
    let told = home.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    let wanted = json!({ "sessions": 3, "observations": 6, "memories": 2, "lessons": 1, "slots": 2, "actions": 1 });
    for (list, many) in wanted.as_object().unwrap() {
        assert_eq!(&told["imported"][list], many, "{list}: {told}");
    }
    assert_eq!(told["left_out"], json!({ "mem:index:bm25": 1 }));
    assert_eq!(fs::read(&file).unwrap(), before, "it is left as it was");
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let export = client.get("/agentmemory/export").ok();
    assert_eq!(export["sessions"].as_array().unwrap().len(), 3);
    let memories = client.get("/agentmemory/memories?latest=true").ok();
    assert_eq!(
        (
            &memories["total"],
            &memories["memories"][0]["id"],
            &memories["memories"][0]["version"]
        ),
        (&json!(1), &json!("mem_b"), &json!(2))
    );
    assert_eq!(client.observations("sess_0")[1]["toolOutput"], "ok");
    let again = home.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    assert_eq!(again["imported"]["observations"], 0, "{again}");
    assert_eq!(again["imported"]["memories"], 0, "{again}");
    fs::write(
        home.path().join("broken.db"),
        "SQLite format 3\0 and nothing else",
    )
    .unwrap();
    home.run(&["notebook", "import", "broken.db"])
        .refused(2, "[bad_file]");
    home.run(&["notebook", "import", "nowhere.db"])
        .refused(2, "[bad_file]");
}

#[test]
fn n_089_a_broken_row_is_named_with_its_table_and_what_is_wrong() {
    let home = Home::new();
    let file = home.path().join("agentmemory.db");
    in_python(&home, OLD, &[file.to_str().unwrap()]);
    let spoil = r#"
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE kv_store SET value = substr(value, 1, 20) WHERE key = 'lsn_x'")
db.execute("UPDATE kv_store SET value = NULL WHERE key = 'act_1'")
db.execute("UPDATE kv_store SET value = '{\"timestamp\": 7}' WHERE key = 'obs_1_0'")
db.commit()
"#;
    in_python(&home, spoil, &[file.to_str().unwrap()]);
    let import = ["notebook", "import", file.to_str().unwrap()];
    home.run(&[&import[..], &["--strategy", "replace"]].concat())
        .refused(2, "replace would forget");
    let told = home.run(&import).refused(2, "[bad_file]");
    for said in [
        "table kv_store, row mem:actions/act_1: its value is NULL",
        "(and 2 rows more); the rest was imported",
    ] {
        assert!(told.err.contains(said), "{told:?}");
    }
    for said in [
        "table kv_store, row mem:lessons/lsn_x: its value is not JSON: EOF",
        "table kv_store, row mem:obs:sess_1/obs_1_0: invalid type: integer",
        "5 observations",
    ] {
        assert!(told.out.contains(said), "{told:?}");
    }
    assert!(!told.out.contains("mem:actions left out"), "{told:?}");
    let export = home.json(&["notebook", "export"]);
    assert_eq!(export["memories"].as_array().unwrap().len(), 2, "{export}");
}

#[test]
fn n_089_what_the_notebook_refuses_is_named_by_its_row() {
    let home = Home::new();
    let file = home.path().join("agentmemory.db");
    in_python(&home, OLD, &[file.to_str().unwrap()]);
    let spoil = r#"
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE kv_store SET value = '{\"content\": \"\"}' WHERE key = 'lsn_x'")
db.commit()
"#;
    in_python(&home, spoil, &[file.to_str().unwrap()]);
    let told = home.run(&["notebook", "import", file.to_str().unwrap()]);
    let told = told.refused(2, "[bad_file]");
    let said = "agentmemory.db table kv_store, row mem:lessons/lsn_x: it says nothing";
    assert!(told.err.contains(said), "{told:?}");
    let empty = home.path().join("empty.db");
    in_python(
        &home,
        "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\ndb.execute('CREATE TABLE other(x)')\ndb.commit()\n",
        &[empty.to_str().unwrap()],
    );
    let told = home.run(&["notebook", "import", empty.to_str().unwrap()]);
    let told = told.refused(2, "table kv_store cannot be read: no such table");
    assert!(told.err.contains("[bad_file]"), "{told:?}");
}

#[test]
fn notes_and_sessions_survive_the_export_of_the_whole_store() {
    let (home, other) = (Home::new(), Home::new());
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let start = json!({ "sessionId": "s", "project": "/code/app", "cwd": "/code/app/src", "title": "A title" });
    client.post("/agentmemory/session/start", &start).ok();
    client.observe(&told(
        "s",
        "post_tool_use",
        json!({ "tool_name": "Edit", "tool_input": { "path": "a.rs" } }),
    ));
    client.observe(&told("s", "prompt_submit", json!({ "prompt": "why?" })));
    client.post(
        "/agentmemory/lessons",
        &json!({ "content": "Always lint first" }),
    );
    client
        .post(
            "/agentmemory/slot/append",
            &json!({ "label": "persona", "text": "terse" }),
        )
        .ok();
    client
        .post("/agentmemory/actions", &json!({ "title": "mend it" }))
        .ok();
    client.post(
        "/agentmemory/remember",
        &json!({ "content": "a fact of two words", "project": "/code/app" }),
    );
    let before = home.json(&["notebook", "export"]);
    for more in [&["--events"][..], &["--events", "--lines"][..]] {
        let file = home.path().join(format!("whole{}", more.len()));
        let mut args = vec!["export", "-o", file.to_str().unwrap()];
        args.extend(more);
        home.run(&args).ok();
        other.run(&["import", file.to_str().unwrap()]).ok();
        let mut after = other.json(&["notebook", "export"]);
        after["exportedAt"] = before["exportedAt"].clone();
        assert_eq!(after, before, "{more:?}");
    }
    other.run(&["verify"]).ok();
}

#[test]
fn an_export_goes_by_the_command_line_as_well() {
    let (home, other) = (Home::new(), Home::new());
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in 0..120 {
        client.observe(&told(&format!("s{session}"), "stop", json!("seen")));
    }
    let file = home.path().join("notebook.json");
    home.run(&["notebook", "export", "-o", file.to_str().unwrap()])
        .ok();
    let told = other.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    assert_eq!(
        (
            &told["imported"]["sessions"],
            &told["imported"]["observations"]
        ),
        (&json!(120), &json!(120)),
        "{told}"
    );
    let mut after = other.json(&["notebook", "export"]);
    let written = fs::read_to_string(&file).unwrap();
    let before: Value = serde_json::from_str(&written).unwrap();
    after["exportedAt"] = before["exportedAt"].clone();
    assert_eq!(after, before);
    // As some editors leave a file behind.
    fs::write(&file, format!("\u{feff}{written}")).unwrap();
    let told = other.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    assert_eq!(told["imported"]["observations"], 0, "{told}");
    assert_eq!(told["broken"], json!([]));
}

#[test]
fn n_087_talks_of_this_machine_go_to_a_notebook_elsewhere() {
    let (here, there) = (Home::new(), Home::new());
    super::files::talk(&here, "cccc1111-2222-3333-4444", "fix it", "/w/app");
    let server = served(&there, &[("AGENTMEMORY_SECRET", "hush")]);
    let sync = |url: &str, secret: &str| {
        let mut command = here.command(&["notebook", "sync", "antigravity", "--json"]);
        command
            .env("AGENTMEMORY_URL", url)
            .env("AGENTMEMORY_SECRET", secret);
        crate::support::Ran::soon(command)
    };
    let url = format!("http://{}", server.notebook());
    let told = sync(&url, "hush").json();
    assert_eq!(
        (&told["observationsAdded"], &told["syncedSessions"]),
        (&json!(1), &json!(["antigravity_cccc1111_2222_3333"])),
        "{told}"
    );
    let again = sync(&format!("{url}/agentmemory"), "hush").json();
    assert_eq!(again["observationsAdded"], 0);
    assert_ne!(sync(&url, "wrong").code, 0);
}

#[test]
fn n_094_the_guide_names_calls_that_are_there_and_the_port_they_are_at() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    guest(&server)
        .get("/agent.md")
        .refused(401, "bad_credential");
    let mut client = Client::new(server.notebook(), Some("hush"));
    let guide = client.get("/agent.md");
    assert_eq!(
        (guide.status, guide.header("content-type")),
        (200, Some("text/markdown; charset=utf-8"))
    );
    assert!(
        guide
            .text
            .contains(&format!("http://{}", server.notebook())),
        "{}",
        guide.text
    );
    assert!(
        !guide.text.contains("hush") && client.get("/auth.md").text.contains("AGENTMEMORY_SECRET")
    );
    let calls = guide
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split_once('`'));
    let calls: Vec<(String, String)> = calls
        .map(|(call, _)| call.split_once(' ').unwrap())
        .map(|(method, path)| (method.to_owned(), path.replace("{id}", "x")))
        .collect();
    assert!(calls.len() > 30, "{calls:?}");
    for (method, path) in calls {
        let reply = client.send(&method, &path, b"");
        assert_ne!(
            reply.body["code"], "no_such_route",
            "{method} {path}: {}",
            reply.text
        );
        assert_ne!(reply.status, 405, "{method} {path}");
    }
}

#[test]
fn n_096_the_alias_listens_where_its_variables_say() {
    let home = Home::new();
    let bin = home.path().join("bin");
    home.run(&["install-aliases", "--dir", bin.to_str().unwrap()])
        .ok();
    let door = |variables: &[(&str, &str)]| {
        let mut command = home.program(bin.join("agentmemory"));
        command
            .args(["config", "show", "--json"])
            .env("MNEME_DATA_DIR", home.data())
            .envs(variables.iter().copied());
        let shown: Value = crate::support::Ran::of(&mut command).json();
        let rows = shown
            .as_array()
            .cloned()
            .unwrap_or_else(|| shown["settings"].as_array().unwrap().clone());
        let row = rows
            .iter()
            .find(|row| row["key"] == "doors.notebook")
            .unwrap();
        row["value"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        door(&[("III_REST_PORT", "4001"), ("PORT", "4002")]),
        "127.0.0.1:4001"
    );
    assert_eq!(door(&[("PORT", "4002")]), "127.0.0.1:4002");
    assert_eq!(door(&[]), "127.0.0.1:3111");
    fs::create_dir_all(home.path().join(".agentmemory")).unwrap();
    fs::write(
        home.path().join(".agentmemory/.env"),
        "# mine\nPORT=\"4003\"\nAGENTMEMORY_SECRET=hush\nIII_REST_PORT=\n",
    )
    .unwrap();
    assert_eq!(door(&[]), "127.0.0.1:4003");
    assert_eq!(
        door(&[("PORT", "4002")]),
        "127.0.0.1:4002",
        "the environment wins"
    );
    let mut command = home.program(bin.join("agentmemory"));
    command.env("MNEME_DATA_DIR", home.data()).env("PORT", "0");
    let server = Server::launch(command, &home);
    guest(&server)
        .get("/agentmemory/sessions")
        .refused(401, "bad_credential");
    let mut client = Client::new(server.notebook(), Some("hush"));
    client.get("/agentmemory/sessions").ok();
}

#[test]
fn an_export_to_a_dash_is_printed_and_nothing_else_is() {
    let home = Home::new();
    let id = home.json(&["remember", "The lamp is lit at dusk.", "--json"])["id"].clone();
    for args in [
        &["export", "-o", "-"][..],
        &["export", "--output", "-", "--events"],
        &["notebook", "export", "-o", "-"],
        &["history", "export", id.as_str().unwrap(), "-o", "-"],
    ] {
        let ran = home.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
        assert!(!ran.err.contains("are in"), "{args:?}: {ran:?}");
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        assert!(told.to_string().contains("lit at dusk"), "{args:?}");
        assert!(!home.path().join("-").exists(), "{args:?}");
    }
}

#[test]
fn what_is_not_in_a_file_is_forgotten_only_where_somebody_says_yes() {
    let home = Home::new();
    home.run(&["remember", "The lamp is lit at dusk."]).ok();
    home.run(&["notebook", "export", "-o", "old.json"]).ok();
    home.run(&["remember", "Nobody rows after the bell."]).ok();
    let import = ["notebook", "import", "old.json", "--strategy", "replace"];
    let refused = home.run(&import).refused(2, "[bad_request]");
    assert!(refused.err.contains("--yes"), "{refused:?}");
    let all = |home: &Home| home.json(&["list", "--json"])["count"].clone();
    assert_eq!(all(&home), 2, "nothing was done");
    let done = home.run(&[&import[..], &["--yes"][..]].concat()).ok();
    assert!(
        done.contains("1 were here and are forgotten for good"),
        "{done}"
    );
    assert_eq!(all(&home), 1);
    let told = home.json(&[&import[..], &["--yes", "--json"][..]].concat());
    assert_eq!(told["replaced"], 0, "{told}");
}
