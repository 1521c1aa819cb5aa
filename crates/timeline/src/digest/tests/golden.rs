//! Conversations written by hand, and the digests a person would accept for them.

use super::*;

#[track_caller]
fn reads(turns: &[Turn<'_>], expected: &str) {
    assert_eq!(read(&of_turns(turns)).trim(), expected.trim());
}

#[test]
fn a_bug_hunt_is_told_by_its_cause_and_its_fix() {
    let turns = [
        turn(Kind::SessionStart, Role::System, "startup"),
        user(
            "Hey! Can you please look at why the login test is flaky on CI? It fails about one in \
             five runs with a timeout in `session_redirect`.",
        ),
        agent("I'll take a look at the test first."),
        tool(
            "running 1 test\ntest auth::session_redirect ... FAILED\nthread 'auth::session_redirect' \
             panicked at src/auth/redirect.rs:88:13:\nassertion failed: cookie.is_some()",
        ),
        agent(
            "The test asserts on the session cookie before the redirect has been followed. The root \
             cause is a race: `SessionStore::commit` runs in a spawned task, so the cookie is \
             sometimes not written when the response goes out.",
        ),
        user("ok makes sense. Should we await the commit or add a retry in the test?"),
        agent(
            "Awaiting the commit is better, because users can hit the same race in production. I \
             changed `login_handler` to await `SessionStore::commit` before it builds the \
             redirect.\n```rust\nsession.commit().await?;\n```",
        ),
        tool("test auth::session_redirect ... ok"),
        agent("All 214 tests pass now, and I ran session_redirect 200 times without a failure."),
        user("great, thanks! commit it"),
    ];
    reads(
        &turns, "
Why the login test is flaky on CI
Why the login test is flaky on CI. I changed `login_handler` to await `SessionStore::commit` before it builds the redirect.
- Can you please look at why the login test is flaky on CI? [1]
- The root cause is a race: `SessionStore::commit` runs in a spawned task, so the cookie is sometimes not written when the response goes out. [4]
- Awaiting the commit is better, because users can hit the same race in production. [6]
- I changed `login_handler` to await `SessionStore::commit` before it builds the redirect. [6]
- All 214 tests pass now, and I ran session_redirect 200 times without a failure. [8]
commit | session_redirect | await | CI | race | cookie | login_handler",
    );
}

#[test]
fn a_plan_in_german_keeps_its_nouns_and_its_date() {
    let turns = [
        user(
            "Hallo, kannst du mir bitte helfen, die Migration von MySQL auf PostgreSQL zu planen? \
             Wir haben ungefähr 40 Tabellen und 12 GB Daten.",
        ),
        agent(
            "Gerne. Ich würde pgloader verwenden, weil es die Typen automatisch umwandelt. Die \
             Spalte `created_at` muss von DATETIME auf TIMESTAMPTZ geändert werden.",
        ),
        user("Was ist mit den Stored Procedures? Davon haben wir etwa 15 Stück."),
        agent(
            "Die Stored Procedures müssen von Hand nach PL/pgSQL übersetzt werden. Das größte Risiko \
             ist die Prozedur zur Rechnungsstellung, sie verwendet MySQL-Variablen.",
        ),
        user(
            "Gut, dann machen wir den Umzug am 14. März in der Nacht. Wartungsfenster ist von 22 \
             bis 4 Uhr.",
        ),
        agent(
            "Alles klar. Ich habe einen Plan mit Testlauf, Umzug und Rückfallplan in \
             docs/migration.md abgelegt.",
        ),
    ];
    reads(
        &turns,
        "
Die Migration von MySQL auf PostgreSQL zu planen
Die Migration von MySQL auf PostgreSQL zu planen. Die Stored Procedures müssen von Hand nach PL/pgSQL übersetzt werden.
- Wir haben ungefähr 40 Tabellen und 12 GB Daten. [0]
- Die Spalte `created_at` muss von DATETIME auf TIMESTAMPTZ geändert werden. [1]
- Die Stored Procedures müssen von Hand nach PL/pgSQL übersetzt werden. [3]
- Gut, dann machen wir den Umzug am 14. März in der Nacht. [4]
- Ich habe einen Plan mit Testlauf, Umzug und Rückfallplan in docs/migration.md abgelegt. [5]
Stored Procedures | Umzug | MySQL | PostgreSQL | Migration | Tabellen | Daten",
    );
}

#[test]
fn japanese_has_sentences_and_words_too() {
    let turns = [
        user(
            "すみません、ログイン画面でエラーが出ています。パスワードを入力すると「500 Internal \
             Server Error」と表示されます。",
        ),
        agent("確認します。サーバーのログを見せてください。"),
        tool("2026-01-30T10:00:00Z ERROR auth: connection refused (redis:6379)"),
        agent(
            "原因はRedisへの接続エラーです。セッションストアがRedisに接続できないため、認証処理が失敗しています。",
        ),
        user("Redisの設定はどこにありますか？"),
        agent(
            "設定は`config/session.yml`にあります。ホスト名が古いサーバーのままになっていたので、新しいRedisのアドレスに変更しました。",
        ),
        user("直りました。ありがとうございます！"),
    ];
    reads(
        &turns,
        "
ログイン画面でエラーが出ています
ログイン画面でエラーが出ています。 原因はRedisへの接続エラーです。
- すみません、ログイン画面でエラーが出ています。 [0]
- パスワードを入力すると「500 Internal Server Error」と表示されます。 [0]
- 原因はRedisへの接続エラーです。 [3]
Redis | エラー | 設定 | 接続 | Internal Server Error",
    );
}

#[test]
fn a_trip_is_told_by_its_places_and_people() {
    let turns = [
        user(
            "I'm planning a trip to San Francisco with Anna in May. We want to walk across the \
             Golden Gate Bridge and eat at Tartine Bakery.",
        ),
        agent(
            "That sounds lovely! May is usually mild. You should book the Alcatraz ferry two weeks \
             ahead, since it sells out.",
        ),
        user(
            "Good idea. Our hotel is the Hotel Zephyr at Fisherman's Wharf, we stay from May 12 to \
             May 17. Anna is allergic to peanuts, so restaurants need to know that.",
        ),
        agent(
            "Noted: peanut allergy for Anna. The F-line streetcar goes from Fisherman's Wharf to the \
             Ferry Building.",
        ),
        user("And what about a day trip to Muir Woods? Do we need a car?"),
        agent(
            "You can take the Muir Woods Shuttle on weekends; on weekdays you need a parking \
             reservation for a car.",
        ),
    ];
    reads(
        &turns, "
Planning a trip to San Francisco with Anna in May
Planning a trip to San Francisco with Anna in May. You can take the Muir Woods Shuttle on weekends; on weekdays you need a parking reservation for a car.
- I'm planning a trip to San Francisco with Anna in May. [0]
- We want to walk across the Golden Gate Bridge and eat at Tartine Bakery. [0]
- Anna is allergic to peanuts, so restaurants need to know that. [2]
- The F-line streetcar goes from Fisherman's Wharf to the Ferry Building. [3]
- You can take the Muir Woods Shuttle on weekends; on weekdays you need a parking reservation for a car. [5]
Anna | Fisherman's Wharf | trip | Muir Woods | San Francisco | ferry | Hotel Zephyr",
    );
}

#[test]
fn tools_alone_are_told_by_what_failed() {
    let turns = [
        tool(r#"{"tool":"Bash","command":"cargo build --release","output":"Compiling mneme"}"#),
        tool("src/main.rs\nsrc/lib.rs\nsrc/config.rs"),
        tool("error[E0382]: borrow of moved value: `config`\n  --> src/main.rs:14:20"),
    ];
    let digest = of_turns(&turns);
    assert_eq!(digest.title, "error[E0382]: borrow of moved value: config");
    let words: Vec<&str> = digest.keywords.iter().map(|k| k.word.as_str()).collect();
    assert!(
        words.contains(&"E0382") && words.contains(&"src/lib.rs"),
        "{words:?}"
    );
    assert_eq!(of_turns(&turns[..1]).title, "Bash: cargo build --release");
}

#[test]
fn little_is_told_as_little() {
    reads(
        &[user("fix the tests"), agent("Done.")],
        "Fix the tests\nFix the tests.\n- fix the tests\nfix | tests",
    );
    reads(&[user("ok")], "Ok\nOk.\n- ok\n");
    let marks = [
        turn(Kind::SessionStart, Role::System, ""),
        turn(Kind::SessionEnd, Role::System, ""),
    ];
    reads(&marks, "Session start and end\nSession start and end.\n");
    assert_eq!(of_turns(&marks[..1]).title, "Session start");
    assert_eq!(of_turns(&[]).title, "Messages without words");
}
