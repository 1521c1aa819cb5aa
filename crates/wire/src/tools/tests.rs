use super::*;

use serde_json::json;

fn given(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other} is no object"),
    }
}

#[test]
fn names_are_unique_and_sets_have_their_size() {
    let all: Vec<&str> = Set::All.tools().map(|tool| tool.name).collect();
    for name in &all {
        assert_eq!(all.iter().filter(|other| *other == name).count(), 1);
    }
    assert_eq!(Set::Notebook.tools().count(), 31);
    assert_eq!(Set::Memoryoss.tools().count(), 4);
    assert_eq!(Set::Core.tools().count(), 6);
    assert_eq!(all.len(), 41);
    for name in Set::NAMES {
        assert!(Set::parse(name).is_some(), "{name}");
    }
    assert_eq!(Set::parse("Core"), None);
}

#[test]
fn n_114_every_schema_describes_its_arguments() {
    for tool in Set::All.tools() {
        let schema = tool.schema();
        assert_eq!(schema["type"], "object", "{}", tool.name);
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.len(), tool.arguments.len(), "{}", tool.name);
        for (name, property) in properties {
            assert!(property["type"].is_string(), "{} {name}", tool.name);
            let about = property["description"].as_str().unwrap();
            assert!(about.len() > 4, "{} {name}", tool.name);
        }
        let needed = tool.arguments.iter().filter(|argument| argument.needed);
        let needed: Vec<&str> = needed.map(|argument| argument.name).collect();
        assert_eq!(schema["required"], json!(needed), "{}", tool.name);
        assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
    }
}

#[test]
fn arguments_are_read_however_agents_write_them() {
    let save = Set::Notebook.find("memory_save").unwrap();
    let as_text = given(json!({ "content": "x", "files": "a.rs, b.rs,", "concepts": null }));
    let as_list = given(json!({ "content": "x", "files": ["a.rs", " b.rs "] }));
    assert_eq!(save.read(as_text), save.read(as_list));
    let recall = Set::Notebook.find("memory_recall").unwrap();
    for limit in [json!(5), json!(5.0), json!("5"), json!(" 5.0 ")] {
        let read = recall.read(given(json!({ "query": "x", "limit": limit })));
        assert_eq!(read.unwrap()["limit"], 5);
    }
    let create = Set::Notebook.find("memory_slot_create").unwrap();
    let read = create.read(given(
        json!({ "label": "a", "pinned": "False", "_meta": {} }),
    ));
    let kept = given(json!({ "label": "a", "pinned": false }));
    assert_eq!(read.unwrap(), kept, "what is a client's own is left out");
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let tool = |name| Set::Notebook.find(name).unwrap();
    let refused = |name, value| tool(name).read(given(value)).unwrap_err().0;
    assert_eq!(refused("memory_recall", json!({})), "query is required");
    assert_eq!(
        refused("memory_recall", json!({ "query": "x", "limit": "many" })),
        "limit must be a number"
    );
    assert_eq!(
        refused("memory_save", json!({ "content": "x", "files": 7 })),
        "files must be a list of texts"
    );
    assert_eq!(
        refused("memory_save", json!({ "content": 7 })),
        "content must be a text"
    );
    assert_eq!(
        refused("memory_recall", json!({ "qurey": "x" })),
        "there is no argument 'qurey': this tool takes query*, limit (* is needed)"
    );
    assert_eq!(
        refused("memory_frontier", json!({ "limit": 3 })),
        "there is no argument 'limit': this tool takes none"
    );
    let sync = refused("memory_antigravity_sync", json!({ "mode": "some" }));
    assert!(sync.starts_with("mode must be one of current_session"));
}
