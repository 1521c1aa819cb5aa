//! Bodies nobody would write by hand: whatever JSON may look like, it passes as it is.

use mneme_peers::upstream::Request;

use super::exchange::Got;
use super::replayed::assert_inserted;
use super::*;
use crate::support::Random;

const ROUNDS: usize = 120;

/// A body of chat completions with chance in every place JSON leaves to its writer.
struct Writer {
    random: Random,
    text: String,
}

impl Writer {
    fn body(random: Random) -> (Random, String) {
        let text = String::new();
        let mut writer = Self { random, text };
        writer.put("{");
        writer.extras();
        writer.field("model", "\"gpt-4o\"");
        writer.put(",");
        writer.messages();
        writer.put(",");
        writer.extras();
        let stream = writer.one_of(&["true", "false"]);
        writer.field("stream", stream);
        writer.put("}");
        (writer.random, writer.text)
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.random.below(choices.len() as u64) as usize]
    }

    /// A piece with space around it as it may be.
    fn put(&mut self, piece: &str) {
        for _ in 0..self.random.below(3) {
            let space = self.one_of(&[" ", "\n", "\t", "\r\n", "   "]);
            self.text.push_str(space);
        }
        self.text.push_str(piece);
    }

    fn field(&mut self, name: &str, value: &str) {
        // A name may be spelt with escapes, too.
        let name = match self.random.below(4) {
            0 => format!("\"\\u{:04x}{}\"", u32::from(name.as_bytes()[0]), &name[1..]),
            _ => format!("\"{name}\""),
        };
        self.put(&name);
        self.put(":");
        self.put(value);
    }

    fn extras(&mut self) {
        for n in 0..self.random.below(4) {
            let value = self.value(2);
            self.field(&format!("extra_{n}"), &value);
            self.put(",");
        }
    }

    /// Numbers no float keeps, escapes, letters of all sorts, empty things.
    fn value(&mut self, depth: u64) -> String {
        const PLAIN: [&str; 14] = [
            "null",
            "true",
            "1.0",
            "1E+30",
            "-0",
            "0.1000000000000000055",
            "9007199254740993",
            "123456789012345678901234567890",
            r#""\u00e9\/\b\f""#,
            r#""é 🦀 \ud83e\udd80 \u0000""#,
            r#""\u2028<memory_context>""#,
            "[]",
            "{}",
            r#"{"a":1,"a":2}"#,
        ];
        match (depth, self.random.below(3)) {
            (1.., 0) => format!("[ {} ,{}]", self.value(depth - 1), self.value(depth - 1)),
            (1.., 1) => format!("{{\"k\" :{}}}", self.value(depth - 1)),
            _ => self.one_of(&PLAIN).to_owned(),
        }
    }

    fn messages(&mut self) {
        let mut turns = Vec::new();
        if self.random.below(2) == 0 {
            turns.push(String::from(
                r#"{"content":"Be \u0062rief.","role":"system"}"#,
            ));
        }
        for _ in 0..self.random.below(3) {
            let odd = self.value(1);
            let said = self.one_of(&[r#""Hm.""#, "null", r#"[{"type":"text","text":"Yes."}]"#]);
            turns.push(format!(
                r#"{{"role":"assistant","content":{said},"x":{odd}}}"#
            ));
        }
        let asked = self.one_of(&[
            r#""Where is billing deployed?""#,
            r#""Where is \u0062illing\u0020deployed?""#,
            r#"[{"type":"text","text":"Where is billing deployed?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]"#,
        ]);
        turns.push(format!(r#"{{ "role" : "user" , "content" : {asked} }}"#));
        let turns = format!("[{}]", turns.join(" ,\n"));
        self.field("messages", &turns);
    }
}

fn asking(body: String) -> Recorded {
    let cursor = recorded().into_iter().find(|r| r.name == "cursor").unwrap();
    cursor.saying(body.into_bytes())
}

/// Sends bodies with this mode, and looks at what was sent beside what arrived.
fn each(mode: &str, look: impl Fn(&str, &Got, &[u8], &Request)) {
    let (stage, mut random) = (Stage::new(), Random::new());
    let mut owner = stage.server.owner();
    owner.remember("The billing service is deployed to Frankfurt.");
    let seed = random.seed;
    for round in 0..ROUNDS {
        let (after, body) = Writer::body(random);
        random = after;
        let request = asking(body);
        let got = exchange(stage.server.http(), &request, &[("X-Memory-Mode", mode)]);
        let name = format!("seed {seed}, round {round}");
        assert_eq!(got.status, 200, "{name}: {}", got.text());
        let arrived = stage.provider.take_requests().pop().unwrap();
        look(&name, &got, &request.body, &arrived);
    }
}

#[test]
fn g_216_whatever_json_looks_like_not_a_byte_differs_with_memory_off() {
    each("off", |name, _, sent, arrived| {
        assert_eq!(arrived.body, sent, "{name}");
    });
}

#[test]
fn g_216_whatever_json_looks_like_only_a_block_is_added_with_memory_on() {
    each("readonly", |name, got, sent, arrived| {
        assert_eq!(got.header("x-memory-injected-count"), Some("1"), "{name}");
        assert_inserted(name, sent, &arrived.body);
        assert!(arrived.json().is_object(), "{name}");
    });
}
