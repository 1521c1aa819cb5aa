//! Searching: by words and by meaning, in the published shape and with its numbers.

use super::*;
use crate::meaning::{read, weights};
use crate::support::HASHED;

fn found(client: &mut Client, query: &str, limit: usize) -> Vec<Value> {
    let asked = json!({ "query": query, "limit": limit });
    let told = client.post("/agentmemory/search", &asked).ok();
    told.as_array().unwrap().clone()
}

fn ids(hits: &[Value]) -> Vec<&str> {
    hits.iter()
        .map(|hit| hit["obsId"].as_str().unwrap())
        .collect()
}

fn number(hit: &Value, field: &str) -> f64 {
    hit[field].as_f64().unwrap()
}

fn edit(session: &str, file: &str, text: &str) -> Value {
    let data =
        json!({ "tool_name": "Edit", "tool_input": { "file_path": file }, "tool_output": text });
    told(session, "post_tool_use", data)
}

fn prompt(client: &mut Client, text: &str) -> String {
    let session = unique("one");
    client.observe(&told(&session, "prompt_submit", json!({ "prompt": text })))
}

#[test]
fn n_062_n_068_n_069_hits_have_their_shape_and_their_numbers() {
    let (word, mut client) = (unique("quetzal"), guest(timeline()));
    let session = unique("shape");
    let id = client.observe(&edit(
        &session,
        "src/nest.rs",
        &format!("The {word} {word} sleeps"),
    ));
    let memory = json!({ "content": format!("The {word} eats figs at noon near the old mill"), "type": "pattern",
        "concepts": ["bird"], "files": ["docs/birds.md"] });
    let memory = client.post("/agentmemory/remember", &memory).body["memory"].take();
    let lesson = json!({ "content": format!("Never feed a {word} bread") });
    let lesson = client.post("/agentmemory/lessons", &lesson).body["lesson"].take();
    let hits = found(&mut client, &word, 10);
    assert_eq!(hits.len(), 3, "{hits:?}");
    for hit in &hits {
        let mut keys: Vec<&String> = hit.as_object().unwrap().keys().collect();
        keys.sort();
        assert_eq!(
            keys,
            [
                "bm25Score",
                "combinedScore",
                "concepts",
                "content",
                "files",
                "graphScore",
                "obsId",
                "sessionId",
                "title",
                "type",
                "vectorScore"
            ]
        );
        assert!(number(hit, "bm25Score") > 0.0, "{hit}");
        assert_eq!(
            (number(hit, "vectorScore"), number(hit, "graphScore")),
            (0.0, 0.0)
        );
    }
    for (rank, hit) in hits.iter().enumerate() {
        let worth = 1.0 / (61.0 + rank as f64);
        assert!(
            (number(hit, "combinedScore") - worth).abs() < 1e-12,
            "{rank}: {hit}"
        );
    }
    let hit = |id: &Value| hits.iter().find(|hit| hit["obsId"] == *id).unwrap();
    let seen = hit(&json!(id));
    assert_eq!(
        (&seen["sessionId"], &seen["type"]),
        (&json!(session), &json!("file_edit"))
    );
    assert_eq!(
        (&seen["title"], &seen["files"]),
        (&json!("Edit"), &json!(["src/nest.rs"]))
    );
    let kept = hit(&memory["id"]);
    assert_eq!(
        (&kept["sessionId"], &kept["type"]),
        (&json!("memory"), &json!("pattern"))
    );
    assert_eq!(
        (&kept["content"], &kept["title"]),
        (&memory["content"], &memory["title"])
    );
    assert_eq!(
        (&kept["concepts"], &kept["files"]),
        (&json!(["bird"]), &json!(["docs/birds.md"]))
    );
    let learnt = hit(&lesson["id"]);
    assert_eq!(
        (&learnt["sessionId"], &learnt["type"]),
        (&json!("memory"), &json!("lesson"))
    );
    assert_eq!(found(&mut client, &word, 1).len(), 1, "a limit is kept");
    let refused = client.post("/agentmemory/search", &json!({ "query": " " }));
    assert_eq!(
        refused.refused(400, "query_empty")["error"],
        "query is required"
    );
}

