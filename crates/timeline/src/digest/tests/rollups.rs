use super::*;

fn of(texts: &[&str]) -> Digest {
    let turns: Vec<Turn<'_>> = texts.iter().map(|text| user(text)).collect();
    of_turns(&turns)
}

fn rolled(digests: &[Digest], weights: &[f32]) -> Rollup {
    let child = |(digest, weight): (&'_ Digest, &f32)| (digest.clone(), *weight);
    let kept: Vec<(Digest, f32)> = digests.iter().zip(weights).map(child).collect();
    let children: Vec<Child<'_>> = kept
        .iter()
        .map(|(digest, weight)| Child {
            title: &digest.title,
            digest,
            weight: *weight,
        })
        .collect();
    of_children(&children)
}

fn day() -> [Digest; 3] {
    [
        of(&[
            "Please move the mail service from RabbitMQ to NATS.",
            "The mail service must keep its retry queue when it moves to NATS.",
        ]),
        of(&[
            "Plan the trip to Lisbon with Anna in May.",
            "Anna wants to stay near the Alfama district in Lisbon.",
        ]),
        of(&[
            "Is the mail service on NATS yet?",
            "The mail service must keep its retry queue when it moves to NATS.",
        ]),
    ]
}

#[test]
fn a_day_is_told_by_its_segments() {
    let rollup = rolled(&day(), &[900.0, 700.0, 300.0]);
    assert_eq!(rollup.title, "Move the mail service from RabbitMQ to NATS");
    assert_eq!(
        rollup.summary,
        "Discussions on mail service, NATS, Lisbon and Anna. Move the mail service from RabbitMQ to NATS; Plan the trip to Lisbon with Anna in May; The mail service must keep its retry queue."
    );
    assert!(rollup.bullets.len() <= 5 && rollup.keywords.len() <= 10);
    let words: Vec<&str> = rollup.keywords.iter().map(|k| k.word.as_str()).collect();
    assert!(
        words.contains(&"NATS") && words.contains(&"Lisbon"),
        "{words:?}"
    );
}

#[test]
fn what_several_parts_say_is_said_once_and_supported_by_all() {
    let rollup = rolled(&day(), &[1.0, 1.0, 1.0]);
    let text = "The mail service must keep its retry queue when it moves to NATS.";
    let merged: Vec<&Merged> = rollup.bullets.iter().filter(|b| b.text == text).collect();
    assert_eq!(merged.len(), 1);
    let children: Vec<usize> = merged[0].from.iter().map(|(child, _)| *child).collect();
    assert_eq!(children, [0, 2]);
    for (child, bullet) in rollup.bullets.iter().flat_map(|b| b.from.iter()) {
        assert!(day()[*child].bullets.get(*bullet).is_some());
    }
}

#[test]
fn a_week_rolls_up_days_and_names_their_topics() {
    let monday = rolled(&day(), &[3.0, 2.0, 1.0]).into_digest();
    let tuesday = of(&[
        "Write the release notes for version 2.",
        "The release notes need a section on NATS.",
    ]);
    let week = rolled(&[monday, tuesday], &[6.0, 2.0]);
    assert_eq!(week.title, "Move the mail service from RabbitMQ to NATS");
    assert!(
        week.summary.contains("Write the release notes"),
        "{}",
        week.summary
    );
    assert!(
        week.bullets.iter().any(|b| b.from[0].0 == 1),
        "both days are heard"
    );
}

#[test]
fn odd_weights_and_empty_parts_do_no_harm() {
    assert_eq!(of_children(&[]), Rollup::default());
    let empty = Digest::default();
    let rollup = rolled(&[empty, day()[1].clone()], &[f32::NAN, -1.0]);
    assert_eq!(rollup.title, "Plan the trip to Lisbon with Anna in May");
}

#[test]
fn a_digest_survives_being_written_down() {
    let digest = &day()[0];
    let text = serde_json::to_string(digest).unwrap();
    assert_eq!(&serde_json::from_str::<Digest>(&text).unwrap(), digest);
}

#[test]
fn nearly_the_same_words_support_each_other() {
    let first = of(&["The mail service must keep its retry queue when it moves to NATS."]);
    let second = of(&["When it moves to NATS, the mail service should keep the retry queue."]);
    let rollup = rolled(&[first, second], &[1.0, 1.0]);
    assert_eq!(rollup.bullets.len(), 1, "said once");
    assert_eq!(rollup.bullets[0].from, [(0, 0), (1, 0)]);
}

fn japanese() -> Digest {
    of(&[
        "本番サーバーのRedisに接続できません。",
        "接続プールの上限を二倍にしました。",
    ])
}

#[test]
fn a_day_in_another_script_is_heard_above() {
    let short = of(&["接続プールを二倍にした。", "デプロイは金曜日です。"]);
    let english = rolled(&day(), &[3.0, 2.0, 1.0]).into_digest();
    let other = of(&[
        "Write the release notes for version 2 of the billing service.",
        "The release notes need a section on NATS and one on invoices.",
    ]);
    let week = rolled(&[english, short, other], &[6.0, 6.0, 6.0]);
    let heard: Vec<usize> = week.bullets.iter().map(|b| b.from[0].0).collect();
    assert!(heard.contains(&1), "{week:?}");
    assert!(heard.contains(&0) && heard.contains(&2), "{week:?}");
}

#[test]
fn a_summary_names_words_of_its_own_language() {
    let rollup = rolled(
        &[day()[0].clone(), day()[1].clone(), japanese()],
        &[3.0, 1.0, 9.0],
    );
    let (told, _) = rollup.summary.split_once(". ").unwrap();
    assert!(told.starts_with("Discussions on "), "{}", rollup.summary);
    assert!(!told.contains(clean::is_dense), "{}", rollup.summary);
    let rollup = rolled(&[japanese()], &[1.0]);
    assert!(rollup.summary.starts_with("話題："), "{}", rollup.summary);
}

#[test]
fn short_sentences_of_dense_scripts_are_quoted() {
    for text in ["接続プールを二倍にした。", "배포가 다시 실패했습니다."] {
        assert!(text.chars().count() < MIN_ANCHOR_CHARS);
        let digest = of(&[text]);
        assert!(digest.bullets[0].source.is_some(), "{digest:?}");
    }
    for text in ["It is done.", "はい。"] {
        assert!(!is_quotable(text), "{text}");
    }
}

#[test]
fn a_day_in_several_languages_is_told_in_each_of_them() {
    let german = of(&[
        "Bitte prüfe die Datenbank und sage mir, ob der Index noch stimmt.",
        "Der Index der Datenbank wurde gestern neu gebaut und ist wieder schnell.",
    ]);
    let japanese = of(&[
        "認証サービスの更新トークンが失敗する原因を調べてください。",
        "原因はキャッシュの期限切れでした。認証サービスを修正しました。",
    ]);
    let english = day()[0].clone();
    let rollup = rolled(&[english, german, japanese], &[900.0, 500.0, 500.0]);
    for opening in ["Discussions on ", "Gespräche über ", "話題："] {
        assert!(rollup.summary.contains(opening), "{}", rollup.summary);
    }
    let heard = |child: usize| {
        let of = |b: &Merged| b.from.iter().any(|(at, _)| *at == child);
        rollup.bullets.iter().any(of)
    };
    assert!(heard(0) && heard(1) && heard(2), "{:?}", rollup.bullets);
}
