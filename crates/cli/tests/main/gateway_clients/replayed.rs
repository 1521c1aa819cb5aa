//! What each client sends passes untouched where memory is off.

use mneme_peers::upstream::Request;

use super::*;

pub const FACT: &str = "The billing service is deployed to Frankfurt once Nadia approves it.";
const OFF: (&str, &str) = ("X-Memory-Mode", "off");

/// Of one connection only.
const HOP: [&str; 5] = [
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "date",
];

fn sent_on(headers: &[(String, String)]) -> Vec<(String, String)> {
    let lower = headers
        .iter()
        .map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
    let mut kept: Vec<_> = lower
        .filter(|(name, _)| !HOP.contains(&name.as_str()) && !name.starts_with("x-memory-"))
        .collect();
    kept.sort();
    kept
}

/// The same bytes arrived: body, query, and each header but those of a connection.
fn assert_untouched(recorded: &Recorded, arrived: &Request) {
    let name = &recorded.name;
    assert_eq!(arrived.body, recorded.body, "{name}");
    let direct = recorded.direct();
    let target = direct.line.split(' ').nth(1).unwrap();
    assert_eq!(arrived.target, target, "{name}");
    assert_eq!(
        sent_on(&arrived.headers),
        sent_on(&recorded.headers),
        "{name}"
    );
}

#[test]
fn g_216_with_memory_off_no_byte_of_seven_clients_differs_there_or_back() {
    let (stage, direct) = (Stage::new(), Provider::start());
    stage.server.owner().remember(FACT);
    for recorded in recorded() {
        let through = exchange(stage.server.http(), &recorded, &[OFF]);
        let straight = exchange(direct.address(), &recorded.direct(), &[]);
        assert_eq!(through.status, 200, "{}: {}", recorded.name, through.text());
        assert_eq!(through.body, straight.body, "{}", recorded.name);
        for (name, value) in sent_on(&straight.headers) {
            let told = through.header(&name);
            assert_eq!(told, Some(value.as_str()), "{}: {name}", recorded.name);
        }
        assert_eq!(through.header("x-memory-injected-count"), Some("0"));
        assert_untouched(&recorded, stage.provider.take_requests().last().unwrap());
    }
    stage.server.assert_sound();
}

/// Everything that was sent is there, in its order, around one piece that is new.
pub fn assert_inserted(name: &str, sent: &[u8], arrived: &[u8]) {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let before = sent.iter().zip(arrived).take_while(same).count();
    let behind = sent.iter().rev().zip(arrived.iter().rev());
    let behind = behind.take_while(same).count();
    assert!(
        before + behind >= sent.len() && arrived.len() > sent.len(),
        "{name}: more than one piece is new in {}",
        String::from_utf8_lossy(arrived)
    );
}

#[test]
fn g_216_a_packed_body_of_codex_passes_as_it_is_and_is_read_where_memory_is_on() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    let codex = recorded().into_iter().find(|r| r.name == "codex").unwrap();
    let mut packed = codex.saying(zstd::encode_all(codex.body.as_slice(), 3).unwrap());
    let coding = (String::from("content-encoding"), String::from("zstd"));
    packed.headers.push(coding);
    let got = exchange(stage.server.http(), &packed, &[OFF]);
    assert_eq!(got.status, 200, "{}", got.text());
    let arrived = stage.provider.take_requests().pop().unwrap();
    assert_untouched(&packed, &arrived);
    let got = exchange(stage.server.http(), &packed, &[]);
    assert_eq!(got.status, 200, "{}", got.text());
    let arrived = stage.provider.take_requests().pop().unwrap();
    assert!(arrived.memory().unwrap().contains("Frankfurt"));
}