#[test]
fn n_063_stems_beginnings_and_other_names_are_found() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let said = [
        ("authentication", "We moved authentication into the gateway"),
        ("database", "The database grew again over night"),
        ("kubernetes", "Somebody broke kubernetes on Monday"),
    ];
    let ids: Vec<String> = said
        .iter()
        .map(|(_, text)| prompt(&mut client, text))
        .collect();
    for (query, n) in [
        ("authenticating", 0),
        ("authen", 0),
        ("db", 1),
        ("k8s", 2),
        ("authentication", 0),
    ] {
        let hits = found(&mut client, query, 10);
        assert_eq!(super::search::ids(&hits), [ids[n].as_str()], "{query}");
    }
    prompt(&mut client, "A db of its own");
    let hits = found(&mut client, "db", 10);
    assert_eq!(hits.len(), 2);
    assert_eq!(hits[1]["obsId"], ids[1], "another name counts less");
    assert!(found(&mut client, "zebra", 10).is_empty());
}

#[test]
fn n_063_half_a_word_is_found_before_what_only_seems_near() {
    let home = weights::home();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut remember = |content: &str, project: &str| {
        let said = json!({ "content": content, "project": project });
        let reply = client.post("/agentmemory/remember", &said);
        assert_eq!(reply.status, 201, "{}", reply.text);
    };
    for n in 0..40 {
        remember(&format!("a{n}"), &format!("p{n}"));
    }
    let meant = "We rely on OAuth authentication in the kubernetes database";
    remember(meant, "p");
    read(&home);
    for query in ["authen", "datab"] {
        let hits = found(&mut client, query, 10);
        assert_eq!(hits[0]["content"], meant, "{query}: {hits:?}");
        let cosines = hits.iter().map(|hit| number(hit, "vectorScore"));
        let nearer = cosines.filter(|near| *near > number(&hits[0], "vectorScore"));
        assert!(nearer.count() > 1, "others seem nearer: {hits:?}");
        let scores: Vec<f64> = hits
            .iter()
            .map(|hit| number(hit, "combinedScore"))
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }
}

#[test]
fn n_064_a_rare_word_beats_a_common_one() {
    let (common, rare, mut client) = (unique("common"), unique("rare"), guest(timeline()));
    for n in 0..20 {
        prompt(&mut client, &format!("The {common} thing number {n} again"));
    }
    let best = prompt(&mut client, &format!("The {rare} thing number 20 again"));
    let hits = found(&mut client, &format!("{common} {rare}"), 5);
    assert_eq!(hits[0]["obsId"], best);
    assert!(number(&hits[0], "bm25Score") > number(&hits[1], "bm25Score"));
    let scores: Vec<f64> = hits
        .iter()
        .map(|hit| number(hit, "combinedScore"))
        .collect();
    assert!(
        scores.windows(2).all(|pair| pair[0] >= pair[1]),
        "{scores:?}"
    );
}

#[test]
fn n_065_a_file_is_found_by_its_name() {
    let (file, mut client) = (unique("auth"), guest(timeline()));
    let id = client.observe(&edit(
        &unique("s"),
        &format!("src/middleware/{file}.ts"),
        "done",
    ));
    for query in [
        format!("{file}.ts"),
        format!("src/middleware/{file}.ts"),
        file.clone(),
    ] {
        assert_eq!(found(&mut client, &query, 5)[0]["obsId"], id, "{query}");
    }
}

#[test]
fn n_066_japanese_chinese_and_korean_are_found() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (text, query) in [
        ("認証トークンの有効期限を延長しました", "トークン"),
        ("数据库连接池已经优化完成", "连接池"),
        ("데이터베이스 마이그레이션을 완료했습니다", "데이터베이스"),
    ] {
        let id = prompt(&mut client, text);
        assert_eq!(found(&mut client, query, 5)[0]["obsId"], id, "{query}");
    }
}

