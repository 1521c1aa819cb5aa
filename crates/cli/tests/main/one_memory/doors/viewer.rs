//! The page, in a real browser: all questions in one sitting.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};

use super::{Door, Fact, Kept, Stage};
use crate::notebook::viewer::modules;
use crate::one_memory::story::{Story, dir};

/// What it showed the last time somebody looked, by the facts' marks.
#[derive(Default)]
pub struct Viewer(BTreeMap<String, bool>);

/// What a sitting may take, whatever happens.
const PATIENCE_MS: &str = "120000";

/// Runs the sitting; what came of each fact.
fn sit(stage: &Stage, facts: &Value) -> BTreeMap<String, bool> {
    let seen = stage.studio.home.path().join("seen.json");
    let mut node = Command::new("node");
    node.args(["--test", "--test-timeout", PATIENCE_MS])
        .arg(dir().join("viewer.test.mjs"))
        .env(
            "VIEWER_URL",
            format!("http://{}", stage.server().notebook()),
        )
        .env("NODE_PATH", modules())
        .env("FACTS", facts.to_string())
        .env("SEEN", &seen);
    let ran = node
        .output()
        .expect("node runs; `make tools-test` installs it");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}");
    let seen = std::fs::read_to_string(seen).unwrap();
    serde_json::from_str(&seen).unwrap()
}

fn shown(fact: &Fact) -> Value {
    json!({ "question": fact.question, "mark": fact.mark, "source": fact.source })
}

impl Door for Viewer {
    fn begin(&mut self, stage: &Stage, story: &Story) {
        let facts: Vec<Value> = story.facts.iter().map(shown).collect();
        self.0 = sit(stage, &json!({ "find": facts }));
    }

    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        self.0[&fact.mark]
    }

    fn forget(&mut self, stage: &Stage, fact: &Fact, _: &Kept) {
        let forgot = sit(stage, &json!({ "forget": [shown(fact)] }));
        assert!(forgot[&fact.mark]);
    }
}