#[test]
fn n_067_what_means_the_same_is_found_and_words_are_without_a_model() {
    let home = weights::home();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let meant = prompt(&mut client, weights::MEANT);
    prompt(&mut client, "The cat sleeps in the sun.");
    read(&home);
    let hits = found(&mut client, weights::ASKED, 5);
    assert_eq!(hits[0]["obsId"], meant, "{hits:?}");
    assert!(number(&hits[0], "vectorScore") > 0.2, "{hits:?}");
    server.stop();
    let missing = home.path().join("models");
    home.set(&format!(
        "[embeddings]\nmodel = \"all-minilm-l6-v2\"\nmodels_dir = {missing:?}\n"
    ));
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let hits = found(&mut client, weights::ASKED, 5);
    assert!(hits.iter().all(|hit| number(hit, "vectorScore") == 0.0));
    let hits = found(&mut client, "staging approval", 5);
    assert_eq!(ids(&hits), [meant.as_str()]);
    assert!((number(&hits[0], "combinedScore") - 1.0 / 61.0).abs() < 1e-12);
}

#[test]
fn n_068_two_lists_are_joined_by_their_ranks() {
    let home = Home::with_settings(HASHED);
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let near = prompt(&mut client, "Disestablishmentarians met.");
    let words = prompt(
        &mut client,
        "They spoke of antidisestablishmentarianism all day.",
    );
    read(&home);
    let hits = found(&mut client, "antidisestablishmentarianism", 5);
    assert_eq!(ids(&hits), [words.as_str(), near.as_str()]);
    let cosines = [
        number(&hits[0], "vectorScore"),
        number(&hits[1], "vectorScore"),
    ];
    assert!(cosines.iter().all(|cosine| *cosine >= 0.2), "{hits:?}");
    assert!(number(&hits[0], "bm25Score") > 0.0);
    // Which of the two is nearer is up to the model; what a rank is worth is not.
    let ranks = match cosines[0] >= cosines[1] {
        true => [61.0, 62.0],
        false => [62.0, 61.0],
    };
    let worth = [0.4 / 61.0 + 0.6 / ranks[0], 0.6 / ranks[1]];
    for (hit, worth) in hits.iter().zip(worth) {
        let told = number(hit, "combinedScore");
        assert!((told - worth).abs() < 1e-12, "{worth}: {hit}");
    }
}

#[test]
fn n_068_what_says_every_word_stands_with_the_nearest_however_many_these_are() {
    let home = Home::with_settings(HASHED);
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let around =
        "the harbour opens at noon, boats leave in the evening and nobody waits on Sundays";
    let words = prompt(
        &mut client,
        &format!("Antidisestablishmentarianism: {around}"),
    );
    for n in 0..30 {
        prompt(&mut client, &format!("Disestablishmentarians met {n}."));
    }
    read(&home);
    let hits = found(&mut client, "antidisestablishmentarianism", 10);
    let told = hits.iter().find(|hit| hit["obsId"] == words.as_str());
    let told = told.unwrap_or_else(|| panic!("it is not among {hits:?}"));
    assert!(
        (number(told, "combinedScore") - 0.6 / 61.0).abs() < 1e-12,
        "{told}"
    );
}

#[test]
fn n_064_a_name_is_found_before_one_that_is_only_like_it_on_every_page() {
    let home = Home::with_settings(HASHED);
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let around =
        "the harbour opens at noon, boats leave in the evening and nobody waits on Sundays";
    let meant = prompt(&mut client, &format!("JIRA-1042: {around}"));
    for n in 0..30 {
        prompt(&mut client, &format!("JIRA-10{}", 50 + n));
    }
    let near = prompt(&mut client, "JIRA-1041");
    read(&home);
    let all = found(&mut client, "JIRA-1042", 40);
    assert_eq!(all.len(), 32, "{all:?}");
    let all = ids(&all);
    assert!(all.contains(&near.as_str()), "it is like it");
    for limit in [1, 2, 5, 10, 20] {
        let page = found(&mut client, "JIRA-1042", limit);
        assert_eq!(ids(&page), all[..limit], "{limit}");
        assert_eq!(page[0]["obsId"], meant.as_str(), "{page:?}");
        let scores: Vec<f64> = page
            .iter()
            .map(|hit| number(hit, "combinedScore"))
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }
}

#[test]
fn n_070_told_again_nothing_changes_and_removed_it_is_gone() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut client, mut owner) = (guest(&server), server.owner());
    let event =
        |id: &str, text: &str| json!({ "id": id, "session": id, "text": text, "role": "user" });
    let all = [
        event("obs_one", "The kestrel hovers"),
        event("obs_two", "The kestrel lands and rests"),
    ];
    owner.ingest(&json!(all));
    let before = found(&mut client, "kestrel", 10);
    assert_eq!(before.len(), 2);
    owner.ingest(&json!([all[0]]));
    assert_eq!(
        found(&mut client, "kestrel", 10),
        before,
        "the same id again is nothing new"
    );
    let wish = json!({ "sessionId": "obs_one", "observationIds": ["obs_one"] });
    assert_eq!(client.post("/agentmemory/forget", &wish).ok()["deleted"], 1);
    assert_eq!(ids(&found(&mut client, "kestrel", 10)), ["obs_two"]);
}

#[test]
fn smart_search_shows_three_of_a_session() {
    let (word, mut client) = (unique("osprey"), guest(timeline()));
    let busy = unique("busy");
    for n in 0..6 {
        client.observe(&told(
            &busy,
            "prompt_submit",
            json!({ "prompt": format!("The {word} dived {n} times") }),
        ));
    }
    let other = prompt(
        &mut client,
        &format!("The {word} sat still for an hour or more and looked around"),
    );
    assert_eq!(
        found(&mut client, &word, 10).len(),
        7,
        "a plain search is not bounded so"
    );
    let asked = json!({ "query": word, "limit": 10 });
    let told = client.post("/agentmemory/smart-search", &asked).ok();
    let hits = told.as_array().unwrap();
    let of_busy = hits.iter().filter(|hit| hit["sessionId"] == busy);
    assert_eq!(of_busy.count(), 3);
    assert!(ids(hits).contains(&other.as_str()));
    let two = json!({ "query": word, "perSession": 2 });
    let told = client.post("/agentmemory/search", &two).ok();
    assert_eq!(told.as_array().unwrap().len(), 3);
}

#[test]
fn n_110_a_session_that_says_much_does_not_keep_others_from_being_heard() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for n in 0..130 {
        let prompt = json!({ "prompt": format!("zebra crossing number {n}") });
        client.observe(&told("busy", "prompt_submit", prompt));
    }
    for session in ["calm", "quiet"] {
        let prompt = format!("a {session} zebra, and much else that has little to do with it");
        let prompt = json!({ "prompt": prompt });
        client.observe(&told(session, "prompt_submit", prompt));
    }
    let asked = json!({ "query": "zebra crossing", "limit": 5 });
    let found = client.tool("memory_smart_search", asked);
    let found = found.as_array().unwrap();
    let of = |session: &str| {
        let hits = found.iter().filter(|hit| hit["sessionId"] == session);
        hits.count()
    };
    let heard = (of("busy"), of("calm"), of("quiet"));
    assert_eq!(heard, (3, 1, 1), "{found:?}");
    let asked = json!({ "query": "zebra crossing", "limit": 500 });
    let all = client.tool("memory_recall", asked);
    assert_eq!(
        all.as_array().unwrap().len(),
        100,
        "as many as there may be"
    );
}
